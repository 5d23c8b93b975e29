// SPDX-License-Identifier: Apache-2.0
//
// Numbers and names as people read them. Independent of the locale.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sstr {

// "1,683,566".
std::string WithThousands(uint64_t value);

// Three decimals, "1683.566"; more where a value other than 0 would read as 0
// ("0.000125"). For programs. REQUIRES: finite and not negative.
std::string ThreeDecimals(double value);

// Three digits or more, thousands apart: "81,235", "81.2", "0.0123". A value
// other than 0 never reads as 0. For people. REQUIRES: as ThreeDecimals().
std::string ThreeDigits(double value);

// "±1 %" for 0.01, "±2.34 %" for 0.0234.
std::string PlusMinusPercent(double relative_half_width);

// `text` with control characters as "\x0A", so that no file name can break a
// line or drive a terminal.
std::string Printable(std::string_view text);

}  // namespace sstr
