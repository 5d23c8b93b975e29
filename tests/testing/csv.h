// SPDX-License-Identifier: Apache-2.0
//
// Reads the program's CSV reports back: rows by column name. Test support.

#pragma once

#include <map>
#include <string>
#include <vector>

namespace sstr::testing {

using CsvRow = std::map<std::string, std::string>;

// RFC 4180: quoted cells may hold commas, line ends and doubled quotes.
std::vector<CsvRow> ParseCsv(const std::string& text);

}  // namespace sstr::testing
