// SPDX-License-Identifier: Apache-2.0

#include "corpus/entry_list.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/huge_pages.h"
#include "base/units.h"

namespace sstr {
namespace {

// Most of it can be huge pages; the end that is not used is never touched.
constexpr size_t kChunkBytes = 32 * kMiB;

}  // namespace

void EntryList::Append(std::string_view key, std::string_view value) {
  assert(key.size() <= std::numeric_limits<uint32_t>::max());
  assert(value.size() <= std::numeric_limits<uint32_t>::max());
  const size_t need = sizeof(Header) + key.size() + value.size();
  if (chunks_.empty() || need > chunks_.back().capacity - chunks_.back().used) {
    Chunk chunk;
    chunk.capacity = std::max(need, kChunkBytes);
    chunk.data = std::make_unique_for_overwrite<char[]>(chunk.capacity);
    AdviseHugePages(chunk.data.get(), chunk.capacity);
    chunks_.push_back(std::move(chunk));
  }
  Chunk& chunk = chunks_.back();
  const Header header = {static_cast<uint32_t>(key.size()),
                         static_cast<uint32_t>(value.size())};
  char* at = chunk.data.get() + chunk.used;
  std::memcpy(at, &header, sizeof(header));
  at = std::copy(key.begin(), key.end(), at + sizeof(header));
  std::copy(value.begin(), value.end(), at);
  chunk.used += need;
  ++size_;
  payload_bytes_ += key.size() + value.size();
}

}  // namespace sstr
