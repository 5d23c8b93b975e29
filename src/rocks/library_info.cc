// SPDX-License-Identifier: Apache-2.0

#include "rocks/library_info.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "rocks/release_adapter.h"
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
  info.keep_rule = DefaultKeepRule();
  info.trainer_use = SSTR_ROCKSDB_AT_LEAST(10, 3) ? TrainerUse::kZstdOnly
                                                  : TrainerUse::kEveryType;
  return info;
}

Status CheckTypeSupported(CompressionType type,
                          const RocksLibraryInfo& library) {
  const std::vector<CompressionType>& supported = library.supported_types;
  if (std::ranges::find(supported, type) != supported.end()) {
    return Status::Ok();
  }
  std::vector<std::string> names;
  for (const CompressionType each : supported) {
    names.push_back(CompressionTypeName(each));
  }
  return Status::Usage(fmt::format(
      "{} is not supported by this build of RocksDB {}; supported: {}",
      CompressionTypeName(type), library.library_version,
      fmt::join(names, ", ")));
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
