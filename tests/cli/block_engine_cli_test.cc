// SPDX-License-Identifier: Apache-2.0
//
// The block engine as a user meets it: variants, allocators, raw inputs.

#include <cstdlib>
#include <fstream>
#include <set>

#include "codec/registry.h"
#include "testing/paths.h"
#include "testing/recompress_tool.h"

namespace sstr {
namespace {

using testing::Arguments;
using testing::CommandResult;
using testing::CsvRow;
using ::testing::HasSubstr;
using ::testing::SizeIs;

double Number(const CsvRow& row, const std::string& column) {
  EXPECT_NE(row.at(column), "") << column;
  return std::atof(row.at(column).c_str());
}

class BlockEngineCliTest : public testing::RecompressToolTest {
 protected:
  std::string Raw(const std::string& name, const std::string& bytes) {
    const std::string path = dir_.File(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  static std::string Records(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += "record " + std::to_string(i * 7919 % 10007) + " of many; ";
    }
    return text;
  }
};

TEST_F(BlockEngineCliTest, EachVariantIsARowOfItsName) {
  const std::string file = Make("json_users", {"--num=2000"});
  const auto rows =
      Rows({"--compression_types=kLZ4Compression",
            "--lz4_api=one_shot,ext_state,stream_per_block,stream_reuse",
            "--repeat=1", file});
  ASSERT_THAT(rows, SizeIs(5));
  std::set<std::string> variants;
  for (size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at("engine"), "block");
    EXPECT_EQ(rows[i].at("file_bytes"), "") << "no file is built";
    EXPECT_GT(Number(rows[i], "data_bytes"), 0);
    EXPECT_GT(Number(rows[i], "compress_call_p99_micros"), 0);
    variants.insert(rows[i].at("variant"));
  }
  EXPECT_THAT(variants, SizeIs(4));
}

TEST_F(BlockEngineCliTest, EnginesAgreeOnSizesInOneSweep) {
  const std::string file = Make("json_users", {"--num=2000"});
  const Arguments types = {
      "--compression_types=kNoCompression,kSnappyCompression,kZlibCompression,"
      "kLZ4Compression,kZSTD",
      "--block_size=4096", "--sizes_only", file};
  Arguments block = types;
  block.insert(block.begin(), "--engine=block");
  const auto of_table = Rows(types);
  const auto of_block = Rows(block);
  ASSERT_EQ(of_table.size(), of_block.size());
  for (size_t i = 1; i < of_table.size(); ++i) {
    EXPECT_EQ(of_table[i].at("data_bytes"), of_block[i].at("data_bytes"));
  }
}

// brotli 1.0.9 takes tens of MB for every call at quality 9.
TEST_F(BlockEngineCliTest, ThePoolAndTheThresholdRemoveBrotlisPageFaults) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer replaces malloc, which has the faults and "
                  "the thresholds";
#endif
  const std::string file = Make("json_users", {"--num=4000"});
  const auto rows =
      Rows({"--compression_types=kBrotli", "--compression_level=9",
            "--block_size=4096", "--repeat=2",
            "--allocator=malloc,mmap_threshold,pool", file});
  ASSERT_THAT(rows, SizeIs(4));
  EXPECT_EQ(rows[1].at("variant"), "fresh");
  EXPECT_EQ(rows[2].at("variant"), "fresh+mmap_threshold");
  EXPECT_EQ(rows[3].at("variant"), "fresh+pool");
  EXPECT_GE(Number(rows[1], "write_faults_per_call"), 500);
  EXPECT_LE(Number(rows[3], "write_faults_per_call"), 5);
  EXPECT_LT(Number(rows[2], "write_faults_per_call"), 250)
      << "few blocks: memory is faulted in once";
  for (const size_t row : {size_t{2}, size_t{3}}) {
    EXPECT_EQ(rows[row].at("data_bytes"), rows[1].at("data_bytes"));
  }
  EXPECT_GT(Number(rows[3], "pool_bytes"), 0);
}

TEST_F(BlockEngineCliTest, RawFilesAreARowEachAndTotals) {
  const std::string a = Raw("a.txt", Records(1000));
  const std::string b = Raw("b.txt", Records(3000));
  const auto rows = Rows(
      {"--input_format=raw", "--compression_types=kZSTD", "--repeat=1", a, b});
  ASSERT_THAT(rows, SizeIs(6)) << "baseline and pass of two files and totals";
  EXPECT_EQ(Number(rows[1], "uncompressed_data_bytes"), Records(1000).size());
  EXPECT_EQ(rows[1].at("data_blocks"), "1");
  EXPECT_EQ(rows[5].at("file"), "TOTAL");
  EXPECT_EQ(Number(rows[5], "uncompressed_data_bytes"),
            Records(1000).size() + Records(3000).size());
  const auto cut = Rows({"--input_format=raw", "--compression_types=kZSTD",
                         "--block_size=4096", "--repeat=1", a});
  EXPECT_EQ(Number(cut[1], "data_blocks"),
            (Records(1000).size() + 4095) / 4096);
}

// The pages of 8 MB are 2000; what is decoded goes to memory touched before.
TEST_F(BlockEngineCliTest, ALargeBlockIsDecodedWithoutFaultsOfOurs) {
  const auto rows =
      Rows({"--input_format=raw", "--repeat=1",
            "--compression_types=kNoCompression,kSnappyCompression",
            Raw("large", std::string(8'000'000, 'x'))});
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_LT(Number(rows[1], "scan_minor_faults"), 200);
  EXPECT_LT(Number(rows[2], "scan_minor_faults"), 200);
}

TEST_F(BlockEngineCliTest, AutoSaysWhichFormatItTook) {
  const std::string raw = Raw("a.txt", Records(100));
  const std::string table = Make("one_key");
  const auto rows = Rows({"--input_format=auto", "--compression_types=kZSTD",
                          "--repeat=1", raw, table});
  EXPECT_THAT(rows[0].at("status_detail"), HasSubstr("taken as raw bytes"));
  EXPECT_EQ(rows[1].at("engine"), "block");
  EXPECT_THAT(rows[2].at("status_detail"), HasSubstr("taken as a table"));
  EXPECT_EQ(rows[3].at("engine"), "table");
}

TEST_F(BlockEngineCliTest, AnEmptyRawFileIsARowWithoutBlocks) {
  const auto rows = Rows({"--input_format=raw", "--compression_types=kZSTD",
                          "--repeat=1", Raw("empty", "")});
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[1].at("status"), "ok");
  EXPECT_EQ(rows[1].at("data_blocks"), "0");
  EXPECT_EQ(rows[1].at("write_micros"), "");
  EXPECT_EQ(rows[1].at("compression_ratio"), "");
}

TEST_F(BlockEngineCliTest, ADictionaryThatBrotliCannotTakeSkipsItsRow) {
  const std::string file = Make("json_users", {"--num=500"});
  const auto rows =
      Rows({"--compression_types=kBrotli,kZSTD",
            "--compression_max_dict_bytes=4096", "--repeat=1", file});
  ASSERT_THAT(rows, SizeIs(3));
  EXPECT_EQ(rows[1].at("status"), "skipped");
  EXPECT_THAT(rows[1].at("status_detail"), HasSubstr("takes no dictionary"));
  EXPECT_EQ(rows[2].at("status"), "ok");
}

TEST_F(BlockEngineCliTest, BadChoicesAreUsageErrorsWithTheValidOnes) {
  const std::string file = Make("one_key");
  ExpectUsageError(
      {"--lz4_api=two_shot", "--compression_types=kLZ4Compression", file},
      "valid are stream_per_block");
  ExpectUsageError(
      {"--allocator=pool", "--compression_types=kSnappyCompression", file},
      "valid are malloc, mmap_threshold");
  ExpectUsageError(
      {"--codec_context=fit_window", "--compression_types=kZSTD", file},
      "valid are reused, fresh");
  ExpectUsageError(
      {"--compression_types=kBrotli", "--compression_level=12", file},
      "valid are 0 to 11");
  ExpectUsageError({"--engine=disk", file}, "auto, table, block");
  ExpectUsageError({"--input_format=zip", file}, "table, raw, auto");
  ExpectUsageError({"--keep_rule=rocksdb9", file}, "rocksdb7, rocksdb8");
  ExpectUsageError({"--engine=table", "--allocator=malloc", file},
                   "--engine=block");
  ExpectUsageError({"--block_size=0", file}, "block_size");
}

TEST_F(BlockEngineCliTest, HelpNamesEveryChoiceOfTheCodecs) {
  const CommandResult help =
      testing::RunCommand({testing::ToolPath("sst_recompress"), "--help"});
  for (const Codec* codec : AllCodecs()) {
    const CodecInfo& info = codec->info();
    for (const std::string_view allocator : info.allocators) {
      EXPECT_THAT(help.out, HasSubstr(std::string(allocator)));
    }
    if (info.variant_choice.empty()) continue;
    EXPECT_THAT(help.out, HasSubstr("--" + std::string(info.variant_choice)));
    for (const CallVariant& variant : info.variants) {
      EXPECT_THAT(help.out, HasSubstr(std::string(variant.name)))
          << codec->name();
    }
  }
}

TEST_F(BlockEngineCliTest, AWorkerAnswersEveryRequestWithARow) {
  const std::string file = Make("json_users", {"--num=500"});
  const std::string requests =
      Raw("requests",
          R"({"protocol":1,"spec":"table:kZSTD","round":4,)"
          R"("sizes_only":false,"time_calls":false})"
          "\n"
          R"({"protocol":1,"spec":"table:kXpressCompression","round":0,)"
          R"("sizes_only":true,"time_calls":false})"
          "\n");
  const CommandResult result = testing::RunCommand(
      {"/bin/sh", "-c", "\"$1\" --worker \"$2\" <\"$3\"", "sh",
       testing::ToolPath("sst_recompress"), file, requests});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"specs\":[\"table:kNoCompression\""));
  EXPECT_THAT(result.out, HasSubstr("\"round\":4"));
  EXPECT_THAT(result.out, HasSubstr("\"status\":\"skipped\""));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
}

TEST_F(BlockEngineCliTest, AWorkerRefusesWhatItCannotRead) {
  const std::string file = Make("one_key");
  for (const auto& [line, fact] :
       {std::pair{"{\"protocol\":9}", "protocol version 9"},
        std::pair{"hello", "not JSON"}}) {
    const CommandResult result = testing::RunCommand(
        {"/bin/sh", "-c", "echo \"$3\" | \"$1\" --worker \"$2\"", "sh",
         testing::ToolPath("sst_recompress"), file, line});
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr(fact));
  }
}

}  // namespace
}  // namespace sstr
