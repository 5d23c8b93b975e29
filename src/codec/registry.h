// SPDX-License-Identifier: Apache-2.0
//
// The codecs of codec_list.h. docs/adding_a_codec.md says how it grows.

#pragma once

#include <span>
#include <string>

#include "codec/codec.h"

namespace sstr {

// Every codec of this build, none first. Lives as long as the process.
std::span<const Codec* const> AllCodecs();

// The codec that runs `type`, whose info() names RunAs(type); null for a type
// that this build cannot run.
const Codec* FindCodec(CompressionType type);

// FindCodec(), or kNotSupported naming the type and those that are supported.
Result<const Codec*> RequireCodec(CompressionType type);

// The names of all codecs for messages: "kNoCompression, kSnappyCompression".
std::string CodecNames();

// Each returns its codec; for the registry and the file that defines it.
#define SSTR_DECLARE_CODEC(type, code, spelling, codec) const Codec& codec();
SSTR_FOR_EACH_CODEC(SSTR_DECLARE_CODEC)
#undef SSTR_DECLARE_CODEC

}  // namespace sstr
