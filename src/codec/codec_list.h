// SPDX-License-Identifier: Apache-2.0
//
// The one table of compression types: a codec is one line here and one
// *_codec.cc. It is made into an enum, names and a registry by
// compression_type.h and registry.h, which all others ask.

#pragma once

// X(type, code, spelling, codec), in the order of tables and help texts.
// `codec` is the function that the codec's file defines. Codes up to 0xFF are
// the type byte in a block's trailer and RocksDB's, as are the spellings
// (rocksdb/include/rocksdb/compression_type.h). Codes above are codecs that no
// SST file can name; only the block engine runs them.
#define SSTR_FOR_EACH_CODEC(X)                        \
  X(kNone, 0x00, "kNoCompression", NoneCodec)         \
  X(kSnappy, 0x01, "kSnappyCompression", SnappyCodec) \
  X(kZlib, 0x02, "kZlibCompression", ZlibCodec)       \
  X(kBZip2, 0x03, "kBZip2Compression", BZip2Codec)    \
  X(kLZ4, 0x04, "kLZ4Compression", Lz4Codec)          \
  X(kLZ4HC, 0x05, "kLZ4HCCompression", Lz4HcCodec)    \
  X(kZSTD, 0x07, "kZSTD", ZstdCodec)                  \
  X(kBrotli, 0x100, "kBrotli", BrotliCodec)

// X(type, code, spelling, run_as): RocksDB's other types. `run_as` is the type
// whose codec runs them, or the type itself where no codec does: Xpress is
// known by name only, because it exists on Windows only. kZSTDNotFinal is ZSTD
// under RocksDB's early code.
#define SSTR_FOR_EACH_OTHER_TYPE(X)               \
  X(kXpress, 0x06, "kXpressCompression", kXpress) \
  X(kZSTDNotFinal, 0x40, "kZSTDNotFinalCompression", kZSTD)
