// SPDX-License-Identifier: Apache-2.0
//
// The block engine: codec calls straight on blocks, without RocksDB around
// them. Answers "what can the codec do", and covers what RocksDB lacks: brotli,
// call variants, allocators, raw inputs. A write is the compression of all
// blocks, a scan their decompression; payloads are framed, kept or stored raw
// as a table would have them. Passes made by one engine may run in several
// threads.

#pragma once

#include <functional>
#include <memory>

#include "base/cancel.h"
#include "codec/dictionary.h"
#include "corpus/block_list.h"
#include "pass/pass_engine.h"

namespace sstr {

struct BlockEngineOptions {
  // Cuts a table's entries into blocks of the spec's block size.
  std::function<Result<BlockList>(const Corpus&, const PassSpec&)> cut;
  TrainerUse trainer_use = TrainerUse::kEveryType;
  // malloc's process-wide thresholds were raised: specs with the allocator
  // "mmap_threshold" can run in this process.
  bool mmap_threshold_raised = false;
};

// For passes over one corpus: what is cut and trained is kept. `cancel` is
// borrowed; when it is set, passes end with kInterrupted.
std::unique_ptr<PassEngine> NewBlockEngine(BlockEngineOptions options,
                                           const CancelFlag* cancel);

}  // namespace sstr
