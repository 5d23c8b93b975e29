// SPDX-License-Identifier: Apache-2.0
//
// Files for reading: whole in memory, or through memory without being in it;
// the owner of a descriptor; and the words for what the operating system
// refused. Files are written by base/atomic_file.h.

#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/status.h"

namespace sstr {

// Owner of a POSIX file descriptor. Not for descriptors whose close() result
// matters: release() those.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Takes what open() returned, -1 included.
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() {
    if (valid()) close(fd_);
  }

  bool valid() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

// The bytes of a file that fits in memory. Move-only; the memory is not zeroed
// before it is filled.
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

// A file that is read through memory without being in memory: for inputs
// larger than that. Whoever cuts the file short while it is mapped ends this
// process with SIGBUS on the next access behind the new end; table files are
// written once and never changed, which is what this is for. Const calls may
// run in several threads.
class MappedFile {
 public:
  // Error: kIoError naming the path; also for what is no regular file.
  static Result<MappedFile> Open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const uint8_t> span() const { return {data_, size_}; }

  // Gives back the memory of the pages that lie wholly in [begin, end). They
  // may still be read, which brings them back. REQUIRES: begin <= end.
  void Release(uint64_t begin, uint64_t end) const;

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace sstr
