// SPDX-License-Identifier: Apache-2.0

#include "rocks/library_info.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "rocksdb/convenience.h"
#include "rocksdb/version.h"

namespace sstr {
namespace {

std::string HeaderVersion() {
  return fmt::format("{}.{}.{}", ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH);
}

// SyncPoint is compiled into a library exactly when NDEBUG is not set.
bool LibraryHasAssertions() {
  return dlsym(RTLD_DEFAULT, "_ZN7rocksdb9SyncPoint11GetInstanceEv") != nullptr;
}

}  // namespace

RocksLibraryInfo GetRocksLibraryInfo() {
  RocksLibraryInfo info;
  info.header_version = HeaderVersion();
  info.library_version = rocksdb::GetRocksVersionAsString(true);
  info.assertions = LibraryHasAssertions();
  for (rocksdb::CompressionType type : rocksdb::GetSupportedCompressions()) {
    info.supported_types.push_back(static_cast<CompressionType>(type));
  }
  return info;
}

Status CheckRocksLibraryMatchesHeaders() {
  const std::string header = HeaderVersion();
  const std::string library = rocksdb::GetRocksVersionAsString(true);
  if (header == library) return Status::Ok();
  return Status::Failed(
      fmt::format("this program was built for RocksDB {} but runs with the "
                  "library of RocksDB {}",
                  header, library));
}

}  // namespace sstr
