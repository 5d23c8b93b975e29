// SPDX-License-Identifier: Apache-2.0

#include "make/record_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"

namespace sstr {
namespace {

// Removes the first line from `text` and returns it without its end.
std::string_view TakeLine(std::string_view* text) {
  const std::string_view line = text->substr(0, text->find('\n'));
  text->remove_prefix(std::min(line.size() + 1, text->size()));
  return line;
}

class ValueLines : public RecordSource {
 public:
  explicit ValueLines(FileBytes text)
      : text_(std::move(text)), rest_(text_.view()) {}

  Result<bool> Next(Record* record) override {
    if (rest_.empty()) return false;
    record->kind = RecordKind::kPut;
    record->key = fmt::format("{:010}", ++number_);
    record->value = TakeLine(&rest_);
    return true;
  }

 private:
  FileBytes text_;
  std::string_view rest_;
  uint64_t number_ = 0;
};

struct KeyedLine {
  std::string_view key;
  std::string_view value;
  uint64_t number = 0;
};

class KeyedLines : public RecordSource {
 public:
  KeyedLines(FileBytes text, std::vector<KeyedLine> lines)
      : text_(std::move(text)), lines_(std::move(lines)) {}

  Result<bool> Next(Record* record) override {
    if (next_ == lines_.size()) return false;
    const KeyedLine& line = lines_[next_++];
    record->kind = RecordKind::kPut;
    record->key = line.key;
    record->value = line.value;
    return true;
  }

 private:
  FileBytes text_;  // What the lines point into.
  std::vector<KeyedLine> lines_;
  size_t next_ = 0;
};

Result<std::vector<KeyedLine>> SplitKeyedLines(const std::string& path,
                                               std::string_view text) {
  std::vector<KeyedLine> lines;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    const uint64_t number = lines.size() + 1;
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      return Status::Corruption(fmt::format(
          "{}: line {}: no tab between key and value", path, number));
    }
    lines.push_back({line.substr(0, tab), line.substr(tab + 1), number});
  }
  // Stable: of equal keys the later line is named as the fault.
  std::ranges::stable_sort(lines, {}, &KeyedLine::key);
  const auto twice = std::ranges::adjacent_find(lines, {}, &KeyedLine::key);
  if (twice != lines.end()) {
    return Status::Corruption(
        fmt::format("{}: line {}: the key of line {} again", path,
                    std::next(twice)->number, twice->number));
  }
  return lines;
}

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

Result<std::unique_ptr<RecordSource>> OpenLines(const std::string& path,
                                                LineFormat format) {
  SSTR_ASSIGN_OR_RETURN(FileBytes text, ReadWholeFile(path));
  if (text.size() == 0) {
    return Status::Corruption(fmt::format("{}: empty file", path));
  }
  if (format == LineFormat::kValue) {
    return std::unique_ptr<RecordSource>(
        std::make_unique<ValueLines>(std::move(text)));
  }
  SSTR_ASSIGN_OR_RETURN(std::vector<KeyedLine> lines,
                        SplitKeyedLines(path, text.view()));
  return std::unique_ptr<RecordSource>(
      std::make_unique<KeyedLines>(std::move(text), std::move(lines)));
}

Result<std::unique_ptr<RecordSource>> OpenDirectory(const std::string& path) {
  SSTR_ASSIGN_OR_RETURN(std::vector<std::string> names, ListFiles(path));
  if (names.empty()) {
    return Status::Failed(fmt::format("{}: no regular file in it", path));
  }
  return std::unique_ptr<RecordSource>(
      std::make_unique<DirectorySource>(path, std::move(names)));
}

}  // namespace sstr
