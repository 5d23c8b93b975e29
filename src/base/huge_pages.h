// SPDX-License-Identifier: Apache-2.0
//
// Large buffers in huge pages: filling one then costs one page fault for 2 MiB
// instead of 512. A hint; whether it is taken is the kernel's business.

#pragma once

#include <cstddef>

namespace sstr {

// Of the bytes from `data` on, those that fill whole huge pages.
void AdviseHugePages(void* data, size_t bytes);

}  // namespace sstr
