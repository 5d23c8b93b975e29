// SPDX-License-Identifier: Apache-2.0

#include "rocks/image_check.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "codec/block_decoder.h"
#include "rocks/build_and_scan.h"
#include "sst/block_decoding.h"
#include "sst/data_block_checker.h"
#include "sst/internal_key.h"
#include "sst/measure_sizes.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

constexpr char kImageName[] = "image";

std::string_view View(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

Status Differs(std::string_view what, uint64_t number) {
  return Status::VerificationFailed(
      fmt::format("{} {} of the image differs from the source", what, number));
}

enum class KeyPart {
  kWhole,
  kUserKey,  // RocksDB's reader replaces the sequence numbers.
};

bool SameKey(KeyPart part, std::string_view a, std::string_view b) {
  return part == KeyPart::kWhole ? a == b : UserKeyOf(a) == UserKeyOf(b);
}

Status ComparePoints(KeyPart key_part, rocksdb::InternalIterator* image_entries,
                     const EntryList& points) {
  EntryList::Cursor source(points);
  uint64_t number = 0;
  for (; image_entries->Valid(); image_entries->Next(), source.Next()) {
    if (!source.Valid()) return Differs("entry", number);
    const EntryView want = source.Get();
    if (!SameKey(key_part, View(image_entries->key()), want.key) ||
        View(image_entries->value()) != want.value) {
      return Differs("entry", number);
    }
    ++number;
  }
  SSTR_RETURN_IF_ERROR(FromRocks(image_entries->status()));
  if (source.Valid()) return Differs("entry", number);
  return Status::Ok();
}

// RocksDB's iterator hands out fragments of tombstones, so the raw block is
// read instead.
class TombstoneComparer : public EntrySink {
 public:
  explicit TombstoneComparer(const EntryList& want) : want_(want) {}

  Status OnRangeDeletion(std::string_view start_internal_key,
                         std::string_view end_user_key) override {
    if (!want_.Valid()) return Differs("range deletion", number_);
    const EntryView want = want_.Get();
    if (start_internal_key != want.key || end_user_key != want.value) {
      return Differs("range deletion", number_);
    }
    want_.Next();
    ++number_;
    return Status::Ok();
  }
  Status Finish() const {
    return want_.Valid() ? Differs("range deletion", number_) : Status::Ok();
  }

 private:
  EntryList::Cursor want_;
  uint64_t number_ = 0;
};

Status CompareRangeDeletions(std::span<const uint8_t> image,
                             const EntryList& want) {
  SSTR_ASSIGN_OR_RETURN(const TableImage parsed,
                        TableImage::Open(kImageName, image));
  TombstoneComparer comparer(want);
  if (const MetaBlock* meta = parsed.FindMeta(BlockKind::kRangeDel)) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                          parsed.ReadBlock(meta->handle));
    BlockDecoder decoder(parsed.footer().format_version);
    SSTR_ASSIGN_OR_RETURN(const auto contents,
                          DecodeStoredBlock(parsed.footer(), stored, &decoder));
    EntryCounts counts;
    SSTR_RETURN_IF_ERROR(CheckRangeDeletions(
        contents, KeyOrderOf(parsed.properties()), &comparer, &counts));
  }
  return comparer.Finish();
}

}  // namespace

Status CheckStoredAgainstCorpus(const Corpus& corpus, TableContext* context) {
  SSTR_ASSIGN_OR_RETURN(TableScan scan,
                        TableScan::Open(context, corpus.stored.span()));
  const bool has_global_seqno =
      corpus.properties.global_seqno().value_or(0) != 0;
  return ComparePoints(has_global_seqno ? KeyPart::kUserKey : KeyPart::kWhole,
                       scan.SeekToFirst(), corpus.points)
      .WithPrefix(corpus.file + ": RocksDB's reader and ours disagree");
}

Status CheckImageAgainstCorpus(std::span<const uint8_t> image,
                               const Corpus& corpus, TableContext* context) {
  {
    SSTR_ASSIGN_OR_RETURN(TableScan scan, TableScan::Open(context, image));
    SSTR_RETURN_IF_ERROR(
        ComparePoints(KeyPart::kWhole, scan.SeekToFirst(), corpus.points));
  }
  return CompareRangeDeletions(image, corpus.range_deletions);
}

void CountBlocks(bool tried, PassOutput* output) {
  for (const auto& [type, blocks] : output->sizes.data_blocks_by_stored_type) {
    if (type != CompressionType::kNone) {
      output->blocks_compressed += blocks;
    } else if (tried) {
      // The codec ran, and what it made was not small enough to keep.
      output->blocks_rejected += blocks;
    } else {
      output->blocks_bypassed += blocks;
    }
  }
}

Result<PassOutput> InspectImage(std::span<const uint8_t> image,
                                CompressionType asked) {
  SSTR_ASSIGN_OR_RETURN(const TableImage parsed,
                        TableImage::Open(kImageName, image));
  SSTR_ASSIGN_OR_RETURN(MeasuredSizes measured, MeasureSizes(parsed));
  PassOutput output;
  output.sizes = std::move(measured.sizes);
  output.distributions = measured.distributions;
  CountBlocks(asked != CompressionType::kNone, &output);
  for (const auto& [type, blocks] : output.sizes.data_blocks_by_stored_type) {
    if (type != CompressionType::kNone && type != asked) {
      output.note =
          fmt::format("asked {}, stored {}", CompressionTypeName(asked),
                      CompressionTypeName(type));
    }
  }
  return output;
}

}  // namespace sstr
