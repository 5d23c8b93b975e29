// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <thread>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;

class FileTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& content) {
    std::ofstream(dir_.File(name), std::ios::binary) << content;
    return dir_.File(name);
  }

  const testing::TempDir dir_;
};

void ExpectIoError(const std::string& path, const std::string& fact) {
  const Result<FileBytes> result = ReadWholeFile(path);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), StatusCode::kIoError);
  EXPECT_THAT(result.status().message(), HasSubstr(path));
  EXPECT_THAT(result.status().message(), HasSubstr(fact));
}

TEST_F(FileTest, ReadsEveryByte) {
  const std::string content("a\0b\n\xff", 5);
  const Result<FileBytes> result = ReadWholeFile(Write("five", content));
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result.value().view(), content);
  EXPECT_EQ(result.value().size(), 5u);
  EXPECT_EQ(result.value().span()[4], 0xff);
}

TEST_F(FileTest, ReadsEmptyFile) {
  const Result<FileBytes> result = ReadWholeFile(Write("empty", ""));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().size(), 0u);
}

TEST_F(FileTest, ReadsPipeOfUnknownLength) {
  const std::string path = dir_.File("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string content(100'001, 'x');
  std::thread writer([&] { std::ofstream(path) << content; });
  const Result<FileBytes> result = ReadWholeFile(path);
  writer.join();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().view(), content);
}

TEST_F(FileTest, MissingFileIsNamed) {
  ExpectIoError(dir_.File("missing"), "No such file or directory");
}

TEST_F(FileTest, DirectoryIsRefused) {
  ExpectIoError(dir_.path(), "is a directory");
}

TEST_F(FileTest, EndlessDeviceIsRefused) {
  ExpectIoError("/dev/zero", "neither a regular file nor a pipe");
}

TEST_F(FileTest, MovedFromIsEmpty) {
  Result<FileBytes> result = ReadWholeFile(Write("three", "abc"));
  ASSERT_TRUE(result.ok());
  FileBytes taken = std::move(result).value();
  FileBytes assigned;
  assigned = std::move(taken);
  EXPECT_EQ(assigned.view(), "abc");
  EXPECT_EQ(taken.size(), 0u);  // NOLINT: that is what is tested
  EXPECT_TRUE(taken.span().empty());
}

TEST_F(FileTest, ErrnoStatusSaysWhatWhereAndWhy) {
  EXPECT_EQ(ErrnoStatus("a.sst", "read", EIO).message(),
            "a.sst: cannot read: Input/output error");
}

}  // namespace
}  // namespace sstr
