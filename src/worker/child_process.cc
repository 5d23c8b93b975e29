// SPDX-License-Identifier: Apache-2.0

#include "worker/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/clock.h"

extern char** environ;

namespace sstr {
namespace {

constexpr size_t kKeptErrorBytes = 4096;
constexpr int kShownErrorLines = 5;
constexpr size_t kMaxOutputBytes = size_t{64} << 20;  // Not yet handed on.
constexpr double kSecondsToEnd = 0.2;                 // From closing a pipe.

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

Result<Pipe> NewPipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Status::Failed(fmt::format("no pipe: {}", std::strerror(errno)));
  }
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// posix_spawn's two settings with their ends of life.
class SpawnSettings {
 public:
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) {
      sigaddset(&defaults, signal);
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }

  void Connect(const FileDescriptor& from, int to) {
    posix_spawn_file_actions_adddup2(&actions, from.get(), to);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

uint64_t DeadlineAfter(double seconds) {
  return Clock::Monotonic()->NowNanos() + static_cast<uint64_t>(seconds * 1e9);
}

}  // namespace

Result<ChildProcess> ChildProcess::Start(
    const std::vector<std::string>& arguments, const std::string& name) {
  // A child that is gone shows in what write() returns.
  static const auto ignored = signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  SSTR_ASSIGN_OR_RETURN(Pipe in, NewPipe());
  SSTR_ASSIGN_OR_RETURN(Pipe out, NewPipe());
  SSTR_ASSIGN_OR_RETURN(Pipe err, NewPipe());
  SpawnSettings settings;
  settings.Connect(in.read_end, STDIN_FILENO);
  settings.Connect(out.write_end, STDOUT_FILENO);
  settings.Connect(err.write_end, STDERR_FILENO);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  ChildProcess child;
  child.name_ = name.empty() ? arguments.front() : name;
  const int error = posix_spawnp(&child.pid_, argv[0], &settings.actions,
                                 &settings.attributes, argv.data(), environ);
  if (error != 0) {
    child.pid_ = -1;
    return Status::Failed(
        fmt::format("{}: cannot start: {}", child.name_, std::strerror(error)));
  }
  child.in_ = std::move(in.write_end);
  child.out_ = std::move(out.read_end);
  child.err_ = std::move(err.read_end);
  fcntl(child.err_.get(), F_SETFL, O_NONBLOCK);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept {
  *this = std::move(other);
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(pid_, other.pid_);
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  std::swap(err_, other.err_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(exit_code_, other.exit_code_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) Kill();
}

void ChildProcess::Kill() {
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool ChildProcess::WaitForEnd(uint64_t deadline_nanos) const {
  constexpr timespec kMoment = {.tv_sec = 0, .tv_nsec = 1'000'000};
  while (true) {
    siginfo_t ended = {};
    // It stays a zombie, so that its group's number is not used again.
    waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (ended.si_pid != 0) return true;
    if (Clock::Monotonic()->NowNanos() >= deadline_nanos) return false;
    nanosleep(&kMoment, nullptr);
  }
}

std::string ChildProcess::Reap() {
  kill(-pid_, SIGKILL);  // What it leaves behind.
  int how = 0;
  waitpid(std::exchange(pid_, -1), &how, 0);
  TakeErrors();
  if (WIFEXITED(how)) exit_code_ = WEXITSTATUS(how);
  return fmt::format(
      "{}: ended with {} {}{}", name_, exit_code_ ? "exit code" : "signal",
      exit_code_ ? *exit_code_ : WTERMSIG(how), LastErrorLines());
}

Status ChildProcess::Late() {
  TakeErrors();
  Kill();
  return Status::Failed(
      fmt::format("{}: no answer in time, killed{}", name_, LastErrorLines()));
}

Status ChildProcess::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(in_.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Death();
    text.remove_prefix(static_cast<size_t>(written));
  }
  return Status::Ok();
}

Result<std::string> ChildProcess::ReadLine(double timeout_seconds) {
  const uint64_t deadline = DeadlineAfter(timeout_seconds);
  size_t searched = 0;
  while (true) {
    const size_t end = output_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = output_.substr(0, end);
      output_.erase(0, end + 1);
      return line;
    }
    searched = output_.size();
    SSTR_ASSIGN_OR_RETURN(const bool more, TakeOutput(deadline));
    if (!more) return Death();
  }
}

Result<std::string> ChildProcess::ReadAll(double timeout_seconds) {
  const uint64_t deadline = DeadlineAfter(timeout_seconds);
  in_ = FileDescriptor();
  while (true) {
    SSTR_ASSIGN_OR_RETURN(const bool more, TakeOutput(deadline));
    if (!more) break;
  }
  if (!WaitForEnd(deadline)) return Late();
  const std::string how = Reap();
  if (exit_code_ != 0) return Status::Failed(how);
  return std::move(output_);
}

Result<bool> ChildProcess::TakeOutput(uint64_t deadline_nanos) {
  while (true) {
    const uint64_t now = Clock::Monotonic()->NowNanos();
    if (now >= deadline_nanos) return Late();
    const double left_ms = static_cast<double>(deadline_nanos - now) / 1e6;
    std::array<pollfd, 2> wanted = {
        pollfd{.fd = out_.get(), .events = POLLIN, .revents = 0},
        pollfd{.fd = err_.get(), .events = POLLIN, .revents = 0}};
    const int ready = poll(wanted.data(), wanted.size(),
                           static_cast<int>(std::min(std::ceil(left_ms), 1e9)));
    if (ready < 0 && errno != EINTR) {
      return Status::Failed(
          fmt::format("{}: cannot wait: {}", name_, std::strerror(errno)));
    }
    if (ready <= 0) continue;
    if (wanted[1].revents != 0) TakeErrors();
    if (wanted[0].revents == 0) continue;
    std::array<char, 65536> bytes;
    const ssize_t got = read(out_.get(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    output_.append(bytes.data(), static_cast<size_t>(got));
    if (output_.size() <= kMaxOutputBytes) return true;
    Kill();
    return Status::Failed(fmt::format("{}: printed {} MiB, killed{}", name_,
                                      kMaxOutputBytes >> 20, LastErrorLines()));
  }
}

void ChildProcess::TakeErrors() {
  constexpr int kReadings = 64;  // It may print faster than this reads.
  std::array<char, 4096> bytes;
  ssize_t got = -1;
  for (int i = 0; i < kReadings && err_.valid(); ++i) {
    got = read(err_.get(), bytes.data(), bytes.size());
    if (got <= 0) break;
    errors_.append(bytes.data(), static_cast<size_t>(got));
    if (errors_.size() > kKeptErrorBytes) {
      errors_.erase(0, errors_.size() - kKeptErrorBytes);
    }
  }
  // At its end, poll() would report it for ever.
  if (got == 0) err_ = FileDescriptor();
}

Status ChildProcess::Death() {
  if (pid_ < 0) {
    return Status::Failed(
        fmt::format("{}: has ended{}", name_, LastErrorLines()));
  }
  if (WaitForEnd(DeadlineAfter(kSecondsToEnd))) return Status::Failed(Reap());
  // It has closed a pipe; what it may still do does not matter.
  TakeErrors();
  Kill();
  return Status::Failed(
      fmt::format("{}: closed its output{}", name_, LastErrorLines()));
}

std::string ChildProcess::LastErrorLines() const {
  std::string_view text = errors_;
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return "";
  size_t begin = text.size();
  for (int lines = 0; lines < kShownErrorLines && begin != 0; ++lines) {
    const size_t end = text.rfind('\n', begin - 1);
    begin = end == std::string_view::npos ? 0 : end;
  }
  if (text[begin] == '\n') ++begin;
  return fmt::format("; it said: {}", text.substr(begin));
}

}  // namespace sstr
