// SPDX-License-Identifier: Apache-2.0
//
// Drives a worker in another process; see worker/worker_protocol.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "measure/pass_runner.h"
#include "worker/child_process.h"
#include "worker/worker_protocol.h"

namespace sstr {

class WorkerClient {
 public:
  // Starts the program and waits for its hello; messages call it `name`, see
  // ChildProcess. Errors, with what it said on standard error: kUsage and
  // kCorruption where its exit code says so, else kFailed.
  static Result<WorkerClient> Start(const std::vector<std::string>& arguments,
                                    double timeout_seconds,
                                    std::string name = "");

  const WorkerHello& hello() const { return hello_; }

  // Error: kFailed, after which the worker is of no more use. A pass that
  // failed there is a row that says so.
  Result<WorkerReply> Run(const WorkerRequest& request, double timeout_seconds);

 private:
  WorkerClient(std::string name, ChildProcess child, WorkerHello hello)
      : name_(std::move(name)),
        child_(std::move(child)),
        hello_(std::move(hello)) {}

  std::string name_;
  ChildProcess child_;
  WorkerHello hello_;
};

// A worker of this very program for the passes that need a process of their
// own. Started by the first of them.
class OwnWorker : public PassPeer {
 public:
  // `flags`: what the worker is told beside --worker; the input is the last.
  OwnWorker(std::vector<std::string> flags, bool sizes_only)
      : flags_(std::move(flags)), sizes_only_(sizes_only) {}

  PeerPass RunPass(const PassSpec& spec) override;

 private:
  Status StartOnce();

  const std::vector<std::string> flags_;
  const bool sizes_only_;
  std::optional<Result<WorkerClient>> worker_;
};

}  // namespace sstr
