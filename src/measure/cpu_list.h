// SPDX-License-Identifier: Apache-2.0
//
// Sets of CPUs as people and the kernel write them, "0,2-5", and which of
// them a thread may run on. Numbers are the kernel's, from 0 to 1023.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace sstr {

// Ascending, each number once.
using CpuList = std::vector<int>;

// Numbers and ranges, comma between them, in any order. Error: kUsage naming
// the part that is neither.
Result<CpuList> ParseCpuList(std::string_view text);

// The shortest such text: "0-3,8"; two neighbours are "0,1". Empty for none.
std::string CpuListText(const CpuList& cpus);

// The CPUs that the calling thread may run on; empty where the system does not
// tell.
CpuList AllowedCpus();

// Error: kUsage naming those that the calling thread may not use and those that
// it may.
Status CheckCpusAllowed(const CpuList& cpus);

// Lets the calling thread, and every thread that it starts from now on, run on
// `cpus` only. Errors as CheckCpusAllowed(); nothing is changed then.
Status PinThisThread(const CpuList& cpus);

}  // namespace sstr
