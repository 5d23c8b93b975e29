// SPDX-License-Identifier: Apache-2.0

#include "app/transcode_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>

#include "app/output_directory.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/units.h"
#include "corpus/file_list.h"
#include "transcode/table_transcoder.h"
#include "transcode/transcode_plan.h"
#include "transcode/transcode_verifier.h"

namespace sstr {
namespace {

constexpr char kSessionIdentity[] = "rocksdb.creating.session.identity";

// RocksDB's form: 20 digits of base 36.
std::string RandomSessionIdentity() {
  constexpr char kDigits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr int kLength = 20;
  std::random_device random;
  std::uniform_int_distribution<int> digit(0, 35);
  std::string identity;
  for (int i = 0; i < kLength; ++i) identity += kDigits[digit(random)];
  return identity;
}

// Small pieces are collected: every write is a call to the system.
class FileSink final : public OutputSink {
 public:
  explicit FileSink(AtomicFile* file) : file_(file) {}

  Status Append(std::span<const uint8_t> bytes) override {
    constexpr size_t kSmallBytes = 64 << 10;
    if (pending_.size() + bytes.size() > kSmallBytes) {
      SSTR_RETURN_IF_ERROR(Flush());
    }
    if (bytes.size() > kSmallBytes) return file_->Append(bytes);
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    return Status::Ok();
  }

  Status Flush() {
    const Status status = file_->Append(std::span<const uint8_t>(pending_));
    pending_.clear();
    return status;
  }

 private:
  AtomicFile* const file_;
  std::vector<uint8_t> pending_;
};

// Gives back the memory of what has been read of a mapping, now and then: it
// makes all processors forget what they know of the process's memory.
ReadProgress ReleaseBehind(const MappedFile& file) {
  return [&file, released = uint64_t{0}](uint64_t offset) mutable {
    constexpr uint64_t kStepBytes = 16 << 20;
    // Once more what was released last: pages are read around those needed,
    // and one page may belong to two calls.
    constexpr uint64_t kSeamBytes = 1 << 20;
    if (offset < released) released = 0;  // Read once more from the start.
    if (offset < released + kStepBytes) return;
    file.Release(released - std::min(released, kSeamBytes), offset);
    released = offset;
  };
}

std::string LineFor(const std::string& input, const std::string& output,
                    const TranscodeSummary& summary, uint64_t wall_nanos) {
  std::string line = fmt::format(
      "{} -> {}: {} -> {} bytes; {} data blocks: {} copied, {} compressed, {} "
      "rejected, {} bypassed",
      input, output, summary.source_bytes, summary.output_bytes,
      summary.data_blocks, summary.copied, summary.compressed, summary.rejected,
      summary.bypassed);
  // With less data, opening and syncing files is what takes the time.
  constexpr uint64_t kLeastBytes = 1 << 20;
  const auto speed = MbPerSec(summary.uncompressed_data_bytes,
                              static_cast<double>(wall_nanos));
  if (summary.uncompressed_data_bytes >= kLeastBytes && speed) {
    line += fmt::format("; {:.1f} MB/s", *speed);
  }
  return line + "\n";
}

class TranscodeRun {
 public:
  // Everything is borrowed.
  TranscodeRun(const TranscodeJob& job, OutputDirectory* directory,
               const CancelFlag* cancel, std::ostream& out, std::ostream& err)
      : job_(job),
        directory_(directory),
        cancel_(cancel),
        out_(out),
        err_(err) {}

  Status TranscodeFile(const std::string& input) {
    const uint64_t start_nanos = Clock::Monotonic()->NowNanos();
    const std::string output =
        directory_->PathOf(std::filesystem::path(input).filename().string());
    SSTR_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(input));
    SSTR_ASSIGN_OR_RETURN(const TableImage source,
                          TableImage::Open(input, file.span()));
    SSTR_ASSIGN_OR_RETURN(AtomicFile target, directory_->Create(output));
    FileSink sink(&target);
    TranscodeOptions options = {.codec = job_.codec,
                                .reencode = job_.reencode,
                                .jobs = job_.jobs,
                                .cancel = cancel_};
    if (job_.new_identity) {
      options.session_identity = RandomSessionIdentity();
      NoteWithoutIdentity(source);
    }
    SSTR_ASSIGN_OR_RETURN(
        const TranscodedTable table,
        TranscodeTable(source, options, ReleaseBehind(file), &sink));
    SSTR_RETURN_IF_ERROR(sink.Flush());
    SSTR_RETURN_IF_ERROR(
        Verify(source, table, options, target.temp_path()).WithPrefix(output));
    SSTR_RETURN_IF_ERROR(directory_->Commit(output, &target));
    out_ << LineFor(input, output, table.summary,
                    Clock::Monotonic()->NowNanos() - start_nanos)
         << std::flush;
    return Status::Ok();
  }

 private:
  Status Verify(const TableImage& source, const TranscodedTable& table,
                const TranscodeOptions& options, const std::string& path) {
    SSTR_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
    const Result<TableImage> output = TableImage::Open("output", file.span());
    if (!output.ok()) {
      return Status::VerificationFailed(output.status().message());
    }
    return VerifyTranscode(source, *output, table, options,
                           ReleaseBehind(file));
  }

  void NoteWithoutIdentity(const TableImage& source) {
    if (source.properties().Find(kSessionIdentity) != nullptr) return;
    err_ << source.file_name()
         << ": has no session identity that could be changed\n";
  }

  const TranscodeJob& job_;
  OutputDirectory* const directory_;
  const CancelFlag* const cancel_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

ExitCode RunTranscode(const TranscodeJob& job, const CancelFlag* cancel,
                      std::ostream& out, std::ostream& err) {
  const auto fail = [&err](const Status& status) {
    err << "sst_transcode: " << status.message() << "\n";
    return ExitCodeFor(status);
  };
  if (const Status status = CheckTranscodeSetting(job.codec); !status.ok()) {
    return fail(status);
  }
  const auto files = ListInputFiles(job.inputs);
  if (!files.ok()) return fail(files.status());
  auto directory = OutputDirectory::Open(job.output_dir, job.overwrite, *files);
  if (!directory.ok()) return fail(directory.status());

  TranscodeRun run(job, &*directory, cancel, out, err);
  ExitCode exit_code = ExitCode::kOk;
  for (const std::string& file : *files) {
    if (*cancel) return std::max(exit_code, ExitCode::kFailure);
    const Status status = run.TranscodeFile(file);
    if (status.ok()) continue;
    err << status.message() << "\n";
    exit_code = std::max(exit_code, ExitCodeFor(status));
  }
  if (!out.good()) exit_code = std::max(exit_code, ExitCode::kFailure);
  return exit_code;
}

}  // namespace sstr
