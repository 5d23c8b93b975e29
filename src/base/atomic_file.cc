// SPDX-License-Identifier: Apache-2.0

#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/advised_flags.h"
#include "base/file.h"

namespace sstr {
namespace {

Status ExistsStatus(const std::string& path) {
  return Status::IoError(
      fmt::format("{}: already exists; --{} would replace it", path,
                  AdvisedFlag("overwrite")));
}

// With the final slash; empty for the working directory.
std::string DirectoryPrefix(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

Status CheckTarget(const std::string& path, bool overwrite) {
  struct stat info;
  if (lstat(path.c_str(), &info) != 0) {
    return errno == ENOENT ? Status::Ok() : ErrnoStatus(path, "create", errno);
  }
  if (S_ISDIR(info.st_mode)) {
    return Status::IoError(fmt::format("{}: is a directory", path));
  }
  // Renaming over /dev/null would replace the device.
  if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode)) {
    return Status::IoError(fmt::format("{}: is not a regular file", path));
  }
  return overwrite ? Status::Ok() : ExistsStatus(path);
}

std::string NextTempPath(const std::string& path) {
  static std::atomic<uint64_t> counter{0};
  return fmt::format("{}.sstr-{}-{}.tmp", DirectoryPrefix(path), getpid(),
                     counter++);
}

Status SyncPath(const std::string& path, const std::string& shown, int flags) {
  const FileDescriptor file(open(path.c_str(), flags | O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return ErrnoStatus(shown, "open for sync", errno);
  // EINVAL: a file system that has no sync.
  if (fsync(file.get()) != 0 && errno != EINVAL) {
    return ErrnoStatus(shown, "sync", errno);
  }
  return Status::Ok();
}

}  // namespace

Result<AtomicFile> AtomicFile::Create(const std::string& path, bool overwrite) {
  SSTR_RETURN_IF_ERROR(CheckTarget(path, overwrite));
  if (path.empty() || path.back() == '/') {
    return ErrnoStatus(path, "create", ENOENT);
  }
  constexpr mode_t kMode = 0666;  // Less the user's umask.
  while (true) {
    std::string temp_path = NextTempPath(path);
    FileDescriptor file(open(temp_path.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
    if (file.valid()) {
      return AtomicFile(path, std::move(temp_path), std::move(file), overwrite);
    }
    // Left by a killed process that had the same id: take the next name.
    if (errno != EEXIST) return ErrnoStatus(path, "create", errno);
  }
}

AtomicFile::AtomicFile(std::string path, std::string temp_path,
                       FileDescriptor file, bool overwrite)
    : path_(std::move(path)),
      temp_path_(std::move(temp_path)),
      file_(std::move(file)),
      overwrite_(overwrite) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temp_path_(std::exchange(other.temp_path_, std::string())),
      file_(std::move(other.file_)),
      overwrite_(other.overwrite_) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(temp_path_, other.temp_path_);
  std::swap(file_, other.file_);
  std::swap(overwrite_, other.overwrite_);
  return *this;
}

AtomicFile::~AtomicFile() {
  if (!temp_path_.empty()) unlink(temp_path_.c_str());
}

Status AtomicFile::Append(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ErrnoStatus(path_, "write", errno);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return Status::Ok();
}

Status AtomicFile::Append(std::string_view text) {
  return Append(std::span<const uint8_t>(
      reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

Status AtomicFile::Commit() {
  // Some file systems report a failed write only here.
  if (close(file_.release()) != 0) return ErrnoStatus(path_, "close", errno);
  SSTR_RETURN_IF_ERROR(SyncPath(temp_path_, path_, 0));
  SSTR_RETURN_IF_ERROR(Rename());
  temp_path_.clear();
  const std::string directory = DirectoryPrefix(path_);
  return SyncPath(directory.empty() ? "." : directory, path_, O_DIRECTORY);
}

Status AtomicFile::Rename() {
  if (overwrite_) {
    if (rename(temp_path_.c_str(), path_.c_str()) == 0) return Status::Ok();
    return ErrnoStatus(path_, "rename to this name", errno);
  }
  if (renameat2(AT_FDCWD, temp_path_.c_str(), AT_FDCWD, path_.c_str(),
                RENAME_NOREPLACE) == 0) {
    return Status::Ok();
  }
  // Not every file system can refuse to replace; all that lack it can link.
  if (errno == EINVAL || errno == ENOSYS) {
    if (link(temp_path_.c_str(), path_.c_str()) == 0) {
      unlink(temp_path_.c_str());
      return Status::Ok();
    }
  }
  if (errno == EEXIST) return ExistsStatus(path_);
  return ErrnoStatus(path_, "rename to this name", errno);
}

}  // namespace sstr
