// SPDX-License-Identifier: Apache-2.0

#include "transcode/transcode_support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cassert>
#include <filesystem>
#include <set>

#include "sst/block_decoding.h"
#include "sst/validate.h"
#include "testing/paths.h"
#include "transcode/compression_property.h"
#include "transcode/transcode_verifier.h"

namespace sstr::testing {
namespace {

namespace fs = std::filesystem;

TableImage Open(const Bytes& file) {
  Result<TableImage> image = TableImage::Open("f.sst", file);
  assert(image.ok());
  return std::move(image).value();
}

class EntryLister : public EntrySink {
 public:
  Status OnDataBlock(const DataBlockView& /*block*/) override {
    lines.push_back("-- block");
    return Status::Ok();
  }
  Status OnPoint(std::string_view key, std::string_view value) override {
    lines.push_back(std::string(key) + "=" + std::string(value));
    return Status::Ok();
  }
  Status OnRangeDeletion(std::string_view start,
                         std::string_view end) override {
    return OnPoint("range " + std::string(start), end);
  }

  std::vector<std::string> lines;
};

}  // namespace

Status MemorySink::Append(std::span<const uint8_t> bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
  return Status::Ok();
}

Result<Transcoded> Transcode(const Bytes& file,
                             const TranscodeOptions& options) {
  SSTR_ASSIGN_OR_RETURN(const TableImage source,
                        TableImage::Open("f.sst", file));
  MemorySink sink;
  SSTR_ASSIGN_OR_RETURN(const TranscodedTable table,
                        TranscodeTable(source, options, {}, &sink));
  SSTR_ASSIGN_OR_RETURN(const TableImage output,
                        TableImage::Open("output.sst", sink.file));
  SSTR_RETURN_IF_ERROR(VerifyTranscode(source, output, table, options, {}));
  assert(table.summary.output_bytes == sink.file.size());
  return Transcoded{std::move(sink.file), table.summary};
}

Transcoded MustTranscode(const Bytes& file, const TranscodeOptions& options) {
  Result<Transcoded> transcoded = Transcode(file, options);
  EXPECT_TRUE(transcoded.ok()) << transcoded.status().message();
  return transcoded.ok() ? std::move(transcoded).value() : Transcoded();
}

TranscodeOptions To(CompressionType type) { return {.codec = {.type = type}}; }

TranscodeOptions Again(CompressionType type) {
  return {.codec = {.type = type}, .reencode = true};
}

CompressionType TypeOf(const Bytes& file) {
  const TableImage image = Open(file);
  if (const auto name = image.properties().compression()) {
    const auto type =
        ParseCompressionName(image.footer().format_version, *name);
    assert(type.ok());
    return type->value();
  }
  for (const BlockHandle& handle : image.data_blocks()) {
    const CompressionType type = image.ReadBlock(handle)->type;
    if (type != CompressionType::kNone) return type;
  }
  return CompressionType::kNone;
}

std::vector<std::string> EntriesOf(const Bytes& file) {
  const TableImage image = Open(file);
  EntryLister lister;
  [[maybe_unused]] const auto summary = ValidateTable(image, {}, &lister);
  assert(summary.ok());
  return std::move(lister.lines);
}

std::map<std::string, std::string> PropertiesOf(const Bytes& file) {
  const TableImage image = Open(file);
  std::map<std::string, std::string> properties;
  for (const auto& property : image.properties().all()) {
    properties[property.name] = property.value;
  }
  return properties;
}

SizeBreakdown SizesOf(const Bytes& file) {
  const TableImage image = Open(file);
  const auto summary = ValidateTable(image, {}, nullptr);
  EXPECT_TRUE(summary.ok()) << summary.status().message();
  return summary.ok() ? summary->sizes : SizeBreakdown();
}

std::vector<std::string> KeptBlocksOf(const Bytes& file) {
  const TableImage image = Open(file);
  std::vector<std::string> blocks;
  BlockDecoder decoder(image.footer().format_version);
  for (const MetaBlock& block : image.meta_blocks()) {
    const bool kept = (block.kind == BlockKind::kFilter &&
                       !IsPartitionedFilterName(block.name)) ||
                      block.kind == BlockKind::kFilterPartition ||
                      block.kind == BlockKind::kHashIndexPrefixes ||
                      block.kind == BlockKind::kHashIndexMetadata ||
                      block.kind == BlockKind::kRangeDel;
    if (!kept) continue;
    const Result<StoredBlock> stored = image.ReadBlock(block.handle);
    const auto contents = DecodeStoredBlock(image.footer(), *stored, &decoder);
    blocks.push_back(block.name + ":" + std::string(AsStringView(*contents)));
  }
  return blocks;
}

TestTableParts Compressible(int blocks, const TestTableOptions& options) {
  TestTableParts parts = {.options = options};
  for (int block = 0; block < blocks; ++block) {
    std::vector<TestEntry> entries;
    for (int i = 0; i < 20; ++i) {
      entries.push_back({InternalKey(fmt::format("key{:05}{:02}", block, i), 7),
                         std::string(90, static_cast<char>('a' + i))});
    }
    parts.blocks.push_back(std::move(entries));
  }
  parts.properties["rocksdb.compression"] = "NoCompression";
  return parts;
}

BlockHandle LooseTable::AddData(std::string_view user_key, uint8_t type) {
  const std::string key = InternalKey(user_key, 5);
  const BlockHandle handle =
      table.AddBlock(TestBlock().Add(key, "value").Finish(), type);
  index_.Add(key, EncodedHandle(handle));
  ++entries_;
  return handle;
}

Bytes LooseTable::Finish(std::map<std::string, std::string> properties) {
  const BlockHandle index = table.AddBlock(index_.Finish());
  properties["rocksdb.num.entries"] = Varint(entries_);
  properties["rocksdb.comparator"] = "leveldb.BytewiseComparator";
  TestBlock block(1000);
  for (const auto& [name, value] : properties) block.Add(name, value);
  table.AddMeta("rocksdb.properties", table.AddBlock(block.Finish()));
  return table.Finish(index);
}

std::map<std::string, std::string> SoundTestdata() {
  std::map<std::string, std::string> files;
  for (const auto& entry :
       fs::directory_iterator(testing::SourcePath("testdata/good"))) {
    files[entry.path().filename()] = entry.path();
  }
  return files;
}

std::map<std::string, std::string> SoundSharedFiles(std::string_view prefix) {
  static const std::set<std::string> kUnsound = {
      "besu-v1-000030.sst",          "leveldb2011-hamlet-none.sst",
      "pebble2019-bad-magic.sst",    "pebble2019-corrupted.sst",
      "pebble2019-out-of-order.sst", "pebble2022-range-keys.sst"};
  std::map<std::string, std::string> files;
  if (!HaveSharedData()) return files;
  for (const SharedFileFacts& facts : ReadSharedFacts()) {
    if (kUnsound.contains(facts.file) || !facts.file.starts_with(prefix)) {
      continue;
    }
    files[facts.file] = SharedDataDir() + "/" + facts.file;
  }
  return files;
}

}  // namespace sstr::testing
