// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_engine.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/join_notes.h"
#include "rocks/build_and_scan.h"
#include "rocks/codec_timers.h"
#include "rocks/effective_setting.h"
#include "rocks/image_check.h"
#include "rocks/library_info.h"
#include "rocks/memory_files.h"
#include "rocks/release_adapter.h"
#include "rocks/table_setup.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

class TablePass : public PreparedPass {
 public:
  // `setup.options.statistics` is a CodecTimers.
  TablePass(const Corpus& corpus, const PassSpec& spec, ImageBuffer* image,
            TableSetup setup, EffectiveSetting effective,
            const CancelFlag* cancel)
      : corpus_(corpus),
        spec_(spec),
        image_(image),
        setup_(std::move(setup)),
        effective_(std::move(effective)),
        context_(setup_.options, setup_.table_options),
        timers_(static_cast<CodecTimers*>(setup_.options.statistics.get())),
        cancel_(*cancel) {}

  ~TablePass() override { Reset(); }

  // Error: what RocksDB says of the options.
  Status Validate() const { return FromRocks(context_.Validate()); }

  uint64_t ExpectedImageBytes() const override {
    // Uncompressed blocks need about what the entries need, twice the index.
    const SizeBreakdown& stored = corpus_.summary.sizes;
    return spec_.codec.type == CompressionType::kNone
               ? stored.uncompressed_data_bytes +
                     (stored.file_bytes - stored.data_payload_bytes) * 2
               : stored.file_bytes;
  }

  Status Write() override {
    writer_ = NewMemoryWriter(image_);
    builder_ = context_.NewBuilder(writer_.get());
    return BuildTable(corpus_, cancel_, builder_.get(), writer_.get());
  }

  Status Scan() override {
    SSTR_ASSIGN_OR_RETURN(scan_, TableScan::Open(&context_, image_->image()));
    SSTR_ASSIGN_OR_RETURN(const uint64_t entries, scan_->CountEntries(cancel_));
    if (entries == corpus_.points.size()) return Status::Ok();
    return Status::VerificationFailed(
        fmt::format("the image has {} point entries, the source {}", entries,
                    corpus_.points.size()));
  }

  void Reset() override {
    scan_.reset();
    builder_.reset();
    writer_.reset();
  }

  Status Verify() override {
    return CheckImageAgainstCorpus(image_->image(), corpus_, &context_);
  }

  Result<PassOutput> Inspect() override {
    SSTR_ASSIGN_OR_RETURN(PassOutput output,
                          InspectImage(image_->image(), spec_.codec.type));
    output.entries = corpus_.summary.entries();
    output.range_deletions = corpus_.summary.range_deletions;
    output.effective = Effective();
    output.note = JoinNotes(
        {corpus_.is_damaged() ? "of a DAMAGED source: see the baseline" : "",
         effective_.note, ThreadsNote(*output.effective), output.note,
         setup_.note});
    if (kCompressTimesMissRejectedBlocks && output.blocks_rejected > 0) {
      output.compress_time_gap = fmt::format(
          "no compress time: RocksDB {}.{} does not time the {} rejected "
          "blocks",
          ROCKSDB_MAJOR, ROCKSDB_MINOR, output.blocks_rejected);
    }
    return output;
  }

  CodecTimes TakeCodecTimes() override {
    const CodecTimes times = timers_->Take();
    // Without a codec RocksDB may still have timed copies.
    return spec_.codec.type == CompressionType::kNone ? CodecTimes() : times;
  }

 private:
  EffectiveConfiguration Effective() const {
    EffectiveConfiguration effective;
    effective.type = effective_.type;
    if (effective_.level_matters) effective.level = effective_.level;
    effective.threads =
        EffectiveThreads(spec_.threads, effective_,
                         FiltersRunAlone(setup_.table_options), kRelease);
    effective.format_version = setup_.table_options.format_version;
    effective.keep_rule = ToString(DefaultKeepRule());
    return effective;
  }

  std::string ThreadsNote(const EffectiveConfiguration& effective) const {
    if (effective.threads == spec_.threads) return "";
    return fmt::format("{} threads asked, RocksDB {}.{} runs {}", spec_.threads,
                       ROCKSDB_MAJOR, ROCKSDB_MINOR, effective.threads);
  }

  const Corpus& corpus_;
  const PassSpec spec_;
  ImageBuffer* image_;
  TableSetup setup_;
  const EffectiveSetting effective_;
  TableContext context_;
  CodecTimers* const timers_;  // Owned by setup_.
  const CancelFlag& cancel_;

  std::unique_ptr<rocksdb::WritableFileWriter> writer_;
  std::unique_ptr<rocksdb::TableBuilder> builder_;
  std::optional<TableScan> scan_;
};

class TableEngine : public PassEngine {
 public:
  explicit TableEngine(const CancelFlag* cancel) : cancel_(cancel) {}

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                const PassSpec& spec,
                                                ImageBuffer* image) override {
    // The builder would store every block raw.
    SSTR_RETURN_IF_ERROR(CheckTypeSupported(spec.codec.type, library_));
    const EffectiveSetting effective =
        GetEffectiveSetting(spec.codec, kRelease);
    if (effective.rejected) return Status::NotSupported(effective.note);
    SSTR_RETURN_IF_ERROR(CheckEntryTypes(corpus));
    SSTR_ASSIGN_OR_RETURN(TableSetup setup, MakePassSetup(corpus, spec));
    setup.options.statistics = std::make_shared<CodecTimers>();
    auto pass = std::make_unique<TablePass>(
        corpus, spec, image, std::move(setup), effective, cancel_);
    SSTR_RETURN_IF_ERROR(pass->Validate());
    return std::unique_ptr<PreparedPass>(std::move(pass));
  }

 private:
  const RocksLibraryInfo library_ = GetRocksLibraryInfo();
  const CancelFlag* cancel_;
};

}  // namespace

std::unique_ptr<PassEngine> NewTableEngine(const CancelFlag* cancel) {
  return std::make_unique<TableEngine>(cancel);
}

Status CheckTableOptions(const std::string& table_options) {
  rocksdb::BlockBasedTableOptions ignored;
  return ApplyTableOptions(table_options, &ignored);
}

}  // namespace sstr
