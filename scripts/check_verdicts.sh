#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# check_verdicts.sh [--comparisons=N] [--power_runs=N]
#
# How often sst_compare is wrong, on real passes of this machine. First N
# (default 200) comparisons of the program with itself, 12 rounds of a small
# sweep: any cell that is called different is a false alarm, and at most 1 in
# 100 comparisons may have one. Then N (default 100) comparisons each with a
# contender whose LZ4 writes are slowed by 2, 3 and 5 per cent of the pass, 20
# rounds: found in at least 80, 95 and 99 of 100, with intervals that hold the
# true value in at least 93 of 100. Between them: what a worker needs for a pass
# beyond its timed regions, and how narrow the intervals of six LZ4 levels get
# in a minute. Takes about two and a half hours on two CPUs, on each of which
# comparisons run; wants an otherwise idle machine.
# docs/verdict_checks.txt is what it printed.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  "$repository/scripts/setup.sh"
  configure "$build_dir"
  build "$build_dir" sst_compare sst_recompress sst_make
  exec python3 "$repository/scripts/check_verdicts.py" "$build_dir" "$@"
}

main "$@"
