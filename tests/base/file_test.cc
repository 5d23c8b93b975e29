// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
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

using testing::TempDir;

class MappedFileTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& text) {
    const std::string path = dir_.File("file");
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  const TempDir dir_;
};

// Pages of the mapping that this process has, as the kernel counts them.
size_t ResidentBytes(const void* begin) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  const auto address = reinterpret_cast<uintptr_t>(begin);
  for (std::string line; std::getline(maps, line);) {
    const size_t dash = line.find('-');
    if (dash != std::string::npos && dash <= 16 && dash >= 8 &&
        line.find(' ') > dash) {
      here = std::stoull(line.substr(0, dash), nullptr, 16) == address;
    } else if (here && line.starts_with("Rss:")) {
      return std::stoull(line.substr(4)) * 1024;
    }
  }
  ADD_FAILURE() << "no such mapping";
  return 0;
}

size_t Sum(std::span<const uint8_t> bytes) {
  size_t sum = 0;
  for (const uint8_t byte : bytes) sum += byte;
  return sum;
}

TEST_F(MappedFileTest, HoldsTheBytesOfTheFile) {
  const auto file = MappedFile::Open(Write("abc"));
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ(std::string(file->span().begin(), file->span().end()), "abc");
}

TEST_F(MappedFileTest, AnEmptyFileIsEmpty) {
  const auto file = MappedFile::Open(Write(""));
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_TRUE(file->span().empty());
  file->Release(0, 0);
}

TEST_F(MappedFileTest, MovesKeepTheBytesInPlace) {
  auto file = MappedFile::Open(Write("abc"));
  const uint8_t* data = file->span().data();
  MappedFile other = std::move(*file);
  EXPECT_EQ(other.span().data(), data);
  EXPECT_TRUE(file->span().empty());
}

TEST_F(MappedFileTest, ReleasingGivesMemoryBackAndLosesNothing) {
  const size_t kBytes = 1 << 20;
  const auto file = MappedFile::Open(Write(std::string(kBytes, 'x')));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(Sum(file->span()), kBytes * 'x');
  EXPECT_EQ(ResidentBytes(file->span().data()), kBytes);
  // Only whole pages within: not the first, not the last one touched.
  file->Release(1, kBytes - 1);
  const size_t page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(ResidentBytes(file->span().data()), 2 * page_bytes);
  file->Release(0, kBytes + 12345);
  EXPECT_EQ(ResidentBytes(file->span().data()), 0u);
  EXPECT_EQ(Sum(file->span()), kBytes * 'x');
}

TEST_F(MappedFileTest, WhatCannotBeMappedIsNamed) {
  const auto missing = MappedFile::Open(dir_.File("missing"));
  EXPECT_EQ(missing.status().code(), StatusCode::kIoError);
  EXPECT_THAT(missing.status().message(),
              HasSubstr("missing: cannot open: No such file"));
  const auto directory = MappedFile::Open(dir_.path());
  EXPECT_THAT(directory.status().message(), HasSubstr("is not a regular file"));
  const std::string pipe = dir_.File("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto fifo = MappedFile::Open(pipe);  // Which nobody writes to.
  EXPECT_THAT(fifo.status().message(), HasSubstr("is not a regular file"));
}

}  // namespace

}  // namespace sstr
