# SPDX-License-Identifier: Apache-2.0
"""Tables of what others found about codecs; see measure_findings.sh."""

import csv
import os
import subprocess
import sys
import tempfile

LZ4_VARIANTS = ["one_shot", "ext_state", "stream_per_block", "stream_reuse"]
ALLOCATORS = ["malloc", "mmap_threshold", "pool"]
DEFAULT_LEVEL = "32767"


class Bench:
    def __init__(self, build, directory):
        self.tools = os.path.join(build, "tools")
        self.directory = directory

    def make(self, records):
        file = os.path.join(self.directory, f"bench_{records}.sst")
        subprocess.run([os.path.join(self.tools, "sst_make"), "--preset=bench",
                        f"--num={records}", f"--output={file}"],
                       check=True, stdout=subprocess.DEVNULL)
        return file

    def run(self, flags, file):
        """What sst_recompress prints; the command is printed above it."""
        print("\n    sst_recompress", *flags, os.path.basename(file), "\n",
              flush=True)
        done = subprocess.run(
            [os.path.join(self.tools, "sst_recompress"), "--cpu=1", *flags,
             file],
            check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout

    def rows(self, flags, file):
        lines = self.run([*flags, "--output_format=csv"], file).splitlines()
        return [row for row in csv.DictReader(lines)
                if row["engine"] == "block"]


def table(head, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    sys.stdout.flush()


def speed(row):
    return f"{float(row['write_mb_per_sec']):.3g}"


def grid(rows, keys, columns):
    """Rows of `keys`, one speed for each of the column's variants."""
    lines = {}
    for row in rows:
        key = tuple(row[name] for name in keys)
        lines.setdefault(key, {})[row["variant"]] = row
    return [[*("default" if part == DEFAULT_LEVEL else part for part in key),
             *(speed(cells[column]) for column in columns)]
            for key, cells in lines.items()]


def lz4(bench, file):
    print("### LZ4: MB/s by call variant")
    for name, flag, levels in (
            ("kLZ4Compression", "lz4_api", f"-6,-5,-4,-3,-2,-1,{DEFAULT_LEVEL}"),
            ("kLZ4HCCompression", "lz4hc_api", DEFAULT_LEVEL)):
        rows = bench.rows([f"--compression_types={name}",
                           f"--compression_levels={levels}",
                           "--block_size=4k,16k,64k",
                           f"--{flag}={','.join(LZ4_VARIANTS)}",
                           "--repeat=7"], file)
        table(["block size", "level", *LZ4_VARIANTS],
              grid(rows, ["block_size", "compression_level"], LZ4_VARIANTS))


def brotli(bench, file):
    print("\n### brotli: MB/s and page faults a call by allocator")
    rows = bench.rows(["--compression_types=kBrotli",
                       "--compression_levels=1,5,9,11",
                       "--block_size=64,4k,16k,150000",
                       f"--allocator={','.join(ALLOCATORS)}", "--repeat=3"],
                      file)
    lines = {}
    for row in rows:
        allocator = row["variant"].removeprefix("fresh").lstrip("+")
        key = (row["block_size"], row["compression_level"])
        lines.setdefault(key, {})[allocator or "malloc"] = row
    table(["block size", "quality",
           *(f"{name} {what}" for name in ALLOCATORS
             for what in ("MB/s", "faults")), "equal sizes"],
          [[*key,
            *(text for name in ALLOCATORS
              for text in (speed(cells[name]),
                           f"{float(cells[name]['write_faults_per_call']):.3g}")),
            "yes" if len({row["data_bytes"] for row in cells.values()}) == 1
            else "NO"]
           for key, cells in lines.items()])


def zlib_and_zstd(bench, raw, table_file):
    for flags, file in ((["--input_format=raw"], raw), ([], table_file)):
        print("\n### zlib 6 against ZSTD 3, "
              f"{os.path.getsize(file)} bytes {'raw' if flags else 'table'}")
        for name, level in (("kZlibCompression", 6), ("kZSTD", 3)):
            print(bench.run([*flags, f"--compression_types={name}",
                             f"--compression_level={level}", "--repeat=5",
                             "--output_format=perf"], file))


def main():
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(sys.argv[1], directory)
        file = bench.make(400_000)
        lz4(bench, file)
        brotli(bench, bench.make(3_000))
        zlib_and_zstd(bench, bench.make(1_800_000), file)


main()
