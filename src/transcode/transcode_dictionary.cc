// SPDX-License-Identifier: Apache-2.0

#include "transcode/transcode_dictionary.h"

#include <utility>

#include "codec/block_decoder.h"
#include "sst/block_decoding.h"

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

}  // namespace

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

}  // namespace sstr
