// SPDX-License-Identifier: Apache-2.0
//
// The one table of codecs. docs/adding_a_codec.md says how it grows.

#pragma once

#include <span>

#include "codec/codec.h"

namespace sstr {

// Every codec of this build, none first. Lives as long as the process.
std::span<const Codec* const> AllCodecs();

// The codec that runs `type`; null for a type that this build cannot run.
// kZSTDNotFinal gives ZSTD's, whose info() names kZSTD.
const Codec* FindCodec(CompressionType type);

// FindCodec(), or kNotSupported naming the type and those that are supported.
Result<const Codec*> RequireCodec(CompressionType type);

}  // namespace sstr
