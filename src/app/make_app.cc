// SPDX-License-Identifier: Apache-2.0

#include "app/make_app.h"

#include <fmt/format.h>

#include <memory>

#include "app/input_guard.h"
#include "base/status.h"
#include "make/presets.h"
#include "make/record_files.h"
#include "rocks/library_info.h"
#include "rocks/sst_maker.h"

namespace sstr {
namespace {

TableShape MakeShape(const MakeOptions& options) {
  TableShape shape =
      options.preset != nullptr ? options.preset->shape : TableShape();
  if (options.block_size) shape.block_size = *options.block_size;
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

Result<std::unique_ptr<RecordSource>> OpenSource(const MakeOptions& options) {
  if (const Preset* preset = options.preset) {
    return MakePresetSource(*preset, options.num.value_or(preset->default_num),
                            options.seed);
  }
  if (!options.lines.empty()) {
    return OpenLines(options.lines, options.line_format);
  }
  return OpenDirectory(options.directory);
}

Result<MadeSst> Make(const MakeOptions& options, const CancelFlag& cancel) {
  SSTR_RETURN_IF_ERROR(CheckRocksLibraryMatchesHeaders());
  if (!options.lines.empty()) {
    SSTR_RETURN_IF_ERROR(CheckNotTaken(options.output, {options.lines}));
  }
  const TableShape shape = MakeShape(options);
  SSTR_RETURN_IF_ERROR(CheckTableShape(shape));
  SSTR_ASSIGN_OR_RETURN(const std::unique_ptr<RecordSource> records,
                        OpenSource(options));
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
