#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# bench_against_sst_dump.sh [--pairs=N]
#
# Compares sst_recompress with Debian's sst_dump on a 46 MB file, in pairs of
# runs one after the other, and prints the ratios with what each should be at
# most: write time of a pass, wall time of a sweep, the share of time outside
# timed regions, peak memory, and that the source's codec does not matter.
# Takes a few minutes; wants an idle machine.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  "$repository/scripts/setup.sh"
  configure "$build_dir"
  build "$build_dir" sst_recompress sst_make
  exec python3 -B "$repository/scripts/bench_against_sst_dump.py" \
    "$build_dir/tools" "$@"
}

main "$@"
