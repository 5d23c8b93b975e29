// SPDX-License-Identifier: Apache-2.0
//
// Strict access to the fields of a JSON object: a number must be of the right
// kind and in range, and the first fault is kept with its place
// ("rows[3].sizes.file_bytes: not a whole number from 0 to ..."). After a
// fault, reads leave their targets alone. Names that are not asked for are
// ignored, so that later minor additions do no harm.

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "codec/keep_rule.h"

namespace sstr {

class JsonObjectReader {
 public:
  // `value` and `status` are borrowed; `place` names the value in messages.
  JsonObjectReader(const nlohmann::json& value, std::string place,
                   Status* status);

  // The member `name`. An optional may be null or missing, everything else
  // must be there. Usable as a visitor of report/write/json_fields.h.
  void operator()(std::string_view name, bool& target);
  void operator()(std::string_view name, int& target);
  void operator()(std::string_view name, uint32_t& target);
  void operator()(std::string_view name, uint64_t& target);
  void operator()(std::string_view name, double& target);
  void operator()(std::string_view name, std::string& target);
  void operator()(std::string_view name, CompressionType& target);
  void operator()(std::string_view name, KeepRule& target);
  void operator()(std::string_view name, std::vector<std::string>& target);
  void operator()(std::string_view name,
                  std::map<std::string, std::string>& target);
  void operator()(std::string_view name,
                  std::map<CompressionType, uint64_t>& target);

  template <typename Value>
  void operator()(std::string_view name, std::optional<Value>& target) {
    if (IsNullOrMissing(name)) {
      target.reset();
    } else {
      (*this)(name, target.emplace());
    }
  }

  bool IsNullOrMissing(std::string_view name) const;
  // The member as an object; faulty when it is none.
  JsonObjectReader Object(std::string_view name);
  // One reader per element of the member, an array of objects.
  std::vector<JsonObjectReader> Objects(std::string_view name);

  // Records a fault of the member `name`, unless there is one already.
  void Fail(std::string_view name, const std::string& fact);
  bool ok() const { return status_->ok(); }

 private:
  // nullptr, with the fault recorded, when missing; nullptr after a fault.
  const nlohmann::json* Find(std::string_view name);
  template <typename Integer>
  void ReadInteger(std::string_view name, Integer* target);
  std::string PlaceOf(std::string_view name) const;

  const nlohmann::json* value_;
  std::string place_;
  Status* status_;
};

}  // namespace sstr
