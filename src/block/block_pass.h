// SPDX-License-Identifier: Apache-2.0
//
// One pass of the block engine. Internal to src/block.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "corpus/block_list.h"
#include "pass/pass_engine.h"

namespace sstr {

struct BlockPassInput {
  const Corpus* corpus = nullptr;  // Borrowed.
  std::shared_ptr<const BlockList> blocks;
  std::shared_ptr<const std::vector<uint8_t>> dictionary;  // Empty: none.
};

// `image` and `cancel` are borrowed. Errors: those of Codec::NewCompressor().
Result<std::unique_ptr<PreparedPass>> MakeBlockPass(BlockPassInput input,
                                                    const PassSpec& spec,
                                                    ImageBuffer* image,
                                                    const CancelFlag* cancel);

}  // namespace sstr
