// SPDX-License-Identifier: Apache-2.0
//
// The list of codecs: one line here and one *_codec.cc that defines the
// function named. Included by registry.cc and the codec files only.

#pragma once

#include "codec/codec.h"

// In the order of tables and help texts.
#define SSTR_FOR_EACH_CODEC(X) \
  X(NoneCodec)                 \
  X(SnappyCodec)               \
  X(ZlibCodec)                 \
  X(BZip2Codec)                \
  X(Lz4Codec)                  \
  X(Lz4HcCodec)                \
  X(ZstdCodec)                 \
  X(BrotliCodec)

namespace sstr {

// Each returns its codec, which lives as long as the process.
#define SSTR_DECLARE_CODEC(function) const Codec& function();
SSTR_FOR_EACH_CODEC(SSTR_DECLARE_CODEC)
#undef SSTR_DECLARE_CODEC

}  // namespace sstr
