// SPDX-License-Identifier: Apache-2.0

#include "measure/one_pass.h"

#include <memory>
#include <utility>

#include "measure/timed_pass.h"

namespace sstr {
namespace {

Status WriteUntimed(PreparedPass* pass) {
  if (!pass->can_write()) return Status::Ok();
  const Status status = pass->Write();
  pass->Reset();
  return status;
}

Status Run(PreparedPass* pass, const OnePassOptions& options,
           const std::optional<Fingerprint>& known, ImageBuffer* image,
           RegionMeter* meter, OnePassResult* result) {
  if (options.sizes_only) {
    SSTR_RETURN_IF_ERROR(WriteUntimed(pass));
  } else {
    SSTR_ASSIGN_OR_RETURN(
        result->sample, TimePass(pass, image,
                                 {.min_region_nanos = options.min_region_nanos,
                                  .time_calls = options.time_calls},
                                 meter));
  }
  result->can_write = pass->can_write();
  result->fingerprint = FingerprintOf(image->image());
  if (known == result->fingerprint) return Status::Ok();
  if (ToString(result->fingerprint) != options.verified_image) {
    SSTR_RETURN_IF_ERROR(pass->Verify());
  }
  SSTR_ASSIGN_OR_RETURN(result->output, pass->Inspect());
  return Status::Ok();
}

}  // namespace

OnePassResult RunOnePass(const Corpus& corpus, const PassSpec& spec,
                         PassEngine* engine, const OnePassOptions& options,
                         const std::optional<Fingerprint>& known,
                         ImageBuffer* image, RegionMeter* meter) {
  OnePassResult result;
  auto prepared = engine->Prepare(corpus, spec, image);
  if (!prepared.ok()) {
    result.skipped = true;
    result.status = prepared.status();
    return result;
  }
  result.status = Run(prepared->get(), options, known, image, meter, &result);
  return result;
}

}  // namespace sstr
