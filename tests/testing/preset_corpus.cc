// SPDX-License-Identifier: Apache-2.0

#include "testing/preset_corpus.h"

#include <gtest/gtest.h>

#include <utility>

#include "rocks/sst_maker.h"
#include "testing/temp_dir.h"

namespace sstr::testing {

void MakePresetFile(const std::string& preset, const std::string& path,
                    uint64_t num, const std::optional<TableShape>& shape) {
  const Preset* found = FindPreset(preset);
  ASSERT_NE(found, nullptr) << preset;
  constexpr uint64_t kSeed = 1;
  const auto records =
      MakePresetSource(*found, num == 0 ? found->default_num : num, kSeed);
  const CancelFlag never = false;
  const auto made = MakeSst(shape.value_or(found->shape), records.get(), path,
                            /*overwrite=*/false, never);
  ASSERT_TRUE(made.ok()) << made.status().message();
}

Corpus MakePresetCorpus(const std::string& preset, uint64_t num,
                        const std::optional<TableShape>& shape) {
  const TempDir dir;
  const std::string path = dir.File(preset + ".sst");
  MakePresetFile(preset, path, num, shape);
  auto corpus = LoadCorpus(path);
  EXPECT_TRUE(corpus.ok()) << corpus.status().message();
  return corpus.ok() ? std::move(corpus).value() : Corpus();
}

}  // namespace sstr::testing
