// SPDX-License-Identifier: Apache-2.0

#include "app/sweep_cells.h"

#include <algorithm>
#include <utility>

#include "block/block_engine.h"
#include "codec/registry.h"
#include "rocks/block_cutter.h"
#include "rocks/stored_engine.h"
#include "rocks/table_engine.h"

namespace sstr {
namespace {

std::vector<CompressionType> AllTypes() {
  std::vector<CompressionType> types;
  for (const Codec* codec : AllCodecs()) types.push_back(codec->info().type);
  return types;
}

std::vector<CompressionType> DefaultTypes(EngineChoice engine,
                                          const RocksLibraryInfo& library) {
  if (engine == EngineChoice::kBlock) return AllTypes();
  std::vector<CompressionType> types = library.supported_types;
  // What is another type's codec under a code of its own is asked for by name.
  std::erase_if(types,
                [](CompressionType type) { return RunAs(type) != type; });
  std::sort(types.begin(), types.end());
  return types;
}

std::unique_ptr<PassEngine> NewEngineForBlocks(const RocksLibraryInfo& library,
                                               const CancelFlag* cancel,
                                               bool mmap_threshold_raised) {
  BlockEngineOptions options;
  options.mmap_threshold_raised = mmap_threshold_raised;
  options.cut = [cancel](const Corpus& corpus, const PassSpec& spec) {
    return CutIntoBlocks(corpus, spec, *cancel);
  };
  options.trainer_use = library.trainer_use;
  return NewBlockEngine(std::move(options), cancel);
}

}  // namespace

Result<SpecLists> ExpandSweep(const RecompressOptions& options,
                              const RocksLibraryInfo& library) {
  Sweep sweep = options.sweep;
  if (sweep.types.empty()) sweep.types = DefaultTypes(sweep.engine, library);
  SSTR_RETURN_IF_ERROR(CheckTableOptions(sweep.base.table_options));
  const ReleaseTraits release = {.types = library.supported_types,
                                 .keep_rule = library.keep_rule};
  SpecLists specs;
  if (options.input_format != InputFormat::kRaw) {
    SSTR_ASSIGN_OR_RETURN(specs.for_tables, Expand(sweep, release));
  }
  if (options.input_format != InputFormat::kTable) {
    SSTR_ASSIGN_OR_RETURN(specs.for_raw,
                          Expand(sweep, release, /*raw_input=*/true));
  }
  return specs;
}

PassSpec StoredSpec() {
  PassSpec spec;
  spec.engine = kStoredEngineName;
  return spec;
}

Engines::Engines(const RocksLibraryInfo& library, const CancelFlag* cancel,
                 bool mmap_threshold_raised)
    : table_(NewTableEngine(cancel)),
      block_(NewEngineForBlocks(library, cancel, mmap_threshold_raised)),
      stored_(NewStoredEngine(cancel)) {}

PassEngine* Engines::For(const PassSpec& spec) const {
  if (spec.engine == kStoredEngineName) return stored_.get();
  return spec.engine == kBlockEngineName ? block_.get() : table_.get();
}

}  // namespace sstr
