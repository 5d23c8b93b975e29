// SPDX-License-Identifier: Apache-2.0

#include "sst/table_image.h"

#include <fmt/format.h>

#include <algorithm>

#include "sst/byte_reader.h"

namespace sstr {

std::string BlockDamage::ToString() const {
  if (kind == BlockKind::kData) {
    return fmt::format("block {} at {}: {}", number, handle.offset, fact);
  }
  return fmt::format("{} at {}: {}", BlockKindName(kind), handle.offset, fact);
}

const MetaBlock* TableImage::FindMeta(BlockKind kind) const {
  const auto it = std::ranges::find(meta_blocks_, kind, &MetaBlock::kind);
  return it != meta_blocks_.end() ? &*it : nullptr;
}

Status TableImage::CheckBounds(const BlockHandle& handle) const {
  if (handle.FitsIn(footer_.offset)) return Status::Ok();
  return Status::Corruption(
      fmt::format("its handle (offset {}, size {}) does not fit in the file",
                  handle.offset, handle.size));
}

Result<StoredBlock> TableImage::ReadBlockUnverified(
    const BlockHandle& handle) const {
  SSTR_RETURN_IF_ERROR(CheckBounds(handle));
  return StoredBlock{
      .type = static_cast<CompressionType>(bytes_[handle.offset + handle.size]),
      .payload = bytes_.subspan(handle.offset, handle.size)};
}

Result<StoredBlock> TableImage::ReadBlock(const BlockHandle& handle) const {
  SSTR_RETURN_IF_ERROR(CheckBounds(handle));
  const std::span<const uint8_t> whole =
      bytes_.subspan(handle.offset, handle.size + kBlockTrailerBytes);
  // First from front to back, as memory is fetched ahead; then the trailer.
  const uint32_t computed =
      ComputeChecksum(footer_.checksum_type, whole.first(handle.size + 1)) +
      ContextModifier(footer_.base_context_checksum, handle.offset);
  const uint32_t stored = LoadFixed32(&whole[handle.size + 1]);
  if (stored != computed) {
    return Status::Corruption(
        fmt::format("checksum mismatch (stored 0x{:08x}, computed 0x{:08x})",
                    stored, computed));
  }
  return ReadBlockUnverified(handle);
}

Status TableImage::VerifyChecksum(const BlockHandle& handle) const {
  return ReadBlock(handle).status();
}

}  // namespace sstr
