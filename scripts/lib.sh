# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the scripts share: where things are, and how the tree is configured and
# built. To be sourced; does nothing by itself. The build directory is build/,
# or the one that SSTR_BUILD_DIR names.

set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # For the scripts that source this file.
build_dir=${SSTR_BUILD_DIR:-$repository/build}

say() { printf '== %s\n' "$*" >&2; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints the comment at the head of the script, which is its help.
print_help() { sed -n '4,${/^#/!q;s/^# \{0,1\}//p}' "$0"; }

# Every C++ file of the project, tracked or new, one a line. A tracked file
# that was just deleted is left out.
list_cxx_files() {
  local file
  git -C "$repository" ls-files --cached --others --exclude-standard \
    '*.cc' '*.h' | while IFS= read -r file; do
    if [[ -e $repository/$file ]]; then
      printf '%s\n' "$file"
    fi
  done
}

# configure DIR [CMAKE_ARGUMENT...]
configure() {
  local dir=$1
  shift
  local arguments=("$@")
  if [[ ! -e $dir/CMakeCache.txt ]] && command -v ninja >/dev/null; then
    arguments+=(-G Ninja)
  fi
  if command -v ccache >/dev/null; then
    arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  mkdir -p "$dir"
  if ! cmake -S "$repository" -B "$dir" "${arguments[@]}" \
    >"$dir/configure.log"; then
    cat "$dir/configure.log" >&2
    die "cmake cannot configure $dir"
  fi
}

# build DIR [TARGET...]: all targets when none is named. Paths below the
# repository are relative to ccache, so that another clone of it profits.
build() {
  local dir=$1
  shift
  local targets=()
  if (($# > 0)); then
    targets=(--target "$@")
  fi
  CCACHE_BASEDIR=$repository CCACHE_NOHASHDIR=1 \
    cmake --build "$dir" --parallel "$(nproc)" "${targets[@]}" >&2
}

# run_tests DIR [CTEST_ARGUMENT...]. The tests compare messages and numbers,
# which a locale would change.
run_tests() {
  local dir=$1
  shift
  LC_ALL=C.UTF-8 ctest --test-dir "$dir" --no-tests=error \
    --output-on-failure --parallel "$(nproc)" "$@"
}
