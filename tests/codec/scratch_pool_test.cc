// SPDX-License-Identifier: Apache-2.0

#include "codec/scratch_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace sstr {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(ScratchPoolTest, GivesAlignedMemoryThatDoesNotOverlap) {
  ScratchPool pool;
  const std::vector<size_t> sizes = {0, 1, 63, 64, 65, 4095, 5000, 200000};
  std::vector<void*> blocks;
  for (size_t size : sizes) {
    void* block = pool.Allocate(size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    std::memset(block, static_cast<int>(blocks.size()), size);
    blocks.push_back(block);
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto* bytes = static_cast<const uint8_t*>(blocks[i]);
    for (size_t j = 0; j < sizes[i]; ++j) ASSERT_EQ(bytes[j], i);
    pool.Free(blocks[i]);
  }
}

TEST(ScratchPoolTest, GivesFreedMemoryBackToASimilarRequest) {
  ScratchPool pool;
  for (size_t size : {size_t{100}, size_t{10000}, 2 * kMiB}) {
    void* first = pool.Allocate(size);
    pool.Free(first);
    void* second = pool.Allocate(size - size / 4);
    EXPECT_EQ(first, second) << size;
    pool.Free(second);
  }
}

TEST(ScratchPoolTest, KeepsLargeMemoryFromSmallRequests) {
  ScratchPool pool;
  void* large = pool.Allocate(8 * kMiB);
  pool.Free(large);
  void* small = pool.Allocate(1000);
  EXPECT_NE(large, small);
  EXPECT_EQ(pool.Allocate(8 * kMiB), large);
  pool.Free(large);
  pool.Free(small);
}

TEST(ScratchPoolTest, CountsWhatIsHeldAndTheMostThatWasInUse) {
  ScratchPool pool;
  void* one = pool.Allocate(kMiB);
  void* other = pool.Allocate(2 * kMiB);
  EXPECT_EQ(pool.held_bytes(), 3 * kMiB);
  EXPECT_EQ(pool.peak_live_bytes(), 3 * kMiB);
  pool.Free(one);
  pool.Free(other);
  EXPECT_EQ(pool.held_bytes(), 3 * kMiB);
  void* again = pool.Allocate(kMiB);
  EXPECT_EQ(pool.held_bytes(), 3 * kMiB);
  EXPECT_EQ(pool.peak_live_bytes(), 3 * kMiB);
  pool.Free(again);
}

// Three sizes of which none fits another's memory, one at a time: 8 MiB is the
// most in use, so 16 MiB may be held, and the oldest cached blocks go.
TEST(ScratchPoolTest, HoldsAtMostTwiceTheMostThatWasInUse) {
  ScratchPool pool;
  for (size_t mib : {8, 5, 3}) pool.Free(pool.Allocate(mib * kMiB));
  EXPECT_EQ(pool.peak_live_bytes(), 8 * kMiB);
  EXPECT_EQ(pool.held_bytes(), 16 * kMiB);
  pool.Free(pool.Allocate(kMiB));
  EXPECT_EQ(pool.held_bytes(), 9 * kMiB);
}

TEST(ScratchPoolTest, RefusesWhatCannotExist) {
  ScratchPool pool;
  EXPECT_EQ(pool.Allocate(SIZE_MAX), nullptr);
  EXPECT_EQ(pool.Allocate(SIZE_MAX / 8), nullptr);
  EXPECT_EQ(pool.held_bytes(), 0u);
  pool.Free(nullptr);
}

long MinorFaults() {
  rusage usage = {};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

// 10 calls would touch 40960 pages. The tolerance is for what sanitizers keep
// about them.
TEST(ScratchPoolTest, FaultsNoPageOfMemoryThatItGaveBefore) {
  ScratchPool pool;
  pool.Free(pool.Allocate(16 * kMiB));
  const long before = MinorFaults();
  for (int call = 0; call < 10; ++call) {
    void* block = pool.Allocate(16 * kMiB);
    std::memset(block, call, 16 * kMiB);
    pool.Free(block);
  }
  EXPECT_LE(MinorFaults() - before, 1000);
}

TEST(ScratchPoolTest, GivesTheMemoryBackWhenItEnds) {
  const auto resident_pages = [] {
    long pages = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (file != nullptr) {
      EXPECT_EQ(std::fscanf(file, "%*s %ld", &pages), 1);
      std::fclose(file);
    }
    return pages;
  };
  const long before = resident_pages();
  {
    ScratchPool pool;
    pool.Free(pool.Allocate(64 * kMiB));
    EXPECT_GE(resident_pages() - before, 16000);
  }
  EXPECT_LT(resident_pages() - before, 1000);
}

}  // namespace
}  // namespace sstr
