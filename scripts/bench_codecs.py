# SPDX-License-Identifier: Apache-2.0
"""Figures of the block engine; see bench_codecs.sh."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

# A file of 45 MB for the loops; a small one for brotli, which with malloc
# compresses about 2 MB a second.
RECORDS = 400_000
BROTLI_RECORDS = 40_000
LEAST_GAIN_OF_POOL = {"4k": 20, "16k": 15}
MOST_FAULTS_PER_CALL = 5
MOST_POOL_TIMES_NEED = 2
# The pool against malloc with raised thresholds.
MOST_DISTANCE = 0.03


class Bench:
    def __init__(self, build, directory, rounds):
        self.tools = os.path.join(build, "tools")
        self.loops = os.path.join(build, "tests", "bench", "codec_loops")
        self.directory = directory
        self.rounds = rounds
        self.good = True

    def make(self, records, block_size):
        file = os.path.join(self.directory, f"{records}_{block_size}.sst")
        subprocess.run([os.path.join(self.tools, "sst_make"), "--preset=bench",
                        f"--num={records}", f"--block_size={block_size}",
                        f"--output={file}"],
                       check=True, stdout=subprocess.DEVNULL)
        return file

    def plain_loops(self, block_size, is_bound):
        file = self.make(RECORDS, block_size)
        print(f"blocks of {block_size}:", flush=True)
        done = subprocess.run([self.loops, file, str(self.rounds)])
        if is_bound:
            self.good &= done.returncode == 0

    def rows(self, file, *flags):
        """Rows of passes by their variant."""
        done = subprocess.run(
            [os.path.join(self.tools, "sst_recompress"), "--engine=block",
             "--output_format=json", "--cpu=1", *flags, file],
            check=True, stdout=subprocess.PIPE, text=True)
        return {row["variant"]: row for row in json.loads(done.stdout)["rows"]
                if row["kind"] == "pass"}

    def bound(self, text, value, holds):
        print(f"{text}: {value}{'' if holds else '  MISSED'}", flush=True)
        self.good &= holds

    def brotli(self, block_size):
        file = self.make(BROTLI_RECORDS, block_size)
        flags = ["--compression_types=kBrotli", "--compression_level=9"]
        print(f"brotli 9, blocks of {block_size}:", flush=True)
        slow = self.rows(file, *flags, "--allocator=malloc,pool", "--repeat=3")
        pool = slow["fresh+pool"]
        gain = pool["write_mb_per_sec"] / slow["fresh"]["write_mb_per_sec"]
        print(f"  malloc {slow['fresh']['write_mb_per_sec']:.3f} MB/s with "
              f"{slow['fresh']['write_faults_per_call']:.0f} page faults a "
              f"call, pool {pool['write_mb_per_sec']:.1f} MB/s")
        least = LEAST_GAIN_OF_POOL[block_size]
        self.bound(f"  pool / malloc, at least {least}", f"{gain:.1f}",
                   gain >= least)
        faults = pool["write_faults_per_call"]
        self.bound(f"  page faults a call with the pool, at most "
                   f"{MOST_FAULTS_PER_CALL}", f"{faults:.4f}",
                   faults <= MOST_FAULTS_PER_CALL)
        memory = pool["compress_pool"]
        times = memory["held_bytes"] / memory["peak_live_bytes"]
        self.bound(f"  pool holds {memory['held_bytes']} bytes, at most "
                   f"{MOST_POOL_TIMES_NEED} x the largest call's need",
                   f"{times:.2f}", times <= MOST_POOL_TIMES_NEED)
        self.against_threshold(file, flags)

    def against_threshold(self, file, flags):
        """Rounds alternate the two, so pairs of samples belong together."""
        rows = self.rows(file, *flags, "--allocator=mmap_threshold,pool",
                         f"--repeat={self.rounds}")
        times = [[sample["write"]["wall_nanos"] / sample["write"]["iterations"]
                  for sample in rows[variant]["raw_samples"]]
                 for variant in ("fresh+pool", "fresh+mmap_threshold")]
        ratio = statistics.median(a / b for a, b in zip(*times))
        self.bound(f"  time with the pool / with mmap_threshold, within "
                   f"{MOST_DISTANCE:.0%}", f"{ratio:.3f}",
                   ratio <= 1 + MOST_DISTANCE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(args.build, directory, args.rounds)
        bench.plain_loops("16k", is_bound=True)
        bench.plain_loops("4k", is_bound=False)
        bench.brotli("4k")
        bench.brotli("16k")
    sys.exit(0 if bench.good else 1)


main()
