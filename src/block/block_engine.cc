// SPDX-License-Identifier: Apache-2.0

#include "block/block_engine.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "block/block_pass.h"
#include "codec/codec.h"

namespace sstr {
namespace {

class BlockEngine : public PassEngine {
 public:
  BlockEngine(BlockEngineOptions options, const CancelFlag* cancel)
      : options_(std::move(options)), cancel_(cancel) {}

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                const PassSpec& spec,
                                                ImageBuffer* image) override {
    if (spec.allocator == kMmapThresholdAllocator &&
        !options_.mmap_threshold_raised) {
      return Status::Failed(
          fmt::format("allocator {}: the thresholds of this process were not "
                      "raised",
                      kMmapThresholdAllocator));
    }
    BlockPassInput input;
    input.corpus = &corpus;
    {
      // Two threads that want the same blocks cut them once.
      const std::lock_guard lock(mutex_);
      SSTR_ASSIGN_OR_RETURN(input.blocks, BlocksFor(corpus, spec));
      input.dictionary = DictionaryFor(spec, *input.blocks);
    }
    return MakeBlockPass(std::move(input), spec, image, cancel_);
  }

 private:
  using Blocks = std::shared_ptr<const BlockList>;
  using Dictionary = std::shared_ptr<const std::vector<uint8_t>>;

  Result<BlockList> MakeBlocks(const Corpus& corpus, const PassSpec& spec) {
    if (corpus.is_raw) return CutRawInput(corpus, spec.block_size);
    if (spec.block_size == 0) return DecodeOwnBlocks(corpus);
    return options_.cut(corpus, spec);
  }

  Result<Blocks> BlocksFor(const Corpus& corpus, const PassSpec& spec) {
    // Only these fields decide where blocks begin and end.
    PassSpec key_spec;
    key_spec.block_size = spec.block_size;
    key_spec.table_options = spec.table_options;
    Blocks& blocks = blocks_[ToString(key_spec)];
    if (blocks == nullptr) {
      SSTR_ASSIGN_OR_RETURN(BlockList made, MakeBlocks(corpus, spec));
      blocks = std::make_shared<const BlockList>(std::move(made));
    }
    return blocks;
  }

  Dictionary DictionaryFor(const PassSpec& spec, const BlockList& blocks) {
    // The level counts, too: a finalised dictionary has tables for it.
    Dictionary& dictionary = dictionaries_[ToString(spec)];
    if (dictionary == nullptr) {
      dictionary = std::make_shared<const std::vector<uint8_t>>(
          BuildDictionary(spec.codec, blocks.views(), options_.trainer_use));
    }
    return dictionary;
  }

  const BlockEngineOptions options_;
  const CancelFlag* cancel_;
  std::mutex mutex_;  // Guards all below.
  std::map<std::string, Blocks> blocks_;
  std::map<std::string, Dictionary> dictionaries_;
};

}  // namespace

std::unique_ptr<PassEngine> NewBlockEngine(BlockEngineOptions options,
                                           const CancelFlag* cancel) {
  return std::make_unique<BlockEngine>(std::move(options), cancel);
}

}  // namespace sstr
