// SPDX-License-Identifier: Apache-2.0
//
// Keeps verified images as files: DIR/<input's stem>.<spec>.sst, each whole or
// absent. Does nothing without a directory. Used by one thread at a time.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output_directory.h"
#include "base/status.h"
#include "pass/pass_spec.h"

namespace sstr {

class ImageKeeper {
 public:
  // Creates the directory if it is not there. `inputs` are the files that
  // must never be written over. Error: kIoError.
  static Result<ImageKeeper> Open(const std::optional<std::string>& directory,
                                  bool overwrite,
                                  const std::vector<std::string>& inputs);

  // Error: kIoError, also for a name that another input took in this run.
  Status Keep(const std::string& input, const PassSpec& spec,
              std::span<const uint8_t> image);

 private:
  ImageKeeper() = default;

  std::optional<OutputDirectory> directory_;
};

}  // namespace sstr
