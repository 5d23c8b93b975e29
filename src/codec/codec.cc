// SPDX-License-Identifier: Apache-2.0

#include "codec/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sstr {
namespace {

const CallVariant* FindVariant(const CodecInfo& info, std::string_view name) {
  for (const CallVariant& variant : info.variants) {
    if (variant.name == name) return &variant;
  }
  return nullptr;
}

Status CheckLevel(const CodecInfo& info, const std::string& name, int level) {
  if (!info.levels || level == kDefaultCompressionLevel) return Status::Ok();
  const LevelRange& range = *info.levels;
  if (level >= range.min && level <= range.max) return Status::Ok();
  return Status::Usage(fmt::format("{} has no level {}: valid are {} to {}",
                                   name, level, range.min, range.max));
}

Status CheckVariant(const CodecInfo& info, const std::string& name,
                    const CompressorOptions& options) {
  const CallVariant* variant = options.variant.empty()
                                   ? &info.variants.front()
                                   : FindVariant(info, options.variant);
  if (variant == nullptr) {
    std::vector<std::string_view> names;
    for (const CallVariant& valid : info.variants) names.push_back(valid.name);
    return Status::Usage(fmt::format("{} has no variant '{}': valid are {}",
                                     name, options.variant,
                                     fmt::join(names, ", ")));
  }
  if (options.dictionary.empty() ||
      info.dictionary == DictionaryUse::kIgnored) {
    return Status::Ok();
  }
  if (info.dictionary == DictionaryUse::kRefused) {
    return Status::NotSupported(fmt::format("{}: {} {} takes no dictionary",
                                            name, info.library,
                                            info.library_version));
  }
  if (!variant->takes_dictionary) {
    return Status::NotSupported(
        fmt::format("{}: variant {} takes no dictionary", name, variant->name));
  }
  return Status::Ok();
}

}  // namespace

std::unique_ptr<ScratchPool> NewPoolFor(std::string_view allocator) {
  return allocator == kPoolAllocator ? std::make_unique<ScratchPool>()
                                     : nullptr;
}

Result<size_t> Decompressor::DecompressUnsized(
    std::span<const uint8_t> /*compressed*/, uint64_t /*limit_bytes*/,
    ByteBuffer* /*out*/) {
  return Status::NotSupported("this codec needs to know the decoded size");
}

std::optional<uint64_t> Codec::StoredDecodedBytes(
    std::span<const uint8_t> /*compressed*/) const {
  return std::nullopt;
}

Status Codec::CheckAllocator(std::string_view allocator) const {
  const auto& valid = info_.allocators;
  if (allocator.empty() || allocator == kMmapThresholdAllocator ||
      std::find(valid.begin(), valid.end(), allocator) != valid.end()) {
    return Status::Ok();
  }
  return Status::Usage(fmt::format("{} has no allocator '{}': valid are {}, {}",
                                   name(), allocator, fmt::join(valid, ", "),
                                   kMmapThresholdAllocator));
}

Status Codec::Check(const CompressorOptions& options) const {
  SSTR_RETURN_IF_ERROR(CheckLevel(info_, name(), options.level));
  SSTR_RETURN_IF_ERROR(CheckVariant(info_, name(), options));
  SSTR_RETURN_IF_ERROR(CheckAllocator(options.allocator));
  if (info_.reuse_needs_pool && options.variant == kReusedVariant &&
      !options.allocator.empty() && options.allocator != kPoolAllocator) {
    return Status::NotSupported(fmt::format(
        "{}: {} cannot reset a context: variant {} needs allocator {}", name(),
        info_.library, kReusedVariant, kPoolAllocator));
  }
  return Status::Ok();
}

CompressorOptions Codec::Resolved(CompressorOptions options) const {
  if (info_.levels && options.level == kDefaultCompressionLevel) {
    options.level = info_.levels->default_level;
  }
  if (options.variant.empty()) options.variant = info_.variants.front().name;
  if (options.allocator.empty()) {
    const bool needs_pool =
        info_.reuse_needs_pool && options.variant == kReusedVariant;
    options.allocator = needs_pool ? kPoolAllocator : info_.allocators.front();
  }
  return options;
}

Result<std::unique_ptr<Compressor>> Codec::NewCompressor(
    const CompressorOptions& options) const {
  SSTR_RETURN_IF_ERROR(Check(options));
  return MakeCompressor(Resolved(options));
}

Result<std::unique_ptr<Decompressor>> Codec::NewDecompressor(
    const DecompressorOptions& options) const {
  SSTR_RETURN_IF_ERROR(CheckAllocator(options.allocator));
  DecompressorOptions resolved = options;
  if (resolved.allocator.empty()) {
    resolved.allocator = info_.allocators.front();
  }
  return MakeDecompressor(resolved);
}

}  // namespace sstr
