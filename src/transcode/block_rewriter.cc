// SPDX-License-Identifier: Apache-2.0

#include "transcode/block_rewriter.h"

#include <algorithm>
#include <cassert>
#include <string_view>

#include "sst/block_layout.h"
#include "sst/byte_writer.h"
#include "sst/entry_cursor.h"

namespace sstr {
namespace {

using Bytes = std::vector<uint8_t>;

uint64_t EncodeZigzag(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}

size_t SharedBytes(std::string_view a, std::string_view b) {
  const size_t limit = std::min(a.size(), b.size());
  return std::mismatch(a.begin(), a.begin() + limit, b.begin()).first -
         a.begin();
}

class IndexRewriter {
 public:
  // `size_bytes`: about what there will be.
  IndexRewriter(const IndexEncoding& encoding, MovedBlocks* moved,
                size_t size_bytes)
      : encoding_(encoding), moved_(moved) {
    entries_.reserve(size_bytes);
  }

  Status Add(const IndexCursor& cursor) {
    if (cursor.at_restart()) {
      if (entries_.size() > UINT32_MAX) {
        return Status::NotSupported("an index block of 4 GiB or more");
      }
      AppendFixed32(static_cast<uint32_t>(entries_.size()), &restarts_);
    }
    SSTR_RETURN_IF_ERROR(MakeValue(cursor));
    const std::string_view suffix = cursor.key().substr(cursor.shared());
    AppendVarint(cursor.shared(), &entries_);
    AppendVarint(suffix.size(), &entries_);
    if (!encoding_.value_is_delta) AppendVarint(value_.size(), &entries_);
    AppendBytes(suffix, &entries_);
    AppendBytes(value_, &entries_);
    return Status::Ok();
  }

  // `layout` is that of the block that was read, `contents` its bytes.
  Bytes Finish(const BlockLayout& layout, std::span<const uint8_t> contents) {
    Bytes out = std::move(entries_);
    // A block without entries has a restart all the same.
    AppendBytes(restarts_.empty() ? layout.restarts : restarts_, &out);
    AppendBytes(contents.subspan(layout.restarts.data() +
                                 layout.restarts.size() - contents.data()),
                &out);
    return out;
  }

 private:
  Status MakeValue(const IndexCursor& cursor) {
    const std::optional<BlockHandle> handle = moved_->Next(cursor.handle());
    if (!handle) return Status::Corruption("it names other blocks than before");
    value_.clear();
    if (cursor.has_whole_handle()) {
      AppendBlockHandle(*handle, &value_);
    } else if (handle->offset == last_.end()) {
      AppendVarint(EncodeZigzag(static_cast<int64_t>(handle->size) -
                                static_cast<int64_t>(last_.size)),
                   &value_);
    } else {
      return Status::NotSupported(
          "handles that are differences, of blocks that are not one behind "
          "the other");
    }
    if (encoding_.has_first_key) {
      AppendVarint(cursor.first_key().size(), &value_);
      AppendBytes(cursor.first_key(), &value_);
    }
    last_ = *handle;
    return Status::Ok();
  }

  const IndexEncoding encoding_;
  MovedBlocks* const moved_;
  Bytes entries_;
  Bytes restarts_;
  Bytes value_;
  BlockHandle last_;
};

}  // namespace

Result<Bytes> RewriteIndexBlock(std::span<const uint8_t> contents,
                                const IndexEncoding& encoding,
                                MovedBlocks* moved) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  SSTR_ASSIGN_OR_RETURN(IndexCursor cursor,
                        IndexCursor::Open(contents, encoding));
  IndexRewriter rewriter(encoding, moved, contents.size());
  while (cursor.Next()) SSTR_RETURN_IF_ERROR(rewriter.Add(cursor));
  SSTR_RETURN_IF_ERROR(cursor.status());
  return rewriter.Finish(layout, contents);
}

Result<NamedValues> ReadNamedValues(std::span<const uint8_t> contents) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  NamedValues values;
  SSTR_RETURN_IF_ERROR(VisitSortedEntries(
      contents, [&](std::string_view name, std::string_view value) {
        values.entries.push_back({std::string(name), std::string(value)});
        return Status::Ok();
      }));
  values.one_restart = layout.restart_count() == 1 && values.entries.size() > 1;
  return values;
}

Bytes WriteNamedValues(const NamedValues& values) {
  Bytes out;
  std::vector<uint32_t> restarts = {0};
  std::string_view last_name;
  for (const NamedValue& entry : values.entries) {
    size_t shared = 0;
    if (values.one_restart) {
      shared = SharedBytes(last_name, entry.name);
    } else if (!out.empty()) {
      restarts.push_back(static_cast<uint32_t>(out.size()));
    }
    AppendVarint(shared, &out);
    AppendVarint(entry.name.size() - shared, &out);
    AppendVarint(entry.value.size(), &out);
    AppendBytes(std::string_view(entry.name).substr(shared), &out);
    AppendBytes(entry.value, &out);
    last_name = entry.name;
  }
  assert(out.size() <= UINT32_MAX);
  for (const uint32_t restart : restarts) AppendFixed32(restart, &out);
  AppendFixed32(static_cast<uint32_t>(restarts.size()), &out);
  return out;
}

}  // namespace sstr
