// SPDX-License-Identifier: Apache-2.0

#include "codec/scratch_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace sstr {

// Precedes the memory handed out; its alignment is that memory's.
struct alignas(64) ScratchPool::Block {
  size_t capacity_bytes;   // Usable, after this header.
  size_t requested_bytes;  // By the current owner.
  Block* older;            // Links of the cached list.
  Block* newer;
};

namespace {

// Where malloc starts to map by default. A freed mapping of malloc's raises
// that threshold for the whole process, so larger blocks avoid it.
constexpr size_t kMapFromBytes = size_t{128} << 10;
constexpr size_t kPageBytes = 4096;
constexpr size_t kSmallestBytes = 64;

size_t RoundUp(size_t bytes) {
  const size_t step = bytes < kMapFromBytes ? kSmallestBytes : kPageBytes;
  return (bytes + step - 1) / step * step;
}

size_t MappedBytes(size_t bytes_with_header) {
  return (bytes_with_header + kPageBytes - 1) / kPageBytes * kPageBytes;
}

void* SystemAllocate(size_t bytes) {
  if (bytes < kMapFromBytes) return std::aligned_alloc(64, bytes);
  // Populated: which pages a codec touches depends on the block, so first
  // touches would be spread over many calls.
  void* memory = mmap(nullptr, MappedBytes(bytes), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void SystemFree(void* memory, size_t bytes) {
  if (bytes < kMapFromBytes) {
    std::free(memory);
  } else {
    munmap(memory, MappedBytes(bytes));
  }
}

}  // namespace

ScratchPool::~ScratchPool() {
  EvictDownTo(0);
  assert(live_bytes_ == 0);
}

void ScratchPool::Link(Block* block) {
  block->older = newest_;
  block->newer = nullptr;
  (newest_ != nullptr ? newest_->newer : oldest_) = block;
  newest_ = block;
}

void ScratchPool::Unlink(Block* block) {
  (block->older != nullptr ? block->older->newer : oldest_) = block->newer;
  (block->newer != nullptr ? block->newer->older : newest_) = block->older;
}

void ScratchPool::EvictDownTo(size_t limit_bytes) {
  while (held_bytes_ > limit_bytes && oldest_ != nullptr) {
    Block* victim = oldest_;
    Unlink(victim);
    held_bytes_ -= victim->capacity_bytes;
    SystemFree(victim, sizeof(Block) + victim->capacity_bytes);
  }
}

// The best fit, but none that is half as large again: a small request must not
// hold the memory that the next large one needs, and the bound on held_bytes_
// rests on it.
ScratchPool::Block* ScratchPool::TakeCached(size_t bytes) {
  const size_t most_bytes = std::max(RoundUp(bytes), bytes + bytes / 2);
  Block* best = nullptr;
  for (Block* block = newest_; block != nullptr; block = block->older) {
    if (block->capacity_bytes < bytes || block->capacity_bytes > most_bytes) {
      continue;
    }
    if (best == nullptr || block->capacity_bytes < best->capacity_bytes) {
      best = block;
    }
  }
  if (best != nullptr) Unlink(best);
  return best;
}

void* ScratchPool::Allocate(size_t bytes) noexcept {
  if (bytes > SIZE_MAX / 4) return nullptr;
  bytes = std::max(bytes, kSmallestBytes);
  Block* block = TakeCached(bytes);
  if (block == nullptr) {
    const size_t capacity_bytes = RoundUp(bytes);
    void* memory = SystemAllocate(sizeof(Block) + capacity_bytes);
    if (memory == nullptr) return nullptr;
    block = new (memory) Block{.capacity_bytes = capacity_bytes};
    held_bytes_ += capacity_bytes;
  }
  block->requested_bytes = bytes;
  live_bytes_ += bytes;
  peak_live_bytes_ = std::max(peak_live_bytes_, live_bytes_);
  EvictDownTo(2 * peak_live_bytes_);
  return block + 1;
}

void ScratchPool::WarmCached() const noexcept {
  for (const Block* block = newest_; block != nullptr; block = block->older) {
    const auto* bytes = reinterpret_cast<const volatile char*>(block + 1);
    for (size_t at = 0; at < block->capacity_bytes; at += alignof(Block)) {
      (void)bytes[at];
    }
  }
}

void ScratchPool::Free(void* memory) noexcept {
  if (memory == nullptr) return;
  Block* block = static_cast<Block*>(memory) - 1;
  live_bytes_ -= block->requested_bytes;
  Link(block);
}

}  // namespace sstr
