#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh [SECONDS]
#
# Runs both fuzzers side by side, each for SECONDS (default 60), under ASan and
# UBSan, with a corpus grown from testdata/, tests/fuzz/corpus, ../shared/data
# and tables without checksums, so that mutations get past them. Allocations
# above 64 MiB and the input's size are faults. Inputs that fail are left in
# build-fuzz/; add what matters to tests/fuzz/corpus.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

fuzz_dir=$repository/build-fuzz
readonly max_input_bytes=$((1 << 20))

# Tables whose checksums are all zero, of every shape.
make_seeds() {
  local preset seeds=$1
  shift
  for preset in json_users hash partitioned range_mixed versions odd_keys; do
    "$build_dir/tools/sst_make" --preset="$preset" --num=60 --overwrite \
      --output="$seeds/$preset.sst" "$@" >/dev/null 2>&1 ||
      "$build_dir/tools/sst_make" --preset="$preset" --overwrite \
        --output="$seeds/$preset.sst" "$@" >/dev/null
  done
}

collect_corpus() {
  local corpus=$1 format
  mkdir -p "$corpus"
  for format in 2 5; do
    mkdir -p "$fuzz_dir/seeds/$format"
    make_seeds "$fuzz_dir/seeds/$format" \
      --table_options="checksum=kNoChecksum;format_version=$format"
  done
  local folder file
  for folder in "$fuzz_dir/seeds" "$repository/testdata" \
    "$repository/tests/fuzz/corpus" \
    "${SSTR_EXTRA_DATA:-$repository/../shared/data}"; do
    [[ -d $folder ]] || continue
    while IFS= read -r file; do
      cp "$file" "$corpus/$(sha1sum <"$file" | cut -c1-40)"
    done < <(find "$folder" -type f -size -40k)
  done
}

run_fuzzer() {
  local name=$1 seconds=$2
  "$fuzz_dir/tests/fuzz/$name" "$fuzz_dir/corpus-$name" \
    -max_total_time="$seconds" -max_len="$max_input_bytes" \
    -malloc_limit_mb=65 -rss_limit_mb=2048 -timeout=20 -print_final_stats=1 \
    -artifact_prefix="$fuzz_dir/$name-" >"$fuzz_dir/$name.log" 2>&1
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    print_help
    exit 0
  fi
  local seconds=${1:-60} name failed=0
  "$repository/scripts/setup.sh" fuzzers
  configure "$build_dir"
  build "$build_dir" sst_make
  # Warnings are gcc's business.
  configure "$fuzz_dir" -DCMAKE_CXX_COMPILER=clang++ -DSSTR_BUILD_FUZZERS=ON \
    -DSSTR_BUILD_TESTS=ON -DSSTR_WERROR=OFF \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DSSTR_SANITIZE=address,undefined,fuzzer-no-link
  build "$fuzz_dir" reader_fuzzer transcoder_fuzzer
  local pids=()
  for name in reader_fuzzer transcoder_fuzzer; do
    collect_corpus "$fuzz_dir/corpus-$name"
    run_fuzzer "$name" "$seconds" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do
    wait "$pid" || failed=1
  done
  for name in reader_fuzzer transcoder_fuzzer; do
    say "$name"
    grep -E 'stat::|ERROR|SUMMARY|broken promise|cov:' \
      "$fuzz_dir/$name.log" | tail -n 8
  done
  exit "$failed"
}

main "$@"
