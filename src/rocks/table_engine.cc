// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_engine.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/join_notes.h"
#include "rocks/effective_setting.h"
#include "rocks/image_check.h"
#include "rocks/memory_files.h"
#include "rocks/release_adapter.h"
#include "rocks/table_scan.h"
#include "rocks/table_setup.h"
#include "rocksdb/statistics.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

constexpr uint64_t kEntriesBetweenChecks = 4096;

std::shared_ptr<rocksdb::Statistics> NewCodecTimers() {
  auto statistics = rocksdb::CreateDBStatistics();
  // The codec's timers are off below this level.
  statistics->set_stats_level(rocksdb::StatsLevel::kAll);
  return statistics;
}

std::optional<uint64_t> HistogramSum(const rocksdb::Statistics& statistics,
                                     rocksdb::Histograms histogram) {
  rocksdb::HistogramData data;
  statistics.histogramData(histogram, &data);
  if (data.count == 0) return std::nullopt;
  return data.sum;
}

class TablePass : public PreparedPass {
 public:
  TablePass(const Corpus& corpus, const PassSpec& spec, ImageBuffer* image,
            TableSetup setup, std::string codec_note, const CancelFlag* cancel)
      : corpus_(corpus),
        spec_(spec),
        image_(image),
        setup_(std::move(setup)),
        codec_note_(std::move(codec_note)),
        context_(setup_.options, setup_.table_options),
        cancel_(*cancel) {}

  ~TablePass() override { Reset(); }

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
    Status status = AddEntries();
    if (!status.ok()) {
      builder_->Abandon();
      return status;
    }
    SSTR_RETURN_IF_ERROR(FromRocks(builder_->Finish()));
    return FromRocks(CloseWriter(writer_.get()));
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
    output.note = JoinNotes(
        {corpus_.is_damaged() ? "of a DAMAGED source: see the baseline" : "",
         codec_note_, output.note, setup_.note});
    if (kCompressTimesMissRejectedBlocks && output.blocks_rejected > 0) {
      output.compress_time_gap = fmt::format(
          "no compress time: RocksDB {}.{} does not time the {} rejected "
          "blocks",
          ROCKSDB_MAJOR, ROCKSDB_MINOR, output.blocks_rejected);
    }
    return output;
  }

  CodecTimes TakeCodecTimes() override {
    rocksdb::Statistics* statistics = setup_.options.statistics.get();
    CodecTimes times;
    if (spec_.codec.type != CompressionType::kNone) {
      times.compress_nanos =
          HistogramSum(*statistics, rocksdb::COMPRESSION_TIMES_NANOS);
      times.decompress_nanos =
          HistogramSum(*statistics, rocksdb::DECOMPRESSION_TIMES_NANOS);
    }
    statistics->Reset().PermitUncheckedError();
    return times;
  }

 private:
  Status AddEntries() {
    uint64_t added = 0;
    for (EntryList::Cursor at(corpus_.points); at.Valid(); at.Next()) {
      const EntryView entry = at.Get();
      builder_->Add({entry.key.data(), entry.key.size()},
                    {entry.value.data(), entry.value.size()});
      if (++added % kEntriesBetweenChecks == 0) {
        if (cancel_) return Status::Interrupted("stopped");
        SSTR_RETURN_IF_ERROR(FromRocks(builder_->status()));
      }
    }
    for (EntryList::Cursor at(corpus_.range_deletions); at.Valid(); at.Next()) {
      const EntryView entry = at.Get();
      builder_->Add({entry.key.data(), entry.key.size()},
                    {entry.value.data(), entry.value.size()});
    }
    return FromRocks(builder_->status());
  }

  const Corpus& corpus_;
  const PassSpec spec_;
  ImageBuffer* image_;
  TableSetup setup_;
  const std::string codec_note_;
  TableContext context_;
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
    const EffectiveSetting effective = GetEffectiveSetting(spec.codec);
    if (effective.rejected) return Status::NotSupported(effective.note);
    SSTR_RETURN_IF_ERROR(CheckEntryTypes(corpus));
    SSTR_ASSIGN_OR_RETURN(TableSetup setup, MakePassSetup(corpus, spec));
    setup.options.statistics = NewCodecTimers();
    const TableContext probe(setup.options, setup.table_options);
    SSTR_RETURN_IF_ERROR(FromRocks(probe.Validate()));
    return std::unique_ptr<PreparedPass>(std::make_unique<TablePass>(
        corpus, spec, image, std::move(setup), effective.note, cancel_));
  }

 private:
  const CancelFlag* cancel_;
};

}  // namespace

std::unique_ptr<PassEngine> NewTableEngine(const CancelFlag* cancel) {
  return std::make_unique<TableEngine>(cancel);
}

}  // namespace sstr
