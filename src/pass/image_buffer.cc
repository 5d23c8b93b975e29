// SPDX-License-Identifier: Apache-2.0

#include "pass/image_buffer.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/huge_pages.h"
#include "base/units.h"

namespace sstr {
namespace {

size_t PageSize() {
  static const size_t page_size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return page_size;
}

size_t RoundUpToPage(size_t bytes) {
  return (bytes + PageSize() - 1) / PageSize() * PageSize();
}

}  // namespace

Result<ImageBuffer> ImageBuffer::Reserve(size_t capacity_bytes) {
  const size_t capacity = RoundUpToPage(capacity_bytes);
  void* data = mmap(nullptr, capacity, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) {
    return Status::Failed(fmt::format("cannot reserve {} bytes: {}", capacity,
                                      std::strerror(errno)));
  }
  AdviseHugePages(data, capacity);
  return ImageBuffer(static_cast<char*>(data), capacity);
}

ImageBuffer::ImageBuffer(ImageBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      capacity_(std::exchange(other.capacity_, 0)),
      size_(std::exchange(other.size_, 0)),
      touched_(std::exchange(other.touched_, 0)) {}

ImageBuffer& ImageBuffer::operator=(ImageBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  std::swap(size_, other.size_);
  std::swap(touched_, other.touched_);
  return *this;
}

ImageBuffer::~ImageBuffer() {
  if (data_ != nullptr) munmap(data_, capacity_);
}

void ImageBuffer::Touch(size_t bytes) {
  const size_t end = std::min(RoundUpToPage(bytes), capacity_);
  for (size_t at = touched_; at < end; at += PageSize()) {
    *const_cast<volatile char*>(data_ + at) = 0;
  }
  touched_ = std::max(touched_, end);
}

bool ImageBuffer::Append(const char* data, size_t bytes) {
  if (bytes > capacity_ - size_) return false;
  std::memcpy(data_ + size_, data, bytes);
  size_ += bytes;
  return true;
}

size_t ImageCapacity(const Corpus& corpus) {
  // Address space costs nothing until it is touched: every term is generous.
  const SizeBreakdown& stored = corpus.summary.sizes;
  const uint64_t entries = corpus.summary.entries();
  return 64 * kMiB + 2 * stored.file_bytes +
         3 * (stored.uncompressed_data_bytes + corpus.summary.raw_key_bytes +
              corpus.summary.raw_value_bytes) +
         128 * entries;
}

}  // namespace sstr
