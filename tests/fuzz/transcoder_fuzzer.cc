// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer's entry for the transcoder; scripts/fuzz.sh runs it.

#include "fuzz/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  sstr::FuzzTranscoder({data, size});
  return 0;
}
