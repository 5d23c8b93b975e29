// SPDX-License-Identifier: Apache-2.0

#include "app/image_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "base/atomic_file.h"
#include "base/file.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

// A spec as part of a file name: "table:kZSTD:level=3" is
// "table.kZSTD.level=3".
std::string FileNamePart(const PassSpec& spec) {
  std::string part = ToString(spec);
  for (char& c : part) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       c == '=' || c == '_' || c == '-';
    if (!plain) c = c == ':' ? '.' : '_';
  }
  return part;
}

}  // namespace

Result<ImageKeeper> ImageKeeper::Open(
    const std::optional<std::string>& directory, bool overwrite,
    const std::vector<std::string>& inputs) {
  ImageKeeper keeper;
  if (!directory) return keeper;
  std::error_code error;
  fs::create_directories(*directory, error);
  if (error) return ErrnoStatus(*directory, "create", error.value());
  keeper.directory_ = directory;
  keeper.overwrite_ = overwrite;
  keeper.inputs_ = inputs;
  return keeper;
}

Status ImageKeeper::Keep(const std::string& input, const PassSpec& spec,
                         std::span<const uint8_t> image) {
  if (!directory_) return Status::Ok();
  const std::string name = fmt::format(
      "{}.{}.sst", fs::path(input).stem().string(), FileNamePart(spec));
  const std::string target = (fs::path(*directory_) / name).string();
  SSTR_RETURN_IF_ERROR(CheckTarget(target));
  SSTR_ASSIGN_OR_RETURN(AtomicFile file,
                        AtomicFile::Create(target, overwrite_));
  SSTR_RETURN_IF_ERROR(file.Append(image));
  SSTR_RETURN_IF_ERROR(file.Commit());
  written_.insert(target);
  return Status::Ok();
}

Status ImageKeeper::CheckTarget(const std::string& target) {
  if (written_.contains(target)) {
    return Status::IoError(fmt::format(
        "{}: written by another input of this run already", target));
  }
  for (const std::string& input : inputs_) {
    std::error_code ignored;  // Set when the target does not exist yet.
    if (fs::equivalent(input, target, ignored)) {
      return Status::IoError(
          fmt::format("{}: is an input of this run", target));
    }
  }
  return Status::Ok();
}

}  // namespace sstr
