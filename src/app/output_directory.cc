// SPDX-License-Identifier: Apache-2.0

#include "app/output_directory.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "app/input_guard.h"
#include "base/file.h"

namespace sstr {

namespace fs = std::filesystem;

Result<OutputDirectory> OutputDirectory::Open(
    const std::string& path, bool overwrite,
    const std::vector<std::string>& inputs) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return ErrnoStatus(path, "create", error.value());
  OutputDirectory directory;
  directory.path_ = path;
  directory.overwrite_ = overwrite;
  directory.inputs_ = inputs;
  return directory;
}

std::string OutputDirectory::PathOf(const std::string& name) const {
  return (fs::path(path_) / name).string();
}

Result<AtomicFile> OutputDirectory::Create(const std::string& path) const {
  SSTR_RETURN_IF_ERROR(CheckTarget(path));
  return AtomicFile::Create(path, overwrite_);
}

Status OutputDirectory::Commit(const std::string& path, AtomicFile* file) {
  SSTR_RETURN_IF_ERROR(file->Commit());
  written_.insert(path);
  return Status::Ok();
}

Status OutputDirectory::CheckTarget(const std::string& path) const {
  if (written_.contains(path)) {
    return Status::IoError(
        fmt::format("{}: written by another input of this run already", path));
  }
  return CheckNotTaken(path, inputs_);
}

}  // namespace sstr
