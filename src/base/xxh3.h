// SPDX-License-Identifier: Apache-2.0
//
// xxhash.h, with XXH3 running on the widest instructions that the processor
// has where the library can choose: twice as fast, same results. To be included
// in place of <xxhash.h>.

#pragma once

#include <xxhash.h>

// Libraries that cannot choose come without this header.
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif
