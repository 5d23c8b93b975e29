// SPDX-License-Identifier: Apache-2.0

#include "rocks/effective_setting.h"

#include <fmt/format.h>

#include <algorithm>

#include "codec/registry.h"

namespace sstr {
namespace {

// The releases that brought a rule.
constexpr RocksRelease kLZ4TakesAcceleration = {8, 7};
constexpr RocksRelease kLevelSelectsLZ4 = {11, 5};  // And no more the type.
constexpr RocksRelease kZSTDLevelZeroIsFast = {11, 5};
constexpr RocksRelease kFastCodecsRunAlone = {11, 5};

// What zlib means by its default level.
constexpr int kZlibDefaultLevel = 6;

// REQUIRES: the codec has levels.
LevelRange LevelsOf(CompressionType type) {
  return *FindCodec(type)->info().levels;
}

void SetLZ4Fast(int level, RocksRelease release, EffectiveSetting* setting) {
  const LevelRange levels = LevelsOf(CompressionType::kLZ4);
  setting->type = CompressionType::kLZ4;
  setting->level = std::clamp(level, levels.min, levels.default_level);
  setting->level_matters = release >= kLZ4TakesAcceleration;
}

void SetLZ4HC(int level, EffectiveSetting* setting) {
  const LevelRange levels = LevelsOf(CompressionType::kLZ4HC);
  setting->type = CompressionType::kLZ4HC;
  setting->level =
      level < levels.min ? levels.default_level : std::min(level, levels.max);
  setting->level_matters = true;
}

void ResolveLZ4(const CodecSetting& asked, RocksRelease release,
                EffectiveSetting* setting) {
  const bool is_default = asked.level == kDefaultCompressionLevel;
  const bool asked_hc = asked.type == CompressionType::kLZ4HC;
  const bool run_hc =
      is_default || release < kLevelSelectsLZ4 ? asked_hc : asked.level >= 1;
  const int level =
      is_default ? LevelsOf(asked.type).default_level : asked.level;
  if (run_hc) {
    SetLZ4HC(level, setting);
  } else {
    SetLZ4Fast(level, release, setting);
  }
}

void ResolveZlib(const CodecSetting& asked, RocksRelease /*release*/,
                 EffectiveSetting* setting) {
  const LevelRange levels = LevelsOf(asked.type);
  const bool is_default = asked.level == kDefaultCompressionLevel ||
                          asked.level == levels.default_level;
  setting->level = is_default ? kZlibDefaultLevel : asked.level;
  setting->level_matters = true;
  if (setting->level < levels.min || setting->level > levels.max) {
    setting->rejected = true;
    setting->note = fmt::format(
        "zlib takes levels {} to {}: RocksDB would accept level {} and store "
        "every block uncompressed",
        levels.min, levels.max, asked.level);
  }
}

void ResolveZSTD(const CodecSetting& asked, RocksRelease release,
                 EffectiveSetting* setting) {
  const LevelRange levels = LevelsOf(asked.type);
  if (asked.level == kDefaultCompressionLevel) {
    setting->level = levels.default_level;
  } else if (asked.level == 0) {
    setting->level =
        release >= kZSTDLevelZeroIsFast ? -1 : levels.default_level;
  } else {
    setting->level = std::clamp(asked.level, levels.min, levels.max);
  }
  setting->level_matters = true;
}

// To RocksDB all other codecs have no levels.
struct LevelRule {
  CompressionType type;
  void (*resolve)(const CodecSetting& asked, RocksRelease release,
                  EffectiveSetting* setting);
};
constexpr LevelRule kLevelRules[] = {
    {CompressionType::kZlib, ResolveZlib},
    {CompressionType::kLZ4, ResolveLZ4},
    {CompressionType::kLZ4HC, ResolveLZ4},
    {CompressionType::kZSTD, ResolveZSTD},
};

std::string NoteOn(const CodecSetting& asked, const EffectiveSetting& setting,
                   RocksRelease release) {
  if (asked.level == kDefaultCompressionLevel) return "";
  if (setting.type != asked.type) {
    return fmt::format("RocksDB {}.{} runs {} level {} for it", release.major,
                       release.minor, CompressionTypeName(setting.type),
                       setting.level);
  }
  if (!setting.level_matters) {
    return fmt::format("the level has no effect on this codec in RocksDB {}.{}",
                       release.major, release.minor);
  }
  // zlib's -1 stands for its default level: that another runs is no surprise.
  if (setting.level == asked.level ||
      asked.level == LevelsOf(asked.type).default_level) {
    return "";
  }
  return fmt::format("level {} runs as {}", asked.level, setting.level);
}

}  // namespace

EffectiveSetting GetEffectiveSetting(const CodecSetting& asked,
                                     RocksRelease release) {
  EffectiveSetting setting;
  setting.type = asked.type;
  const auto rule =
      std::ranges::find(kLevelRules, RunAs(asked.type), &LevelRule::type);
  if (rule != std::ranges::end(kLevelRules)) {
    rule->resolve(asked, release, &setting);
  }
  if (!setting.rejected) setting.note = NoteOn(asked, setting, release);
  return setting;
}

uint32_t EffectiveThreads(uint32_t asked, const EffectiveSetting& setting,
                          bool filters_run_alone, RocksRelease release) {
  // What takes no time is not worth a thread.
  const bool is_fast =
      setting.type == CompressionType::kSnappy ||
      setting.type == CompressionType::kLZ4 ||
      (setting.type == CompressionType::kZSTD && setting.level < 0);
  const bool runs_alone = release >= kFastCodecsRunAlone && is_fast;
  return filters_run_alone || runs_alone ? 1 : asked;
}

}  // namespace sstr
