// SPDX-License-Identifier: Apache-2.0

#include "worker/worker_protocol.h"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/write/json_rows.h"

namespace sstr {
namespace {

using Json = nlohmann::ordered_json;

std::string Line(const Json& json) {
  constexpr int kOneLine = -1;
  return json.dump(kOneLine, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

Json NewMessage() {
  Json json;
  json["protocol"] = kWorkerProtocolVersion;
  return json;
}

void CheckVersion(std::string_view what, int got, int want, Status* status) {
  if (!status->ok() || got == want) return;
  *status = Status::NotSupported(
      fmt::format("the line has {} version {}, this program speaks version {}",
                  what, got, want));
}

// Parses a line, checks its version and hands it to `read`, which reports
// faults through its reader.
Status ReadLine(std::string_view line,
                const std::function<void(JsonObjectReader&, Status*)>& read) {
  SSTR_ASSIGN_OR_RETURN(const nlohmann::json json, ParseJson(line));
  Status status;
  JsonObjectReader reader(json, "line", &status);
  int version = 0;
  reader("protocol", version);
  CheckVersion("protocol", version, kWorkerProtocolVersion, &status);
  if (status.ok()) read(reader, &status);
  return status;
}

std::string OptionalText(JsonObjectReader& reader, std::string_view name) {
  std::optional<std::string> text;
  reader(name, text);
  return text.value_or("");
}

void ReadSpec(JsonObjectReader& reader, std::string_view name,
              const std::string& text, PassSpec* spec) {
  if (!reader.ok()) return;
  Result<PassSpec> parsed = ParsePassSpec(text);
  if (!parsed.ok()) return reader.Fail(name, parsed.status().message());
  *spec = std::move(parsed).value();
}

}  // namespace

std::string WriteWorkerHello(const WorkerHello& hello) {
  Json json = NewMessage();
  json["schema_version"] = kReportSchemaVersion;
  json["context"] = ContextToJson(hello.context);
  json["is_raw"] = hello.is_raw;
  Json& specs = json["specs"] = Json::array();
  for (const PassSpec& spec : hello.specs) specs.push_back(ToString(spec));
  json["baseline"] = RowToJson(hello.baseline, "", hello.context.seed);
  return Line(json);
}

std::string WriteWorkerRequest(const WorkerRequest& request) {
  Json json = NewMessage();
  json["spec"] = ToString(request.spec);
  json["round"] = request.round;
  json["sizes_only"] = request.sizes_only;
  json["time_calls"] = request.time_calls;
  json["verified_image"] = request.verified_image;
  return Line(json);
}

std::string WriteWorkerReply(const WorkerReply& reply) {
  Json json = NewMessage();
  json["image_hash"] = reply.image_hash;
  json["row"] = RowToJson(reply.row, "", /*seed=*/1);
  return Line(json);
}

Result<WorkerHello> ReadWorkerHello(std::string_view line) {
  WorkerHello hello;
  SSTR_RETURN_IF_ERROR(
      ReadLine(line, [&](JsonObjectReader& reader, Status* status) {
        int schema = 0;
        reader("schema_version", schema);
        CheckVersion("schema", schema, kReportSchemaVersion, status);
        if (!status->ok()) return;
        hello.context = ReadContext(reader.Object("context"));
        reader("is_raw", hello.is_raw);
        std::vector<std::string> specs;
        reader("specs", specs);
        for (const std::string& text : specs) {
          ReadSpec(reader, "specs", text, &hello.specs.emplace_back());
        }
        hello.baseline = ReadRow(reader.Object("baseline"));
      }));
  return hello;
}

Result<WorkerRequest> ReadWorkerRequest(std::string_view line) {
  WorkerRequest request;
  SSTR_RETURN_IF_ERROR(ReadLine(line, [&](JsonObjectReader& reader, Status*) {
    std::string spec;
    reader("spec", spec);
    ReadSpec(reader, "spec", spec, &request.spec);
    reader("round", request.round);
    reader("sizes_only", request.sizes_only);
    reader("time_calls", request.time_calls);
    request.verified_image = OptionalText(reader, "verified_image");
  }));
  return request;
}

Result<WorkerReply> ReadWorkerReply(std::string_view line) {
  WorkerReply reply;
  SSTR_RETURN_IF_ERROR(ReadLine(line, [&](JsonObjectReader& reader, Status*) {
    reply.image_hash = OptionalText(reader, "image_hash");
    reply.row = ReadRow(reader.Object("row"));
  }));
  return reply;
}

}  // namespace sstr
