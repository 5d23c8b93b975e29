// SPDX-License-Identifier: Apache-2.0
//
// The properties rocksdb.compression and rocksdb.compression_options: what a
// file says of the setting it was written with. Not what its blocks hold: every
// block has its own type. Source: rocksdb/include/rocksdb/table_properties.h,
// TableProperties::compression_name; rocksdb/util/compression.h.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/status.h"
#include "codec/compression_type.h"

namespace sstr {

// The one type that rocksdb.compression tells of; absent when it tells of
// several or of none that is known by name. Up to format 6 a type's name
// ("LZ4"), then manager and codes ("BuiltinV2;04;"), without manager when
// nothing was to be compressed. Error: kNotSupported for a manager that is not
// RocksDB's own.
Result<std::optional<CompressionType>> ParseCompressionName(
    uint32_t format_version, std::string_view name);

// The value for a file written with `type` whose blocks have the types
// `in_use`, in any block but none counted.
// REQUIRES: `type` is one that a table file can hold.
std::string MakeCompressionName(uint32_t format_version, CompressionType type,
                                const std::set<CompressionType>& in_use);

// An option's value in "name=value; name=value; "; absent unless it is an
// integer.
std::optional<int64_t> FindCompressionOption(std::string_view options,
                                             std::string_view name);

// `options` with another value of `name`, or unchanged when it is not there.
std::string ReplaceCompressionOption(std::string_view options,
                                     std::string_view name, int64_t value);

}  // namespace sstr
