# SPDX-License-Identifier: Apache-2.0
"""Tables of what others found about codecs; see measure_findings.sh."""

import csv
import os
import sys
import tempfile

from bench_common import make_bench_table, run, stay_on_one_cpu

LZ4_VARIANTS = ["one_shot", "ext_state", "stream_per_block", "stream_reuse"]
ALLOCATORS = ["malloc", "mmap_threshold", "pool"]
DEFAULT_LEVEL = "32767"
TABLE_RECORDS = 400_000
# Enough for an uncompressed table of more than 200 MB.
RAW_RECORDS = 1_800_000
# By block size: enough calls that what an allocator pays once does not show,
# few enough for quality 11, and for malloc, to end in a minute.
BROTLI_RECORDS = {"64": 10_000, "4k": 20_000, "16k": 20_000, "150000": 30_000}


class Bench:
    """Works in the current directory, so that reports name no other."""

    def __init__(self, build):
        self.build = build

    def make(self, records):
        """bench_RECORDS.sst, made when it is first asked for."""
        file = f"bench_{records}.sst"
        if not os.path.exists(file):
            make_bench_table(self.build, file, records)
        return file

    def run(self, flags, file):
        """What sst_recompress prints; the command is printed above it."""
        print("\n    sst_recompress", *flags, file, "\n", flush=True)
        tool = os.path.join(self.build, "tools", "sst_recompress")
        return run([tool, *flags, file])[0]

    def rows(self, flags, file):
        """Rows of the block engine's passes."""
        lines = self.run([*flags, "--output_format=csv"], file).splitlines()
        rows = [row for row in csv.DictReader(lines)
                if row["engine"] == "block"]
        for row in rows:
            if row["status"] != "ok":
                sys.exit(f"{row['variant']}: {row['status_detail']}")
        return rows


def table(head, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    sys.stdout.flush()


def speed(row):
    value = float(row["write_mb_per_sec"])
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def by_key(rows, keys, column_of):
    """{values of `keys`: {column: row}}, in the order of the rows."""
    cells = {}
    for row in rows:
        key = tuple(row[name] for name in keys)
        cells.setdefault(key, {})[column_of(row)] = row
    return cells


def lz4(bench):
    print("### LZ4: MB/s by call variant")
    for name, flag, levels in (
            ("kLZ4Compression", "lz4_api",
             f"-6,-5,-4,-3,-2,-1,{DEFAULT_LEVEL}"),
            ("kLZ4HCCompression", "lz4hc_api", DEFAULT_LEVEL)):
        rows = bench.rows([f"--compression_types={name}",
                           f"--compression_levels={levels}",
                           "--block_size=4k,16k,64k",
                           f"--{flag}={','.join(LZ4_VARIANTS)}",
                           "--repeat=7"], bench.make(TABLE_RECORDS))
        cells = by_key(rows, ["block_size", "compression_level"],
                       lambda row: row["variant"])
        table(["block size", "level", *LZ4_VARIANTS],
              [[size, level.replace(DEFAULT_LEVEL, "default"),
                *(speed(row[variant]) for variant in LZ4_VARIANTS)]
               for (size, level), row in cells.items()])


def brotli_cells(row):
    """One line's: {allocator: row} as text."""
    sizes = {cell["data_bytes"] for cell in row.values()}
    return [*(text for name in ALLOCATORS
              for text in (
                  speed(row[name]),
                  f"{float(row[name]['write_faults_per_call']):.1f}")),
            "yes" if len(sizes) == 1 else "NO"]


def brotli(bench):
    print("\n### brotli: MB/s and page faults a call by allocator")
    rows = []
    for block_size, records in BROTLI_RECORDS.items():
        # Rounds of malloc take long, and spread little.
        for allocators, rounds in (("malloc", 1), ("mmap_threshold,pool", 3)):
            rows += bench.rows(["--compression_types=kBrotli",
                                "--compression_levels=1,5,9,11",
                                f"--block_size={block_size}",
                                f"--allocator={allocators}",
                                f"--repeat={rounds}"], bench.make(records))
    cells = by_key(rows, ["block_size", "compression_level"],
                   lambda row: row["variant"].partition("+")[2] or "malloc")
    print()
    table(["block size", "quality",
           *(f"{name} {what}" for name in ALLOCATORS
             for what in ("MB/s", "faults")), "equal sizes"],
          [[*key, *brotli_cells(row)] for key, row in cells.items()])


def zlib_and_zstd(bench):
    for flags, what, records in (
            (["--input_format=raw"], "an uncompressed table as one raw block",
             RAW_RECORDS),
            ([], "a table", TABLE_RECORDS)):
        file = bench.make(records)
        print(f"\n### zlib 6 against ZSTD 3: {what}, "
              f"{os.path.getsize(file)} bytes")
        for name, level in (("kZlibCompression", 6), ("kZSTD", 3)):
            report = bench.run([*flags, f"--compression_types={name}",
                                f"--compression_level={level}", "--repeat=5",
                                "--output_format=perf"], file)
            print(f"```\n{report.strip()}\n```")


PARTS = {"lz4": lz4, "brotli": brotli, "zlib_zstd": zlib_and_zstd}


def main():
    build, *wanted = sys.argv[1:]
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    stay_on_one_cpu()
    build = os.path.abspath(build)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        bench = Bench(build)
        for name in wanted or PARTS:
            PARTS[name](bench)


main()
