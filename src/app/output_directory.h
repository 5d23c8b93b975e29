// SPDX-License-Identifier: Apache-2.0
//
// The folder that a run writes table files to: each whole or absent, none over
// an input, none twice. Used by one thread at a time.

#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/status.h"

namespace sstr {

class OutputDirectory {
 public:
  // Creates it if it is not there. `inputs` are the files that must never be
  // written over, `overwrite` notwithstanding: the run's inputs and its other
  // outputs. Error: kIoError.
  static Result<OutputDirectory> Open(const std::string& path, bool overwrite,
                                      const std::vector<std::string>& inputs);

  std::string PathOf(const std::string& name) const;

  // The file at `path`, of this directory. Errors: as AtomicFile::Create();
  // kIoError for an input and for what was written in this run already.
  Result<AtomicFile> Create(const std::string& path) const;

  // Gives what Create() returned its name. Error: as AtomicFile::Commit().
  Status Commit(const std::string& path, AtomicFile* file);

 private:
  OutputDirectory() = default;

  Status CheckTarget(const std::string& path) const;

  std::string path_;
  bool overwrite_ = false;
  std::vector<std::string> inputs_;
  std::set<std::string> written_;
};

}  // namespace sstr
