// SPDX-License-Identifier: Apache-2.0
//
// Status and Result<T>: how every function of this project reports failure.
// Not for programmer errors (assert those) and not for carrying warnings.
// Values are immutable after construction and safe to copy between threads.

#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace sstr {

enum class StatusCode {
  kOk,
  kUsage,               // The user asked for something that cannot be.
  kCorruption,          // Input is damaged or not what its format says.
  kNotSupported,        // Input is well formed but beyond this tool.
  kVerificationFailed,  // Output does not decode to the source.
  kIoError,             // The operating system refused.
  kInterrupted,         // The user stopped the run.
  kFailed,              // Anything else, e.g. a codec library's error.
};

// A code and a message of the form "file: block N at OFFSET: fact".
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message)
      : code_(code), message_(std::move(message)) {
    assert(code != StatusCode::kOk);
  }

  static Status Ok() { return Status(); }
  static Status Usage(std::string m) {
    return Status(StatusCode::kUsage, std::move(m));
  }
  static Status Corruption(std::string m) {
    return Status(StatusCode::kCorruption, std::move(m));
  }
  static Status NotSupported(std::string m) {
    return Status(StatusCode::kNotSupported, std::move(m));
  }
  static Status VerificationFailed(std::string m) {
    return Status(StatusCode::kVerificationFailed, std::move(m));
  }
  static Status IoError(std::string m) {
    return Status(StatusCode::kIoError, std::move(m));
  }
  static Status Interrupted(std::string m) {
    return Status(StatusCode::kInterrupted, std::move(m));
  }
  static Status Failed(std::string m) {
    return Status(StatusCode::kFailed, std::move(m));
  }

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // The same status with "prefix: " before its message; kOk stays as it is.
  Status WithPrefix(const std::string& prefix) const {
    return ok() ? *this : Status(code_, prefix + ": " + message_);
  }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

// Either a T or a Status that is not ok.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT: implicit by design
  Result(Status status) : status_(std::move(status)) {  // NOLINT: likewise
    assert(!status_.ok());
  }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }

  // REQUIRES: ok().
  T& value() & {
    assert(ok());
    return *value_;
  }
  const T& value() const& {
    assert(ok());
    return *value_;
  }
  T&& value() && {
    assert(ok());
    return *std::move(value_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace sstr

// Returns from the enclosing function when `expr` is a Status that is not ok.
#define SSTR_RETURN_IF_ERROR(expr)                                \
  do {                                                            \
    if (::sstr::Status sstr_status = (expr); !sstr_status.ok()) { \
      return sstr_status;                                         \
    }                                                             \
  } while (false)

#define SSTR_CONCAT_INNER(a, b) a##b
#define SSTR_CONCAT(a, b) SSTR_CONCAT_INNER(a, b)

// Declares `lhs` with the value of the Result `expr`, or returns its status.
#define SSTR_ASSIGN_OR_RETURN(lhs, expr) \
  SSTR_ASSIGN_OR_RETURN_IMPL(SSTR_CONCAT(sstr_result_, __LINE__), lhs, expr)
#define SSTR_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                               \
  if (!result.ok()) return result.status();           \
  lhs = std::move(result).value()
