// SPDX-License-Identifier: Apache-2.0

#include "transcode/table_transcoder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/block_decoder.h"
#include "sst/test_table.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Again;
using testing::Bytes;
using testing::Compressible;
using testing::EntriesOf;
using testing::Fixed64;
using testing::InternalKey;
using testing::LooseTable;
using testing::MemorySink;
using testing::MustTranscode;
using ::testing::Pair;
using testing::PropertiesOf;
using testing::SizesOf;
using testing::TestBlock;
using testing::TestTable;
using testing::TestTableParts;
using testing::To;
using testing::Transcode;
using testing::Transcoded;
using ::testing::UnorderedElementsAre;
using testing::Varint;

constexpr CompressionType kLZ4 = CompressionType::kLZ4;
constexpr CompressionType kZSTD = CompressionType::kZSTD;
constexpr CompressionType kNone = CompressionType::kNone;

CompressionType IndexTypeOf(const Bytes& file) {
  const auto image = TableImage::Open("f.sst", file);
  return image->ReadBlock(image->FindMeta(BlockKind::kIndex)->handle)->type;
}

// What differs, as pairs of name and new value.
std::map<std::string, std::string> ChangedProperties(const Bytes& before,
                                                     const Bytes& after) {
  std::map<std::string, std::string> changed = PropertiesOf(after);
  for (const auto& [name, value] : PropertiesOf(before)) {
    EXPECT_TRUE(changed.contains(name)) << name;
    if (changed[name] == value) changed.erase(name);
  }
  return changed;
}

TEST(TableTranscoderTest, OnlyThePropertiesThatMustChangeDo) {
  TestTableParts parts = Compressible(5);
  parts.properties["rocksdb.tail.start.offset"] = Varint(1);
  parts.properties["rocksdb.compression_options"] =
      "window_bits=-14; level=3; checksum=0; ";
  parts.properties["user.collected"] = std::string("\0\xFF", 2);
  const Bytes file = parts.Build();
  const Transcoded out = MustTranscode(file, To(kLZ4));
  const uint64_t data_bytes = SizesOf(out.file).data_bytes();
  EXPECT_LT(data_bytes, SizesOf(file).data_bytes() / 4);
  EXPECT_THAT(ChangedProperties(file, out.file),
              UnorderedElementsAre(
                  Pair("rocksdb.compression", "LZ4"),
                  Pair("rocksdb.compression_options",
                       "window_bits=-14; level=32767; checksum=0; "),
                  Pair("rocksdb.data.size", Varint(data_bytes)),
                  Pair("rocksdb.tail.start.offset", Varint(data_bytes))));
  EXPECT_EQ(out.summary.compressed, 5u);
  EXPECT_EQ(out.summary.data_blocks, 5u);
}

TEST(TableTranscoderTest, EveryFormatAndChecksumTypeGoesBothWays) {
  for (uint32_t version = 0; version <= 7; ++version) {
    for (uint8_t code = 0; code < 5; ++code) {
      if (version == 0 && code != 1) continue;  // Its footer has no type.
      TestTableParts parts =
          Compressible(3, {.format_version = version,
                           .checksum_type = static_cast<ChecksumType>(code)});
      if (version == 7) parts.properties["rocksdb.compression"] = ";;";
      const Bytes file = parts.Build();
      const Transcoded there = MustTranscode(file, To(kZSTD));
      EXPECT_LT(there.file.size(), file.size());
      EXPECT_EQ(MustTranscode(there.file, To(kNone)).file, file)
          << version << " " << int{code};
    }
  }
}

TEST(TableTranscoderTest, Format7NamesManagerAndTypesInUse) {
  TestTableParts parts = Compressible(2, {.format_version = 7});
  parts.properties["rocksdb.compression"] = ";;";
  const Bytes raw = parts.Build();
  const auto name_of = [](const Bytes& file) {
    return PropertiesOf(file)["rocksdb.compression"];
  };
  const Bytes lz4 = MustTranscode(raw, To(kLZ4)).file;
  EXPECT_EQ(name_of(lz4), "BuiltinV2;04;");
  EXPECT_EQ(name_of(MustTranscode(lz4, To(kZSTD)).file), "BuiltinV2;07;");
  EXPECT_EQ(name_of(MustTranscode(lz4, To(kNone)).file), ";;");
  // Nothing shrinks, so no type is in use.
  TestTableParts small = {.options = {.format_version = 7}};
  small.blocks.push_back({{InternalKey("x", 7), "value"}});
  small.properties["rocksdb.compression"] = ";;";
  EXPECT_EQ(name_of(MustTranscode(small.Build(), To(kLZ4)).file),
            "BuiltinV2;;");
}

TEST(TableTranscoderTest, RawBlocksAreTriedAgainOnlyUnderAnotherType) {
  // Two blocks shrink; two, of one short entry, do not.
  TestTableParts parts = Compressible(2);
  parts.blocks.push_back({{InternalKey("x", 7), "value"}});
  parts.blocks.push_back({{InternalKey("y", 7), "value"}});
  const Transcoded lz4 = MustTranscode(parts.Build(), To(kLZ4));
  EXPECT_EQ(lz4.summary.compressed, 2u);
  EXPECT_EQ(lz4.summary.rejected, 2u);
  const Transcoded same = MustTranscode(lz4.file, To(kLZ4));
  EXPECT_EQ(same.summary.copied, 4u);
  EXPECT_EQ(same.file, lz4.file);
  const Transcoded zstd = MustTranscode(lz4.file, To(kZSTD));
  EXPECT_EQ(zstd.summary.copied, 0u);
  EXPECT_EQ(zstd.summary.rejected, 2u);
  const Transcoded none = MustTranscode(lz4.file, To(kNone));
  EXPECT_EQ(none.summary.copied, 2u);
  EXPECT_EQ(none.summary.bypassed, 2u);
}

TEST(TableTranscoderTest, ANamedLevelIsUsed) {
  const Bytes file = Compressible(4).Build();
  TranscodeOptions options = To(kZSTD);
  options.codec.level = 19;
  options.reencode = true;
  const Bytes level_19 = MustTranscode(file, options).file;
  options.codec.level = -100;
  const Bytes fast = MustTranscode(file, options).file;
  EXPECT_LT(level_19.size(), fast.size());
}

TEST(TableTranscoderTest, TheIndexIsCompressedWhereTheSourceDidOrDidNothing) {
  const Bytes raw = Compressible(200).Build();
  const Bytes lz4 = MustTranscode(raw, To(kLZ4)).file;
  EXPECT_EQ(IndexTypeOf(raw), kNone);
  EXPECT_EQ(IndexTypeOf(lz4), kLZ4);
  EXPECT_EQ(IndexTypeOf(MustTranscode(lz4, To(kZSTD)).file), kZSTD);
  EXPECT_EQ(IndexTypeOf(MustTranscode(lz4, To(kNone)).file), kNone);
  // A file that names a type and has its index raw keeps it so.
  TestTableParts named = Compressible(200);
  named.properties["rocksdb.compression"] = "Snappy";
  EXPECT_EQ(IndexTypeOf(MustTranscode(named.Build(), To(kLZ4)).file), kNone);
}

TEST(TableTranscoderTest, IndexSizeFollowsTheHandles) {
  // Handles of compressed blocks take fewer varint bytes.
  TestTableParts parts = Compressible(300);
  parts.properties["rocksdb.index.size"] = Varint(100000);
  const Bytes file = parts.Build();
  const Bytes out = MustTranscode(file, To(kZSTD)).file;
  const auto index_bytes = [](const Bytes& table) {
    const auto image = TableImage::Open("f.sst", table);
    const auto stored =
        image->ReadBlock(image->FindMeta(BlockKind::kIndex)->handle);
    BlockDecoder decoder(5);
    return decoder.Decode(stored->type, stored->payload)->size();
  };
  ASSERT_LT(index_bytes(out), index_bytes(file));
  EXPECT_EQ(PropertiesOf(out)["rocksdb.index.size"],
            Varint(100000 - (index_bytes(file) - index_bytes(out))));
}

TEST(TableTranscoderTest, AnyNumberOfJobsWritesTheSameBytes) {
  const Bytes file = Compressible(1000).Build();
  TranscodeOptions options = To(kZSTD);
  const Bytes one = MustTranscode(file, options).file;
  for (const uint32_t jobs : {2, 3, 8}) {
    options.jobs = jobs;
    EXPECT_EQ(MustTranscode(file, options).file, one) << jobs;
  }
}

TEST(TableTranscoderTest, PaddingStaysWhileNothingMoves) {
  LooseTable loose;
  loose.AddData("a");
  loose.table.AddPadding(std::string(100, '\0'));
  loose.AddData("b");
  loose.table.AddPadding(std::string(7, '\0'));
  const Bytes file = loose.Finish({{"rocksdb.compression", "NoCompression"}});
  EXPECT_EQ(MustTranscode(file, To(kNone)).file, file);
  EXPECT_EQ(MustTranscode(file, Again(kNone)).file, file);
  EXPECT_EQ(SizesOf(file).padding_bytes, 107u);
  // These small blocks do not shrink either.
  EXPECT_EQ(SizesOf(MustTranscode(file, To(kLZ4)).file).padding_bytes, 107u);
}

TEST(TableTranscoderTest, PaddingIsDroppedBehindWhatMoves) {
  // Without properties, as LevelDB writes files.
  TestTable table({.format_version = 2});
  TestBlock index(1);
  for (int i = 0; i < 3; ++i) {
    const std::string key = InternalKey(fmt::format("k{}", i), 5);
    const BlockHandle handle = table.AddBlock(
        TestBlock().Add(key, std::string(i == 0 ? 2 : 500, 'x')).Finish());
    index.Add(key, testing::EncodedHandle(handle));
    table.AddPadding(std::string(50, '\0'));
  }
  const Bytes file = table.Finish(table.AddBlock(index.Finish()));
  const Bytes out = MustTranscode(file, To(kLZ4)).file;
  EXPECT_EQ(EntriesOf(out), EntriesOf(file));
  // The first block stays raw, so the second one is in its old place.
  EXPECT_EQ(SizesOf(out).padding_bytes, 50u);
}

TEST(TableTranscoderTest, AnIngestedSequenceNumberKeepsTheOldChecksum) {
  const std::string name(TableProperties::kGlobalSeqnoName);
  TestTableParts parts = Compressible(2);
  parts.properties[name] = Fixed64(0);
  Bytes file = parts.Build();
  const auto image = TableImage::Open("f.sst", file);
  const BlockHandle block = image->FindMeta(BlockKind::kProperties)->handle;
  for (const auto& property : image->properties().all()) {
    // As ingestion does it: in place, the checksum left as it was.
    if (property.name == name) file[block.offset + property.value_offset] = 9;
  }
  const Bytes out = MustTranscode(file, To(kLZ4)).file;
  EXPECT_EQ(PropertiesOf(out)[name], Fixed64(9));
  const auto output = TableImage::Open("f.sst", out);
  ASSERT_TRUE(output.ok()) << output.status().message();
  EXPECT_FALSE(
      output->VerifyChecksum(output->FindMeta(BlockKind::kProperties)->handle)
          .ok());
  EXPECT_EQ(MustTranscode(out, To(kNone)).file, file);
}

TEST(TableTranscoderTest, ANewIdentityChangesThatPropertyOnly) {
  const std::string name = "rocksdb.creating.session.identity";
  TestTableParts parts = Compressible(2);
  parts.properties[name] = "OLD00000000000000000";
  const Bytes file = parts.Build();
  TranscodeOptions options = To(kNone);
  options.session_identity = "NEW00000000000000000";
  const Bytes out = MustTranscode(file, options).file;
  EXPECT_THAT(ChangedProperties(file, out),
              UnorderedElementsAre(Pair(name, *options.session_identity)));
  EXPECT_EQ(out.size(), file.size());
  // Without the property there is nothing to change.
  const Bytes without = Compressible(2).Build();
  EXPECT_EQ(MustTranscode(without, options).file, without);
}

TEST(TableTranscoderTest, ADictionaryIsMadeKeptAndDropped) {
  const Bytes file = Compressible(50).Build();
  TranscodeOptions options = To(kZSTD);
  options.codec.max_dict_bytes = 1000;
  const auto dictionary_bytes = [](const Bytes& table) {
    return SizesOf(table).dictionary_bytes;
  };
  const Bytes with = MustTranscode(file, options).file;
  EXPECT_EQ(dictionary_bytes(with), 1000u + 5);
  EXPECT_EQ(EntriesOf(with), EntriesOf(file));
  EXPECT_EQ(MustTranscode(with, To(kZSTD)).file, with);
  // Encoded without one, or with another type: a stale one would spoil them.
  EXPECT_EQ(dictionary_bytes(MustTranscode(with, Again(kZSTD)).file), 0u);
  EXPECT_EQ(dictionary_bytes(MustTranscode(with, To(kLZ4)).file), 0u);
  EXPECT_EQ(MustTranscode(with, To(kNone)).file, file);
  // From one dictionary to another.
  options.codec.max_dict_bytes = 2000;
  EXPECT_EQ(dictionary_bytes(MustTranscode(with, options).file), 2000u + 5);
}

TEST(TableTranscoderTest, StoppingAndFailingSinksEndIt) {
  const Bytes file = Compressible(500).Build();
  const auto image = TableImage::Open("f.sst", file);
  CancelFlag cancel = true;
  TranscodeOptions options = To(kLZ4);
  options.cancel = &cancel;
  EXPECT_EQ(Transcode(file, options).status().code(), StatusCode::kInterrupted);

  class FullDisk : public OutputSink {
    Status Append(std::span<const uint8_t> /*bytes*/) override {
      return Status::IoError("no space left");
    }
  };
  FullDisk sink;
  EXPECT_EQ(TranscodeTable(*image, To(kLZ4), {}, &sink).status().message(),
            "no space left");
}

TEST(TableTranscoderTest, ProgressReachesTheEndOfTheData) {
  const Bytes file = Compressible(500).Build();
  const auto image = TableImage::Open("f.sst", file);
  std::vector<uint64_t> offsets;
  MemorySink sink;
  ASSERT_TRUE(TranscodeTable(
                  *image, To(kLZ4),
                  [&](uint64_t offset) { offsets.push_back(offset); }, &sink)
                  .ok());
  EXPECT_GT(offsets.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(offsets));
  EXPECT_EQ(offsets.back(), image->data_blocks().back().end());
}

}  // namespace
}  // namespace sstr
