#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bench_format.sh [--rounds=N] [--no-gigabyte]
#
# What reading and transcoding tables cost, each figure with its bound:
# validating against a plain loop that decodes the same blocks, transcoding
# against a plain loop that decodes, encodes and checksums them, two threads
# against one, a whole transcode against the time in which sst_dump builds the
# same type in memory, and the memory of transcoding a gigabyte. Takes a few
# minutes; wants an idle machine.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  "$repository/scripts/setup.sh"
  configure "$build_dir" -DSSTR_BUILD_TESTS=ON
  build "$build_dir" sst_transcode sst_make format_loops
  exec python3 -B "$repository/scripts/bench_format.py" "$build_dir" "$@"
}

main "$@"
