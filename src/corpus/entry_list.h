// SPDX-License-Identifier: Apache-2.0
//
// Keys and values of a table in file order, packed into large chunks so that
// a pass streams through them without a pointer chase. Append, then read; not
// thread-safe while appending.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace sstr {

struct EntryView {
  std::string_view key;  // Internal key.
  std::string_view value;
};

class EntryList {
  struct Header {
    uint32_t key_bytes;
    uint32_t value_bytes;
  };

 public:
  // REQUIRES: both shorter than 4 GiB, as every block of a table is.
  void Append(std::string_view key, std::string_view value);

  uint64_t size() const { return size_; }
  // Keys and values without this list's own 8 bytes for each entry.
  uint64_t payload_bytes() const { return payload_bytes_; }

  // Forward cursor. REQUIRES: the list outlives it and does not change.
  class Cursor {
   public:
    explicit Cursor(const EntryList& list) : list_(&list) { EnterChunk(); }

    bool Valid() const { return at_ != nullptr; }
    // REQUIRES: Valid().
    EntryView Get() const {
      const Header header = ReadHeader();
      const char* key = at_ + sizeof(Header);
      return {{key, header.key_bytes},
              {key + header.key_bytes, header.value_bytes}};
    }
    void Next() {
      const Header header = ReadHeader();
      at_ += sizeof(Header) + header.key_bytes + header.value_bytes;
      if (at_ == end_) {
        ++chunk_;
        EnterChunk();
      }
    }

   private:
    Header ReadHeader() const {
      Header header;
      std::memcpy(&header, at_, sizeof(header));
      return header;
    }
    void EnterChunk() {
      at_ = nullptr;
      if (chunk_ == list_->chunks_.size()) return;
      at_ = list_->chunks_[chunk_].data.get();
      end_ = at_ + list_->chunks_[chunk_].used;
    }

    const EntryList* list_;
    size_t chunk_ = 0;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
  };

 private:
  struct Chunk {
    std::unique_ptr<char[]> data;
    size_t used = 0;
    size_t capacity = 0;
  };

  std::vector<Chunk> chunks_;  // None is empty.
  uint64_t size_ = 0;
  uint64_t payload_bytes_ = 0;
};

}  // namespace sstr
