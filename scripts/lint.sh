#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh [--tidy [FILE...]]
#
# Checks the shell scripts with shellcheck. With --tidy, checks C++ sources
# with clang-tidy instead, as .clang-tidy says: all of src/ and tools/, which
# takes minutes, or those named. That needs a build directory and clang-tidy
# (scripts/setup.sh tidy).

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

check_scripts() { shellcheck --external-sources scripts/*.sh .ci/run; }

run_clang_tidy() {
  local files=("$@")
  if ((${#files[@]} == 0)); then
    mapfile -t files < <(list_cxx_files | grep -E '^(src|tools)/.*\.cc$')
  fi
  printf '%s\n' "${files[@]}" |
    xargs -d '\n' -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build_dir"
}

main() {
  cd "$repository"
  case ${1:-} in
    '') check_scripts ;;
    --tidy)
      shift
      run_clang_tidy "$@"
      ;;
    -h | --help) print_help ;;
    *) die "unknown argument $1; see --help" ;;
  esac
}

main "$@"
