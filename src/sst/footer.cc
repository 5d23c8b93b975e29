// SPDX-License-Identifier: Apache-2.0

#include "sst/footer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "sst/byte_reader.h"
#include "sst/byte_writer.h"

namespace sstr {
namespace {

constexpr uint64_t kMagicBytes = 8;
constexpr uint64_t kHandlesBytes = 40;  // The part that formats 6+ reuse.
constexpr uint64_t kLegacyFooterBytes = kHandlesBytes + kMagicBytes;
constexpr uint64_t kFooterBytes = 1 + kHandlesBytes + 4 + kMagicBytes;
constexpr uint32_t kFirstContextVersion = 6;
constexpr std::array<uint8_t, 4> kExtendedMagic = {0x3E, 0x00, 0x7A, 0x00};
constexpr uint64_t kFooterChecksumOffset = 5;

struct ForeignMagic {
  uint64_t magic;
  std::string_view kind;
};
constexpr ForeignMagic kForeignMagics[] = {
    {0x8242229663bf9564, "plain table"},
    {0x4f3418eb7a8f13b8, "plain table (legacy footer)"},
    {0x926789d0c5f17873, "cuckoo table"},
    {0xb3aa9ff0b3aa9ff0, "Pebble's own table format"},
};

Status UnknownMagic(uint64_t magic, uint64_t offset) {
  for (const ForeignMagic& foreign : kForeignMagics) {
    if (magic == foreign.magic) {
      return Status::NotSupported(
          fmt::format("{}: not supported", foreign.kind));
    }
  }
  std::string hint = "the end may be cut off, or it is no table file";
  for (uint64_t known : {kBlockBasedTableMagic, kLegacyBlockBasedTableMagic}) {
    // Bad memory and bad media flip some bits; other formats differ in half.
    const int bits = std::popcount(magic ^ known);
    if (bits <= 8) {
      hint = fmt::format("{} bit{} away from 0x{:016x}", bits,
                         bits == 1 ? "" : "s", known);
    }
  }
  return Status::Corruption(
      fmt::format("footer at {}: unknown magic number 0x{:016x} ({})", offset,
                  magic, hint));
}

// Formats 0 to 5: two handles, zero padding.
Status ParseHandles(std::span<const uint8_t> part, Footer* footer) {
  ByteReader reader(part);
  const std::optional<BlockHandle> metaindex = ReadBlockHandle(&reader);
  footer->index = ReadBlockHandle(&reader);
  if (!metaindex || !footer->index) {
    return Status::Corruption(
        fmt::format("footer at {}: bad block handle", footer->offset));
  }
  footer->metaindex = *metaindex;
  if (std::ranges::any_of(reader.rest(), [](uint8_t b) { return b != 0; })) {
    return Status::Corruption(
        fmt::format("footer at {}: padding is not zero", footer->offset));
  }
  return Status::Ok();
}

uint32_t ComputeFooterChecksum(std::span<const uint8_t> bytes,
                               const Footer& footer) {
  // The footer is summed with zeros where its own checksum goes.
  std::array<uint8_t, kFooterBytes> copy;
  std::ranges::copy(bytes, copy.begin());
  std::fill_n(copy.begin() + kFooterChecksumOffset, 4, uint8_t{0});
  return ComputeChecksum(footer.checksum_type, copy) +
         ContextModifier(footer.base_context_checksum, footer.offset);
}

// Formats 6 and up: extended magic, checksums, metaindex size, reserved.
Status ParseContextFooter(std::span<const uint8_t> bytes, Footer* footer) {
  const std::string place = fmt::format("footer at {}", footer->offset);
  const std::span<const uint8_t> part = bytes.subspan(1, kHandlesBytes);
  if (!std::equal(kExtendedMagic.begin(), kExtendedMagic.end(), part.begin())) {
    return Status::Corruption(place + ": bad extended magic number");
  }
  const uint32_t stored = LoadFixed32(part.data() + 4);
  footer->base_context_checksum = LoadFixed32(part.data() + 8);
  // Zero would switch context off, so no writer stores it.
  if (footer->base_context_checksum == 0) {
    return Status::Corruption(place + ": base context checksum is zero");
  }
  const uint32_t computed = ComputeFooterChecksum(bytes, *footer);
  if (stored != computed) {
    return Status::Corruption(
        fmt::format("{}: checksum mismatch (stored 0x{:08x}, computed "
                    "0x{:08x}); bytes may have been lost or added before it",
                    place, stored, computed));
  }
  if (std::ranges::any_of(part.subspan(16), [](uint8_t b) { return b != 0; })) {
    return Status::NotSupported(
        place +
        ": reserved bytes are in use: the writer is newer than this "
        "tool");
  }
  // There is no offset: the metaindex always ends where the footer starts.
  footer->metaindex.size = LoadFixed32(part.data() + 12);
  const uint64_t whole = footer->metaindex.size + kBlockTrailerBytes;
  if (whole > footer->offset) {
    return Status::Corruption(
        fmt::format("{}: the metaindex (size {}) does not fit in the file",
                    place, footer->metaindex.size));
  }
  footer->metaindex.offset = footer->offset - whole;
  return Status::Ok();
}

Result<Footer> ParseLegacyFooter(std::span<const uint8_t> file) {
  Footer footer;
  footer.size = kLegacyFooterBytes;
  footer.offset = file.size() - footer.size;
  SSTR_RETURN_IF_ERROR(
      ParseHandles(file.subspan(footer.offset, kHandlesBytes), &footer));
  return footer;
}

Result<Footer> ParseVersionedFooter(std::span<const uint8_t> file) {
  Footer footer;
  footer.size = kFooterBytes;
  footer.offset = file.size() - footer.size;
  const std::span<const uint8_t> bytes = file.subspan(footer.offset);
  const std::string place = fmt::format("footer at {}", footer.offset);
  footer.format_version = LoadFixed32(&bytes[1 + kHandlesBytes]);
  if (footer.format_version == 0) {
    return Status::Corruption(place +
                              ": format_version 0 with the magic "
                              "number of later versions");
  }
  if (footer.format_version > kNewestFormatVersion) {
    return Status::NotSupported(
        fmt::format("{}: format_version {}: not supported (newest known is {})",
                    place, footer.format_version, kNewestFormatVersion));
  }
  const std::optional<ChecksumType> type = ChecksumTypeFromCode(bytes[0]);
  if (!type) {
    return Status::NotSupported(
        fmt::format("{}: checksum type {}: not supported", place, bytes[0]));
  }
  footer.checksum_type = *type;
  if (footer.format_version >= kFirstContextVersion) {
    SSTR_RETURN_IF_ERROR(ParseContextFooter(bytes, &footer));
  } else {
    SSTR_RETURN_IF_ERROR(
        ParseHandles(bytes.subspan(1, kHandlesBytes), &footer));
  }
  return footer;
}

}  // namespace

bool EndsInTableMagic(std::span<const uint8_t> file) {
  if (file.size() < kMagicBytes) return false;
  const uint64_t magic = LoadFixed64(&file[file.size() - kMagicBytes]);
  return magic == kLegacyBlockBasedTableMagic ||
         magic == kBlockBasedTableMagic ||
         std::ranges::any_of(kForeignMagics, [&](const ForeignMagic& foreign) {
           return foreign.magic == magic;
         });
}

Result<Footer> ParseFooter(std::span<const uint8_t> file) {
  if (file.empty()) return Status::Corruption("empty file");
  if (file.size() < kLegacyFooterBytes) {
    return Status::Corruption(
        fmt::format("too short to be a table file ({} bytes)", file.size()));
  }
  const uint64_t magic_offset = file.size() - kMagicBytes;
  const uint64_t magic = LoadFixed64(&file[magic_offset]);
  if (magic == kLegacyBlockBasedTableMagic) return ParseLegacyFooter(file);
  if (magic != kBlockBasedTableMagic) return UnknownMagic(magic, magic_offset);
  if (file.size() < kFooterBytes) {
    return Status::Corruption(
        fmt::format("too short to be a table file ({} bytes)", file.size()));
  }
  return ParseVersionedFooter(file);
}

std::vector<uint8_t> EncodeFooter(const Footer& footer) {
  std::vector<uint8_t> bytes;
  bytes.reserve(kFooterBytes);
  if (!footer.is_legacy()) {
    bytes.push_back(static_cast<uint8_t>(footer.checksum_type));
  }
  const size_t part_end = bytes.size() + kHandlesBytes;
  if (footer.format_version >= kFirstContextVersion) {
    AppendBytes(kExtendedMagic, &bytes);
    AppendFixed32(0, &bytes);  // The checksum, once the rest is there.
    AppendFixed32(footer.base_context_checksum, &bytes);
    AppendFixed32(static_cast<uint32_t>(footer.metaindex.size), &bytes);
  } else {
    AppendBlockHandle(footer.metaindex, &bytes);
    AppendBlockHandle(footer.index.value(), &bytes);
  }
  bytes.resize(part_end);
  if (footer.is_legacy()) {
    AppendFixed64(kLegacyBlockBasedTableMagic, &bytes);
    return bytes;
  }
  AppendFixed32(footer.format_version, &bytes);
  AppendFixed64(kBlockBasedTableMagic, &bytes);
  if (footer.format_version >= kFirstContextVersion) {
    StoreFixed32(ComputeFooterChecksum(bytes, footer),
                 &bytes[kFooterChecksumOffset]);
  }
  return bytes;
}

}  // namespace sstr
