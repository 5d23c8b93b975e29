// SPDX-License-Identifier: Apache-2.0

#include "base/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string Content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class AtomicFileTest : public ::testing::Test {
 protected:
  size_t FilesInDirectory() const {
    return static_cast<size_t>(std::distance(
        fs::directory_iterator(dir_.path()), fs::directory_iterator()));
  }

  AtomicFile Create(bool overwrite) {
    Result<AtomicFile> file = AtomicFile::Create(path_, overwrite);
    EXPECT_TRUE(file.ok()) << file.status().message();
    return std::move(file).value();
  }

  static void ExpectRefused(const std::string& path, bool overwrite,
                            const std::string& fact) {
    const Result<AtomicFile> file = AtomicFile::Create(path, overwrite);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.status().code(), StatusCode::kIoError);
    EXPECT_THAT(file.status().message(), HasSubstr(path + ": "));
    EXPECT_THAT(file.status().message(), HasSubstr(fact));
  }

  const testing::TempDir dir_;
  const std::string path_ = dir_.File("out");
};

TEST_F(AtomicFileTest, AppearsWithCommitOnly) {
  AtomicFile file = Create(false);
  ASSERT_TRUE(file.Append("one ").ok());
  ASSERT_TRUE(file.Append("two").ok());
  EXPECT_FALSE(fs::exists(path_));
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(Content(path_), "one two");
  EXPECT_EQ(FilesInDirectory(), 1u);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
  {
    AtomicFile file = Create(false);
    ASSERT_TRUE(file.Append("half").ok());
    // A move must not remove what it hands over.
    AtomicFile moved = std::move(file);
    ASSERT_TRUE(moved.Append("more").ok());
    EXPECT_EQ(FilesInDirectory(), 1u);
  }
  EXPECT_EQ(FilesInDirectory(), 0u);
}

TEST_F(AtomicFileTest, ExistingFileIsKeptWithoutOverwrite) {
  std::ofstream(path_) << "mine";
  ExpectRefused(path_, false, "already exists");
  EXPECT_EQ(Content(path_), "mine");
  EXPECT_EQ(FilesInDirectory(), 1u);
}

TEST_F(AtomicFileTest, FileThatAppearsMeanwhileIsKept) {
  {
    AtomicFile file = Create(false);
    ASSERT_TRUE(file.Append("ours").ok());
    std::ofstream(path_) << "theirs";
    const Status status = file.Commit();
    EXPECT_EQ(status.code(), StatusCode::kIoError);
    EXPECT_THAT(status.message(), HasSubstr("already exists"));
  }
  EXPECT_EQ(Content(path_), "theirs");
  EXPECT_EQ(FilesInDirectory(), 1u);
}

TEST_F(AtomicFileTest, OverwriteReplacesWithCommitOnly) {
  std::ofstream(path_) << "old";
  AtomicFile file = Create(true);
  ASSERT_TRUE(file.Append("new").ok());
  EXPECT_EQ(Content(path_), "old");
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(Content(path_), "new");
}

TEST_F(AtomicFileTest, LinkIsReplacedNotFollowed) {
  std::ofstream(dir_.File("target")) << "old";
  fs::create_symlink("target", path_);
  ExpectRefused(path_, false, "already exists");
  AtomicFile file = Create(true);
  ASSERT_TRUE(file.Append("new").ok());
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_FALSE(fs::is_symlink(path_));
  EXPECT_EQ(Content(dir_.File("target")), "old");
}

TEST_F(AtomicFileTest, AnotherWriterMayReplaceTheTemporaryFile) {
  AtomicFile file = Create(false);
  std::ofstream(dir_.File("elsewhere")) << "from elsewhere";
  fs::rename(dir_.File("elsewhere"), file.temp_path());
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(Content(path_), "from elsewhere");
}

TEST_F(AtomicFileTest, TwoFilesOfOneNameDoNotMeet) {
  AtomicFile first = Create(true);
  AtomicFile second = Create(true);
  EXPECT_NE(first.temp_path(), second.temp_path());
}

TEST_F(AtomicFileTest, AssignedFileTakesOverTheOthers) {
  AtomicFile file = Create(false);
  ASSERT_TRUE(file.Append("dropped").ok());
  file = Create(false);
  EXPECT_EQ(FilesInDirectory(), 1u);
  ASSERT_TRUE(file.Append("kept").ok());
  ASSERT_TRUE(file.Commit().ok());
  EXPECT_EQ(Content(path_), "kept");
}

TEST_F(AtomicFileTest, WhatIsNoRegularFileIsRefused) {
  ExpectRefused(dir_.path(), true, "is a directory");
  ExpectRefused("/dev/null", true, "is not a regular file");
  ExpectRefused(dir_.File("missing/out"), true, "No such file or directory");
  ExpectRefused(dir_.File("new/"), false, "No such file or directory");
  ExpectRefused("", false, "No such file or directory");
}

TEST_F(AtomicFileTest, PermissionsFollowTheUmask) {
  const mode_t old_mask = umask(027);
  AtomicFile file = Create(false);
  umask(old_mask);
  ASSERT_TRUE(file.Commit().ok());
  struct stat info;
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST_F(AtomicFileTest, WriteErrorNamesTheFile) {
  // The limit stands in for a full disk. Its signal would end the process.
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit small = {.rlim_cur = 10, .rlim_max = old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Status status;
  {
    AtomicFile file = Create(false);
    status = file.Append("more than ten bytes");
  }
  setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_EQ(status.message(), path_ + ": cannot write: File too large");
  EXPECT_EQ(FilesInDirectory(), 0u);
}

}  // namespace
}  // namespace sstr
