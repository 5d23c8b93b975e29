# SPDX-License-Identifier: Apache-2.0
"""Figures of reading and transcoding tables; see bench_format.sh."""

import argparse
import os
import re
import shutil
import statistics
import tempfile

from bench_common import run

MIB = 1 << 20
TYPES = ["kNoCompression", "kSnappyCompression", "kLZ4Compression", "kZSTD"]
# 93 MB of records that halve under LZ4: a file of 47 MB.
RECORDS = 800_000
# A file of a gigabyte, in blocks of 4 KiB.
GIGABYTE_RECORDS = 17_000_000


class Bench:
    def __init__(self, build, directory, rounds):
        self.tools = os.path.join(build, "tools")
        self.loops = os.path.join(build, "tests", "bench", "format_loops")
        self.directory = directory
        self.rounds = rounds

    def make(self, name, records, *flags):
        file = os.path.join(self.directory, name + ".sst")
        run([os.path.join(self.tools, "sst_make"), "--preset=bench",
             f"--num={records}", f"--output={file}",
             "--compression_type=kLZ4Compression", *flags])
        return file

    def transcode(self, file, name, jobs):
        """Wall seconds, peak RSS; verification, writing, syncing included."""
        out = os.path.join(self.directory, "out")
        shutil.rmtree(out, ignore_errors=True)
        _, seconds, rss = run(
            [os.path.join(self.tools, "sst_transcode"),
             f"--output_dir={out}", f"--compression_types={name}",
             "--reencode", f"--jobs={jobs}", file])
        return seconds, rss

    def plain_loops(self, file):
        print(run([self.loops, file, str(self.rounds)])[0], end="", flush=True)

    def against_sst_dump(self, file):
        ratios = {name: [] for name in TYPES}
        for _ in range(self.rounds):
            for name in TYPES:
                out, _, _ = run(["sst_dump", f"--file={file}",
                                 "--command=recompress",
                                 f"--compression_types={name}"])
                micros = int(re.search(r"Time Taken: +(\d+) micro", out)[1])
                seconds, _ = self.transcode(file, name, jobs=2)
                ratios[name].append(seconds / (micros / 1e6))
        for name in TYPES:
            print(f"transcode to file, 2 threads / sst_dump builds, {name:18} "
                  f"{statistics.median(ratios[name]):6.3f}  "
                  f"[{min(ratios[name]):.3f}, {max(ratios[name]):.3f}]  "
                  f"at most 0.5", flush=True)

    def gigabyte(self):
        file = self.make("gigabyte", GIGABYTE_RECORDS, "--block_size=4k")
        for name in ("kLZ4Compression", "kZSTD", "kNoCompression"):
            seconds, rss = self.transcode(file, name, jobs=2)
            print(f"{os.path.getsize(file)} bytes to {name}: {seconds:.1f} s, "
                  f"{rss / MIB:.0f} MiB  at most 256 MiB", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--no-gigabyte", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(args.build, directory, args.rounds)
        file = bench.make("bench", RECORDS)
        bench.plain_loops(file)
        bench.against_sst_dump(file)
        if not args.no_gigabyte:
            bench.gigabyte()


main()
