// SPDX-License-Identifier: Apache-2.0

#include "transcode/writer_traits.h"

#include <algorithm>

#include "transcode/compression_property.h"

namespace sstr {

WriterTraits WriterTraitsOf(const TableImage& image) {
  const TableProperties& properties = image.properties();
  const std::string options = properties.compression_options().value_or("");
  const bool from_11_1 = properties.Find("rocksdb.num.uniform.blocks");
  // Format 7 is the default from 10.11 on, and known from 10.4 on.
  const bool recent = from_11_1 || image.footer().format_version >= 7;

  WriterTraits traits;
  if (const auto limit =
          FindCompressionOption(options, "max_compressed_bytes_per_kb")) {
    constexpr int64_t kMost = 1023;
    traits.keep_rule = KeepRule::Limit(
        static_cast<uint32_t>(std::clamp<int64_t>(*limit, 0, kMost)));
  }
  traits.zstd_checksum = FindCompressionOption(options, "checksum") == 1;
  traits.counts_raw_blocks = from_11_1;
  if (recent) {
    traits.output_room = OutputRoom::kKeepLimit;
    traits.lz4_one_shot = true;
    traits.trainer_use = TrainerUse::kZstdOnly;
  }
  return traits;
}

BlockEncoderOptions EncoderOptionsFor(const WriterTraits& traits,
                                      uint32_t format_version,
                                      CompressionType type, int level,
                                      std::span<const uint8_t> dictionary) {
  BlockEncoderOptions options = {
      .type = type,
      .format_version = format_version,
      .compressor = {.level = level,
                     .dictionary = dictionary,
                     .checksum = traits.zstd_checksum},
      .keep_rule = traits.keep_rule,
      .output_room = traits.output_room};
  // Where a kept context gives the same bytes as a new one, it is faster.
  switch (type) {
    case CompressionType::kLZ4:
      if (traits.lz4_one_shot && dictionary.empty()) {
        options.compressor.variant = "one_shot";
      }
      break;
    case CompressionType::kLZ4HC:
      options.compressor.variant = "stream_reuse";
      break;
    case CompressionType::kZlib:
    case CompressionType::kBZip2:
      options.compressor.variant = kReusedVariant;
      break;
    default:
      break;
  }
  return options;
}

}  // namespace sstr
