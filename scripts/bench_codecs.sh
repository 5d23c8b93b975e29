#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bench_codecs.sh [--rounds=N]
#
# What the block engine costs beyond the codec, and what allocators do to
# brotli, each figure with its bound: a write of the engine against a plain loop
# of the same library calls on the same blocks, with 16 and 4 KiB blocks; brotli
# 9 with malloc, with malloc in a process of raised thresholds, and with the
# pool. Takes a few minutes; wants an idle machine. Fails when a bound does.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  "$repository/scripts/setup.sh"
  configure "$build_dir" -DSSTR_BUILD_TESTS=ON
  build "$build_dir" sst_recompress sst_make codec_loops
  exec python3 -B "$repository/scripts/bench_codecs.py" "$build_dir" "$@"
}

main "$@"
