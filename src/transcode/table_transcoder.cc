// SPDX-License-Identifier: Apache-2.0

#include "transcode/table_transcoder.h"

#include <fmt/format.h>

#include <utility>

#include "codec/block_decoder.h"
#include "sst/block_decoding.h"
#include "sst/table_image.h"
#include "sst/validate.h"
#include "transcode/data_transcoder.h"
#include "transcode/tail_transcoder.h"
#include "transcode/transcode_plan.h"

namespace sstr {
namespace {

// How often to report progress while only the sizes of blocks are read.
constexpr uint64_t kBlocksPerReport = 1024;

class BlockReader {
 public:
  explicit BlockReader(const TableImage& source)
      : source_(source),
        decoder_(source.footer().format_version, source.dictionary()) {}

  Result<std::span<const uint8_t>> Contents(uint64_t number) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock block,
                          source_.ReadBlock(source_.data_blocks()[number]));
    return DecodeStoredBlock(source_.footer(), block, &decoder_);
  }

  Result<uint64_t> ContentsBytes(uint64_t number) {
    SSTR_ASSIGN_OR_RETURN(
        const StoredBlock block,
        source_.ReadBlockUnverified(source_.data_blocks()[number]));
    SSTR_ASSIGN_OR_RETURN(
        const std::optional<uint64_t> told,
        ToldDecodedBytes(source_.footer().format_version, block));
    if (told) return *told;
    SSTR_ASSIGN_OR_RETURN(const std::span<const uint8_t> contents,
                          Contents(number));
    return uint64_t{contents.size()};
  }

 private:
  const TableImage& source_;
  BlockDecoder decoder_;
};

// The dictionary that the writer of a file would have made for another setting,
// from the few blocks that it samples. Empty where that writer would go without
// one. Errors: kCorruption and kNotSupported for a block that cannot be read,
// the bare fact.
Result<std::vector<uint8_t>> MakeDictionary(const TableImage& source,
                                            const CodecSetting& setting,
                                            const WriterTraits& writer,
                                            const ReadProgress& progress) {
  BlockReader reader(source);
  std::vector<size_t> sizes;
  for (uint64_t i = 0; i < source.data_blocks().size(); ++i) {
    SSTR_ASSIGN_OR_RETURN(const uint64_t size, reader.ContentsBytes(i));
    sizes.push_back(size);
    if (progress && i % kBlocksPerReport == 0) {
      progress(source.data_blocks()[i].offset);
    }
  }
  DictionarySamples samples;
  for (const SamplePart& part :
       PlanDictionarySamples(setting, sizes, writer.trainer_use)) {
    SSTR_ASSIGN_OR_RETURN(const std::span<const uint8_t> contents,
                          reader.Contents(part.block));
    if (contents.size() < part.bytes) {
      return Status::Corruption("a block is shorter than it claims");
    }
    samples.bytes.insert(samples.bytes.end(), contents.begin(),
                         contents.begin() + part.bytes);
    samples.sizes.push_back(part.bytes);
  }
  return BuildDictionary(setting, std::move(samples), writer.trainer_use);
}

// What a validation says of a source in which a fault was met, which is more
// than is known where it was met.
Status Explain(const TableImage& source, const Status& met) {
  const Status found = ValidateTable(source, {}, nullptr).status();
  return found.ok() ? met : found;
}

// Tombstones, and the count of all entries.
Status CheckEntries(const TableImage& source, EntryCounts entries) {
  if (const MetaBlock* meta = source.FindMeta(BlockKind::kRangeDel)) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                          source.ReadBlock(meta->handle));
    BlockDecoder decoder(source.footer().format_version);
    SSTR_ASSIGN_OR_RETURN(const std::span<const uint8_t> contents,
                          DecodeStoredBlock(source.footer(), stored, &decoder));
    SSTR_RETURN_IF_ERROR(CheckRangeDeletions(
        contents, KeyOrderOf(source.properties()), nullptr, &entries));
  }
  const auto stated = source.properties().num_entries();
  if (!stated || *stated == entries.entries()) return Status::Ok();
  return Status::Corruption(
      fmt::format("{}: property rocksdb.num.entries is {}, but the blocks hold "
                  "{} entries",
                  source.file_name(), *stated, entries.entries()));
}

bool IsFaultOfSource(const Status& status) {
  return status.code() == StatusCode::kCorruption ||
         status.code() == StatusCode::kNotSupported;
}

}  // namespace

Result<TranscodedTable> TranscodeTable(const TableImage& source,
                                       const TranscodeOptions& options,
                                       const ReadProgress& progress,
                                       OutputSink* sink) {
  SSTR_ASSIGN_OR_RETURN(TranscodePlan plan, PlanTranscode(source, options));
  if (!FindOverlaps(source).empty()) {
    return Explain(source,
                   Status::Corruption(source.file_name() + ": blocks overlap"));
  }
  if (options.codec.max_dict_bytes > 0) {
    Result<std::vector<uint8_t>> dictionary =
        MakeDictionary(source, options.codec, plan.writer, progress);
    if (!dictionary.ok()) return Explain(source, dictionary.status());
    plan.new_dictionary = std::move(dictionary).value();
  }
  TableWriter writer(source.footer(), sink);
  Result<DataSection> data =
      TranscodeDataBlocks(source, options, plan, progress, &writer);
  Status status = data.status();
  if (data.ok()) status = CheckEntries(source, data->entries);
  if (IsFaultOfSource(status)) return Explain(source, status);
  if (!status.ok()) return status;
  Result<std::vector<NamedValue>> properties =
      TranscodeTail(source, options, plan, *data, &writer);
  if (!properties.ok()) {
    return Explain(source, properties.status().WithPrefix(source.file_name()));
  }

  TranscodedTable table;
  table.summary = data->summary;
  table.summary.source_bytes = source.bytes().size();
  table.summary.output_bytes = writer.offset();
  table.data_blocks = std::move(data->handles);
  table.contents = std::move(data->contents);
  const std::span<const uint8_t> dictionary = plan.DictionaryOf(source);
  table.dictionary.assign(dictionary.begin(), dictionary.end());
  table.properties = std::move(properties).value();
  return table;
}

}  // namespace sstr
