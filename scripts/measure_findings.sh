#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# measure_findings.sh [lz4] [brotli] [zlib_zstd]
#
# Measures again what others found about codecs, and prints the tables of
# docs/measurement.md, all or those named: ways of calling LZ4; allocators under
# brotli; zlib against ZSTD on a table and, as a raw file of more than 200 MB,
# on the bytes of an uncompressed one. Takes about ten minutes; wants an idle
# machine.

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
  exec python3 -B "$repository/scripts/measure_findings.py" "$build_dir" "$@"
}

main "$@"
