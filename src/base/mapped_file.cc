// SPDX-License-Identifier: Apache-2.0

#include "base/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include "base/file.h"
#include "base/file_descriptor.h"

namespace sstr {

Result<MappedFile> MappedFile::Open(const std::string& path) {
  // A pipe must not make this wait for its writer.
  const FileDescriptor file(
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid()) return ErrnoStatus(path, "open", errno);
  struct stat info;
  if (fstat(file.get(), &info) != 0) return ErrnoStatus(path, "stat", errno);
  if (!S_ISREG(info.st_mode)) {
    return Status::IoError(fmt::format("{}: is not a regular file", path));
  }
  const size_t size = static_cast<size_t>(info.st_size);
  if (size == 0) return MappedFile(nullptr, 0);  // Which cannot be mapped.
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) return ErrnoStatus(path, "map", errno);
  return MappedFile(static_cast<const uint8_t*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::Release(uint64_t begin, uint64_t end) const {
  assert(begin <= end);
  static const uint64_t page_bytes =
      static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t first = (begin + page_bytes - 1) / page_bytes * page_bytes;
  const uint64_t last =
      std::min<uint64_t>(end, size_) / page_bytes * page_bytes;
  if (first >= last) return;
  // It only saves memory: nothing is lost when the system refuses.
  madvise(const_cast<uint8_t*>(data_) + first, last - first, MADV_DONTNEED);
}

}  // namespace sstr
