// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

#include "base/huge_pages.h"

namespace sstr {
namespace {

constexpr size_t kSmallestBufferBytes = 4096;

// Makes room for `capacity` bytes, keeping the first `used`.
Status Grow(const std::string& path, size_t used, size_t capacity,
            std::unique_ptr<uint8_t[]>* data) {
  std::unique_ptr<uint8_t[]> larger;
  try {
    larger = std::make_unique_for_overwrite<uint8_t[]>(capacity);
  } catch (const std::bad_alloc&) {
    return Status::IoError(
        fmt::format("{}: {} bytes do not fit in memory", path, capacity));
  }
  AdviseHugePages(larger.get(), capacity);
  if (used > 0) std::memcpy(larger.get(), data->get(), used);
  *data = std::move(larger);
  return Status::Ok();
}

}  // namespace

Status ErrnoStatus(std::string_view path, std::string_view action,
                   int error_number) {
  return Status::IoError(fmt::format(
      "{}: cannot {}: {}", path, action,
      std::error_code(error_number, std::generic_category()).message()));
}

Result<FileBytes> ReadWholeFile(const std::string& path) {
  FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return ErrnoStatus(path, "open", errno);
  struct stat info;
  if (fstat(file.get(), &info) != 0) return ErrnoStatus(path, "stat", errno);
  if (S_ISDIR(info.st_mode)) {
    return Status::IoError(fmt::format("{}: is a directory", path));
  }
  // A device such as /dev/zero has no end.
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) {
    return Status::IoError(
        fmt::format("{}: is neither a regular file nor a pipe", path));
  }
  // One byte more than expected, so that the end is met without growing.
  size_t capacity =
      std::max(kSmallestBufferBytes, static_cast<size_t>(info.st_size) + 1);
  size_t used = 0;
  std::unique_ptr<uint8_t[]> data;
  SSTR_RETURN_IF_ERROR(Grow(path, 0, capacity, &data));
  while (true) {
    const ssize_t got = read(file.get(), data.get() + used, capacity - used);
    if (got < 0) return ErrnoStatus(path, "read", errno);
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used < capacity) continue;
    capacity *= 2;
    SSTR_RETURN_IF_ERROR(Grow(path, used, capacity, &data));
  }
  return FileBytes(std::move(data), used);
}

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
