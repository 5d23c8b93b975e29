# SPDX-License-Identifier: Apache-2.0
"""Paired runs of sst_recompress and sst_dump; see bench_against_sst_dump.sh.

Prints one line per claim: the figure, the bound, and whether it holds. Ratios
are medians over pairs of runs that follow each other, with their range.
"""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile

from bench_common import run

TYPES = ["kNoCompression", "kSnappyCompression", "kZlibCompression",
         "kLZ4Compression", "kLZ4HCCompression", "kZSTD"]
MIB = 1 << 20
# To the byte what the preset makes: 100-byte values that halve under LZ4.
RECORDS = 400_000


def sst_dump_micros(file, types):
    """Microseconds that sst_dump prints, by type, and the whole wall time."""
    out, seconds, _ = run(["sst_dump", f"--file={file}", "--command=recompress",
                           "--compression_types=" + ",".join(types)])
    names = re.findall(r"^Compression: (\w+)", out, re.M)
    micros = [int(n) for n in re.findall(r"Time Taken: +(\d+) microsecs", out)]
    return dict(zip(names, micros)), seconds


class Bench:
    def __init__(self, tools, pairs):
        self.recompress = os.path.join(tools, "sst_recompress")
        self.maker = os.path.join(tools, "sst_make")
        self.pairs = pairs
        self.failed = False

    def report(self, file, types, *flags):
        """The JSON report of a run, its wall seconds and peak RSS."""
        out, seconds, rss = run(
            [self.recompress, file, "--output_format=json",
             "--compression_types=" + ",".join(types), *flags])
        return json.loads(out), seconds, rss

    def claim(self, what, values, bound):
        median = statistics.median(values)
        holds = median <= bound
        self.failed |= not holds
        print(f"{what:58} {median:7.3f}  [{min(values):.3f}, "
              f"{max(values):.3f}]  at most {bound:.3f}  "
              f"{'holds' if holds else 'DOES NOT HOLD'}", flush=True)

    def make(self, directory, codec, *flags):
        file = os.path.join(directory, codec + ".sst")
        run([self.maker, "--preset=bench", f"--num={RECORDS}",
             f"--output={file}", f"--compression_type={codec}", *flags])
        return file

    def write_times(self, file):
        types = ["kNoCompression", "kSnappyCompression", "kLZ4Compression"]
        ratios = {name: [] for name in types}
        for _ in range(self.pairs):
            theirs, _ = sst_dump_micros(file, types)
            report, _, _ = self.report(file, types)
            for row in pass_rows(report):
                name = row["compression_type"]
                ratios[name].append(row["write_micros"] / theirs[name])
        for name in types:
            self.claim(f"write time / sst_dump's, {name}", ratios[name], 0.85)

    def sweep_wall_time(self, file):
        ratios = []
        for _ in range(self.pairs):
            _, theirs = sst_dump_micros(file, TYPES)
            _, ours, _ = self.report(file, TYPES, "--jobs=2", "--repeat=1")
            ratios.append(ours / theirs)
        self.claim("wall time of the sweep, 2 jobs / sst_dump's", ratios, 0.65)

    def time_outside_and_memory(self, file):
        shares, memory = [], []
        for _ in range(self.pairs):
            report, seconds, rss = self.report(file, TYPES, "--repeat=3",
                                               "--jobs=1")
            timed = sum(sample[region]["wall_nanos"]
                        for row in report["rows"] for sample in row["raw_samples"]
                        for region in ("write", "scan") if sample[region])
            shares.append(1 - timed / 1e9 / seconds)
            rows = pass_rows(report)
            decoded = decoded_bytes(report)
            image = max(row["file_bytes"] for row in rows)
            memory.append(rss / (decoded + 2 * image + 64 * MIB))
        self.claim("share of wall time outside timed regions", shares, 0.15)
        self.claim("peak memory / (decoded + 2 images + 64 MiB)", memory, 1.0)

    def source_codec(self, raw, zstd19):
        types = ["kNoCompression", "kLZ4Compression"]
        ratios = {name: [] for name in types}
        for _ in range(self.pairs):
            a, b = (self.report(file, types)[0] for file in (zstd19, raw))
            for row_a, row_b in zip(pass_rows(a), pass_rows(b)):
                ratios[row_a["compression_type"]].append(
                    row_a["write_micros"] / row_b["write_micros"])
        for name in types:
            values = ratios[name]
            print(f"write time, source ZSTD 19 / source none, {name:16} "
                  f"{statistics.median(values):7.3f}  [{min(values):.3f}, "
                  f"{max(values):.3f}]  1 within noise", flush=True)


def pass_rows(report):
    return [row for row in report["rows"] if row["engine"] == "table"]


def decoded_bytes(report):
    """Keys and values of the source: what has to be in memory."""
    return report["rows"][0]["uncompressed_data_bytes"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools")
    parser.add_argument("--pairs", type=int, default=7)
    args = parser.parse_args()
    bench = Bench(args.tools, args.pairs)
    with tempfile.TemporaryDirectory() as directory:
        raw = bench.make(directory, "kNoCompression")
        zstd19 = bench.make(directory, "kZSTD", "--compression_level=19")
        print(f"{RECORDS} records, {os.path.getsize(raw)} bytes uncompressed; "
              f"medians of {args.pairs} pairs [range]")
        bench.write_times(raw)
        bench.sweep_wall_time(raw)
        bench.time_outside_and_memory(raw)
        bench.source_codec(raw, zstd19)
    sys.exit(1 if bench.failed else 0)


main()
