# SPDX-License-Identifier: Apache-2.0
# Finds the libraries of Debian's packages (scripts/setup.sh installs them) and
# RocksDB together with the internal headers of exactly the same release.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(gflags REQUIRED COMPONENTS static)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost REQUIRED CONFIG)  # Headers only: Boost.Math's distributions.
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(SNAPPY REQUIRED IMPORTED_TARGET snappy)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlienc libbrotlidec)
include(FindRocksDBWithInternals)
