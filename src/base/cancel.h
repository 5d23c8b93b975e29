// SPDX-License-Identifier: Apache-2.0
//
// How a signal handler or another thread asks a run to stop. Work loops look
// at it and return kInterrupted.

#pragma once

#include <atomic>

namespace sstr {

using CancelFlag = std::atomic<bool>;
static_assert(CancelFlag::is_always_lock_free, "set in a signal handler");

}  // namespace sstr
