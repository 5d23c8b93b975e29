// SPDX-License-Identifier: Apache-2.0

#include "report/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sstr {

std::string WithThousands(uint64_t value) {
  const std::string digits = fmt::format("{}", value);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string ThreeDecimals(double value) {
  constexpr double kSmallest = 0.001;
  if (value == 0 || value >= kSmallest) return fmt::format("{:.3f}", value);
  const int leading_zeros = static_cast<int>(-std::floor(std::log10(value)));
  return fmt::format("{:.{}f}", value, leading_zeros + 2);
}

std::string ThreeDigits(double value) {
  if (value == 0) return "0";
  // Not 100, which would let 99.96 read as "100.0".
  if (value >= 99.95) {
    return WithThousands(static_cast<uint64_t>(std::llround(value)));
  }
  const int whole_digits = static_cast<int>(std::floor(std::log10(value))) + 1;
  return fmt::format("{:.{}f}", value, 3 - whole_digits);
}

std::string PlusMinusPercent(double relative_half_width) {
  return fmt::format("±{:g} %", 100 * relative_half_width);
}

std::string Printable(std::string_view text) {
  std::string printable;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      printable += fmt::format("\\x{:02X}", byte);
    } else {
      printable += c;
    }
  }
  return printable;
}

}  // namespace sstr
