// SPDX-License-Identifier: Apache-2.0

#include "transcode/transcode_verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/ordered_work.h"
#include "codec/block_decoder.h"
#include "sst/block_decoding.h"
#include "transcode/block_batches.h"

namespace sstr {
namespace {

using Bytes = std::span<const uint8_t>;

Status Differs(const std::string& what) {
  return Status::VerificationFailed(what + " differs from the source's");
}

// Every data block of the output, on all threads.
class DataVerifier final : public OrderedWork<BlockRange> {
 public:
  DataVerifier(const TableImage& output, const TranscodedTable& written,
               const TranscodeOptions& options, const ReadProgress& progress)
      : output_(output),
        written_(written),
        options_(options),
        progress_(progress),
        batches_(output) {
    for (uint32_t i = 0; i < options.jobs; ++i) {
      decoders_.emplace_back(output.footer().format_version,
                             output.dictionary());
    }
  }

  bool Next(BlockRange* range) override { return batches_.Next(range); }

  Status Work(size_t worker, BlockRange* range) override {
    for (uint64_t i = range->begin; i < range->end; ++i) {
      const BlockHandle& handle = output_.data_blocks()[i];
      const std::string place = fmt::format("block {} at {}", i, handle.offset);
      const Result<StoredBlock> stored = output_.ReadBlock(handle);
      if (!stored.ok()) return stored.status().WithPrefix(place);
      const Result<Bytes> contents =
          DecodeStoredBlock(output_.footer(), *stored, &decoders_[worker]);
      if (!contents.ok()) return contents.status().WithPrefix(place);
      if (FingerprintOf(*contents) != written_.contents[i]) {
        return Differs(place);
      }
    }
    return Status::Ok();
  }

  Status Deliver(BlockRange* range) override {
    if (options_.cancel != nullptr && *options_.cancel) {
      return Status::Interrupted("stopped");
    }
    if (progress_) progress_(output_.data_blocks()[range->end - 1].end());
    return Status::Ok();
  }

 private:
  const TableImage& output_;
  const TranscodedTable& written_;
  const TranscodeOptions& options_;
  const ReadProgress& progress_;
  BlockBatches batches_;
  std::vector<BlockDecoder> decoders_;
};

// Blocks that are not data, of both files side by side.
class MetaVerifier {
 public:
  MetaVerifier(const TableImage& source, const TableImage& output,
               const TranscodedTable& written)
      : source_(source),
        output_(output),
        written_(written),
        source_decoder_(source.footer().format_version),
        output_decoder_(output.footer().format_version) {}

  Status Run() {
    if (!std::ranges::equal(output_.dictionary(), written_.dictionary)) {
      return Differs("the dictionary");
    }
    SSTR_RETURN_IF_ERROR(CompareProperties());
    const std::vector<MetaBlock> of_source = Comparable(source_);
    const std::vector<MetaBlock> of_output = Comparable(output_);
    if (of_source.size() != of_output.size()) {
      return Differs("the number of meta blocks");
    }
    for (size_t i = 0; i < of_source.size(); ++i) {
      SSTR_RETURN_IF_ERROR(Compare(of_source[i], of_output[i]));
    }
    return Status::Ok();
  }

 private:
  // Those that are to be alike, in the order of the metaindex.
  static std::vector<MetaBlock> Comparable(const TableImage& image) {
    std::vector<MetaBlock> blocks;
    for (const MetaBlock& block : image.meta_blocks()) {
      if (block.kind != BlockKind::kProperties &&
          block.kind != BlockKind::kMetaindex &&
          block.kind != BlockKind::kDictionary) {
        blocks.push_back(block);
      }
    }
    return blocks;
  }

  Status CompareProperties() const {
    const auto& stored = output_.properties().all();
    const bool same = std::ranges::equal(
        stored, written_.properties, [](const auto& a, const NamedValue& b) {
          return a.name == b.name && a.value == b.value;
        });
    return same ? Status::Ok() : Differs("the properties block");
  }

  Status Compare(const MetaBlock& a, const MetaBlock& b) {
    const std::string place =
        fmt::format("{} at {}", BlockKindName(b.kind), b.handle.offset);
    if (a.kind != b.kind || a.name != b.name) return Differs(place);
    SSTR_ASSIGN_OR_RETURN(const StoredBlock stored_a,
                          source_.ReadBlock(a.handle));
    SSTR_ASSIGN_OR_RETURN(
        const Bytes contents_a,
        DecodeStoredBlock(source_.footer(), stored_a, &source_decoder_));
    const Result<StoredBlock> stored_b = output_.ReadBlock(b.handle);
    if (!stored_b.ok()) return stored_b.status().WithPrefix(place);
    const Result<Bytes> contents_b =
        DecodeStoredBlock(output_.footer(), *stored_b, &output_decoder_);
    if (!contents_b.ok()) return contents_b.status().WithPrefix(place);
    const bool leads_to_blocks = b.kind == BlockKind::kIndex ||
                                 b.kind == BlockKind::kIndexPartition ||
                                 IsPartitionedFilterName(b.name);
    const bool same = leads_to_blocks
                          ? HaveSameKeys(b, contents_a, *contents_b)
                          : std::ranges::equal(contents_a, *contents_b);
    return same ? Status::Ok() : Differs(place);
  }

  bool HaveSameKeys(const MetaBlock& block, Bytes contents_a,
                    Bytes contents_b) const {
    IndexEncoding encoding = IndexEncodingOf(source_.properties());
    if (block.kind == BlockKind::kFilter) encoding.has_first_key = false;
    Result<IndexCursor> a = IndexCursor::Open(contents_a, encoding);
    Result<IndexCursor> b = IndexCursor::Open(contents_b, encoding);
    if (!a.ok() || !b.ok()) return false;
    while (a->Next()) {
      if (!b->Next() || a->key() != b->key() ||
          a->first_key() != b->first_key()) {
        return false;
      }
    }
    return !b->Next() && a->status().ok() && b->status().ok();
  }

  const TableImage& source_;
  const TableImage& output_;
  const TranscodedTable& written_;
  BlockDecoder source_decoder_;
  BlockDecoder output_decoder_;
};

Status Verify(const TableImage& source, const TableImage& output,
              const TranscodedTable& written, const TranscodeOptions& options,
              const ReadProgress& progress) {
  if (output.data_blocks() != written.data_blocks) {
    return Differs("what the index leads to");
  }
  SSTR_RETURN_IF_ERROR(MetaVerifier(source, output, written).Run());
  DataVerifier data(output, written, options, progress);
  return RunInOrder<BlockRange>(options.jobs, &data);
}

}  // namespace

Status VerifyTranscode(const TableImage& source, const TableImage& output,
                       const TranscodedTable& written,
                       const TranscodeOptions& options,
                       const ReadProgress& progress) {
  const Status status = Verify(source, output, written, options, progress);
  if (status.ok() || status.code() == StatusCode::kInterrupted) return status;
  return Status::VerificationFailed("what was written does not read back: " +
                                    status.message());
}

}  // namespace sstr
