#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# test.sh [--slow] [CTEST_ARGUMENT...]
#
# Installs what is missing, builds, and runs the tests: those labelled "slow"
# only with --slow. Other arguments go to ctest, e.g. -R Footer.
#
# SSTR_UPDATE_GOLDENS=1 rewrites the expected outputs that differ.
# SSTR_EXTRA_DATA names a folder of SST files from other releases, by default
# ../shared/data beside the repository; tests that need it say so without it.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  local labels=(--label-exclude '^slow$')
  case ${1:-} in
    -h | --help)
      print_help
      exit 0
      ;;
    --slow)
      labels=()
      shift
      ;;
  esac
  "$repository/scripts/setup.sh"
  configure "$build_dir" -DSSTR_BUILD_TESTS=ON
  build "$build_dir"
  run_tests "$build_dir" "${labels[@]}" "$@"
}

main "$@"
