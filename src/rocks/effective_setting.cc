// SPDX-License-Identifier: Apache-2.0

#include "rocks/effective_setting.h"

#include <fmt/format.h>

#include <algorithm>

#include "rocks/release_adapter.h"

namespace sstr {
namespace {

constexpr int kZlibDefaultLevel = 6;
constexpr int kLZ4MaxAcceleration = 65537;  // LZ4_ACCELERATION_MAX
constexpr int kLZ4HCDefaultLevel = 9;
constexpr int kLZ4HCMaxLevel = 12;
constexpr int kZSTDDefaultLevel = 3;
constexpr int kZSTDMinLevel = -131072;
constexpr int kZSTDMaxLevel = 22;

// From 11.5 on the level, not the type, selects LZ4 or LZ4HC.
constexpr bool kLevelSelectsLZ4 = SSTR_ROCKSDB_AT_LEAST(11, 5);
constexpr bool kLZ4TakesAcceleration = SSTR_ROCKSDB_AT_LEAST(8, 7);

// From 11.5 on what takes no time is not worth a thread.
constexpr bool kFastCodecsRunAlone = SSTR_ROCKSDB_AT_LEAST(11, 5);

void SetLZ4Fast(int level, EffectiveSetting* setting) {
  setting->type = CompressionType::kLZ4;
  setting->level = std::clamp(level, -kLZ4MaxAcceleration, -1);
  setting->level_matters = kLZ4TakesAcceleration;
}

void SetLZ4HC(int level, EffectiveSetting* setting) {
  setting->type = CompressionType::kLZ4HC;
  setting->level =
      level < 1 ? kLZ4HCDefaultLevel : std::min(level, kLZ4HCMaxLevel);
  setting->level_matters = true;
}

void ResolveLZ4(const CodecSetting& asked, EffectiveSetting* setting) {
  const bool is_default = asked.level == kDefaultCompressionLevel;
  const bool asked_hc = asked.type == CompressionType::kLZ4HC;
  const bool run_hc =
      is_default || !kLevelSelectsLZ4 ? asked_hc : asked.level >= 1;
  if (run_hc) {
    SetLZ4HC(is_default ? kLZ4HCDefaultLevel : asked.level, setting);
  } else {
    SetLZ4Fast(is_default ? -1 : asked.level, setting);
  }
}

void ResolveZlib(const CodecSetting& asked, EffectiveSetting* setting) {
  const bool is_default =
      asked.level == kDefaultCompressionLevel || asked.level == -1;
  setting->level = is_default ? kZlibDefaultLevel : asked.level;
  setting->level_matters = true;
  if (setting->level < 0 || setting->level > 9) {
    setting->rejected = true;
    setting->note = fmt::format(
        "zlib takes levels -1 to 9: RocksDB would accept level {} and store "
        "every block uncompressed",
        asked.level);
  }
}

void ResolveZSTD(const CodecSetting& asked, EffectiveSetting* setting) {
  constexpr int kLevelZeroMeans =
      SSTR_ROCKSDB_AT_LEAST(11, 5) ? -1 : kZSTDDefaultLevel;
  const bool is_default = asked.level == kDefaultCompressionLevel;
  setting->level = is_default ? kZSTDDefaultLevel
                   : asked.level == 0
                       ? kLevelZeroMeans
                       : std::clamp(asked.level, kZSTDMinLevel, kZSTDMaxLevel);
  setting->level_matters = true;
}

void AddNote(const CodecSetting& asked, EffectiveSetting* setting) {
  if (setting->rejected || asked.level == kDefaultCompressionLevel) return;
  if (setting->type != asked.type) {
    setting->note = fmt::format(
        "RocksDB {}.{} runs {} level {} for it", ROCKSDB_MAJOR, ROCKSDB_MINOR,
        CompressionTypeName(setting->type), setting->level);
  } else if (!setting->level_matters) {
    setting->note =
        fmt::format("the level has no effect on this codec in RocksDB {}.{}",
                    ROCKSDB_MAJOR, ROCKSDB_MINOR);
  } else if (setting->level != asked.level &&
             !(asked.type == CompressionType::kZlib && asked.level == -1)) {
    setting->note =
        fmt::format("level {} runs as {}", asked.level, setting->level);
  }
}

}  // namespace

EffectiveSetting GetEffectiveSetting(const CodecSetting& asked) {
  EffectiveSetting setting;
  setting.type = asked.type;
  switch (asked.type) {
    case CompressionType::kZlib:
      ResolveZlib(asked, &setting);
      break;
    case CompressionType::kLZ4:
    case CompressionType::kLZ4HC:
      ResolveLZ4(asked, &setting);
      break;
    case CompressionType::kZSTD:
    case CompressionType::kZSTDNotFinal:
      ResolveZSTD(asked, &setting);
      break;
    case CompressionType::kNone:
    case CompressionType::kSnappy:
    case CompressionType::kBZip2:
    case CompressionType::kXpress:
    case CompressionType::kBrotli:
      break;
  }
  AddNote(asked, &setting);
  return setting;
}

uint32_t EffectiveThreads(
    uint32_t asked, const EffectiveSetting& setting,
    [[maybe_unused]] const rocksdb::BlockBasedTableOptions& options) {
#if SSTR_ROCKSDB_AT_LEAST(10, 7)
  if (options.partition_filters && !options.decouple_partitioned_filters) {
    return 1;
  }
#endif
  const bool is_fast =
      setting.type == CompressionType::kSnappy ||
      setting.type == CompressionType::kLZ4 ||
      (setting.type == CompressionType::kZSTD && setting.level < 0);
  return kFastCodecsRunAlone && is_fast ? 1 : asked;
}

}  // namespace sstr
