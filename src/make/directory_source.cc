// SPDX-License-Identifier: Apache-2.0

#include "make/directory_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

// A value's length is a varint32 in the table.
constexpr uint64_t kMaxValueBytes = std::numeric_limits<uint32_t>::max();

class DirectorySource : public RecordSource {
 public:
  DirectorySource(std::string root, std::vector<std::string> names)
      : root_(std::move(root)), names_(std::move(names)) {}

  Result<bool> Next(Record* record) override {
    if (next_ == names_.size()) return false;
    const std::string& name = names_[next_++];
    const std::string path = root_ + "/" + name;
    SSTR_ASSIGN_OR_RETURN(const FileBytes content, ReadWholeFile(path));
    if (content.size() > kMaxValueBytes) {
      return Status::Failed(
          fmt::format("{}: {} bytes are more than a value "
                      "can have",
                      path, content.size()));
    }
    record->kind = RecordKind::kPut;
    record->key = name;
    record->value = content.view();
    return true;
  }

 private:
  std::string root_;
  std::vector<std::string> names_;
  size_t next_ = 0;
};

Result<std::vector<std::string>> ListFiles(const std::string& root) {
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (fs::is_regular_file(entry->symlink_status(error))) {
      names.push_back(entry->path().lexically_relative(root).string());
    }
    if (error) break;
  }
  if (error) return ErrnoStatus(root, "list", error.value());
  // Not the order of paths: "a-b" stands before "a/b" as a key.
  std::ranges::sort(names);
  return names;
}

}  // namespace

Result<std::unique_ptr<RecordSource>> OpenDirectory(const std::string& path) {
  SSTR_ASSIGN_OR_RETURN(std::vector<std::string> names, ListFiles(path));
  if (names.empty()) {
    return Status::Failed(fmt::format("{}: no regular file in it", path));
  }
  return std::unique_ptr<RecordSource>(
      std::make_unique<DirectorySource>(path, std::move(names)));
}

}  // namespace sstr
