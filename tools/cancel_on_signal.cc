// SPDX-License-Identifier: Apache-2.0

#include "cancel_on_signal.h"

#include <csignal>
#include <initializer_list>

namespace sstr {
namespace {

CancelFlag cancelled{false};

void SetCancelled(int /*signal*/) {
  cancelled = true;
  // Whichever comes next ends the process.
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

}  // namespace

const CancelFlag* CancelOnSignals() {
  struct sigaction action = {};
  action.sa_handler = SetCancelled;
  // No SA_RESTART: reading from a pipe must end, too.
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaction(signal, &action, nullptr);
  }
  return &cancelled;
}

}  // namespace sstr
