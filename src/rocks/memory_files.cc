// SPDX-License-Identifier: Apache-2.0

#include "rocks/memory_files.h"

#include <algorithm>
#include <cstring>

#include "rocksdb/file_system.h"

namespace sstr {
namespace {

constexpr char kName[] = "image.sst";

class MemorySink : public rocksdb::FSWritableFile {
 public:
  explicit MemorySink(ImageBuffer* image) : image_(image) { image_->Clear(); }

  using rocksdb::FSWritableFile::Append;
  rocksdb::IOStatus Append(const rocksdb::Slice& data,
                           const rocksdb::IOOptions&,
                           rocksdb::IODebugContext*) override {
    if (image_->Append(data.data(), data.size())) {
      return rocksdb::IOStatus::OK();
    }
    return rocksdb::IOStatus::NoSpace("the image outgrew its memory");
  }
  rocksdb::IOStatus Close(const rocksdb::IOOptions&,
                          rocksdb::IODebugContext*) override {
    return rocksdb::IOStatus::OK();
  }
  rocksdb::IOStatus Flush(const rocksdb::IOOptions&,
                          rocksdb::IODebugContext*) override {
    return rocksdb::IOStatus::OK();
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions&,
                         rocksdb::IODebugContext*) override {
    return rocksdb::IOStatus::OK();
  }
  uint64_t GetFileSize(const rocksdb::IOOptions&,
                       rocksdb::IODebugContext*) override {
    return image_->image().size();
  }

 private:
  ImageBuffer* image_;
};

class MemorySource : public rocksdb::FSRandomAccessFile {
 public:
  explicit MemorySource(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // Copies into `scratch`: RocksDB's prefetch buffer ignores the returned
  // pointer.
  rocksdb::IOStatus Read(uint64_t offset, size_t n, const rocksdb::IOOptions&,
                         rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext*) const override {
    const size_t start = std::min<uint64_t>(offset, bytes_.size());
    const size_t count = std::min(n, bytes_.size() - start);
    std::memcpy(scratch, bytes_.data() + start, count);
    *result = rocksdb::Slice(scratch, count);
    return rocksdb::IOStatus::OK();
  }

  // RocksDB asks from 10.5 on; no override before.
  virtual rocksdb::IOStatus GetFileSize(uint64_t* file_bytes) {
    *file_bytes = bytes_.size();
    return rocksdb::IOStatus::OK();
  }

 private:
  std::span<const uint8_t> bytes_;
};

}  // namespace

std::unique_ptr<rocksdb::WritableFileWriter> NewMemoryWriter(
    ImageBuffer* image) {
  return std::make_unique<rocksdb::WritableFileWriter>(
      std::make_unique<MemorySink>(image), kName, rocksdb::FileOptions());
}

std::unique_ptr<rocksdb::RandomAccessFileReader> NewMemoryReader(
    std::span<const uint8_t> bytes) {
  return std::make_unique<rocksdb::RandomAccessFileReader>(
      std::make_unique<MemorySource>(bytes), kName);
}

}  // namespace sstr
