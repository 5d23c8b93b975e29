// SPDX-License-Identifier: Apache-2.0

#include "input/corpus.h"

#include <fmt/format.h>

#include <utility>

#include "sst/table_image.h"

namespace sstr {
namespace {

class EntryCollector : public EntrySink {
 public:
  explicit EntryCollector(Corpus* corpus) : corpus_(corpus) {}

  Status OnPoint(std::string_view internal_key,
                 std::string_view value) override {
    corpus_->points.Append(internal_key, value);
    return Status::Ok();
  }
  Status OnRangeDeletion(std::string_view start_internal_key,
                         std::string_view end_user_key) override {
    corpus_->range_deletions.Append(start_internal_key, end_user_key);
    return Status::Ok();
  }

 private:
  Corpus* corpus_;
};

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

Result<Corpus> LoadCorpus(const std::string& path, bool salvage) {
  Corpus corpus;
  corpus.file = path;
  SSTR_ASSIGN_OR_RETURN(corpus.stored, ReadWholeFile(path));
  SSTR_ASSIGN_OR_RETURN(
      const TableImage image,
      TableImage::Open(path, corpus.stored.span(), {.salvage = salvage}));
  EntryCollector collector(&corpus);
  SSTR_ASSIGN_OR_RETURN(corpus.summary,
                        ValidateTable(image, {.salvage = salvage}, &collector));
  corpus.footer = image.footer();
  corpus.properties = image.properties();
  corpus.has_partitioned_filter =
      image.FindMeta(BlockKind::kFilterPartition) != nullptr;
  return corpus;
}

}  // namespace sstr
