// SPDX-License-Identifier: Apache-2.0

#include "transcode/compression_property.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

using Type = std::optional<CompressionType>;

Type Parse(uint32_t format_version, std::string_view name) {
  const Result<Type> type = ParseCompressionName(format_version, name);
  EXPECT_TRUE(type.ok()) << type.status().message();
  return type.ok() ? *type : std::nullopt;
}

// Names as RocksDB's CompressionTypeToString() has them.
TEST(CompressionNameTest, OldFormatsHaveTheTypesName) {
  const std::pair<CompressionType, std::string> kNames[] = {
      {CompressionType::kNone, "NoCompression"},
      {CompressionType::kSnappy, "Snappy"},
      {CompressionType::kZlib, "Zlib"},
      {CompressionType::kBZip2, "BZip2"},
      {CompressionType::kLZ4, "LZ4"},
      {CompressionType::kLZ4HC, "LZ4HC"},
      {CompressionType::kXpress, "Xpress"},
      {CompressionType::kZSTD, "ZSTD"},
      {CompressionType::kZSTDNotFinal, "ZSTDNotFinal"},
  };
  for (const auto& [type, name] : kNames) {
    EXPECT_EQ(Parse(6, name), type);
    EXPECT_EQ(MakeCompressionName(0, type, {}), name);
    EXPECT_EQ(MakeCompressionName(6, type, {CompressionType::kLZ4}), name);
  }
  for (const char* other : {"Oodle", "Brotli", "SnappyCompression", ""}) {
    EXPECT_EQ(Parse(5, other), std::nullopt) << other;
  }
}

TEST(CompressionNameTest, Format7HasManagerAndCodes) {
  EXPECT_EQ(Parse(7, ";;"), CompressionType::kNone);
  EXPECT_EQ(Parse(7, "BuiltinV2;07;"), CompressionType::kZSTD);
  EXPECT_EQ(Parse(7, "BuiltinV2;04;"), CompressionType::kLZ4);
  // Nothing shrank; two types.
  EXPECT_EQ(Parse(7, "BuiltinV2;;"), std::nullopt);
  EXPECT_EQ(Parse(7, "BuiltinV2;0407;"), std::nullopt);
  EXPECT_EQ(Parse(7, "BuiltinV2;0G;"), std::nullopt);
  EXPECT_EQ(MakeCompressionName(7, CompressionType::kNone, {}), ";;");
  EXPECT_EQ(MakeCompressionName(7, CompressionType::kLZ4, {}), "BuiltinV2;;");
  EXPECT_EQ(MakeCompressionName(7, CompressionType::kZSTD,
                                {CompressionType::kNone, CompressionType::kZSTD,
                                 CompressionType::kLZ4}),
            "BuiltinV2;0407;");
}

TEST(CompressionNameTest, ForeignManagersAndFormsAreRefused) {
  for (const char* name : {"Mine;81;", "ZSTD", "BuiltinV2;07", "BuiltinV2",
                           "BuiltinV2;07;more;", ""}) {
    EXPECT_EQ(ParseCompressionName(7, name).status().code(),
              StatusCode::kNotSupported)
        << name;
  }
}

constexpr std::string_view kOptions =
    "window_bits=-14; level=32767; max_dict_bytes=0; use=x; _level=1; ";

TEST(CompressionOptionTest, IsFoundByItsWholeName) {
  EXPECT_EQ(FindCompressionOption(kOptions, "window_bits"), -14);
  EXPECT_EQ(FindCompressionOption(kOptions, "level"), 32767);
  EXPECT_EQ(FindCompressionOption(kOptions, "_level"), 1);
  EXPECT_EQ(FindCompressionOption(kOptions, "leve"), std::nullopt);
  EXPECT_EQ(FindCompressionOption(kOptions, "use"), std::nullopt);
  EXPECT_EQ(FindCompressionOption("level=7", "level"), 7);
  EXPECT_EQ(FindCompressionOption("", "level"), std::nullopt);
}

TEST(CompressionOptionTest, IsReplacedWhereItIs) {
  EXPECT_EQ(ReplaceCompressionOption(kOptions, "level", -5),
            "window_bits=-14; level=-5; max_dict_bytes=0; use=x; _level=1; ");
  EXPECT_EQ(ReplaceCompressionOption(kOptions, "_level", 22),
            "window_bits=-14; level=32767; max_dict_bytes=0; use=x; "
            "_level=22; ");
  EXPECT_EQ(ReplaceCompressionOption(kOptions, "new", 1), kOptions);
  EXPECT_EQ(ReplaceCompressionOption("level=7", "level", 8), "level=8");
}

}  // namespace
}  // namespace sstr
