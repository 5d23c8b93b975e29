// SPDX-License-Identifier: Apache-2.0

#include "transcode/data_transcoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/ordered_work.h"
#include "codec/block_decoder.h"
#include "codec/block_encoder.h"
#include "sst/block_decoding.h"
#include "sst/entry_cursor.h"
#include "sst/internal_key.h"
#include "transcode/block_batches.h"

namespace sstr {
namespace {

// Consecutive data blocks.
struct DataBatch {
  BlockRange range;
  std::vector<uint8_t> encoded;  // Blocks with trailers, without context.
  std::vector<uint64_t> payload_sizes;
  std::string first_key;  // Empty without entries, as the next one.
  std::string last_key;
  DataSection section;  // All but the handles.
};

void Add(const TranscodeSummary& from, TranscodeSummary* to) {
  to->uncompressed_data_bytes += from.uncompressed_data_bytes;
  to->data_blocks += from.data_blocks;
  to->copied += from.copied;
  to->compressed += from.compressed;
  to->rejected += from.rejected;
  to->bypassed += from.bypassed;
}

// The first key of a sound block.
Result<std::string_view> FirstKey(std::span<const uint8_t> contents) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  EntryCursor cursor(layout);
  if (!cursor.Next(0)) return std::string_view();
  return AsStringView({cursor.suffix(), cursor.suffix_size()});
}

// What one thread keeps between blocks.
struct DataWorker {
  DataWorker(const TableImage& source, std::unique_ptr<BlockEncoder> made)
      : decoder(source.footer().format_version, source.dictionary()),
        encoder(std::move(made)) {}

  BlockDecoder decoder;
  std::unique_ptr<BlockEncoder> encoder;
};

class DataTranscoder final : public OrderedWork<DataBatch> {
 public:
  DataTranscoder(const TableImage& source, const TranscodeOptions& options,
                 const TranscodePlan& plan, const ReadProgress& progress,
                 TableWriter* writer)
      : source_(source),
        options_(options),
        plan_(plan),
        progress_(progress),
        writer_(writer),
        order_(KeyOrderOf(source.properties())),
        batches_(source) {}

  Result<DataSection> Run() {
    section_.handles.reserve(source_.data_blocks().size());
    section_.contents.reserve(source_.data_blocks().size());
    for (uint32_t i = 0; i < options_.jobs; ++i) {
      SSTR_ASSIGN_OR_RETURN(
          std::unique_ptr<BlockEncoder> encoder,
          BlockEncoder::Create(EncoderOptionsFor(
              plan_.writer, source_.footer().format_version, plan_.type,
              plan_.level, plan_.DictionaryOf(source_))));
      workers_.emplace_back(source_, std::move(encoder));
    }
    SSTR_RETURN_IF_ERROR(RunInOrder<DataBatch>(options_.jobs, this));
    return std::move(section_);
  }

  bool Next(DataBatch* batch) override { return batches_.Next(&batch->range); }

  Status Work(size_t worker, DataBatch* batch) override {
    batch->encoded.clear();
    batch->encoded.reserve(BlockBatches::kBatchBytes);
    batch->payload_sizes.clear();
    batch->section = DataSection();
    batch->first_key.clear();
    DataBlockChecker checker(order_);
    for (uint64_t i = batch->range.begin; i < batch->range.end; ++i) {
      const Status status = WorkOn(i, &checker, &workers_[worker], batch);
      if (!status.ok()) {
        return status.WithPrefix(fmt::format("{}: block {} at {}",
                                             source_.file_name(), i,
                                             source_.data_blocks()[i].offset));
      }
    }
    batch->last_key = checker.last_key();
    batch->section.entries = checker.counts();
    return Status::Ok();
  }

  Status Deliver(DataBatch* batch) override {
    if (options_.cancel != nullptr && *options_.cancel) {
      return Status::Interrupted(source_.file_name() + ": stopped");
    }
    SSTR_RETURN_IF_ERROR(FollowLastKey(batch));
    SSTR_RETURN_IF_ERROR(Write(batch));
    const DataSection& section = batch->section;
    section_.contents.insert(section_.contents.end(), section.contents.begin(),
                             section.contents.end());
    section_.types.insert(section.types.begin(), section.types.end());
    section_.entries.Add(section.entries);
    Add(section.summary, &section_.summary);
    if (progress_) {
      progress_(source_.data_blocks()[batch->range.end - 1].end());
    }
    return Status::Ok();
  }

 private:
  Status WorkOn(uint64_t number, DataBlockChecker* checker, DataWorker* worker,
                DataBatch* batch) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                          source_.ReadBlock(source_.data_blocks()[number]));
    SSTR_ASSIGN_OR_RETURN(
        const std::span<const uint8_t> contents,
        DecodeStoredBlock(source_.footer(), stored, &worker->decoder));
    SSTR_RETURN_IF_ERROR(checker->Check(contents, nullptr));
    if (batch->first_key.empty()) {
      SSTR_ASSIGN_OR_RETURN(batch->first_key, FirstKey(contents));
    }
    TranscodeSummary& summary = batch->section.summary;
    ++summary.data_blocks;
    summary.uncompressed_data_bytes += contents.size();
    batch->section.contents.push_back(FingerprintOf(contents));
    if (plan_.Copies(stored)) {
      ++summary.copied;
      Append(stored.type, stored.payload, batch);
      return Status::Ok();
    }
    SSTR_ASSIGN_OR_RETURN(const EncodedBlock encoded,
                          worker->encoder->Encode(contents));
    ++*CounterOf(encoded.outcome, &summary);
    Append(encoded.stored_type, encoded.payload, batch);
    return Status::Ok();
  }

  static uint64_t* CounterOf(BlockOutcome outcome, TranscodeSummary* summary) {
    switch (outcome) {
      case BlockOutcome::kCompressed:
        return &summary->compressed;
      case BlockOutcome::kRejected:
        return &summary->rejected;
      case BlockOutcome::kBypassed:
        break;
    }
    return &summary->bypassed;
  }

  void Append(CompressionType type, std::span<const uint8_t> payload,
              DataBatch* batch) {
    batch->section.types.insert(type);
    batch->payload_sizes.push_back(payload.size());
    AppendEncodedBlock(source_.footer().checksum_type, type, payload,
                       &batch->encoded);
  }

  // Within a batch its checker has seen to the order.
  Status FollowLastKey(DataBatch* batch) {
    if (batch->first_key.empty()) return Status::Ok();
    if (order_ != KeyOrder::kUnknown && !last_key_.empty() &&
        CompareInternalKeys(order_, last_key_, batch->first_key) >= 0) {
      return Status::Corruption(fmt::format("{}: block {}: keys out of order",
                                            source_.file_name(),
                                            batch->range.begin));
    }
    std::swap(last_key_, batch->last_key);
    return Status::Ok();
  }

  Status Write(DataBatch* batch) {
    if (plan_.padding.empty()) {
      return writer_->AddEncodedBlocks(batch->encoded, batch->payload_sizes,
                                       &section_.handles);
    }
    // One block at a time, as padding may lie between any two.
    std::span<uint8_t> rest(batch->encoded);
    for (uint64_t i = 0; i < batch->payload_sizes.size(); ++i) {
      SSTR_RETURN_IF_ERROR(plan_.padding.Keep(
          source_.data_blocks()[batch->range.begin + i].offset, writer_));
      const uint64_t size = batch->payload_sizes[i];
      SSTR_RETURN_IF_ERROR(
          writer_->AddEncodedBlocks(rest.first(size + kBlockTrailerBytes),
                                    {&size, 1}, &section_.handles));
      rest = rest.subspan(size + kBlockTrailerBytes);
    }
    return Status::Ok();
  }

  const TableImage& source_;
  const TranscodeOptions& options_;
  const TranscodePlan& plan_;
  const ReadProgress& progress_;
  TableWriter* const writer_;
  const KeyOrder order_;
  BlockBatches batches_;
  std::vector<DataWorker> workers_;
  std::string last_key_;
  DataSection section_;
};

}  // namespace

Result<DataSection> TranscodeDataBlocks(const TableImage& source,
                                        const TranscodeOptions& options,
                                        const TranscodePlan& plan,
                                        const ReadProgress& progress,
                                        TableWriter* writer) {
  return DataTranscoder(source, options, plan, progress, writer).Run();
}

}  // namespace sstr
