// SPDX-License-Identifier: Apache-2.0
//
// Owner of a POSIX file descriptor. Not for descriptors whose close() result
// matters: release() those.

#pragma once

#include <unistd.h>

#include <utility>

namespace sstr {

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

}  // namespace sstr
