// SPDX-License-Identifier: Apache-2.0

#include "sst/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <string>
#include <vector>

#include "base/units.h"
#include "codec/block_decoder.h"
#include "sst/block_decoding.h"
#include "sst/data_block_checker.h"
#include "sst/internal_key.h"
#include "sst/measure_sizes.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

// Collects what a validation finds, so that the first fault is reported with
// the extent of all of them.
class DamageLog {
 public:
  // Starts with what opening the image already found.
  explicit DamageLog(const TableImage& image);

  bool empty() const { return bad_blocks_ == 0; }
  uint64_t bad_blocks() const { return bad_blocks_; }
  // One per bad block, the first BlockDamage::kMostListed.
  const std::vector<std::string>& messages() const { return messages_; }

  void Add(BlockKind kind, uint64_t number, const BlockHandle& handle,
           const Status& why);

  // "FILE: first fault[; detail]; N of M blocks are bad", with the first
  // fault's code. REQUIRES: not empty().
  Status ToStatus(const std::string& file_name, const std::string& detail,
                  uint64_t total_blocks) const;

 private:
  void Count(const BlockDamage& damage);

  uint64_t bad_blocks_ = 0;
  StatusCode first_code_ = StatusCode::kOk;
  std::vector<std::string> messages_;
};

DamageLog::DamageLog(const TableImage& image) {
  for (const BlockDamage& damage : image.damage()) Count(damage);
  bad_blocks_ = image.damage_count();
}

void DamageLog::Add(BlockKind kind, uint64_t number, const BlockHandle& handle,
                    const Status& why) {
  ++bad_blocks_;
  Count({.kind = kind,
         .number = number,
         .handle = handle,
         .code = why.code(),
         .fact = why.message()});
}

void DamageLog::Count(const BlockDamage& damage) {
  if (messages_.empty()) first_code_ = damage.code;
  if (messages_.size() < BlockDamage::kMostListed) {
    messages_.push_back(damage.ToString());
  }
}

Status DamageLog::ToStatus(const std::string& file_name,
                           const std::string& detail,
                           uint64_t total_blocks) const {
  assert(!empty());
  return Status(
      first_code_,
      fmt::format("{}: {}{}{}; {} of {} blocks {} bad", file_name,
                  messages_.front(), detail.empty() ? "" : "; ", detail,
                  bad_blocks_, std::max(total_blocks, bad_blocks_),
                  bad_blocks_ == 1 ? "is" : "are"));
}

class TableValidator {
 public:
  TableValidator(const TableImage& image, const ValidateOptions& options,
                 EntrySink* sink)
      : image_(image),
        salvage_(options.salvage),
        sink_(sink),
        order_(KeyOrderOf(image.properties())),
        decoder_(image.footer().format_version, image.dictionary()),
        checker_(order_),
        damage_(image) {}

  Result<TableSummary> Run() {
    FindOverlappingBlocks();
    payload_bytes_.reserve(image_.data_blocks().size());
    ratios_.reserve(image_.data_blocks().size());
    for (uint64_t i = 0; i < image_.data_blocks().size(); ++i) {
      SSTR_RETURN_IF_ERROR(ReadDataBlock(i));
    }
    SSTR_RETURN_IF_ERROR(ReadMetaBlocks());
    if (!damage_.empty() && !salvage_) return FailureStatus();
    Summarize();
    SSTR_RETURN_IF_ERROR(CompareWithProperties());
    return std::move(summary_);
  }

 private:
  // What is delivered as it is read. When salvaging, a block must be known to
  // be good as a whole before its entries are handed on; after damage nothing
  // is.
  EntrySink* StreamingSink() const {
    return salvage_ || !damage_.empty() ? nullptr : sink_;
  }

  void FindOverlappingBlocks();
  // These return errors of the sink only.
  Status ReadDataBlock(uint64_t number);
  Status ReadMetaBlocks();
  Status ReadRangeDeletions(const MetaBlock& block, const StoredBlock& stored);
  // Reads, decodes and checks; `fault` is set when the block is bad.
  Status CheckDataBlock(uint64_t number, DataBlockView* view, Status* fault);
  Status Deliver(const DataBlockView& view);

  void Summarize();
  Status CompareWithProperties();
  void NoteDifference(std::string_view name, std::optional<uint64_t> stored,
                      uint64_t counted);
  Status FailureStatus() const;

  const TableImage& image_;
  const bool salvage_;
  EntrySink* const sink_;
  const KeyOrder order_;
  BlockDecoder decoder_;
  DataBlockChecker checker_;
  DamageLog damage_;
  std::set<uint64_t> overlapping_;  // Numbers of data blocks.
  std::vector<double> payload_bytes_;
  std::vector<double> ratios_;
  EntryCounts tombstones_;
  TableSummary summary_;
};

void TableValidator::FindOverlappingBlocks() {
  for (const BlockOverlap& overlap : FindOverlaps(image_)) {
    const BlockPlace& block = overlap.block;
    damage_.Add(
        block.kind, block.number, block.handle,
        Status::Corruption(fmt::format("it overlaps the {} at {}",
                                       BlockKindName(overlap.earlier.kind),
                                       overlap.earlier.handle.offset)));
    if (block.kind == BlockKind::kData) {
      overlapping_.insert(block.number);
      ++summary_.damage.lost_data_blocks;
    }
  }
}

Status TableValidator::ReadDataBlock(uint64_t number) {
  if (overlapping_.contains(number)) return Status::Ok();
  DataBlockView view = {.number = number,
                        .handle = image_.data_blocks()[number]};
  Status fault;
  SSTR_RETURN_IF_ERROR(CheckDataBlock(number, &view, &fault));
  if (!fault.ok()) {
    damage_.Add(BlockKind::kData, number, view.handle, fault);
    ++summary_.damage.lost_data_blocks;
    if (view.handle.FitsIn(image_.footer().offset)) {
      summary_.damage.lost_data_bytes += view.handle.size + kBlockTrailerBytes;
    }
    return Status::Ok();
  }
  AddDataBlock({.type = view.stored_type, .payload = view.payload},
               view.contents.size(), &summary_.sizes);
  payload_bytes_.push_back(static_cast<double>(view.payload.size()));
  if (const std::optional<double> ratio =
          CompressionRatio(view.contents.size(), view.payload.size())) {
    ratios_.push_back(*ratio);
  }
  return salvage_ && sink_ != nullptr ? Deliver(view) : Status::Ok();
}

Status TableValidator::CheckDataBlock(uint64_t number, DataBlockView* view,
                                      Status* fault) {
  const Result<StoredBlock> stored =
      image_.ReadBlock(image_.data_blocks()[number]);
  if (!stored.ok()) {
    *fault = stored.status();
    return Status::Ok();
  }
  const Result<std::span<const uint8_t>> contents =
      DecodeStoredBlock(image_.footer(), *stored, &decoder_);
  if (!contents.ok()) {
    *fault = contents.status();
    return Status::Ok();
  }
  view->stored_type = stored->type;
  view->payload = stored->payload;
  view->contents = *contents;
  EntrySink* const sink = StreamingSink();
  if (sink != nullptr) SSTR_RETURN_IF_ERROR(sink->OnDataBlock(*view));
  *fault = checker_.Check(*contents, sink);
  return checker_.sink_failed() ? *fault : Status::Ok();
}

Status TableValidator::Deliver(const DataBlockView& view) {
  SSTR_RETURN_IF_ERROR(sink_->OnDataBlock(view));
  DataBlockChecker again(KeyOrder::kUnknown);
  return again.Check(view.contents, sink_);
}

Status TableValidator::ReadMetaBlocks() {
  for (const MetaBlock& block : image_.meta_blocks()) {
    if (block.read_on_opening) continue;
    const Result<StoredBlock> stored = image_.ReadBlock(block.handle);
    if (!stored.ok()) {
      damage_.Add(block.kind, 0, block.handle, stored.status());
    } else if (block.kind == BlockKind::kRangeDel) {
      SSTR_RETURN_IF_ERROR(ReadRangeDeletions(block, *stored));
    }
  }
  return Status::Ok();
}

Status TableValidator::ReadRangeDeletions(const MetaBlock& block,
                                          const StoredBlock& stored) {
  const Result<std::span<const uint8_t>> contents =
      DecodeStoredBlock(image_.footer(), stored, &decoder_);
  EntryCounts counts;
  const Status fault =
      contents.ok() ? CheckRangeDeletions(*contents, order_, nullptr, &counts)
                    : contents.status();
  if (!fault.ok()) {
    damage_.Add(block.kind, 0, block.handle, fault);
    return Status::Ok();
  }
  tombstones_.Add(counts);
  if (sink_ == nullptr || (!salvage_ && !damage_.empty())) return Status::Ok();
  return CheckRangeDeletions(*contents, order_, sink_, &counts);
}

void TableValidator::Summarize() {
  EntryCounts counts = checker_.counts();
  summary_.points = counts.entries();
  summary_.range_deletions = tombstones_.entries();
  counts.Add(tombstones_);
  for (size_t code = 0; code < EntryCounts::kTypeCodes; ++code) {
    if (counts.by_type[code] > 0) {
      summary_.entries_by_type[static_cast<ValueType>(code)] =
          counts.by_type[code];
    }
  }
  const auto of = [&](ValueType type) {
    return counts.by_type[static_cast<size_t>(type)];
  };
  summary_.deletions =
      of(ValueType::kDeletion) + of(ValueType::kSingleDeletion) +
      of(ValueType::kDeletionWithTimestamp) + of(ValueType::kRangeDeletion);
  summary_.merge_operands = of(ValueType::kMerge);
  summary_.raw_key_bytes = counts.raw_key_bytes;
  summary_.raw_value_bytes = counts.raw_value_bytes;
  summary_.key_order_checked = order_ != KeyOrder::kUnknown;
  summary_.payload_bytes = DistributionOf(std::move(payload_bytes_));
  summary_.compression_ratio = DistributionOf(std::move(ratios_));
  AddMetaSizes(image_, &summary_.sizes);
  // Where bytes are missing from the file, a lost block is shorter than its
  // handle says.
  const uint64_t rest_bytes =
      summary_.sizes.file_bytes -
      std::min(summary_.sizes.file_bytes, summary_.sizes.SumOfParts());
  uint64_t& lost_bytes = summary_.damage.lost_data_bytes;
  lost_bytes = std::min(lost_bytes, rest_bytes);
  SetPadding(lost_bytes, &summary_.sizes);
  summary_.notes = image_.notes();
  summary_.damage.messages = damage_.messages();
  summary_.damage.bad_meta_blocks =
      damage_.bad_blocks() - summary_.damage.lost_data_blocks;
}

Status TableValidator::CompareWithProperties() {
  const TableProperties& stored = image_.properties();
  if (!damage_.empty() || stored.empty()) return Status::Ok();
  // An index that leaves out blocks has no other sign than this.
  const std::optional<uint64_t> entries = stored.num_entries();
  if (!salvage_ && entries && *entries != summary_.entries()) {
    return Status::Corruption(fmt::format(
        "{}: property rocksdb.num.entries is {}, but the blocks hold {} "
        "entries",
        image_.file_name(), *entries, summary_.entries()));
  }
  NoteDifference("rocksdb.num.entries", entries, summary_.entries());
  // Writers are known to have stored these wrongly in sound files.
  NoteDifference("rocksdb.deleted.keys", stored.num_deletions(),
                 summary_.deletions);
  NoteDifference("rocksdb.merge.operands", stored.num_merge_operands(),
                 summary_.merge_operands);
  NoteDifference("rocksdb.num.range-deletions", stored.num_range_deletions(),
                 summary_.range_deletions);
  NoteDifference("rocksdb.num.data.blocks", stored.num_data_blocks(),
                 summary_.sizes.data_blocks);
  NoteDifference("rocksdb.raw.key.size", stored.raw_key_bytes(),
                 summary_.raw_key_bytes);
  NoteDifference("rocksdb.raw.value.size", stored.raw_value_bytes(),
                 summary_.raw_value_bytes);
  return Status::Ok();
}

void TableValidator::NoteDifference(std::string_view name,
                                    std::optional<uint64_t> stored,
                                    uint64_t counted) {
  if (!stored || *stored == counted) return;
  summary_.notes.push_back(fmt::format(
      "property {} is {}, but the blocks hold {}", name, *stored, counted));
}

Status TableValidator::FailureStatus() const {
  std::string detail;
  if (checker_.short_keys() > 0) {
    detail = fmt::format("{} such keys", checker_.short_keys());
  }
  return damage_.ToStatus(
      image_.file_name(), detail,
      image_.data_blocks().size() + image_.meta_blocks().size());
}

}  // namespace

Result<TableSummary> ValidateTable(const TableImage& image,
                                   const ValidateOptions& options,
                                   EntrySink* sink) {
  return TableValidator(image, options, sink).Run();
}

}  // namespace sstr
