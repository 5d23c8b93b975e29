#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# quickstart.sh [FILE...]
#
# From a fresh clone to a result: installs what is missing, builds, and prints
# a sweep over the SST files named, or over a sample that it makes. Arguments
# go to sst_recompress as they are, so its flags can be given too.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Prints the name of the sample, which is made once.
provide_sample() {
  local sample=$build_dir/sample/json_users.sst
  if [[ ! -e $sample ]]; then
    say "making $sample"
    mkdir -p "${sample%/*}"
    "$build_dir/tools/sst_make" --preset=json_users --output="$sample" >&2
  fi
  printf '%s\n' "$sample"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  "$repository/scripts/setup.sh"
  configure "$build_dir"
  build "$build_dir" sst_recompress sst_make
  if (($# == 0)); then
    set -- "$(provide_sample)"
  fi
  say "sst_recompress $*"
  exec "$build_dir/tools/sst_recompress" "$@"
}

main "$@"
