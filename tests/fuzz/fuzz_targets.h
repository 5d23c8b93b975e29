// SPDX-License-Identifier: Apache-2.0
//
// What the fuzzers do with an input, shared with the test that replays the
// corpus. Any input is fine; what must not happen is a crash, a leak, an
// allocation far beyond the input, or a broken promise (those abort).

#pragma once

#include <cstdint>
#include <span>

namespace sstr {

// Opens, validates, measures and salvages the bytes as a table file.
void FuzzReader(std::span<const uint8_t> file);

// Transcodes the bytes, where they are a table, and verifies the result.
void FuzzTranscoder(std::span<const uint8_t> file);

}  // namespace sstr
