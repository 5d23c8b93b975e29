// SPDX-License-Identifier: Apache-2.0

#include "block/block_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/join_notes.h"
#include "codec/block_decoder.h"
#include "codec/block_encoder.h"
#include "sst/size_breakdown.h"

namespace sstr {
namespace {

using Bytes = std::span<const uint8_t>;

// With fewer blocks a call ahead of time costs more than it saves.
constexpr size_t kFewestBlocksToWarmUp = 16;

struct StoredPayload {
  size_t offset = 0;  // In the image.
  size_t size = 0;
  CompressionType type = CompressionType::kNone;
  BlockOutcome outcome = BlockOutcome::kBypassed;
};

CompressorOptions CompressorOptionsOf(const PassSpec& spec, Bytes dictionary) {
  return {.level = spec.codec.level,
          .dictionary = dictionary,
          .variant = spec.variant,
          .allocator = spec.allocator};
}

class BlockPass : public PreparedPass {
 public:
  BlockPass(BlockPassInput input, const PassSpec& spec, ImageBuffer* image,
            std::unique_ptr<BlockEncoder> encoder, const CancelFlag* cancel)
      : input_(std::move(input)),
        blocks_(*input_.blocks),
        spec_(spec),
        image_(image),
        encoder_(std::move(encoder)),
        decoder_(
            blocks_.format_version(),
            DecompressorOptions{.dictionary = *input_.dictionary,
                                .fresh_context = spec.variant == kFreshVariant,
                                .allocator = spec.allocator}),
        cancel_(*cancel) {
    stored_.reserve(blocks_.size());
    // Touched now, so that no timed call pays for first touches.
    decoder_.PrepareFor(blocks_.largest_bytes());
    std::memset(out_.Reserve(blocks_.largest_bytes()), 0,
                blocks_.largest_bytes());
  }

  bool can_write() const override { return blocks_.size() > 0; }
  bool can_scan() const override { return blocks_.size() > 0; }
  uint64_t ExpectedImageBytes() const override {
    return blocks_.total_bytes() + RoomFor(blocks_.largest_bytes());
  }
  uint64_t call_count() const override { return blocks_.size(); }

  // Contexts and pools fill their memory once, before anything is timed. The
  // largest block makes them take the most.
  Status WarmUp() {
    if (blocks_.size() < kFewestBlocksToWarmUp) return Status::Ok();
    const auto largest = std::ranges::max_element(
        blocks_.views(), {}, [](Bytes block) { return block.size(); });
    ByteBuffer room;
    const size_t room_bytes = RoomFor(largest->size());
    SSTR_ASSIGN_OR_RETURN(
        const EncodedBlock encoded,
        Store(*largest, {room.Reserve(room_bytes), room_bytes}));
    SSTR_RETURN_IF_ERROR(Load(encoded.stored_type, encoded.payload).status());
    if (const ScratchPool* pool = encoder_->compressor().pool()) {
      pool->WarmCached();
    }
    return Status::Ok();
  }

  Status Write() override {
    image_->Clear();
    stored_.clear();
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (cancel_) return Status::Interrupted("stopped");
      const Bytes raw = blocks_[i];
      const std::span<uint8_t> tail = image_->tail();
      if (tail.size() < RoomFor(raw.size())) {
        return Status::Failed("the compressed blocks outgrow their memory");
      }
      const Result<EncodedBlock> encoded =
          Store(raw, tail.first(RoomFor(raw.size())));
      if (!encoded.ok()) return AtBlock(i, encoded.status());
      stored_.push_back({image_->image().size(), encoded->payload.size(),
                         encoded->stored_type, encoded->outcome});
      image_->Advance(encoded->payload.size());
    }
    return Status::Ok();
  }

  Status Scan() override {
    for (size_t i = 0; i < stored_.size(); ++i) {
      if (cancel_) return Status::Interrupted("stopped");
      const Result<Bytes> raw = Load(stored_[i].type, PayloadOf(i));
      if (!raw.ok()) return AtBlock(i, raw.status());
      // Comparing the bytes is Verify()'s, outside the timed region.
      if (raw->size() != blocks_[i].size()) return Differs(i);
    }
    return Status::Ok();
  }

  void Reset() override {}

  Status Verify() override {
    for (size_t i = 0; i < stored_.size(); ++i) {
      const Result<Bytes> raw = Load(stored_[i].type, PayloadOf(i));
      if (!raw.ok()) return AtBlock(i, raw.status());
      if (!std::ranges::equal(*raw, blocks_[i])) return Differs(i);
    }
    return Status::Ok();
  }

  Result<PassOutput> Inspect() override {
    PassOutput output;
    MeasurePayloads(&output);
    output.entries = input_.corpus->summary.entries();
    output.range_deletions = input_.corpus->summary.range_deletions;
    output.effective =
        EffectiveConfiguration{.type = spec_.codec.type,
                               .level = EffectiveLevel(),
                               .threads = 1,
                               .format_version = blocks_.format_version(),
                               .keep_rule = sstr::ToString(spec_.keep_rule)};
    if (const ScratchPool* pool = encoder_->compressor().pool()) {
      output.compress_pool =
          PoolMemory{pool->held_bytes(), pool->peak_live_bytes()};
    }
    output.note = Note();
    return output;
  }

  // The regions hold nothing but codec calls: their times are the codec's.
  CodecTimes TakeCodecTimes() override { return {}; }

  Status TimeCalls(CallDirection direction, uint64_t stride,
                   CallTimer* timer) override {
    ByteBuffer room;
    room.Reserve(RoomFor(blocks_.largest_bytes()));
    for (size_t i = 0; i < blocks_.size(); i += stride) {
      if (cancel_) return Status::Interrupted("stopped");
      Status status;
      if (direction == CallDirection::kCompress) {
        const std::span<uint8_t> out(room.data(), RoomFor(blocks_[i].size()));
        timer->OnCallStart();
        status = Store(blocks_[i], out).status();
        timer->OnCallEnd();
      } else {
        timer->OnCallStart();
        status = Load(stored_[i].type, PayloadOf(i)).status();
        timer->OnCallEnd();
      }
      if (!status.ok()) return AtBlock(i, status);
    }
    return Status::Ok();
  }

 private:
  // How many bytes Store() may write.
  size_t RoomFor(size_t raw_bytes) const {
    return std::max(encoder_->RoomFor(raw_bytes), raw_bytes);
  }

  // Compresses into `room`, or copies there what is to be stored raw. The
  // payload is the start of `room`.
  Result<EncodedBlock> Store(Bytes raw, std::span<uint8_t> room) {
    SSTR_ASSIGN_OR_RETURN(
        EncodedBlock encoded,
        encoder_->EncodeInto(raw, room.first(encoder_->RoomFor(raw.size()))));
    if (encoded.outcome != BlockOutcome::kCompressed && !raw.empty()) {
      std::memcpy(room.data(), raw.data(), raw.size());
      encoded.payload = room.first(raw.size());
    }
    return encoded;
  }

  // The way back, copying what is stored raw as a reader does.
  Result<Bytes> Load(CompressionType type, Bytes payload) {
    if (type != CompressionType::kNone) return decoder_.Decode(type, payload);
    if (!payload.empty()) {
      std::memcpy(out_.data(), payload.data(), payload.size());
    }
    return Bytes(out_.data(), payload.size());
  }

  Bytes PayloadOf(size_t i) const {
    return image_->image().subspan(stored_[i].offset, stored_[i].size);
  }

  Status AtBlock(size_t i, const Status& status) const {
    if (status.code() == StatusCode::kInterrupted) return status;
    return status.WithPrefix(fmt::format("block {} of {}, {} bytes", i,
                                         blocks_.size(), blocks_[i].size()));
  }

  Status Differs(size_t i) const {
    return AtBlock(
        i, Status::VerificationFailed("what was compressed decompresses to "
                                      "something else"));
  }

  void MeasurePayloads(PassOutput* output) const {
    SizeBreakdown& sizes = output->sizes;
    std::vector<double> payload_bytes;
    std::vector<double> ratios;
    for (size_t i = 0; i < stored_.size(); ++i) {
      const StoredPayload& stored = stored_[i];
      sizes.data_payload_bytes += stored.size;
      ++sizes.data_blocks_by_stored_type[stored.type];
      ++CounterOf(stored.outcome, output);
      payload_bytes.push_back(static_cast<double>(stored.size));
      ratios.push_back(static_cast<double>(blocks_[i].size()) /
                       static_cast<double>(stored.size));
    }
    sizes.data_blocks = stored_.size();
    sizes.data_trailer_bytes = stored_.size() * blocks_.trailer_bytes();
    sizes.uncompressed_data_bytes = blocks_.total_bytes();
    if (!input_.dictionary->empty()) {
      sizes.dictionary_bytes =
          input_.dictionary->size() + blocks_.trailer_bytes();
    }
    sizes.file_bytes = sizes.SumOfParts();
    output->distributions = {.payload_bytes = DistributionOf(payload_bytes),
                             .compression_ratio = DistributionOf(ratios)};
  }

  static uint64_t& CounterOf(BlockOutcome outcome, PassOutput* output) {
    switch (outcome) {
      case BlockOutcome::kCompressed:
        return output->blocks_compressed;
      case BlockOutcome::kRejected:
        return output->blocks_rejected;
      case BlockOutcome::kBypassed:
        break;
    }
    return output->blocks_bypassed;
  }

  std::optional<int> EffectiveLevel() const {
    const CodecInfo& info = encoder_->codec().info();
    if (!info.levels) return std::nullopt;
    return encoder_->codec()
        .Resolved(CompressorOptionsOf(spec_, *input_.dictionary))
        .level;
  }

  std::string Note() const {
    const CodecInfo& info = encoder_->codec().info();
    std::string damaged;
    if (input_.corpus->is_damaged()) {
      damaged = "of a DAMAGED source: see the baseline";
    }
    std::string unused_dictionary;
    if (!input_.dictionary->empty() &&
        info.dictionary == DictionaryUse::kIgnored) {
      unused_dictionary = "the dictionary has no effect on this codec";
    }
    std::string too_large;
    const auto bypassed = std::ranges::count_if(
        blocks_.views(),
        [&](Bytes block) { return encoder_->Bypasses(block.size()); });
    if (info.type != CompressionType::kNone && bypassed > 0 &&
        !spec_.keep_rule.never_keeps()) {
      too_large = fmt::format(
          "{} blocks are stored raw: {} takes up to {} bytes", bypassed,
          info.library,
          std::min(info.max_input_bytes, BlockEncoder::kBypassFromBytes - 1));
    }
    return JoinNotes({damaged, unused_dictionary, too_large});
  }

  const BlockPassInput input_;
  const BlockList& blocks_;
  const PassSpec spec_;
  ImageBuffer* image_;
  const std::unique_ptr<BlockEncoder> encoder_;
  BlockDecoder decoder_;
  const CancelFlag& cancel_;
  std::vector<StoredPayload> stored_;  // By block, of the last Write().
  ByteBuffer out_;  // Where Load() copies what is stored raw.
};

}  // namespace

Result<std::unique_ptr<PreparedPass>> MakeBlockPass(BlockPassInput input,
                                                    const PassSpec& spec,
                                                    ImageBuffer* image,
                                                    const CancelFlag* cancel) {
  SSTR_ASSIGN_OR_RETURN(
      auto encoder,
      BlockEncoder::Create(
          {.type = spec.codec.type,
           .format_version = input.blocks->format_version(),
           .compressor = CompressorOptionsOf(spec, *input.dictionary),
           .keep_rule = spec.keep_rule}));
  auto pass = std::make_unique<BlockPass>(std::move(input), spec, image,
                                          std::move(encoder), cancel);
  SSTR_RETURN_IF_ERROR(pass->WarmUp());
  return std::unique_ptr<PreparedPass>(std::move(pass));
}

}  // namespace sstr
