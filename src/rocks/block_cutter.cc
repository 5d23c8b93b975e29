// SPDX-License-Identifier: Apache-2.0

#include "rocks/block_cutter.h"

#include <utility>

#include "pass/image_buffer.h"
#include "rocks/build_and_scan.h"
#include "rocks/memory_files.h"
#include "rocks/release_adapter.h"
#include "rocks/table_setup.h"
#include "sst/table_image.h"

namespace sstr {
namespace {

constexpr char kImageName[] = "the table that blocks are cut from";

// RocksDB ends a block by its uncompressed size, so no codec changes the cuts;
// without one the payloads are the blocks.
PassSpec Uncompressed(PassSpec spec) {
  spec.codec = CodecSetting();
  spec.threads = 1;
  return spec;
}

}  // namespace

Result<BlockList> CutIntoBlocks(const Corpus& corpus, const PassSpec& spec,
                                const CancelFlag& cancel) {
  SSTR_RETURN_IF_ERROR(CheckEntryTypes(corpus));
  SSTR_ASSIGN_OR_RETURN(const TableSetup setup,
                        MakePassSetup(corpus, Uncompressed(spec)));
  TableContext context(setup.options, setup.table_options);
  SSTR_RETURN_IF_ERROR(FromRocks(context.Validate()));
  SSTR_ASSIGN_OR_RETURN(ImageBuffer reserved,
                        ImageBuffer::Reserve(ImageCapacity(corpus)));
  const auto buffer = std::make_shared<ImageBuffer>(std::move(reserved));
  const auto writer = NewMemoryWriter(buffer.get());
  const auto builder = context.NewBuilder(writer.get());
  SSTR_RETURN_IF_ERROR(BuildTable(corpus, cancel, builder.get(), writer.get()));
  SSTR_ASSIGN_OR_RETURN(const TableImage image,
                        TableImage::Open(kImageName, buffer->image()));
  BlockList list(image.footer().format_version, kBlockTrailerBytes);
  for (const BlockHandle& handle : image.data_blocks()) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock block, image.ReadBlock(handle));
    list.Add(block.payload);
  }
  list.KeepAlive(buffer);
  return list;
}

}  // namespace sstr
