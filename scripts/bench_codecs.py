# SPDX-License-Identifier: Apache-2.0
"""Figures of the block engine; see bench_codecs.sh."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from bench_common import make_bench_table, run, stay_on_one_cpu

# A file of 45 MB for the loops.
RECORDS = 400_000
# Enough calls that what a pool or a process pays once does not show: a pool is
# made anew for every pass, in memory that no cache holds.
BROTLI_RECORDS = 400_000
BROTLI_ROUNDS = 9
# With malloc every call pays, so fewer will do: it may compress as little as
# 0.1 MB a second.
MALLOC_RECORDS = 4_000
MALLOC_ROUNDS = 3
LEAST_OF_PLAIN_LOOP = 0.95
LEAST_GAIN_OF_POOL = {"4k": 20, "16k": 15}
MOST_FAULTS_PER_CALL = 5
MOST_POOL_TIMES_NEED = 2
# The pool against malloc with raised thresholds.
MOST_POOL_TIME = 1.03
# The exit code of codec_loops when a bound was missed.
BELOW_BOUND = 4


class Bench:
    def __init__(self, build, directory, rounds):
        self.build = build
        self.directory = directory
        self.rounds = rounds
        self.good = True

    def make(self, records, block_size):
        file = os.path.join(self.directory, f"{records}_{block_size}.sst")
        return make_bench_table(self.build, file, records,
                                f"--block_size={block_size}")

    def plain_loops(self, block_size, least):
        file = self.make(RECORDS, block_size)
        print(f"blocks of {block_size}: ", end="", flush=True)
        loops = os.path.join(self.build, "tests", "bench", "codec_loops")
        done = subprocess.run([loops, file, str(self.rounds), str(least)])
        if done.returncode not in (0, BELOW_BOUND):
            sys.exit(f"codec_loops: exit {done.returncode}")
        self.good &= done.returncode == 0

    def brotli_rows(self, file, allocators, rounds):
        """Rows of passes at quality 9, in the order of the allocators."""
        out, _, _ = run(
            [os.path.join(self.build, "tools", "sst_recompress"),
             "--engine=block", "--output_format=json",
             "--compression_types=kBrotli", "--compression_level=9",
             f"--allocator={','.join(allocators)}", f"--repeat={rounds}",
             file])
        rows = [row for row in json.loads(out)["rows"] if row["kind"] == "pass"]
        if len(rows) != len(allocators):
            sys.exit(f"{len(rows)} rows for {', '.join(allocators)}")
        for row in rows:
            if row["status"] != "ok":
                sys.exit(f"{row['variant']}: {row['status_detail']}")
        return rows

    def bound(self, text, value, holds):
        print(f"  {text}: {value}{'' if holds else '  MISSED'}", flush=True)
        self.good &= holds

    def brotli(self, block_size):
        print(f"brotli 9, blocks of {block_size}:", flush=True)
        (malloc,) = self.brotli_rows(self.make(MALLOC_RECORDS, block_size),
                                     ["malloc"], MALLOC_ROUNDS)
        threshold, pool = self.brotli_rows(
            self.make(BROTLI_RECORDS, block_size), ["mmap_threshold", "pool"],
            BROTLI_ROUNDS)
        for name, row in (("malloc", malloc), ("mmap_threshold", threshold),
                          ("pool", pool)):
            print(f"  {name:14} {row['write_mb_per_sec']:7.3f} MB/s, "
                  f"{row['write_faults_per_call']:.1f} page faults a call")
        self.against_malloc(block_size, malloc, pool)
        self.memory(pool)
        self.against_threshold(threshold, pool)

    def against_malloc(self, block_size, malloc, pool):
        gain = pool["write_mb_per_sec"] / malloc["write_mb_per_sec"]
        least = LEAST_GAIN_OF_POOL[block_size]
        self.bound(f"speed with the pool / with malloc, at least {least}",
                   f"{gain:.1f}", gain >= least)
        faults = pool["write_faults_per_call"]
        self.bound("page faults a call with the pool, at most "
                   f"{MOST_FAULTS_PER_CALL}", f"{faults:.2f}",
                   faults <= MOST_FAULTS_PER_CALL)

    def memory(self, pool):
        memory = pool["compress_pool"]
        times = memory["held_bytes"] / memory["peak_live_bytes"]
        self.bound(f"pool holds {memory['held_bytes']} bytes / largest call's "
                   f"need, at most {MOST_POOL_TIMES_NEED}", f"{times:.2f}",
                   times <= MOST_POOL_TIMES_NEED)

    def against_threshold(self, threshold, pool):
        """Rounds alternate the two, so pairs of samples belong together."""
        times = [[sample["write"]["wall_nanos"] / sample["write"]["iterations"]
                  for sample in row["raw_samples"]]
                 for row in (pool, threshold)]
        ratio = statistics.median(a / b for a, b in zip(*times))
        self.bound("time with the pool / with mmap_threshold, at most "
                   f"{MOST_POOL_TIME}", f"{ratio:.3f}",
                   ratio <= MOST_POOL_TIME)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    stay_on_one_cpu()
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(args.build, directory, args.rounds)
        bench.plain_loops("16k", LEAST_OF_PLAIN_LOOP)
        bench.plain_loops("4k", 0)
        bench.brotli("4k")
        bench.brotli("16k")
    sys.exit(0 if bench.good else 1)


main()
