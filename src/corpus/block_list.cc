// SPDX-License-Identifier: Apache-2.0

#include "corpus/block_list.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/huge_pages.h"
#include "codec/byte_buffer.h"
#include "sst/block_handle.h"
#include "sst/table_image.h"
#include "sst/validate.h"

namespace sstr {
namespace {

// Framing of raw inputs is that of every current table.
constexpr uint32_t kRawFormatVersion = 5;

// Copies blocks, whose total size is known, behind each other.
class BlockCopier : public EntrySink {
 public:
  BlockCopier(uint64_t total_bytes, BlockList* list)
      : memory_(std::make_shared<ByteBuffer>()),
        next_(memory_->Reserve(total_bytes)),
        end_(next_ + total_bytes),
        list_(list) {
    AdviseHugePages(next_, total_bytes);
    list->KeepAlive(memory_);
  }

  Status OnDataBlock(const DataBlockView& block) override {
    const size_t bytes = block.contents.size();
    if (bytes > static_cast<size_t>(end_ - next_)) {
      return Status::Corruption("more data than when it was read first");
    }
    if (bytes > 0) std::memcpy(next_, block.contents.data(), bytes);
    list_->Add({next_, bytes});
    next_ += bytes;
    return Status::Ok();
  }

 private:
  std::shared_ptr<ByteBuffer> memory_;
  uint8_t* next_;
  uint8_t* const end_;
  BlockList* list_;
};

}  // namespace

void BlockList::Add(std::span<const uint8_t> block) {
  blocks_.push_back(block);
  total_bytes_ += block.size();
  largest_bytes_ = std::max<uint64_t>(largest_bytes_, block.size());
}

Result<BlockList> DecodeOwnBlocks(const Corpus& corpus) {
  const bool salvage = corpus.is_damaged();
  SSTR_ASSIGN_OR_RETURN(const TableImage image,
                        TableImage::Open(corpus.file, corpus.stored.span(),
                                         {.salvage = salvage}));
  BlockList list(corpus.footer.format_version, kBlockTrailerBytes);
  BlockCopier copier(corpus.summary.sizes.uncompressed_data_bytes, &list);
  SSTR_RETURN_IF_ERROR(
      ValidateTable(image, {.salvage = salvage}, &copier).status());
  return list;
}

BlockList CutRawInput(const Corpus& corpus, uint64_t block_size) {
  BlockList list(kRawFormatVersion, /*trailer_bytes=*/0);
  std::span<const uint8_t> rest = corpus.stored.span();
  while (!rest.empty()) {
    const size_t bytes = block_size == 0
                             ? rest.size()
                             : std::min<uint64_t>(block_size, rest.size());
    list.Add(rest.first(bytes));
    rest = rest.subspan(bytes);
  }
  return list;
}

}  // namespace sstr
