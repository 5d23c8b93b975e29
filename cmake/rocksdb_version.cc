// SPDX-License-Identifier: Apache-2.0
//
// Prints the release of the RocksDB library it is linked with.

#include <cstdio>
#include <string>

#include "rocksdb/version.h"

int main() {
  std::puts(ROCKSDB_NAMESPACE::GetRocksVersionAsString(true).c_str());
  return 0;
}
