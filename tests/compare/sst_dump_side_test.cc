// SPDX-License-Identifier: Apache-2.0
//
// What is taken for an sst_dump. That one is run and read is tested with whole
// programs.

#include "compare/sst_dump_side.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(SstDumpCommandTest, AnyProgramWithItsNameCounts) {
  for (const char* command :
       {"sst_dump", "/usr/bin/sst_dump", "./sst_dump-10.5.1",
        "rocksdb_sst_dump", "LD_LIBRARY_PATH=/opt/lib sst_dump",
        "taskset -c 1 /opt/sst_dump", "'/opt/my tools/sst_dump'"}) {
    EXPECT_TRUE(IsSstDumpCommand(command)) << command;
  }
}

TEST(SstDumpCommandTest, ItsNameElsewhereDoesNotCount) {
  for (const char* command :
       {"", "  ", "sst_recompress", "sst_recompress --table_options=sst_dump",
        "/opt/sst_dump/sst_recompress", "X=sst_dump sst_recompress"}) {
    EXPECT_FALSE(IsSstDumpCommand(command)) << command;
  }
}

}  // namespace
}  // namespace sstr
