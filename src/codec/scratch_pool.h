// SPDX-License-Identifier: Apache-2.0
//
// Memory for one codec context, kept between calls: what a library frees is
// cached and given back on its next request, so that a library which allocates
// on every call no longer maps, faults in and unmaps the same megabytes each
// time. Large blocks come from the system directly and touched, not from
// malloc, whose thresholds they would move for the whole process. One thread;
// handed to the libraries through their own allocation hooks.

#pragma once

#include <cstddef>
#include <cstdint>

namespace sstr {

// What a pool took, in bytes; see held_bytes() and peak_live_bytes().
struct PoolMemory {
  uint64_t held_bytes = 0;
  uint64_t peak_live_bytes = 0;

  bool operator==(const PoolMemory&) const = default;
};

class ScratchPool {
 public:
  ScratchPool() = default;
  ScratchPool(const ScratchPool&) = delete;
  ScratchPool& operator=(const ScratchPool&) = delete;
  // Gives all cached memory back. REQUIRES: every allocation was freed.
  ~ScratchPool();

  // Uninitialised bytes aligned to 64, or null when the system has none.
  void* Allocate(size_t bytes) noexcept;
  // Accepts null.
  void Free(void* memory) noexcept;

  // Reads all that is cached. Fresh pages are in no cache of the processor; a
  // pool that has been in use for long finds there what fits.
  void WarmCached() const noexcept;

  // Bytes in use and cached, without 64 bytes of bookkeeping per block. At
  // most twice peak_live_bytes().
  size_t held_bytes() const { return held_bytes_; }
  // The most that was in use at one time, as requested but at least 64 bytes
  // per block: what the most demanding call needs.
  size_t peak_live_bytes() const { return peak_live_bytes_; }

  // The hooks' shape of brotli and ZSTD; `pool` is a ScratchPool*.
  static void* AllocateHook(void* pool, size_t bytes) noexcept {
    return static_cast<ScratchPool*>(pool)->Allocate(bytes);
  }
  static void FreeHook(void* pool, void* memory) noexcept {
    static_cast<ScratchPool*>(pool)->Free(memory);
  }

 private:
  struct Block;

  Block* TakeCached(size_t bytes);
  void Link(Block* block);
  void Unlink(Block* block);
  void EvictDownTo(size_t limit_bytes);

  // Cached blocks, least recently freed first.
  Block* oldest_ = nullptr;
  Block* newest_ = nullptr;
  size_t held_bytes_ = 0;
  size_t live_bytes_ = 0;
  size_t peak_live_bytes_ = 0;
};

}  // namespace sstr
