// SPDX-License-Identifier: Apache-2.0

#include "transcode/property_updates.h"

#include <map>

#include "sst/byte_reader.h"
#include "sst/byte_writer.h"
#include "transcode/compression_property.h"

namespace sstr {
namespace {

constexpr char kDataSize[] = "rocksdb.data.size";
constexpr char kTailStart[] = "rocksdb.tail.start.offset";
constexpr char kIndexSize[] = "rocksdb.index.size";
constexpr char kTopIndexSize[] = "rocksdb.top-level.index.size";
constexpr char kCompression[] = "rocksdb.compression";
constexpr char kCompressionOptions[] = "rocksdb.compression_options";
constexpr char kRejected[] = "rocksdb.num.data.blocks.compression.rejected";
constexpr char kBypassed[] = "rocksdb.num.data.blocks.compression.bypassed";
constexpr char kSessionIdentity[] = "rocksdb.creating.session.identity";

std::string VarintValue(uint64_t value) {
  std::vector<uint8_t> bytes;
  AppendVarint(value, &bytes);
  return std::string(bytes.begin(), bytes.end());
}

class PropertyEditor {
 public:
  explicit PropertyEditor(const std::vector<NamedValue>& properties) {
    for (const NamedValue& property : properties) {
      values_[property.name] = property.value;
    }
  }

  std::vector<NamedValue> Finish() const {
    std::vector<NamedValue> properties;
    for (const auto& [name, value] : values_)
      properties.push_back({name, value});
    return properties;
  }

  const std::string* Find(const std::string& name) const {
    const auto it = values_.find(name);
    return it != values_.end() ? &it->second : nullptr;
  }
  // Absent when there is none or it is no number.
  std::optional<uint64_t> Number(const std::string& name) const {
    const std::string* value = Find(name);
    if (value == nullptr) return std::nullopt;
    ByteReader reader{std::string_view(*value)};
    uint64_t number = 0;
    if (!reader.ReadVarint64(&number) || !reader.empty()) return std::nullopt;
    return number;
  }

  void Replace(const std::string& name, const std::string& value) {
    if (Find(name) != nullptr) values_[name] = value;
  }
  void ReplaceNumber(const std::string& name, uint64_t value) {
    if (Number(name)) values_[name] = VarintValue(value);
  }
  void Grow(const std::string& name, int64_t growth) {
    const std::optional<uint64_t> old = Number(name);
    const uint64_t grown = old.value_or(0) + static_cast<uint64_t>(growth);
    // A wrong number that cannot shrink by so much stays.
    if (!old || growth == 0 || (growth < 0 && grown > *old)) return;
    values_[name] = VarintValue(grown);
  }
  // As writers do that leave it out when it is 0.
  void SetNumberUnlessZero(const std::string& name, uint64_t value) {
    if (value == 0) {
      values_.erase(name);
    } else {
      values_[name] = VarintValue(value);
    }
  }

 private:
  std::map<std::string, std::string> values_;
};

std::string UpdatedCompressionOptions(std::string text,
                                      const TranscodePlan& plan,
                                      const CodecSetting& codec) {
  const auto replace = [&text](std::string_view name, int64_t value) {
    text = ReplaceCompressionOption(text, name, value);
  };
  replace("level", codec.level);
  if (!plan.keeps_dictionary) {
    replace("max_dict_bytes", codec.max_dict_bytes);
    replace("zstd_max_train_bytes", codec.zstd_max_train_bytes);
    replace("max_dict_buffer_bytes",
            static_cast<int64_t>(codec.max_dict_buffer_bytes));
    replace("use_zstd_dict_trainer", codec.use_zstd_dict_trainer ? 1 : 0);
  }
  // From 11.5 on, for people who look.
  replace("_type", static_cast<int64_t>(codec.type));
  return text;
}

void UpdateSetting(const TranscodePlan& plan, const CodecSetting& codec,
                   const TranscodeFacts& facts, PropertyEditor* editor) {
  editor->Replace(kCompression,
                  MakeCompressionName(facts.format_version, codec.type,
                                      facts.types_in_use));
  if (const std::string* text = editor->Find(kCompressionOptions)) {
    editor->Replace(kCompressionOptions,
                    UpdatedCompressionOptions(*text, plan, codec));
  }
  const bool counted = editor->Find(kRejected) || editor->Find(kBypassed);
  if (!plan.writer.counts_raw_blocks && !counted) return;
  // Copied blocks are still what they were to the source's writer, except that
  // without compression all are bypassed.
  uint64_t rejected = facts.summary.rejected;
  uint64_t bypassed = facts.summary.bypassed;
  if (codec.type == CompressionType::kNone) {
    bypassed += facts.summary.copied;
  } else if (plan.copies_raw) {
    rejected += editor->Number(kRejected).value_or(0);
    bypassed += editor->Number(kBypassed).value_or(0);
  }
  editor->SetNumberUnlessZero(kRejected, rejected);
  editor->SetNumberUnlessZero(kBypassed, bypassed);
}

}  // namespace

std::vector<NamedValue> UpdateProperties(
    const std::vector<NamedValue>& properties, const TranscodePlan& plan,
    const TranscodeOptions& options, const TranscodeFacts& facts) {
  PropertyEditor editor(properties);
  if (facts.new_data_end) {
    editor.ReplaceNumber(kDataSize, *facts.new_data_end);
    editor.ReplaceNumber(kTailStart, *facts.new_data_end);
  }
  editor.Grow(kIndexSize, facts.index_growth_bytes);
  editor.Grow(kTopIndexSize, facts.top_index_growth_bytes);
  const bool all_copied = facts.summary.copied == facts.summary.data_blocks;
  if (!plan.written_with_type || !plan.copies_raw || !all_copied) {
    UpdateSetting(plan, options.codec, facts, &editor);
  }
  if (options.session_identity) {
    editor.Replace(kSessionIdentity, *options.session_identity);
  }
  return editor.Finish();
}

}  // namespace sstr
