// SPDX-License-Identifier: Apache-2.0
//
// One function for each preset: the record at `position` of a table made for
// `num`. Called for positions 0, 1, 2, ... in turn with one SeededRandom.
// `record` comes with its strings empty and kind kPut. Internal to presets.cc.

#pragma once

#include <cstdint>

#include "make/record_source.h"
#include "make/seeded_random.h"

namespace sstr {

using RecordMaker = void(uint64_t position, uint64_t num, SeededRandom* random,
                         Record* record);

RecordMaker MakeTenPercent;
RecordMaker MakeAlternate;
RecordMaker MakeJsonUser;
RecordMaker MakeRangeMixed;
RecordMaker MakeRangeOnly;
RecordMaker MakeReverse;
RecordMaker MakeSixLetters;
RecordMaker MakeRandom;
RecordMaker MakeOneKey;
RecordMaker MakeOddKeys;
RecordMaker MakeVersions;
RecordMaker MakeBench;

inline constexpr uint64_t kOneKeyRecords = 1;
inline constexpr uint64_t kOddKeysRecords = 3;
inline constexpr uint64_t kVersionsRecords = 10;

// range_mixed: one range deletion for every tenth key.
uint64_t RangeMixedRecords(uint64_t num);

}  // namespace sstr
