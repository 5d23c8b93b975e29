// SPDX-License-Identifier: Apache-2.0

#include "worker/worker_client.h"

#include <fmt/format.h>

#include <utility>

#include "base/exit_code.h"
#include "report/report_builder.h"

namespace sstr {
namespace {

// A pass of one's own program is given all the time it needs.
constexpr double kNoTimeout = 1e6;

// A worker that ends before its hello says by its exit code what is wrong.
Status StartError(const ChildProcess& child, const Status& status) {
  switch (static_cast<ExitCode>(child.exit_code().value_or(0))) {
    case ExitCode::kUsage:
      return Status::Usage(status.message());
    case ExitCode::kVerificationFailed:
      return Status::Corruption(status.message());
    default:
      return status;
  }
}

Status NotAWorkersLine(const std::string& name, const ChildProcess& child,
                       const Status& status) {
  return Status::Failed(fmt::format("{}: no line of a worker: {}{}", name,
                                    status.message(), child.LastErrorLines()));
}

}  // namespace

Result<WorkerClient> WorkerClient::Start(
    const std::vector<std::string>& arguments, double timeout_seconds,
    std::string name) {
  if (name.empty()) name = arguments.front();
  SSTR_ASSIGN_OR_RETURN(ChildProcess child,
                        ChildProcess::Start(arguments, name));
  const Result<std::string> line = child.ReadLine(timeout_seconds);
  if (!line.ok()) return StartError(child, line.status());
  Result<WorkerHello> hello = ReadWorkerHello(*line);
  if (!hello.ok()) return NotAWorkersLine(name, child, hello.status());
  return WorkerClient(std::move(name), std::move(child),
                      std::move(hello).value());
}

Result<WorkerReply> WorkerClient::Run(const WorkerRequest& request,
                                      double timeout_seconds) {
  SSTR_RETURN_IF_ERROR(child_.Write(WriteWorkerRequest(request)));
  SSTR_ASSIGN_OR_RETURN(const std::string line,
                        child_.ReadLine(timeout_seconds));
  Result<WorkerReply> reply = ReadWorkerReply(line);
  if (!reply.ok()) return NotAWorkersLine(name_, child_, reply.status());
  const PassSpec& answered = reply->row.spec;
  if (!(answered == request.spec)) {
    return NotAWorkersLine(name_, child_,
                           Status::Failed(fmt::format(
                               "it answers for {} when asked for {}",
                               ToString(answered), ToString(request.spec))));
  }
  return reply;
}

Status OwnWorker::StartOnce() {
  if (!worker_) {
    std::vector<std::string> arguments = {"/proc/self/exe", "--worker"};
    arguments.insert(arguments.end(), flags_.begin(), flags_.end());
    worker_ = WorkerClient::Start(arguments, kNoTimeout);
  }
  return worker_->status();
}

PeerPass OwnWorker::RunPass(const PassSpec& spec) {
  PeerPass pass;
  pass.status = StartOnce();
  if (!pass.status.ok()) return pass;
  Result<WorkerReply> reply = (**worker_).Run(
      {.spec = spec, .sizes_only = sizes_only_, .time_calls = true},
      kNoTimeout);
  if (!reply.ok()) {
    pass.status = reply.status();
    return pass;
  }
  return ToPeerPass(std::move(reply->row));
}

}  // namespace sstr
