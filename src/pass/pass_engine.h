// SPDX-License-Identifier: Apache-2.0
//
// What the runner needs from an engine: untimed preparation, the two calls
// that are timed, and untimed checks. Engines never read clocks; the runner
// never knows codecs. A PreparedPass is used by one thread at a time.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/status.h"
#include "codec/scratch_pool.h"
#include "corpus/corpus.h"
#include "pass/image_buffer.h"
#include "pass/pass_spec.h"
#include "sst/size_breakdown.h"

namespace sstr {

// Time inside the codec since the last TakeCodecTimes(), by the engine's own
// timers. Absent when no codec ran.
struct CodecTimes {
  std::optional<uint64_t> compress_nanos;
  std::optional<uint64_t> decompress_nanos;
};

// What really runs for a spec: a library may replace what it is asked for.
// Two passes whose configurations differ do not measure the same thing.
struct EffectiveConfiguration {
  CompressionType type = CompressionType::kNone;
  std::optional<int> level;  // Absent: this codec, as run, has none.
  uint32_t threads = 1;
  uint32_t format_version = 0;  // Of the table; its framing of payloads.
  std::string keep_rule;        // As KeepRule prints it.

  bool operator==(const EffectiveConfiguration&) const = default;
};

// What a pass produced, from parsing its image.
struct PassOutput {
  SizeBreakdown sizes;
  BlockDistributions distributions;
  uint64_t lost_data_blocks = 0;  // Of a salvaged source; see ReportRow.
  uint64_t lost_data_bytes = 0;
  uint64_t entries = 0;  // Points and tombstones.
  uint64_t range_deletions = 0;
  uint64_t blocks_compressed = 0;  // Data blocks stored compressed.
  uint64_t blocks_rejected = 0;    // Tried, stored raw: too large.
  uint64_t blocks_bypassed = 0;    // Not tried.
  std::optional<EffectiveConfiguration> effective;  // Absent: baseline.
  std::string input_hash;                           // Baseline; see ReportRow.
  std::string entries_hash;
  std::optional<PoolMemory> compress_pool;  // Where the allocator is "pool".
  // E.g. "asked kLZ4Compression, stored kLZ4HCCompression"; else empty.
  std::string note;
  // Why the compress times of this spec would be untrue; else empty. They are
  // then absent from its samples.
  std::string compress_time_gap;
};

// Told by an engine when a single codec call begins and ends.
class CallTimer {
 public:
  virtual ~CallTimer() = default;

  virtual void OnCallStart() = 0;
  virtual void OnCallEnd() = 0;
};

enum class CallDirection { kCompress, kDecompress };

class PreparedPass {
 public:
  virtual ~PreparedPass() = default;

  // What this pass has: the baseline writes nothing, and a release cannot
  // scan every file. The runner leaves out what is missing.
  virtual bool can_write() const { return true; }
  virtual bool can_scan() const { return true; }
  // A guess at the image's size, for touching memory ahead of time.
  virtual uint64_t ExpectedImageBytes() const = 0;

  // Timed: compresses the whole corpus into the image buffer.
  // REQUIRES: Reset() since the last Write() or Scan().
  virtual Status Write() = 0;
  // Timed: opens the image of the last Write() and reads every entry with
  // checksums verified. REQUIRES: Reset() since the last Write() or Scan().
  virtual Status Scan() = 0;
  // Untimed: frees what the last Write() or Scan() left; the image stays.
  virtual void Reset() = 0;

  // Untimed: decodes the image and compares it with the corpus, entry by
  // entry. Error: kVerificationFailed naming the first difference.
  virtual Status Verify() = 0;
  // Untimed: parses the image. REQUIRES: a Write().
  virtual Result<PassOutput> Inspect() = 0;
  virtual CodecTimes TakeCodecTimes() = 0;

  // Codec calls in one Write(), and in one Scan(), that TimeCalls() can tell
  // apart; 0: none.
  virtual uint64_t call_count() const { return 0; }
  // Repeats every `stride`-th call of the last Write() or Scan() with `timer`
  // around each; the image stays as it is. REQUIRES: call_count() > 0, a
  // Write().
  virtual Status TimeCalls(CallDirection /*direction*/, uint64_t /*stride*/,
                           CallTimer* /*timer*/) {
    return Status::NotSupported("this engine does not call codecs itself");
  }
};

class PassEngine {
 public:
  virtual ~PassEngine() = default;

  // `corpus` and `image` are borrowed and must outlive the result. Error:
  // kUsage or kNotSupported with the reason why this spec cannot run on this
  // corpus; the row is then skipped.
  virtual Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                        const PassSpec& spec,
                                                        ImageBuffer* image) = 0;
};

}  // namespace sstr
