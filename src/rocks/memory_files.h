// SPDX-License-Identifier: Apache-2.0
//
// RocksDB files in memory: a sink that appends to an ImageBuffer and a source
// over borrowed bytes. Unlike RocksDB's memory environment the sink never
// grows an allocation. Internal to src/rocks.

#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "file/random_access_file_reader.h"
#include "file/writable_file_writer.h"
#include "pass/image_buffer.h"

namespace sstr {

// Clears `image` and appends to it; `image` is borrowed. A full buffer is an
// IOStatus::NoSpace.
std::unique_ptr<rocksdb::WritableFileWriter> NewMemoryWriter(
    ImageBuffer* image);

// `bytes` are borrowed and must outlive the reader.
std::unique_ptr<rocksdb::RandomAccessFileReader> NewMemoryReader(
    std::span<const uint8_t> bytes);

}  // namespace sstr
