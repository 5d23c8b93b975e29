// SPDX-License-Identifier: Apache-2.0

#include "corpus/corpus.h"

#include <fmt/format.h>

#include <utility>

#include "base/fingerprint.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

class EntryCollector : public EntrySink {
 public:
  explicit EntryCollector(Corpus* corpus) : corpus_(corpus) {}

  Status OnPoint(std::string_view internal_key,
                 std::string_view value) override {
    corpus_->points.Append(internal_key, value);
    hash_.Add(internal_key);
    hash_.Add(value);
    return Status::Ok();
  }
  Status OnRangeDeletion(std::string_view start_internal_key,
                         std::string_view end_user_key) override {
    corpus_->range_deletions.Append(start_internal_key, end_user_key);
    hash_.Add(start_internal_key);
    hash_.Add(end_user_key);
    return Status::Ok();
  }

  std::string Hash() const { return ToString(hash_.Finish()); }

 private:
  Corpus* corpus_;
  FingerprintBuilder hash_;
};

Status DecodeTable(bool salvage, Corpus* corpus) {
  SSTR_ASSIGN_OR_RETURN(const TableImage image,
                        TableImage::Open(corpus->file, corpus->stored.span(),
                                         {.salvage = salvage}));
  EntryCollector collector(corpus);
  SSTR_ASSIGN_OR_RETURN(corpus->summary,
                        ValidateTable(image, {.salvage = salvage}, &collector));
  corpus->entries_hash = collector.Hash();
  corpus->footer = image.footer();
  corpus->properties = image.properties();
  corpus->has_partitioned_filter =
      image.FindMeta(BlockKind::kFilterPartition) != nullptr;
  return Status::Ok();
}

// As stored, a raw input is one uncompressed block.
void DescribeRaw(Corpus* corpus) {
  corpus->entries_hash = corpus->bytes_hash;
  SizeBreakdown& sizes = corpus->summary.sizes;
  sizes.file_bytes = corpus->stored.size();
  sizes.data_payload_bytes = corpus->stored.size();
  sizes.uncompressed_data_bytes = corpus->stored.size();
  if (corpus->stored.size() == 0) return;
  sizes.data_blocks = 1;
  sizes.data_blocks_by_stored_type[CompressionType::kNone] = 1;
}

}  // namespace

std::string Corpus::DamageNote() const {
  if (!is_damaged()) return "";
  const DamageSummary& damage = summary.damage;
  return fmt::format(
      "DAMAGED: {} data blocks of {} bytes and {} other blocks are lost; "
      "first: {}",
      damage.lost_data_blocks, damage.lost_data_bytes, damage.bad_meta_blocks,
      damage.messages.empty() ? "" : damage.messages.front());
}

std::string InputFormatName(InputFormat format) {
  switch (format) {
    case InputFormat::kTable:
      return "table";
    case InputFormat::kRaw:
      return "raw";
    case InputFormat::kAuto:
      break;
  }
  return "auto";
}

Result<Corpus> LoadCorpus(const std::string& path,
                          const CorpusOptions& options) {
  Corpus corpus;
  corpus.file = path;
  SSTR_ASSIGN_OR_RETURN(corpus.stored, ReadWholeFile(path));
  corpus.is_raw = options.format == InputFormat::kRaw;
  if (options.format == InputFormat::kAuto) {
    corpus.is_raw = !EndsInTableMagic(corpus.stored.span());
    corpus.format_note =
        corpus.is_raw ? "taken as raw bytes: no table's magic number at its end"
                      : "taken as a table: it ends in a table's magic number";
  }
  corpus.bytes_hash = ToString(FingerprintOf(corpus.stored.span()));
  if (corpus.is_raw) {
    DescribeRaw(&corpus);
  } else {
    SSTR_RETURN_IF_ERROR(DecodeTable(options.salvage, &corpus));
  }
  return corpus;
}

}  // namespace sstr
