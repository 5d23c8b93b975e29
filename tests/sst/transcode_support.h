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
#include "sst/table_transcoder.h"

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

// Contents, decoded, of the blocks that a transcode must keep: filters, hash
// index, tombstones. By name in the metaindex, partitions in order.
std::vector<std::string> KeptBlocksOf(const Bytes& file);

// Paths, by name, of the sound files of the shared data with that prefix, if
// it is there, and of those of testdata/.
std::map<std::string, std::string> SoundSharedFiles(
    std::string_view prefix = "");
std::map<std::string, std::string> SoundTestdata();

}  // namespace sstr::testing
