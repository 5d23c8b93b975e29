// SPDX-License-Identifier: Apache-2.0

#include "corpus/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/file.h"
#include "sst/footer.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

bool FileEndsInTableMagic(const fs::path& path) {
  std::array<uint8_t, 8> magic{};
  std::ifstream file(path, std::ios::binary);
  file.seekg(-static_cast<std::streamoff>(magic.size()), std::ios::end);
  return file.read(reinterpret_cast<char*>(magic.data()), magic.size()) &&
         EndsInTableMagic(magic);
}

bool CountsAsTable(const fs::directory_entry& entry) {
  const fs::path ending = entry.path().extension();
  return ending == ".sst" || ending == ".ldb" ||
         FileEndsInTableMagic(entry.path());
}

Status AddDirectory(const std::string& path, InputFormat format,
                    std::vector<std::string>* files) {
  const bool takes_all = format != InputFormat::kTable;
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored) && (takes_all || CountsAsTable(*it))) {
      found.push_back(it->path().string());
    }
  }
  if (error) return ErrnoStatus(path, "list", error.value());
  if (found.empty()) {
    return Status::Failed(fmt::format(
        "{}: no {} in it", path, takes_all ? "regular file" : "table file"));
  }
  // Directories list in an order that differs between file systems.
  std::sort(found.begin(), found.end());
  files->insert(files->end(), found.begin(), found.end());
  return Status::Ok();
}

}  // namespace

Result<std::vector<std::string>> ListInputFiles(
    const std::vector<std::string>& paths, InputFormat format) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      return ErrnoStatus(path, "open", ENOENT);
    }
    if (error) return ErrnoStatus(path, "open", error.value());
    if (status.type() == fs::file_type::directory) {
      SSTR_RETURN_IF_ERROR(AddDirectory(path, format, &files));
    } else {
      files.push_back(path);
    }
  }
  return files;
}

}  // namespace sstr
