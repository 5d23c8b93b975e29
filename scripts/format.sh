#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# format.sh [--check]
#
# Formats every C++ file of the project as .clang-format says; with --check
# only tells what is not formatted, and fails then.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  local mode=(-i)
  case ${1:-} in
    '') ;;
    --check) mode=(--dry-run -Werror) ;;
    -h | --help)
      print_help
      exit 0
      ;;
    *) die "unknown argument $1; see --help" ;;
  esac
  cd "$repository"
  list_cxx_files | xargs -d '\n' clang-format "${mode[@]}"
}

main "$@"
