// SPDX-License-Identifier: Apache-2.0

#include "app/worker_app.h"

#include <malloc.h>

#include <map>
#include <string>
#include <utility>

#include "app/run_context.h"
#include "app/slowed_engine.h"
#include "app/sweep_cells.h"
#include "base/clock.h"
#include "corpus/corpus.h"
#include "corpus/file_list.h"
#include "measure/one_pass.h"
#include "report/report_builder.h"
#include "rocks/library_info.h"
#include "worker/worker_protocol.h"

namespace sstr {
namespace {

// The largest that glibc takes: HEAP_MAX_SIZE / 2 on 64 bits.
constexpr int kMostMmapThreshold = 32 << 20;

Status RaiseMmapThreshold() {
  // No memory that is freed goes back, and none comes from a map of its own.
  const bool raised = mallopt(M_MMAP_THRESHOLD, kMostMmapThreshold) == 1 &&
                      mallopt(M_TRIM_THRESHOLD, 1 << 30) == 1 &&
                      mallopt(M_MMAP_MAX, 0) == 1;
  return raised ? Status::Ok()
                : Status::Failed("malloc does not take higher thresholds");
}

// What was verified of one spec.
struct Known {
  std::optional<Fingerprint> image;
  PassOutput output;
};

class Worker {
 public:
  Worker(const Corpus& corpus, const Engines& engines, double slowdown_percent,
         ImageBuffer image)
      : corpus_(corpus),
        engines_(engines),
        slowdown_percent_(slowdown_percent),
        image_(std::move(image)),
        // RocksDB may start threads of its own.
        meter_(RegionMeter::Create(UsageScope::kProcess, Clock::Monotonic())) {}

  WorkerReply Run(const WorkerRequest& request) {
    const bool is_baseline = request.spec.engine == kStoredEngineName;
    Known& known = known_[ToString(request.spec)];
    WorkerReply reply;
    reply.row = MakeRow(is_baseline ? RowKind::kBaseline : RowKind::kPass,
                        corpus_.file, request.spec, RunCell(request, &known));
    if (known.image) reply.image_hash = ToString(*known.image);
    return reply;
  }

 private:
  CellResult RunCell(const WorkerRequest& request, Known* known) {
    SlowedEngine slowed(engines_.For(request.spec), slowdown_percent_,
                        Clock::Monotonic());
    PassEngine* engine =
        slowdown_percent_ > 0 ? &slowed : engines_.For(request.spec);
    OnePassResult pass = RunOnePass(corpus_, request.spec, engine,
                                    {.sizes_only = request.sizes_only,
                                     .time_calls = request.time_calls,
                                     .verified_image = request.verified_image},
                                    known->image, &image_, meter_.get());
    CellResult result;
    result.status = pass.status;
    result.skipped = pass.skipped;
    if (!pass.status.ok()) return result;
    if (pass.output) *known = {pass.fingerprint, std::move(*pass.output)};
    result.output = known->output;
    if (!pass.sample) return result;
    pass.sample->round = request.round;
    if (!known->output.compress_time_gap.empty()) {
      pass.sample->compress_nanos.reset();
    }
    result.samples.push_back(*pass.sample);
    return result;
  }

  const Corpus& corpus_;
  const Engines& engines_;
  const double slowdown_percent_;
  ImageBuffer image_;
  const std::unique_ptr<RegionMeter> meter_;
  std::map<std::string, Known> known_;
};

Status Serve(const RecompressOptions& options,
             const WorkerOptions& worker_options, const CancelFlag* cancel,
             std::istream& in, std::ostream& out) {
  SSTR_RETURN_IF_ERROR(CheckRocksLibraryMatchesHeaders());
  if (worker_options.raise_mmap_threshold) {
    SSTR_RETURN_IF_ERROR(RaiseMmapThreshold());
  }
  const RocksLibraryInfo library = GetRocksLibraryInfo();
  SSTR_ASSIGN_OR_RETURN(const SpecLists specs, ExpandSweep(options, library));
  SSTR_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                        ListInputFiles(options.inputs, options.input_format));
  if (files.size() != 1) return Status::Usage("a worker takes one input");
  if (!options.cpus.empty()) {
    SSTR_RETURN_IF_ERROR(PinThisThread(options.cpus));
  }
  SSTR_ASSIGN_OR_RETURN(
      const Corpus corpus,
      LoadCorpus(files.front(),
                 {.format = options.input_format, .salvage = options.salvage}));
  SSTR_ASSIGN_OR_RETURN(ImageBuffer image,
                        ImageBuffer::Reserve(ImageCapacity(corpus)));
  const Engines engines(library, cancel, worker_options.raise_mmap_threshold);
  RecompressOptions of_context = options;
  of_context.rounds.repeat = 0;  // Whoever drives a worker counts them.
  Worker worker(corpus, engines, worker_options.slowdown_percent,
                std::move(image));
  out << WriteWorkerHello(
             {.context = MakeRunContext(library, of_context, ReadEnvironment()),
              .is_raw = corpus.is_raw,
              .specs = specs.For(corpus.is_raw),
              .baseline =
                  worker.Run({.spec = StoredSpec(), .sizes_only = true}).row})
      << std::flush;
  for (std::string line; !*cancel && std::getline(in, line);) {
    SSTR_ASSIGN_OR_RETURN(const WorkerRequest request, ReadWorkerRequest(line));
    out << WriteWorkerReply(worker.Run(request)) << std::flush;
    if (!out.good()) return Status::IoError("cannot write the reply");
  }
  return Status::Ok();
}

}  // namespace

ExitCode RunWorker(const RecompressOptions& options,
                   const WorkerOptions& worker_options,
                   const CancelFlag* cancel, std::istream& in,
                   std::ostream& out, std::ostream& err) {
  const Status status = Serve(options, worker_options, cancel, in, out);
  if (status.ok()) return ExitCode::kOk;
  err << "sst_recompress: " << status.message() << "\n";
  return ExitCodeFor(status);
}

}  // namespace sstr
