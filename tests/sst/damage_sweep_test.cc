// SPDX-License-Identifier: Apache-2.0
//
// Flips every byte of small files and cuts them at every length. Each time
// the file must be refused, or, where no checksum covers the byte, read just
// like before.

#include <gtest/gtest.h>

#include <iostream>

#include "sst/table_image.h"
#include "sst/test_table.h"
#include "sst/validate.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::FixBlockChecksum;
using testing::InternalKey;
using testing::ReadSharedFile;
using testing::SmallTable;
using testing::TestTableParts;

// Everything that was handed on, in order.
class DigestSink : public EntrySink {
 public:
  Status OnPoint(std::string_view key, std::string_view value) override {
    Append(key, value);
    return Status::Ok();
  }
  Status OnRangeDeletion(std::string_view key, std::string_view end) override {
    Append(key, end);
    return Status::Ok();
  }
  std::string text;

 private:
  void Append(std::string_view key, std::string_view value) {
    text += std::to_string(key.size()) + ":" + std::string(key) +
            std::to_string(value.size()) + ":" + std::string(value);
  }
};

struct Reading {
  Status status;
  std::string entries;
  uint64_t data_bytes = 0;
};

Reading Read(const Bytes& file) {
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  if (!image.ok()) return {.status = image.status()};
  DigestSink sink;
  const Result<TableSummary> summary = ValidateTable(*image, {}, &sink);
  if (!summary.ok()) return {.status = summary.status()};
  return {.entries = sink.text, .data_bytes = summary->sizes.data_bytes()};
}

// The same with what salvage can get; must only not crash.
void Salvage(const Bytes& file) {
  const Result<TableImage> image =
      TableImage::Open("f.sst", file, {.salvage = true});
  if (!image.ok()) return;
  DigestSink sink;
  const Result<TableSummary> summary =
      ValidateTable(*image, {.salvage = true}, &sink);
  EXPECT_TRUE(summary.ok()) << summary.status().message();
}

void ExpectRefusedOrUnchanged(const Bytes& file, const Reading& sound,
                              const std::string& where, uint64_t* refused,
                              uint64_t* unchanged) {
  const Reading reading = Read(file);
  if (!reading.status.ok()) {
    ++*refused;
    EXPECT_TRUE(reading.status.message().starts_with("f.sst: ")) << where;
    return;
  }
  ++*unchanged;
  EXPECT_EQ(reading.entries, sound.entries) << where;
  EXPECT_EQ(reading.data_bytes, sound.data_bytes) << where;
}

void SweepFlips(const std::string& name, const Bytes& sound_file) {
  const Reading sound = Read(sound_file);
  ASSERT_TRUE(sound.status.ok()) << sound.status.message();
  uint64_t refused = 0;
  uint64_t unchanged = 0;
  Bytes file = sound_file;
  for (size_t i = 0; i < file.size(); ++i) {
    for (const uint8_t flip : {0x01, 0x80, 0xFF}) {
      file[i] ^= flip;
      ExpectRefusedOrUnchanged(file, sound, name + " byte " + std::to_string(i),
                               &refused, &unchanged);
      Salvage(file);
      file[i] ^= flip;
    }
  }
  std::cout << name << ": " << refused << " flips refused, " << unchanged
            << " without effect\n";
  EXPECT_EQ(refused + unchanged, 3 * file.size());
  // Only footers of formats 0 to 5 are not covered: version, longer varints;
  // and the global sequence number, which ingestion overwrites.
  EXPECT_LT(unchanged, 3 * 53u);
}

void SweepCuts(const std::string& name, const Bytes& file) {
  for (size_t size = 0; size < file.size(); ++size) {
    const Bytes cut(file.begin(), file.begin() + size);
    const Status status = Read(cut).status;
    ASSERT_FALSE(status.ok()) << name << " cut to " << size;
    EXPECT_TRUE(status.message().starts_with("f.sst: "));
    Salvage(cut);
  }
  std::cout << name << ": " << file.size() << " cuts refused\n";
}

// Flips whose blocks get a right checksum again, so that only the reader's own
// checks stand between it and them. What is read may differ.
void SweepFlipsUnderRightChecksums(const std::string& name,
                                   const Bytes& sound_file) {
  const Result<TableImage> image = TableImage::Open("f.sst", sound_file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  uint64_t refused = 0;
  uint64_t read = 0;
  Bytes file = sound_file;
  for (const BlockPlace& place : BlocksInFileOrder(*image)) {
    const BlockHandle& handle = place.handle;
    for (uint64_t i = handle.offset; i <= handle.offset + handle.size; ++i) {
      for (const uint8_t flip : {0x01, 0x02, 0x40, 0x80, 0xFF}) {
        file[i] ^= flip;
        FixBlockChecksum(&file, handle);
        const Status status = Read(file).status;
        ++*(status.ok() ? &read : &refused);
        EXPECT_TRUE(status.ok() || status.message().starts_with("f.sst: "));
        Salvage(file);
        file[i] ^= flip;
      }
    }
    FixBlockChecksum(&file, handle);
  }
  std::cout << name << ": under right checksums " << refused
            << " flips refused, " << read << " read\n";
  EXPECT_EQ(file, sound_file);
  EXPECT_GT(refused, 0u);
}

Bytes OwnFile(uint32_t format_version) {
  TestTableParts parts = SmallTable({.format_version = format_version,
                                     .checksum_type = ChecksumType::kCrc32c});
  parts.range_deletions = {
      {InternalKey("x", 7, ValueType::kRangeDeletion), "z"}};
  return parts.Build();
}

TEST(DamageSweepTest, FlipsInOwnFilesOfEveryFooter) {
  for (const uint32_t version : {0, 5, 7}) {
    SweepFlips("format " + std::to_string(version), OwnFile(version));
  }
}

TEST(DamageSweepTest, FlipsUnderRightChecksumsInOwnFiles) {
  for (const uint32_t version : {0, 5, 7}) {
    SweepFlipsUnderRightChecksums("format " + std::to_string(version),
                                  OwnFile(version));
  }
}

TEST(DamageSweepTest, CutsOfOwnFilesOfEveryFooter) {
  for (const uint32_t version : {0, 5, 7}) {
    SweepCuts("format " + std::to_string(version), OwnFile(version));
  }
}

const char* const kSmallSharedFiles[] = {
    "leveldb2012-tiny-db.sst", "rocksdb2018-tiny-db-deletes.sst",
    "rocksdb2020-ingested-global-seqno.sst"};

TEST(DamageSweepTest, FlipsInSmallSharedFiles) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const std::string name : kSmallSharedFiles) {
    SweepFlips(name, ReadSharedFile(name));
  }
}

TEST(DamageSweepTest, FlipsUnderRightChecksumsInSmallSharedFiles) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const std::string name : kSmallSharedFiles) {
    SweepFlipsUnderRightChecksums(name, ReadSharedFile(name));
  }
}

TEST(DamageSweepTest, CutsOfSmallSharedFiles) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const std::string name : kSmallSharedFiles) {
    SweepCuts(name, ReadSharedFile(name));
  }
}

}  // namespace
}  // namespace sstr
