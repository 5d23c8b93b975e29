// SPDX-License-Identifier: Apache-2.0
//
// The exit codes of every program of this project, in one place.

#pragma once

#include "base/status.h"

namespace sstr {

enum class ExitCode : int {
  kOk = 0,
  kFailure = 1,
  kUsage = 2,
  kVerificationFailed = 3,  // Also: corrupt or unsupported input.
  kRegressionFound = 4,
};

// The exit code that a run ending in `status` returns.
inline ExitCode ExitCodeFor(const Status& status) {
  switch (status.code()) {
    case StatusCode::kOk:
      return ExitCode::kOk;
    case StatusCode::kUsage:
      return ExitCode::kUsage;
    case StatusCode::kCorruption:
    case StatusCode::kNotSupported:
    case StatusCode::kVerificationFailed:
      return ExitCode::kVerificationFailed;
    case StatusCode::kIoError:
    case StatusCode::kInterrupted:
    case StatusCode::kFailed:
      break;
  }
  return ExitCode::kFailure;
}

}  // namespace sstr
