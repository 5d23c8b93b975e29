// SPDX-License-Identifier: Apache-2.0
//
// An output file that appears whole or not at all: written under a temporary
// name in the same directory, synced, then renamed. One thread at a time.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/status.h"

namespace sstr {

class AtomicFile {
 public:
  // Creates the temporary file for `path`. Error: kIoError when `path` exists
  // and `overwrite` is false, when it exists and is no regular file (a
  // symbolic link is replaced, not followed), or when the directory refuses.
  static Result<AtomicFile> Create(const std::string& path, bool overwrite);

  AtomicFile(AtomicFile&& other) noexcept;
  // `other` is left with what this held, and removes it.
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  // Removes the temporary file unless Commit() succeeded.
  ~AtomicFile();

  // Unbuffered: hand it large pieces. Error: kIoError.
  Status Append(std::span<const uint8_t> bytes);
  Status Append(std::string_view text);

  // Where the bytes are until Commit(). Another writer may write or replace
  // this file instead of Append() being called.
  const std::string& temp_path() const { return temp_path_; }

  // Gives the synced file its name. Error: kIoError; also when something of
  // that name has appeared meanwhile and `overwrite` is false. Call once.
  Status Commit();

 private:
  AtomicFile(std::string path, std::string temp_path, FileDescriptor file,
             bool overwrite);

  Status Rename();

  std::string path_;
  std::string temp_path_;  // Empty when there is nothing to remove.
  FileDescriptor file_;
  bool overwrite_;
};

}  // namespace sstr
