// SPDX-License-Identifier: Apache-2.0

#include "app/image_keeper.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "base/atomic_file.h"

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
  SSTR_ASSIGN_OR_RETURN(keeper.directory_,
                        OutputDirectory::Open(*directory, overwrite, inputs));
  return keeper;
}

Status ImageKeeper::Keep(const std::string& input, const PassSpec& spec,
                         std::span<const uint8_t> image) {
  if (!directory_) return Status::Ok();
  const std::string target = directory_->PathOf(fmt::format(
      "{}.{}.sst", fs::path(input).stem().string(), FileNamePart(spec)));
  SSTR_ASSIGN_OR_RETURN(AtomicFile file, directory_->Create(target));
  SSTR_RETURN_IF_ERROR(file.Append(image));
  return directory_->Commit(target, &file);
}

}  // namespace sstr
