// SPDX-License-Identifier: Apache-2.0

#include "compare/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/advised_flags.h"

namespace sstr {
namespace {

// The most useful first.
class DifferenceList {
 public:
  void Add(std::string_view what, const std::string& baseline,
           const std::string& contender, bool is_loud = false) {
    if (baseline == contender) return;
    const bool both_known = !baseline.empty() && !contender.empty();
    const auto known = [](const std::string& text) {
      return text.empty() ? std::string("unknown") : text;
    };
    differences_.push_back({.what = std::string(what),
                            .baseline = known(baseline),
                            .contender = known(contender),
                            .is_loud = is_loud && both_known});
  }

  std::vector<ConfigurationDifference> Take() {
    return std::move(differences_);
  }

 private:
  std::vector<ConfigurationDifference> differences_;
};

// sst_dump tells only when they are on.
std::string AssertionsOf(const RunContext& context) {
  if (context.rocksdb_assertions) return "on";
  return context.rocksdb_header_version.empty() ? "" : "off";
}

void DiffCodecs(const RunContext& baseline, const RunContext& contender,
                DifferenceList* list) {
  std::set<std::string> names;
  for (const RunContext* context : {&baseline, &contender}) {
    for (const auto& [name, version] : context->codec_versions) {
      names.insert(name);
    }
  }
  const auto version_of = [](const RunContext& context,
                             const std::string& name) {
    const auto found = context.codec_versions.find(name);
    return found == context.codec_versions.end() ? "" : found->second;
  };
  for (const std::string& name : names) {
    list->Add(name + " library", version_of(baseline, name),
              version_of(contender, name));
  }
}

bool IsDebugBuild(const RunContext& context) {
  std::string type = context.build_type;
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return type == "debug";
}

bool DifferentMachines(const RunContext& a, const RunContext& b) {
  const auto differ = [](const std::string& left, const std::string& right) {
    return !left.empty() && !right.empty() && left != right;
  };
  return differ(a.host, b.host) || differ(a.cpu_model, b.cpu_model);
}

void WarnOfSide(std::string_view side, const RunContext& context,
                std::vector<std::string>* warnings) {
  if (context.rocksdb_assertions) {
    warnings->push_back(fmt::format(
        "ASSERTIONS ON: the {}'s RocksDB {} was built without NDEBUG; its "
        "times are not those of a release build",
        side, context.rocksdb_library_version));
  }
  if (IsDebugBuild(context)) {
    warnings->push_back(fmt::format(
        "DEBUG BUILD: the {} is built as '{}'; its times are not those of a "
        "release build",
        side, context.build_type));
  }
  if (context.jobs > 1) {
    warnings->push_back(
        fmt::format("the {} ran {} passes at a time: they slow each other down",
                    side, context.jobs));
  }
}

std::optional<int> ComparableLevel(const EffectiveConfiguration& effective) {
  if (effective.type == CompressionType::kLZ4 && !effective.level) return -1;
  return effective.level;
}

std::string SettingText(const EffectiveConfiguration& effective) {
  const std::string name = CompressionTypeName(effective.type);
  return effective.level ? fmt::format("{} level {}", name, *effective.level)
                         : name;
}

// "200 blocks compressed and 3 rejected".
std::string KeptText(const ReportRow& row) {
  return fmt::format("{} blocks compressed and {} rejected",
                     row.blocks_compressed, row.blocks_rejected);
}

std::string KeepRuleDifference(const ReportRow& a, const ReportRow& b) {
  if (a.effective->keep_rule == b.effective->keep_rule) return "";
  if (a.blocks_compressed == b.blocks_compressed &&
      a.blocks_rejected == b.blocks_rejected) {
    return "";
  }
  return fmt::format(
      "baseline keeps blocks by the rule {} ({}), contender by {} ({})",
      a.effective->keep_rule, KeptText(a), b.effective->keep_rule, KeptText(b));
}

std::string FormatVersionDifference(const EffectiveConfiguration& a,
                                    const EffectiveConfiguration& b) {
  if (a.format_version == b.format_version) return "";
  return fmt::format(
      "baseline wrote format_version {}, contender {}: --{} can fix it "
      "for both",
      a.format_version, b.format_version, AdvisedFlag("table_options"));
}

void AppendReason(const std::string& reason, std::string* reasons) {
  if (reason.empty()) return;
  if (!reasons->empty()) *reasons += "; ";
  *reasons += reason;
}

}  // namespace

std::vector<ConfigurationDifference> DiffContexts(const RunContext& baseline,
                                                  const RunContext& contender) {
  const RunContext& a = baseline;
  const RunContext& b = contender;
  DifferenceList list;
  list.Add("RocksDB", a.rocksdb_library_version, b.rocksdb_library_version);
  list.Add("RocksDB headers", a.rocksdb_header_version,
           b.rocksdb_header_version);
  list.Add("RocksDB assertions", AssertionsOf(a), AssertionsOf(b),
           /*is_loud=*/true);
  DiffCodecs(a, b, &list);
  list.Add("sst_recompress", a.tool_version, b.tool_version);
  list.Add("compiler", a.compiler, b.compiler);
  list.Add("build type", a.build_type, b.build_type, /*is_loud=*/true);
  list.Add("host", a.host, b.host, /*is_loud=*/true);
  list.Add("CPU", a.cpu_model, b.cpu_model, /*is_loud=*/true);
  list.Add("CPUs", fmt::to_string(a.cpu_count), fmt::to_string(b.cpu_count));
  list.Add("governor", a.cpu_governor, b.cpu_governor, /*is_loud=*/true);
  list.Add("jobs", fmt::to_string(a.jobs), fmt::to_string(b.jobs));
  return list.Take();
}

std::vector<std::string> ContextWarnings(const RunContext& baseline,
                                         const RunContext& contender) {
  std::vector<std::string> warnings;
  WarnOfSide("baseline", baseline, &warnings);
  WarnOfSide("contender", contender, &warnings);
  if (DifferentMachines(baseline, contender)) {
    warnings.push_back(
        "DIFFERENT MACHINES: differences of times are the machines' as well");
  }
  return warnings;
}

std::string WhyNotSameWork(const ReportRow& baseline,
                           const ReportRow& contender,
                           bool accept_format_version) {
  if (!baseline.effective || !contender.effective) return "";
  const EffectiveConfiguration& a = *baseline.effective;
  const EffectiveConfiguration& b = *contender.effective;
  std::string reasons;
  if (a.type != b.type || ComparableLevel(a) != ComparableLevel(b)) {
    AppendReason(fmt::format("baseline ran {}, contender {}", SettingText(a),
                             SettingText(b)),
                 &reasons);
  }
  if (a.threads != b.threads) {
    AppendReason(
        fmt::format("baseline ran with parallel_threads {}, contender with {}",
                    a.threads, b.threads),
        &reasons);
  }
  if (!accept_format_version) {
    AppendReason(FormatVersionDifference(a, b), &reasons);
  }
  AppendReason(KeepRuleDifference(baseline, contender), &reasons);
  return reasons;
}

}  // namespace sstr
