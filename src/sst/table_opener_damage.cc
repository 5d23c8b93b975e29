// SPDX-License-Identifier: Apache-2.0
//
// The part of TableOpener that says what is wrong, and that finds blocks which
// lost or added bytes have moved.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sst/table_opener.h"

namespace sstr {

BlockHandle TableOpener::Locate(BlockKind kind, const BlockHandle& handle) {
  if (lost_bytes_ == 0) return handle;
  const Status stated = image_.VerifyChecksum(handle);
  const BlockHandle moved = Moved(handle);
  if (stated.ok() || !image_.VerifyChecksum(moved).ok()) return handle;
  AddDamage(kind, handle, stated);
  return moved;
}

BlockHandle TableOpener::Moved(const BlockHandle& handle) const {
  return {.offset = handle.offset - static_cast<uint64_t>(lost_bytes_),
          .size = handle.size};
}

void TableOpener::FindMovedDataBlocks() {
  if (lost_bytes_ == 0) return;
  for (uint64_t i = 0; i < image_.data_blocks_.size(); ++i) {
    BlockHandle& handle = image_.data_blocks_[i];
    if (image_.VerifyChecksum(handle).ok()) continue;
    const BlockHandle moved = Moved(handle);
    if (!image_.VerifyChecksum(moved).ok()) continue;
    if (moved_data_blocks_++ == 0) first_moved_number_ = i;
    handle = moved;
  }
}

void TableOpener::AddDamage(BlockKind kind, const BlockHandle& handle,
                            const Status& why) {
  ++image_.damage_count_;
  damaged_offsets_.insert(handle.offset);
  if (image_.damage_.size() >= BlockDamage::kMostListed) return;
  image_.damage_.push_back({.kind = kind,
                            .handle = handle,
                            .code = why.code(),
                            .fact = why.message()});
}

void TableOpener::WriteNotes() {
  std::vector<std::string>& notes = image_.notes_;
  for (const MetaBlock& block : image_.meta_blocks_) {
    if (block.kind == BlockKind::kUnknownMeta) {
      notes.push_back(fmt::format("meta block '{}' is not known", block.name));
    } else if (block.kind == BlockKind::kUserDefinedIndex) {
      notes.push_back(
          fmt::format("has a user-defined index, '{}', whose "
                      "contents are not read",
                      block.name));
    }
  }
  if (image_.properties_.empty()) {
    notes.push_back("has no properties block, as LevelDB writes files");
  }
  if (image_.properties_.Find(TableProperties::kEmbeddedBlobStatsName)) {
    notes.push_back(
        "has embedded blob records, which are counted as padding: their "
        "values are references into this file");
  }
  if (lost_bytes_ != 0) {
    notes.push_back(fmt::format(
        "{} somewhere before {}; {} data blocks were read from where that "
        "moved them",
        LossText(), Moved(image_.footer_.metaindex).offset,
        moved_data_blocks_));
  }
}

std::string TableOpener::LossText() const {
  const int64_t count = lost_bytes_ > 0 ? lost_bytes_ : -lost_bytes_;
  return fmt::format("the file {} {} byte{}",
                     lost_bytes_ > 0 ? "lost" : "gained", count,
                     count == 1 ? "" : "s");
}

Status TableOpener::FailureStatus() const {
  uint64_t bad = image_.damage_count_ + moved_data_blocks_;
  uint64_t total = 0;
  const auto count = [&](const BlockHandle& handle) {
    ++total;
    if (!damaged_offsets_.contains(handle.offset) &&
        !image_.VerifyChecksum(handle).ok()) {
      ++bad;
    }
  };
  for (const MetaBlock& block : image_.meta_blocks_) count(block.handle);
  for (const BlockHandle& handle : image_.data_blocks_) count(handle);
  total = std::max(total, bad);
  const BlockDamage& first = image_.damage_.front();
  std::string text =
      fmt::format("{}: {}; {} of {} blocks {} bad", image_.file_name_,
                  first.ToString(), bad, total, bad == 1 ? "is" : "are");
  if (!data_blocks_known_) text += "; the data blocks cannot be found";
  if (lost_bytes_ != 0) {
    text += fmt::format("; before that, {}", LossText());
    if (moved_data_blocks_ > 0) {
      text +=
          fmt::format(": from block {} on all is moved", first_moved_number_);
    }
  }
  return Status(first.code, text);
}

}  // namespace sstr
