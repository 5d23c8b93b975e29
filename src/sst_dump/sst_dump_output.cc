// SPDX-License-Identifier: Apache-2.0

#include "sst_dump/sst_dump_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <utility>

#include "report/number_text.h"

namespace sstr {
namespace {

constexpr std::string_view kProcess = "Process ";
constexpr std::string_view kBlockSize = "Block Size:";
constexpr std::string_view kCompression = "Compression:";
constexpr std::string_view kUnsupported = "Unsupported compression type: ";
constexpr std::string_view kOldRow = "Compression level:";
constexpr std::string_view kNewRow = "Cx level:";
constexpr std::string_view kAssertions = "WARNING: Assertions are enabled";
constexpr std::string_view kFileFormat = "Sst file format:";

// Takes what a line holds from left to right; blanks between are skipped.
// After the first thing that is not there nothing is taken.
class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : rest_(line) {}

  void Literal(std::string_view literal) {
    if (!Start()) return;
    if (rest_.starts_with(literal)) {
      rest_.remove_prefix(literal.size());
    } else {
      missing_ = fmt::format("'{}'", literal);
    }
  }

  template <std::integral Integer>
  void Number(Integer* value) {
    if (!Start()) return;
    const auto [ptr, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), *value);
    if (error == std::errc()) {
      rest_.remove_prefix(static_cast<size_t>(ptr - rest_.data()));
    } else {
      missing_ = "a number";
    }
  }

  template <std::integral Integer>
  void Number(std::optional<Integer>* value) {
    Number(&value->emplace());
  }

  // Up to the next blank.
  std::string Word() {
    if (!Start()) return "";
    std::string word(rest_.substr(0, rest_.find(' ')));
    if (word.empty()) missing_ = "a word";
    rest_.remove_prefix(word.size());
    return word;
  }

  // A count and its share: "180 ( 90.0%)". The share says nothing new.
  void Count(uint64_t* count) {
    Number(count);
    Literal("(");
    if (!Word().ends_with("%)") && missing_.empty()) missing_ = "'%)'";
  }

  bool AtEnd() {
    SkipBlanks();
    return rest_.empty();
  }

  // What was not there; empty when all was.
  std::string Missing() {
    if (missing_.empty() && !AtEnd()) missing_ = "the end of the line";
    return missing_;
  }

 private:
  void SkipBlanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
  }

  bool Start() {
    SkipBlanks();
    return missing_.empty();
  }

  std::string_view rest_;
  std::string missing_;
};

class Parser {
 public:
  // `line` without its end.
  Status TakeLine(std::string_view line) {
    ++line_number_;
    LineScanner scanner(line);
    if (line.starts_with(kProcess)) {
      pattern_ = SstDumpRow{.file = std::string(line.substr(kProcess.size()))};
      in_passes_ = false;
      return Status::Ok();
    }
    if (line.starts_with(kOldRow)) return TakeOldRow(line, &scanner);
    if (line.starts_with(kNewRow)) return TakeNewRow(line, &scanner);
    if (line.starts_with(kBlockSize)) return TakeBlockSize(line, &scanner);
    if (line.starts_with(kCompression)) return TakeHeading(line, &scanner);
    if (line.starts_with(kUnsupported)) return TakeUnsupported(line);
    if (line.starts_with(kAssertions)) {
      output_.assertions_on = true;
      return Status::Ok();
    }
    if (!in_passes_ || line.starts_with(kFileFormat)) return Status::Ok();
    return Fault(line, "a heading or a pass");
  }

  Result<SstDumpOutput> Finish() {
    if (output_.rows.empty() && output_.unsupported_types.empty()) {
      return Status::Corruption(
          fmt::format("sst_dump's output: no pass in {} lines", line_number_));
    }
    return std::move(output_);
  }

  Status Fault(std::string_view line, std::string_view expected) const {
    constexpr size_t kShown = 120;
    return Status::Corruption(
        fmt::format("sst_dump's output: line {}: expected {} in '{}'",
                    line_number_, expected, Printable(line.substr(0, kShown))));
  }

 private:
  Status Check(std::string_view line, LineScanner* scanner) const {
    const std::string missing = scanner->Missing();
    return missing.empty() ? Status::Ok() : Fault(line, missing);
  }

  // Of the first line that tells it; all others have to agree.
  Status SetDialect(SstDumpDialect dialect, std::string_view line) {
    in_passes_ = true;
    if (has_dialect_ && output_.dialect != dialect) {
      return Fault(line, "the shape of the lines above");
    }
    output_.dialect = dialect;
    has_dialect_ = true;
    return Status::Ok();
  }

  Status TakeBlockSize(std::string_view line, LineScanner* scanner) {
    SSTR_RETURN_IF_ERROR(SetDialect(SstDumpDialect::kTo10_6, line));
    scanner->Literal(kBlockSize);
    scanner->Number(&pattern_.block_size);
    return Check(line, scanner);
  }

  Status TakeHeading(std::string_view line, LineScanner* scanner) {
    scanner->Literal(kCompression);
    pattern_.type_name = scanner->Word();
    pattern_.type = ParseCompressionType(pattern_.type_name);
    if (scanner->AtEnd()) {
      SSTR_RETURN_IF_ERROR(SetDialect(SstDumpDialect::kTo10_6, line));
    } else {
      SSTR_RETURN_IF_ERROR(SetDialect(SstDumpDialect::kFrom10_7, line));
      scanner->Literal(kBlockSize);
      scanner->Number(&pattern_.block_size);
      scanner->Literal("Threads:");
      scanner->Number(&pattern_.threads);
    }
    return Check(line, scanner);
  }

  Status TakeUnsupported(std::string_view line) {
    std::string_view name = line.substr(kUnsupported.size());
    if (name.size() < 2 || !name.ends_with('.')) return Fault(line, "'NAME.'");
    name.remove_suffix(1);
    in_passes_ = true;
    output_.unsupported_types.emplace_back(name);
    return Status::Ok();
  }

  Status TakeOldRow(std::string_view line, LineScanner* scanner) {
    SSTR_RETURN_IF_ERROR(SetDialect(SstDumpDialect::kTo10_6, line));
    SstDumpRow row = pattern_;
    scanner->Literal(kOldRow);
    scanner->Number(&row.level);
    scanner->Literal("Size:");
    scanner->Number(&row.file_bytes);
    scanner->Literal("Blocks:");
    scanner->Number(&row.data_blocks);
    scanner->Literal("Time Taken:");
    scanner->Number(&row.write_micros);
    scanner->Literal("microsecs Compressed:");
    scanner->Count(&row.blocks_compressed);
    scanner->Literal("Not compressed (ratio):");
    scanner->Count(&row.blocks_bypassed);
    scanner->Literal("Not compressed (abort):");
    scanner->Count(&row.blocks_rejected);
    return TakeRow(line, scanner, std::move(row));
  }

  Status TakeNewRow(std::string_view line, LineScanner* scanner) {
    SSTR_RETURN_IF_ERROR(SetDialect(SstDumpDialect::kFrom10_7, line));
    SstDumpRow row = pattern_;
    scanner->Literal(kNewRow);
    scanner->Number(&row.level);
    scanner->Literal("Cx size:");
    scanner->Number(&row.data_bytes);
    scanner->Literal("Uncx size:");
    scanner->Number(&row.uncompressed_data_bytes);
    scanner->Literal("Ratio:");
    scanner->Word();  // Of the two; "-nan" where both are 0.
    scanner->Literal("Write usec:");
    scanner->Number(&row.write_micros);
    scanner->Literal("Read usec:");
    scanner->Number(&row.read_micros);
    scanner->Literal("Cx count:");
    scanner->Count(&row.blocks_compressed);
    scanner->Literal("Not cx for ratio:");
    scanner->Count(&row.blocks_bypassed);
    scanner->Literal("Not cx otherwise:");
    scanner->Count(&row.blocks_rejected);
    return TakeRow(line, scanner, std::move(row));
  }

  Status TakeRow(std::string_view line, LineScanner* scanner, SstDumpRow row) {
    SSTR_RETURN_IF_ERROR(Check(line, scanner));
    if (row.type_name.empty())
      return Fault(line, "a 'Compression:' line above");
    output_.rows.push_back(std::move(row));
    return Status::Ok();
  }

  SstDumpOutput output_;
  SstDumpRow pattern_;  // What the headings say of the passes below.
  bool has_dialect_ = false;
  bool in_passes_ = false;
  size_t line_number_ = 0;
};

}  // namespace

Result<SstDumpOutput> ParseSstDumpOutput(std::string_view text) {
  Parser parser;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    SSTR_RETURN_IF_ERROR(parser.TakeLine(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parser.Finish();
}

}  // namespace sstr
