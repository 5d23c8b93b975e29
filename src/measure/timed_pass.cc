// SPDX-License-Identifier: Apache-2.0

#include "measure/timed_pass.h"

#include <algorithm>
#include <functional>

#include "base/units.h"
#include "measure/call_latency.h"

namespace sstr {
namespace {

using Step = std::function<Status()>;

// The first call of a short region pays for cold code and caches: it only
// tells that the region is short and is not counted. `must_repeat` says that
// a call was spoilt and does not count either, however long it took.
Result<TimedRegion> TimeRegion(PreparedPass* pass, const Step& step,
                               const std::function<bool()>& must_repeat,
                               uint64_t min_nanos, RegionMeter* meter) {
  TimedRegion region;
  bool warm = false;
  do {
    meter->Start();
    const Status status = step();
    meter->Stop(&region);
    pass->Reset();
    SSTR_RETURN_IF_ERROR(status);
    if (!warm && (must_repeat() || region.wall_nanos < min_nanos)) {
      region = TimedRegion();
      pass->TakeCodecTimes();
    }
    warm = true;
  } while (region.wall_nanos < min_nanos);
  return region;
}

std::optional<double> PerIteration(std::optional<uint64_t> nanos,
                                   uint64_t iterations) {
  if (!nanos || iterations == 0) return std::nullopt;
  return static_cast<double>(*nanos) / static_cast<double>(iterations);
}

// Where the engine calls codecs itself, its regions hold nothing else.
Status AddCallTimes(const TimingOptions& options, PreparedPass* pass,
                    PassSample* sample) {
  if (pass->call_count() == 0) return Status::Ok();
  sample->compress_nanos = sample->write.WallNanosPerIteration();
  sample->decompress_nanos = sample->scan.WallNanosPerIteration();
  if (!options.time_calls) return Status::Ok();
  SSTR_ASSIGN_OR_RETURN(
      sample->compress_call_nanos,
      TimeCalls(CallDirection::kCompress, *sample->compress_nanos, pass));
  SSTR_ASSIGN_OR_RETURN(
      sample->decompress_call_nanos,
      TimeCalls(CallDirection::kDecompress, *sample->decompress_nanos, pass));
  return Status::Ok();
}

}  // namespace

Result<PassSample> TimePass(PreparedPass* pass, ImageBuffer* image,
                            const TimingOptions& options, RegionMeter* meter) {
  const uint64_t min_region_nanos = options.min_region_nanos;
  PassSample sample;
  pass->TakeCodecTimes();
  meter->ResetPeakRss();
  if (pass->can_write()) {
    // A little above the guess: most images then fit at once.
    image->Touch(pass->ExpectedImageBytes() * 9 / 8 + kMiB);
    const auto outgrew = [image] {
      if (!image->OutgrewTouched()) return false;
      image->Touch(image->image().size() + kMiB);
      return true;
    };
    SSTR_ASSIGN_OR_RETURN(sample.write,
                          TimeRegion(
                              pass, [pass] { return pass->Write(); }, outgrew,
                              min_region_nanos, meter));
    sample.compress_nanos = PerIteration(pass->TakeCodecTimes().compress_nanos,
                                         sample.write.iterations);
  }
  if (pass->can_scan()) {
    SSTR_ASSIGN_OR_RETURN(sample.scan,
                          TimeRegion(
                              pass, [pass] { return pass->Scan(); },
                              [] { return false; }, min_region_nanos, meter));
    sample.decompress_nanos = PerIteration(
        pass->TakeCodecTimes().decompress_nanos, sample.scan.iterations);
  }
  sample.peak_rss_bytes = meter->PeakRssBytes();
  SSTR_RETURN_IF_ERROR(AddCallTimes(options, pass, &sample));
  return sample;
}

}  // namespace sstr
