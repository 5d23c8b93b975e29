// SPDX-License-Identifier: Apache-2.0

#include "cancel_on_signal.h"

#include <csignal>

namespace sstr {
namespace {

CancelFlag cancelled{false};

void SetCancelled(int /*signal*/) { cancelled = true; }

}  // namespace

const CancelFlag* CancelOnSignals() {
  struct sigaction action = {};
  action.sa_handler = SetCancelled;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaction(signal, &action, nullptr);
  }
  return &cancelled;
}

}  // namespace sstr
