// SPDX-License-Identifier: Apache-2.0
//
// Payloads that claim more than they hold. Every allocation of this program is
// watched: none may follow a claim. (What the libraries allocate for
// themselves, with malloc, is not counted.)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "codec/block_decoder.h"
#include "codec/block_encoder.h"
#include "codec/sample_blocks.h"

namespace {

size_t largest_allocation = 0;

void* Counted(size_t bytes) {
  largest_allocation = std::max(largest_allocation, bytes);
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(size_t bytes) { return Counted(bytes); }
void* operator new[](size_t bytes) { return Counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

namespace sstr {
namespace {

constexpr uint32_t kFormatVersion = 5;

// A valid payload of `type` whose varint prefix is replaced.
Bytes Claiming(CompressionType type, const Bytes& raw, const Bytes& prefix) {
  auto encoder = BlockEncoder::Create({.type = type,
                                       .format_version = kFormatVersion,
                                       .keep_rule = KeepRule::Limit(65536)});
  EXPECT_TRUE(encoder.ok());
  const EncodedBlock block = (*encoder)->Encode(raw).value();
  Bytes payload = prefix;
  // Prefixes of blocks from 128 bytes to 16 KiB have two bytes.
  payload.insert(payload.end(), block.payload.begin() + 2, block.payload.end());
  return payload;
}

void ExpectRefused(CompressionType type, uint32_t format_version,
                   const Bytes& payload, size_t largest_allowed) {
  SCOPED_TRACE(CompressionTypeName(type));
  BlockDecoder decoder(format_version);
  largest_allocation = 0;
  const Status status = decoder.Decode(type, payload).status();
  const size_t largest = largest_allocation;
  EXPECT_EQ(status.code(), StatusCode::kCorruption) << status.message();
  EXPECT_LE(largest, largest_allowed);
}

constexpr CompressionType kPrefixedTypes[] = {
    CompressionType::kZlib,  CompressionType::kBZip2, CompressionType::kLZ4,
    CompressionType::kLZ4HC, CompressionType::kZSTD,  CompressionType::kBrotli};

TEST(HostileClaimsTest, ASizePrefixOf4GiBTakesNoMemory) {
  const Bytes raw = RecordBytes(1000);
  for (CompressionType type : kPrefixedTypes) {
    const Bytes payload = Claiming(type, raw, {0xFF, 0xFF, 0xFF, 0xFF, 0x0F});
    // brotli decodes piece by piece and finds out.
    ExpectRefused(type, kFormatVersion, payload, 20000);
  }
}

TEST(HostileClaimsTest, ASizePrefixOf32MiBTakesNoMemory) {
  const Bytes raw = RecordBytes(1000);
  for (CompressionType type : kPrefixedTypes) {
    const Bytes payload = Claiming(type, raw, {0x80, 0x80, 0x80, 0x10});
    ExpectRefused(type, kFormatVersion, payload, 20000);
  }
}

TEST(HostileClaimsTest, AnOldLz4PrefixOf16EiBTakesNoMemory) {
  Bytes payload(8, 0xFF);
  payload.insert(payload.end(), {0x20, 'a', 'b'});
  ExpectRefused(CompressionType::kLZ4, 0, payload, 1000);
}

TEST(HostileClaimsTest, ASnappyLengthOf1GiBTakesNoMemory) {
  const Bytes payload = {0x80, 0x80, 0x80, 0x80, 0x04, 0x0C, 'a', 'b', 'c'};
  ExpectRefused(CompressionType::kSnappy, kFormatVersion, payload, 1000);
}

// RFC 8878: the frame's own content size, 8 bytes, agrees with the prefix; its
// only block holds 3 bytes.
TEST(HostileClaimsTest, AZstdFrameThatAgreesWithTheClaimTakesNoMemory) {
  const Bytes payload = {0xFF, 0xFF, 0xFF, 0xFF, 0x0F,  //
                         0x28, 0xB5, 0x2F, 0xFD, 0xE0,  //
                         0xFF, 0xFF, 0xFF, 0xFF, 0,    0,   0,
                         0,    0x19, 0x00, 0x00, 'a',  'b', 'c'};
  ExpectRefused(CompressionType::kZSTD, kFormatVersion, payload, 1000);
}

// Without a size prefix memory follows what comes, by doubling.
TEST(HostileClaimsTest, AnOldStreamThatIsCutShortTakesWhatItDecodedTo) {
  for (CompressionType type :
       {CompressionType::kZlib, CompressionType::kBZip2}) {
    auto encoder = BlockEncoder::Create({.type = type, .format_version = 1});
    ASSERT_TRUE(encoder.ok());
    const Bytes raw = RecordBytes(60000);
    const EncodedBlock block = (*encoder)->Encode(raw).value();
    const Bytes payload(block.payload.begin(), block.payload.end() - 3);
    ExpectRefused(type, 1, payload, 2 * 60000 + 4096);
  }
}

// The watch itself works.
TEST(HostileClaimsTest, AHonestBlockIsSeenToTakeItsMemory) {
  auto encoder = BlockEncoder::Create({.type = CompressionType::kLZ4});
  ASSERT_TRUE(encoder.ok());
  const EncodedBlock block = (*encoder)->Encode(Bytes(100000, 0)).value();
  BlockDecoder decoder(kFormatVersion);
  largest_allocation = 0;
  ASSERT_TRUE(decoder.Decode(CompressionType::kLZ4, block.payload).ok());
  EXPECT_GE(largest_allocation, 100000u);
}

}  // namespace
}  // namespace sstr
