# SPDX-License-Identifier: Apache-2.0
"""What the bench_*.py and measure_*.py scripts share. No program by itself."""

import os
import subprocess
import sys
import tempfile
import time


def run(argv):
    """Runs argv; returns its stdout, wall seconds and peak RSS in bytes."""
    with tempfile.NamedTemporaryFile("r") as usage:
        start = time.monotonic()
        done = subprocess.run(
            ["/usr/bin/time", "-f", "%M", "-o", usage.name, *argv],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        seconds = time.monotonic() - start
        if done.returncode != 0:
            sys.exit(f"{' '.join(argv)}: exit {done.returncode}: {done.stderr}")
        return done.stdout, seconds, int(usage.read().split()[-1]) * 1024


def make_bench_table(build, file, records, *flags):
    """Records like db_bench's, of 116 bytes, values half compressible."""
    run([os.path.join(build, "tools", "sst_make"), "--preset=bench",
         f"--num={records}", f"--output={file}", *flags])
    return file


def stay_on_one_cpu():
    """For this process and all that it starts; the last CPU it may use, since
    interrupts tend to go to the first."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
