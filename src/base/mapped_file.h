// SPDX-License-Identifier: Apache-2.0
//
// A file that is read through memory without being in memory: for inputs
// larger than that. Whoever cuts the file short while it is mapped ends this
// process with SIGBUS on the next access behind the new end; table files are
// written once and never changed, which is what this is for. Const calls may
// run in several threads.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/status.h"

namespace sstr {

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
