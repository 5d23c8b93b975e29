#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the compiler does not: who includes whom, names and sizes.

check_layers.py [--self-test]

Looks at all files that git tracks or would track. Prints one line per fault
and fails when there is one. --self-test shows that every rule can fail.

A layer is a folder of src/, or tools/. A file may include files of its own
layer and of those that EDGES names for it. tests/ may include everything.

A module is the header and the .cc file of one name. Modules of src/ and tools/
include each other in no circle, however long.
"""

import fnmatch
import os.path
import re
import subprocess
import sys

# Who may include whom.
EDGES = {
    "base": [],
    "codec": ["base"],
    "stats": ["base"],
    "sst": ["base", "codec"],
    "transcode": ["base", "codec", "sst"],
    "corpus": ["base", "codec", "sst"],
    "make": ["base", "codec"],
    "pass": ["base", "codec", "sst", "corpus"],
    "block": ["base", "codec", "sst", "corpus", "pass"],
    "rocks": ["base", "codec", "sst", "corpus", "make", "pass"],
    "measure": ["base", "stats", "corpus", "pass"],
    "report": ["base", "codec", "stats", "sst", "corpus", "pass", "measure"],
    # The record does not know its writers.
    "report/write": [
        *["base", "codec", "stats", "sst", "corpus", "pass", "measure", "report"]
    ],
    "worker": ["base", "pass", "measure", "report", "report/write"],
    "sst_dump": ["base", "codec", "pass", "report", "report/write", "compare"],
    "compare": [
        *["base", "stats", "pass", "measure", "report", "report/write"],
        *["worker", "sst_dump"],
    ],
}
EDGES["app"] = list(EDGES)
EDGES["tools"] = ["base", "app"]

# Third-party headers and the only places that may include them.
HEADER_PLACES = [
    (r"rocksdb/.*", ["src/rocks/*", "cmake/*", "tests/rocks/*"]),
    (
        r"lz4.*\.h|zstd.*\.h|zdict\.h|brotli/.*|snappy.*\.h|zlib\.h|bzlib\.h",
        # Benchmarks hold loops that call the libraries as plainly as can be.
        ["src/codec/*_codec.cc", "src/codec/dictionary.cc", "tests/bench/*"],
    ),
    (r"boost/.*", ["src/stats/*"]),
    (r"nlohmann/.*", ["src/report/*", "src/compare/*", "src/worker/*", "tests/*"]),
    (r"gflags/.*", ["tools/*"]),
    (r"(gtest|gmock)/.*", ["tests/*"]),
]

# Circles that are being removed; nothing is added here.
KNOWN_CIRCLES = {
    "measure/perf_event",
    "measure/region_meter",
    "report/counter_summary",
    "compare/comparability",
    "compare/comparison",
}

MAX_LINES = 400
SPDX = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Names that a folder must have, and data, which is named for its content.
REPEATED_NAMES = {"CMakeLists.txt", "README.md", ".gitignore"}
UNNAMED_FOLDERS = ("testdata/",)


def is_cxx(path):
    return path.endswith((".h", ".cc"))


def is_source(path):
    return is_cxx(path) or path.endswith(
        (".sh", ".py", ".cmake", "CMakeLists.txt", ".ci/run")
    )


def layer_of(path):
    """The layer of a file of src/ or tools/; None for all other files."""
    folder = os.path.dirname(path)
    if folder.startswith("src/"):
        return folder.removeprefix("src/")
    return "tools" if folder == "tools" else None


def may_include(layer, included):
    return layer == included or included in EDGES[layer]


def check_header_places(path, header):
    for pattern, places in HEADER_PLACES:
        if not re.fullmatch(pattern, header):
            continue
        if not any(fnmatch.fnmatch(path, place) for place in places):
            yield f"{header} may be included only in {', '.join(places)}"


def check_project_include(path, header, files):
    """REQUIRES: the include is written with quotes."""
    layer = layer_of(path)
    if layer is None or any(re.fullmatch(p, header) for p, _ in HEADER_PLACES):
        return
    if layer == "tools" and f"tools/{header}" in files:
        return
    included = layer_of(f"src/{header}")
    if f"src/{header}" not in files or included is None:
        # RocksDB's internal headers are written with quotes, too.
        if layer != "rocks":
            yield f"{header} is no file of src/"
    elif not may_include(layer, included):
        yield f"{header}: layer {layer} may not include layer {included}"


def check_includes(files):
    for path, text in files.items():
        if not is_cxx(path):
            continue
        for match in INCLUDE.finditer(text):
            quote, header = match.groups()
            faults = list(check_header_places(path, header))
            if quote == '"':
                faults += check_project_include(path, header, files)
            line = text.count("\n", 0, match.start(1)) + 1
            for fault in faults:
                yield f"{path}:{line}: {fault}"


def module_of(path):
    return os.path.splitext(path)[0].removeprefix("src/")


def modules_by_module(files):
    """The modules that each module of src/ and tools/ includes."""
    included = {}
    for path, text in files.items():
        if not is_cxx(path) or not layer_of(path):
            continue
        headers = [match.group(2) for match in INCLUDE.finditer(text)]
        # A program's flags are included by their bare names.
        paths = [f"src/{name}" for name in headers]
        paths += [f"tools/{name}" for name in headers]
        modules = {module_of(name) for name in paths if name in files}
        included.setdefault(module_of(path), set()).update(modules)
    return {name: sorted(all - {name}) for name, all in included.items()}


def find_circles(included):
    """Lists of modules, each of which includes the next, the last the first.

    Finds one at least where there is any, by walking down from every module.
    """
    done = set()

    def walk(module, path):
        if module in path:
            yield path[path.index(module) :]
        elif module not in done:
            for other in included.get(module, []):
                yield from walk(other, [*path, module])
            done.add(module)

    for module in sorted(included):
        yield from walk(module, [])


def check_circles(files):
    for circle in find_circles(modules_by_module(files)):
        if not KNOWN_CIRCLES.intersection(circle):
            yield f"circle: {' -> '.join([*circle, circle[0]])}"


def check_folders(files):
    for path in files:
        layer = layer_of(path)
        if layer is not None and layer not in EDGES:
            yield f"{path}: {layer} is no layer that this script knows"


def check_sizes(files):
    for path, text in files.items():
        lines = text.count("\n")
        if is_source(path) and lines > MAX_LINES:
            yield f"{path}: {lines} lines, more than {MAX_LINES}"


def check_licences(files):
    for path, text in files.items():
        if not is_source(path):
            continue
        head = text.split("\n", 2)[:2]
        first = head[1:] if head[0].startswith("#!") else head[:1]
        if first not in ([f"// {SPDX}"], [f"# {SPDX}"]):
            yield f"{path}: the first line is not '{SPDX}'"


def check_names(files):
    seen = {}
    for path in sorted(files):
        name = os.path.basename(path)
        if name in REPEATED_NAMES or path.startswith(UNNAMED_FOLDERS):
            continue
        if name in seen:
            yield f"{path}: {seen[name]} has the same name"
        seen.setdefault(name, path)


def find_faults(files):
    """files: the text of every file by its path from the root."""
    faults = list(check_folders(files))
    if not faults:
        faults += check_includes(files)
    for check in (check_circles, check_sizes, check_licences, check_names):
        faults += check(files)
    return faults


def read_repository():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        stdout=subprocess.PIPE,
    ).stdout.decode()
    files = {}
    for path in filter(None, listed.split("\0")):
        full_path = os.path.join(root, path)
        if os.path.exists(full_path):
            with open(full_path, encoding="utf-8", errors="replace") as file:
                files[path] = file.read() if is_source(path) else ""
    return files


def cxx(*lines):
    return "\n".join([f"// {SPDX}", *lines, ""])


def shell(*lines):
    return "\n".join(["#!/bin/sh", f"# {SPDX}", *lines, ""])


CLEAN = {
    "src/base/status.h": cxx(),
    # Two ways to one module are no circle.
    "src/base/status.cc": cxx('#include "base/status.h"', '#include "base/file.h"'),
    "src/base/file.h": cxx(),
    "src/base/file.cc": cxx('#include "base/file.h"'),
    "src/codec/lz4_codec.cc": cxx("#include <lz4.h>", '#include "base/status.h"'),
    "src/codec/codec.h": cxx(),
    "src/rocks/engine.cc": cxx(
        '#include "rocksdb/options.h"',
        '#include "table/internal_iterator.h"',
        '#include "codec/codec.h"',
    ),
    "tools/flags.h": cxx("#include <gflags/gflags.h>"),
    "src/report/write/text.h": cxx('#include "report/run_report.h"'),
    "src/report/run_report.h": cxx(),
    "tools/sst_tool.h": cxx(),
    "tools/sst_tool.cc": cxx('#include "flags.h"', '#include "base/status.h"'),
    "tests/base/status_test.cc": cxx("#include <gtest/gtest.h>"),
    "src/CMakeLists.txt": f"# {SPDX}\n",
    "tests/CMakeLists.txt": f"# {SPDX}\n",
    "scripts/tool.sh": shell(),
    "testdata/a/one.sst": "",
    "testdata/b/one.sst": "",
}

# Each: a file added to the clean tree, and a part of the one fault it makes.
BROKEN = [
    ("src/base/a.cc", cxx('#include "codec/codec.h"'), "a.cc:2: codec/codec.h"),
    ("src/stats/a.cc", cxx('#include "codec/codec.h"'), "may not include"),
    ("src/sst/a.cc", cxx('#include "flags.h"'), "is no file of src/"),
    ("tools/a.cc", cxx('#include "codec/codec.h"'), "tools may not include"),
    ("src/sst/a.cc", cxx('#include "table/format.h"'), "is no file of src/"),
    ("src/sst/a.cc", cxx("#include <rocksdb/db.h>"), "only in src/rocks"),
    ("src/sst/a.cc", cxx('#include "rocksdb/db.h"'), "only in src/rocks"),
    ("tests/sst/a.cc", cxx('#include "rocksdb/db.h"'), "only in src/rocks"),
    ("src/pass/a.cc", cxx("#include <zstd.h>"), "only in src/codec"),
    ("src/codec/a.cc", cxx("#  include <brotli/encode.h>"), "only in src/codec"),
    ("src/sst/a.cc", cxx("#include <boost/crc.hpp>"), "only in src/stats"),
    ("src/app/a.cc", cxx("#include <nlohmann/json.hpp>"), "only in src/report"),
    ("src/app/a.cc", cxx("#include <gflags/gflags.h>"), "only in tools"),
    ("src/app/a.cc", cxx("#include <gmock/gmock.h>"), "only in tests"),
    ("src/report/a.cc", cxx('#include "report/write/text.h"'), "layer report/write"),
    ("src/base/file.cc", cxx('#include "base/status.h"'), "base/file -> base/status"),
    ("src/base/file.h", cxx('#include "base/status.h"'), "base/file -> base/status"),
    ("tools/flags.cc", cxx('#include "sst_tool.h"'), "tools/flags -> tools/sst_tool"),
    ("src/extra/a.cc", cxx(), "is no layer"),
    ("src/base/a.cc", cxx(*[""] * MAX_LINES), f"more than {MAX_LINES}"),
    ("tests/base/a.cc", cxx(*[""] * MAX_LINES), f"more than {MAX_LINES}"),
    ("scripts/a.sh", shell(*[""] * MAX_LINES), f"more than {MAX_LINES}"),
    ("src/base/a.cc", "#pragma once\n", "the first line is not"),
    ("scripts/a.sh", f"#!/bin/sh\n\n# {SPDX}\n", "the first line is not"),
    ("tools/status.h", cxx(), "has the same name"),
]


def self_test():
    failures = [f"the clean tree: {fault}" for fault in find_faults(CLEAN)]
    for path, text, expected in BROKEN:
        faults = find_faults({**CLEAN, path: text})
        if len(faults) != 1 or expected not in faults[0]:
            failures.append(f"{path}: expected '{expected}', got {faults}")
    return failures


def main():
    if sys.argv[1:] not in ([], ["--self-test"]):
        sys.exit(__doc__)
    faults = self_test() if sys.argv[1:] else find_faults(read_repository())
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
