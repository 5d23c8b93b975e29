// SPDX-License-Identifier: Apache-2.0
//
// Debian's sst_dump as oracle: it reads back what was made, and recompresses
// it to the sizes that were published for these presets. The published sizes
// are of RocksDB 7.8.3, lz4 1.9.4 and zstd 1.5.4.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rocks/sst_maker.h"
#include "testing/command.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;
using testing::RunCommand;
using testing::TempDir;

// One size for none, Snappy, Zlib, LZ4, LZ4HC and ZSTD each, in the order of
// the published rows.
using PublishedSizes = std::vector<uint64_t>;

const char* const kPublishedTypes[] = {
    "kNoCompression",  "kSnappyCompression", "kZlibCompression",
    "kLZ4Compression", "kLZ4HCCompression",  "kZSTD"};

// sst_dump writes the machine's name into what it builds; the published sizes
// are from a machine whose name has two letters.
uint64_t HostNameExcessBytes() {
  char name[256] = {};
  EXPECT_EQ(gethostname(name, sizeof(name) - 1), 0);
  return std::string(name).size() - 2;
}

class SstMakerOracleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const CommandResult version = RunCommand({"sst_dump", "--version"});
    if (version.exit_code != 0) GTEST_SKIP() << "sst_dump is not installed";
    if (version.out.find("7.8.3") == std::string::npos) {
      GTEST_SKIP() << "the oracle is of another release: " << version.out;
    }
  }

  std::string Make(const std::string& preset) {
    const std::string path = dir_.File(preset + ".sst");
    const Preset* found = FindPreset(preset);
    EXPECT_NE(found, nullptr) << preset;
    const auto records = MakePresetSource(*found, found->default_num, 1);
    const Result<MadeSst> made = MakeSst(found->shape, records.get(), path,
                                         /*overwrite=*/false, cancel_);
    EXPECT_TRUE(made.ok()) << made.status().message();
    return path;
  }

  static std::string SstDump(std::vector<std::string> flags) {
    flags.insert(flags.begin(), "sst_dump");
    const CommandResult result = RunCommand(flags);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  static std::string Properties(const std::string& path) {
    return SstDump({"--file=" + path, "--command=none", "--show_properties"});
  }

  static std::string Recompress(const std::string& path,
                                const std::string& block_size) {
    return SstDump({"--file=" + path, "--command=recompress",
                    "--set_block_size=" + block_size});
  }

  // By type.
  static std::map<std::string, uint64_t> Sizes(const std::string& recompress) {
    std::istringstream words(recompress);
    std::map<std::string, uint64_t> sizes;
    std::string type;
    for (std::string word; words >> word;) {
      if (word == "Compression:") words >> type;
      // The first size is the block size, before any type.
      if (word == "Size:" && !type.empty()) words >> sizes[type];
    }
    return sizes;
  }

  void ExpectSizes(const std::string& path, const std::string& block_size,
                   const PublishedSizes& want, double tolerance) {
    const auto sizes = Sizes(Recompress(path, block_size));
    for (size_t i = 0; i < want.size(); ++i) {
      const std::string type = kPublishedTypes[i];
      ASSERT_TRUE(sizes.contains(type)) << path << " " << type;
      const auto expected =
          static_cast<double>(want[i] + HostNameExcessBytes());
      EXPECT_NEAR(static_cast<double>(sizes.at(type)), expected,
                  expected * tolerance)
          << path << " " << block_size << " " << type;
    }
  }

  // `first_byte` counts from the end of the file.
  static int ByteFromEnd(const std::string& path, int from_end) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(-from_end, std::ios::end);
    return file.get();
  }

  const TempDir dir_;
  CancelFlag cancel_{false};
};

TEST_F(SstMakerOracleTest, IncompressibleAndFixedPresetsHaveThePublishedSizes) {
  const std::map<std::string, PublishedSizes> published = {
      {"ten_percent", {811620, 809945, 808975, 809760, 809746, 809171}},
      {"alternate", {3288899, 1725065, 1650029, 1654751, 1654648, 1648687}},
      {"range_only", {840, 833, 831, 830, 832, 831}},
      {"random", {1062726, 1060542, 1059251, 1060401, 1060365, 1059530}},
      {"one_key", {871, 864, 856, 861, 863, 862}},
      {"odd_keys", {893, 872, 861, 869, 870, 878}},
  };
  for (const auto& [preset, sizes] : published) {
    ExpectSizes(Make(preset), "4096", sizes, 0);
  }
}

TEST_F(SstMakerOracleTest, RandomLettersComeCloseToThePublishedSizes) {
  const std::map<std::string, PublishedSizes> published = {
      {"range_mixed", {64151, 33660, 22351, 39109, 34976, 23464}},
      {"hash", {267139, 175967, 107983, 199550, 172565, 108316}},
      {"partitioned", {267139, 175820, 107833, 198924, 172050, 108148}},
  };
  for (const auto& [preset, sizes] : published) {
    const std::string path = Make(preset);
    ExpectSizes(path, "4096", sizes, 0.01);
    // No randomness reaches the size of what is not compressed.
    ExpectSizes(path, "4096", {sizes[0]}, 0);
  }
}

TEST_F(SstMakerOracleTest, JsonUsersComeCloseToThePublishedSizes) {
  const std::string path = Make("json_users");
  const std::map<std::string, PublishedSizes> published = {
      {"1024", {1731760, 695256, 540585}},
      {"4096", {1683566, 512266, 332654}},
      {"16384", {1671607, 448700, 272710}},
  };
  for (const auto& [block_size, sizes] : published) {
    const auto made = Sizes(Recompress(path, block_size));
    const char* const types[] = {"kNoCompression", "kLZ4Compression", "kZSTD"};
    for (size_t i = 0; i < sizes.size(); ++i) {
      const auto want = static_cast<double>(sizes[i]);
      EXPECT_NEAR(static_cast<double>(made.at(types[i])), want, want * 0.01)
          << block_size << " " << types[i];
    }
  }
}

TEST_F(SstMakerOracleTest, PropertiesCountEveryKindOfEntry) {
  // Entries, deletions of all kinds, range deletions, merges.
  const std::map<std::string, std::vector<int>> want = {
      {"ten_percent", {200, 0, 0, 0}},  {"alternate", {200, 0, 0, 0}},
      {"json_users", {20000, 0, 0, 0}}, {"range_mixed", {1100, 100, 100, 0}},
      {"range_only", {10, 10, 10, 0}},  {"reverse", {1000, 0, 0, 0}},
      {"hash", {5000, 0, 0, 0}},        {"partitioned", {5000, 0, 0, 0}},
      {"random", {2000, 0, 0, 0}},      {"one_key", {1, 0, 0, 0}},
      {"odd_keys", {3, 1, 0, 0}},       {"versions", {10, 2, 0, 3}},
      {"bench", {400000, 0, 0, 0}},
  };
  ASSERT_EQ(want.size(), Presets().size());
  for (const auto& [preset, counts] : want) {
    const std::string text = Properties(Make(preset));
    const auto line = [&](const std::string& name, int count) {
      return "  # " + name + ": " + std::to_string(count) + "\n";
    };
    EXPECT_THAT(text, HasSubstr(line("entries", counts[0]))) << preset;
    EXPECT_THAT(text, HasSubstr(line("deletions", counts[1]))) << preset;
    EXPECT_THAT(text, HasSubstr(line("range deletions", counts[2]))) << preset;
    EXPECT_THAT(text, HasSubstr(line("merge operands", counts[3]))) << preset;
  }
}

TEST_F(SstMakerOracleTest, EveryPresetPassesVerification) {
  for (const Preset& preset : Presets()) {
    const std::string path = Make(std::string(preset.name));
    EXPECT_THAT(SstDump({"--file=" + path, "--command=verify"}),
                HasSubstr("The file is ok"))
        << preset.name;
  }
}

TEST_F(SstMakerOracleTest, TablesHaveThePresetsOptions) {
  const std::map<std::string, std::vector<std::string>> want = {
      {"range_mixed", {"compression algo: Snappy"}},
      {"range_only", {"compression algo: Snappy", "# data blocks: 0\n"}},
      {"reverse",
       {"compression algo: Snappy", "rocksdb.ReverseBytewiseComparator"}},
      {"hash",
       {"compression algo: LZ4", "rocksdb.FixedPrefix.4",
        "index.type: 0x01000000"}},
      {"partitioned",
       {"compression algo: ZSTD", "filter policy name: bloomfilter",
        "# entries for filter: 5000", "index.type: 0x02000000",
        "# index partitions: "}},
      {"bench", {"compression algo: NoCompression"}},
  };
  for (const auto& [preset, facts] : want) {
    const std::string text = Properties(Make(preset));
    for (const std::string& fact : facts) {
      EXPECT_THAT(text, HasSubstr(fact)) << preset;
    }
  }
}

TEST_F(SstMakerOracleTest, FootersHaveFormatAndChecksumOfThePresets) {
  // The footer's 53 bytes: checksum type first, format version at 41.
  // kxxHash64 is 3 and kXXH3 is 4 in rocksdb/table.h.
  const std::string hash = Make("hash");
  EXPECT_EQ(ByteFromEnd(hash, 53), 3);
  EXPECT_EQ(ByteFromEnd(hash, 12), 2);
  const std::string partitioned = Make("partitioned");
  EXPECT_EQ(ByteFromEnd(partitioned, 53), 4);
  EXPECT_EQ(ByteFromEnd(partitioned, 12), 5);
}

TEST_F(SstMakerOracleTest, RangeOnlyIsAsLongAsPublished) {
  EXPECT_EQ(std::filesystem::file_size(Make("range_only")), 1319u);
}

TEST_F(SstMakerOracleTest, BlocksThatShrinkByATenthAreRejected) {
  const std::string ten_percent = Recompress(Make("ten_percent"), "4096");
  EXPECT_THAT(ten_percent, HasSubstr("Blocks:    200"));
  // The compressed one is the index.
  EXPECT_THAT(ten_percent, HasSubstr("Compressed:      1 "));
  const std::string alternate = Recompress(Make("alternate"), "4096");
  EXPECT_THAT(alternate, HasSubstr("Compressed:    101 "));
}

TEST_F(SstMakerOracleTest, EveryVersionIsKeptNewestFirst) {
  // Types: 7 single deletion, 2 merge, 0 deletion, 1 put.
  EXPECT_THAT(SstDump({"--file=" + Make("versions"), "--command=scan"}),
              HasSubstr("'key' seq:10, type:7 => \n"
                        "'key' seq:9, type:2 => version-9\n"
                        "'key' seq:8, type:2 => version-8\n"
                        "'key' seq:7, type:2 => version-7\n"
                        "'key' seq:6, type:0 => \n"
                        "'key' seq:5, type:1 => version-5\n"
                        "'key' seq:4, type:1 => version-4\n"
                        "'key' seq:3, type:1 => version-3\n"
                        "'key' seq:2, type:1 => version-2\n"
                        "'key' seq:1, type:1 => version-1\n"));
}

TEST_F(SstMakerOracleTest, OddKeysAreReadBack) {
  EXPECT_THAT(SstDump({"--file=" + Make("odd_keys"), "--command=scan"}),
              HasSubstr("'' seq:0, type:1 => \n"
                        "'a' seq:0, type:1 => \n"
                        "'b' seq:0, type:0 => \n"));
}

}  // namespace
}  // namespace sstr
