// SPDX-License-Identifier: Apache-2.0
//
// Transcoding in memory, and what tests compare of two tables. Test support.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "sst/shared_data.h"
#include "sst/size_breakdown.h"
#include "sst/test_table.h"
#include "transcode/table_transcoder.h"

namespace sstr::testing {

class MemorySink : public OutputSink {
 public:
  Status Append(std::span<const uint8_t> bytes) override;

  Bytes file;
};

struct Transcoded {
  Bytes file;
  TranscodeSummary summary;
};

// Transcodes `file`, reads the result back and verifies it, as the program
// does. The error is that of the first of these steps that fails.
Result<Transcoded> Transcode(const Bytes& file,
                             const TranscodeOptions& options);

// The same; an error is a failure of the test.
Transcoded MustTranscode(const Bytes& file, const TranscodeOptions& options);

// Default level, one job.
TranscodeOptions To(CompressionType type);
// The same, of blocks that have the type already, too.
TranscodeOptions Again(CompressionType type);

// The type that the file was written with, as its property or its blocks
// tell. REQUIRES: a file that can be opened.
CompressionType TypeOf(const Bytes& file);

// Everything a table holds, for comparing: "KEY=VALUE" of points and
// tombstones, raw, with a line at each start of a block.
// REQUIRES: a sound file.
std::vector<std::string> EntriesOf(const Bytes& file);

// By name. REQUIRES: a file that can be opened.
std::map<std::string, std::string> PropertiesOf(const Bytes& file);

// Parts and padding, by reading all. REQUIRES: a sound file.
SizeBreakdown SizesOf(const Bytes& file);

// Contents, decoded, of the blocks that a transcode must keep: filters, hash
// index, tombstones. By name in the metaindex, partitions in order.
std::vector<std::string> KeptBlocksOf(const Bytes& file);

// A table of raw blocks that compress well: 20 entries, about 2 KB each.
TestTableParts Compressible(int blocks, const TestTableOptions& options = {});

// A table with blocks of one entry, besides which the test adds what it wants.
class LooseTable {
 public:
  BlockHandle AddData(std::string_view user_key, uint8_t type = 0);
  // `properties` are stored besides those that describe the entries.
  Bytes Finish(std::map<std::string, std::string> properties = {});

  TestTable table{TestTableOptions{}};

 private:
  TestBlock index_{1};
  uint64_t entries_ = 0;
};

// Paths, by name, of the sound files of the shared data with that prefix, if
// it is there, and of those of testdata/.
std::map<std::string, std::string> SoundSharedFiles(
    std::string_view prefix = "");
std::map<std::string, std::string> SoundTestdata();

}  // namespace sstr::testing
