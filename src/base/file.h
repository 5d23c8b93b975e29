// SPDX-License-Identifier: Apache-2.0
//
// Whole files in memory, and the words for what the operating system refused.
// Not for files larger than memory and not for devices.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/status.h"

namespace sstr {

// The bytes of a file. Move-only; the memory is not zeroed before it is
// filled.
class FileBytes {
 public:
  FileBytes() = default;
  // Takes the first `size_bytes` of `data`.
  FileBytes(std::unique_ptr<uint8_t[]> data, size_t size_bytes)
      : data_(std::move(data)), size_(size_bytes) {}

  FileBytes(FileBytes&& other) noexcept
      : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
  FileBytes& operator=(FileBytes&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  size_t size() const { return size_; }
  std::span<const uint8_t> span() const { return {data_.get(), size_}; }
  std::string_view view() const {
    return {reinterpret_cast<const char*>(data_.get()), size_};
  }

 private:
  std::unique_ptr<uint8_t[]> data_;
  size_t size_ = 0;
};

// Reads a regular file or a pipe to its end. Error: kIoError naming the path,
// for directories and devices too, and when a signal interrupts the reading.
Result<FileBytes> ReadWholeFile(const std::string& path);

// kIoError "path: cannot <action>: <text of error_number>".
Status ErrnoStatus(std::string_view path, std::string_view action,
                   int error_number);

}  // namespace sstr
