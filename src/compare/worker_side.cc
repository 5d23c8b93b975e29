// SPDX-License-Identifier: Apache-2.0

#include "compare/worker_side.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "worker/worker_client.h"

namespace sstr {
namespace {

class WorkerSide : public CompareSide {
 public:
  explicit WorkerSide(SideOptions options) : options_(std::move(options)) {}

  Result<std::vector<ReportRow>> Open(const std::string& file) override {
    // Two workers at a time would hold two inputs.
    worker_.reset();
    if (file != file_) verified_images_.clear();
    file_ = file;
    std::vector<std::string> arguments = options_.flags;
    arguments.insert(arguments.end(), {"--", file});
    SSTR_ASSIGN_OR_RETURN(
        worker_,
        WorkerClient::Start(ShellArguments(options_.command, arguments),
                            options_.timeout_seconds, options_.command));
    const WorkerHello& hello = worker_->hello();
    if (context_.command_line.empty()) context_ = hello.context;
    std::vector<ReportRow> rows = {hello.baseline};
    for (const PassSpec& spec : hello.specs) {
      rows.push_back({.file = file, .spec = spec});
    }
    return rows;
  }

  Result<std::vector<ReportRow>> Run(std::span<const PassSpec> specs,
                                     uint64_t round) override {
    std::vector<ReportRow> rows;
    for (const PassSpec& spec : specs) {
      std::string& verified_image = verified_images_[ToString(spec)];
      SSTR_ASSIGN_OR_RETURN(
          WorkerReply reply,
          worker_->Run(
              {.spec = spec, .round = round, .verified_image = verified_image},
              options_.timeout_seconds));
      verified_image = reply.image_hash;
      rows.push_back(std::move(reply.row));
    }
    return rows;
  }

  bool runs_all_at_once() const override { return false; }
  RunContext context() const override { return context_; }
  SideTraits traits() const override { return {.name = options_.command}; }

 private:
  const SideOptions options_;
  std::optional<WorkerClient> worker_;
  RunContext context_;  // Of the first hello.
  std::string file_;
  // By spec: what a worker of this side verified of this file.
  std::map<std::string, std::string> verified_images_;
};

}  // namespace

std::unique_ptr<CompareSide> NewWorkerSide(SideOptions options) {
  return std::make_unique<WorkerSide>(std::move(options));
}

}  // namespace sstr
