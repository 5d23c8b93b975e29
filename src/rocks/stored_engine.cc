// SPDX-License-Identifier: Apache-2.0

#include "rocks/stored_engine.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/join_notes.h"
#include "rocks/build_and_scan.h"
#include "rocks/image_check.h"
#include "rocks/release_adapter.h"
#include "rocks/table_setup.h"

namespace sstr {
namespace {

class StoredPass : public PreparedPass {
 public:
  StoredPass(const Corpus& corpus, const CancelFlag* cancel)
      : corpus_(corpus),
        setup_(MakeSourceSetup(corpus)),
        context_(setup_.options, setup_.table_options),
        cancel_(*cancel) {
    if (corpus_.is_raw) {
      cannot_scan_ = "no scan time: raw bytes have no reader";
      return;
    }
    if (corpus_.is_damaged()) {
      cannot_scan_ = "no scan time: RocksDB is not given a damaged file";
      return;
    }
    if (const Status known = CheckEntryTypes(corpus_); !known.ok()) {
      cannot_scan_ = "no scan time: " + known.message();
      return;
    }
    auto scan = TableScan::Open(&context_, corpus_.stored.span());
    if (!scan.ok()) {
      cannot_scan_ = fmt::format("no scan time: {}", scan.status().message());
    }
  }

  bool can_write() const override { return false; }
  bool can_scan() const override { return cannot_scan_.empty(); }
  uint64_t ExpectedImageBytes() const override { return 0; }

  Status Write() override {
    return Status::Failed("the stored file is never written");
  }

  Status Scan() override {
    SSTR_ASSIGN_OR_RETURN(scan_,
                          TableScan::Open(&context_, corpus_.stored.span()));
    return scan_->CountEntries(cancel_).status();
  }

  void Reset() override { scan_.reset(); }

  // The corpus is this file as this project's decoder reads it.
  Status Verify() override {
    if (!can_scan()) return Status::Ok();
    return CheckStoredAgainstCorpus(corpus_, &context_);
  }

  Result<PassOutput> Inspect() override {
    PassOutput output;
    const TableSummary& summary = corpus_.summary;
    output.sizes = summary.sizes;
    output.distributions = {.payload_bytes = summary.payload_bytes,
                            .compression_ratio = summary.compression_ratio};
    output.lost_data_blocks = summary.damage.lost_data_blocks;
    output.lost_data_bytes = summary.damage.lost_data_bytes;
    output.entries = summary.entries();
    output.range_deletions = summary.range_deletions;
    output.input_hash = corpus_.bytes_hash;
    output.entries_hash = corpus_.entries_hash;
    // What the writer tried on the raw blocks is not known; reports leave it
    // out.
    CountBlocks(/*tried=*/true, &output);
    output.note = JoinNotes({corpus_.format_note, corpus_.DamageNote(),
                             JoinNotes(summary.notes), cannot_scan_});
    return output;
  }

  CodecTimes TakeCodecTimes() override { return {}; }

 private:
  const Corpus& corpus_;
  TableSetup setup_;
  TableContext context_;
  const CancelFlag& cancel_;
  std::string cannot_scan_;
  std::optional<TableScan> scan_;
};

class StoredEngine : public PassEngine {
 public:
  explicit StoredEngine(const CancelFlag* cancel) : cancel_(cancel) {}

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                const PassSpec&,
                                                ImageBuffer*) override {
    return std::unique_ptr<PreparedPass>(
        std::make_unique<StoredPass>(corpus, cancel_));
  }

 private:
  const CancelFlag* cancel_;
};

}  // namespace

std::unique_ptr<PassEngine> NewStoredEngine(const CancelFlag* cancel) {
  return std::make_unique<StoredEngine>(cancel);
}

}  // namespace sstr
