// SPDX-License-Identifier: Apache-2.0

#include "app/make_app.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string_view>

#include "app/input_guard.h"
#include "base/status.h"
#include "make/presets.h"
#include "make/record_files.h"
#include "rocks/library_info.h"
#include "rocks/sst_maker.h"

namespace sstr {
namespace {

constexpr uint64_t kDefaultSeed = 1;
// RocksDB's own limit: a block handle's size is 32 bits in memory.
constexpr uint64_t kMaxBlockSize = std::numeric_limits<uint32_t>::max();

Status UnknownPreset(const std::string& name) {
  std::string names;
  for (const Preset& preset : Presets()) {
    names += fmt::format(" {}", preset.name);
  }
  return Status::Usage(
      fmt::format("unknown preset \"{}\"; there are{}", name, names));
}

Status CheckSources(const MakeOptions& options) {
  const int sources = !options.preset.empty() + !options.lines.empty() +
                      !options.directory.empty();
  if (sources != 1) {
    return Status::Usage("give one of --preset, --lines and --directory");
  }
  if (options.preset.empty() && (options.num || options.seed)) {
    return Status::Usage("--num and --seed are for presets only");
  }
  if (options.lines.empty() && options.line_format != LineFormat::kValue) {
    return Status::Usage("--key_tab_value is for --lines only");
  }
  if (options.output.empty()) return Status::Usage("--output is missing");
  return Status::Ok();
}

Status CheckNum(const Preset& preset, uint64_t num) {
  if (preset.default_num == 0) {
    return Status::Usage(
        fmt::format("--num: the records of {} are fixed", preset.name));
  }
  if (num == 0 || num > kMaxPresetNum) {
    return Status::Usage(
        fmt::format("--num={}: must be 1 to {}", num, kMaxPresetNum));
  }
  return Status::Ok();
}

Result<TableShape> MakeShape(const MakeOptions& options, const Preset* preset) {
  TableShape shape = preset != nullptr ? preset->shape : TableShape();
  if (options.block_size) shape.block_size = *options.block_size;
  if (shape.block_size == 0 || shape.block_size > kMaxBlockSize) {
    return Status::Usage(fmt::format("--block_size={}: must be 1 to {} bytes",
                                     shape.block_size, kMaxBlockSize));
  }
  if (options.compression_type) shape.codec.type = *options.compression_type;
  shape.codec.level = options.compression_level;
  shape.codec.max_dict_bytes = options.max_dict_bytes;
  shape.codec.zstd_max_train_bytes = options.zstd_max_train_bytes;
  if (!options.table_options.empty()) {
    if (!shape.table_options.empty()) shape.table_options += ';';
    shape.table_options += options.table_options;
  }
  return shape;
}

Result<std::unique_ptr<RecordSource>> OpenSource(const MakeOptions& options,
                                                 const Preset* preset) {
  if (preset != nullptr) {
    return MakePresetSource(*preset, options.num.value_or(preset->default_num),
                            options.seed.value_or(kDefaultSeed));
  }
  if (!options.lines.empty()) {
    return OpenLines(options.lines, options.line_format);
  }
  return OpenDirectory(options.directory);
}

Result<MadeSst> Make(const MakeOptions& options, const CancelFlag& cancel) {
  SSTR_RETURN_IF_ERROR(CheckRocksLibraryMatchesHeaders());
  SSTR_RETURN_IF_ERROR(CheckSources(options));
  if (!options.lines.empty()) {
    SSTR_RETURN_IF_ERROR(CheckNotTaken(options.output, {options.lines}));
  }
  const Preset* preset = nullptr;
  if (!options.preset.empty()) {
    preset = FindPreset(options.preset);
    if (preset == nullptr) return UnknownPreset(options.preset);
    if (options.num) SSTR_RETURN_IF_ERROR(CheckNum(*preset, *options.num));
  }
  SSTR_ASSIGN_OR_RETURN(const TableShape shape, MakeShape(options, preset));
  SSTR_RETURN_IF_ERROR(CheckTableShape(shape));
  SSTR_ASSIGN_OR_RETURN(const std::unique_ptr<RecordSource> records,
                        OpenSource(options, preset));
  return MakeSst(shape, records.get(), options.output, options.overwrite,
                 cancel);
}

}  // namespace

ExitCode RunMake(const MakeOptions& options, const CancelFlag* cancel,
                 std::ostream& out, std::ostream& err) {
  const Result<MadeSst> made = Make(options, *cancel);
  if (!made.ok()) {
    err << "sst_make: " << made.status().message() << '\n';
    return ExitCodeFor(made.status());
  }
  out << fmt::format(
      "{}: {} entries, {} range deletions among them, {} bytes\n",
      options.output, made.value().entries, made.value().range_deletions,
      made.value().file_bytes);
  return out.flush().good() ? ExitCode::kOk : ExitCode::kFailure;
}

}  // namespace sstr
