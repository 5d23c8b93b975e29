# SPDX-License-Identifier: Apache-2.0
# Defines the target sstr_rocksdb: a RocksDB library and the internal headers
# of the same release. Both can be named for another release than Debian's:
#   -DROCKSDB_SOURCE_DIR=<source tree>  -DROCKSDB_LIBRARY=<.so or .a>
# The default source tree is where scripts/setup.sh puts Debian's.

if(DEFINED ENV{SSTR_CACHE_DIR})
  set(_sstr_cache $ENV{SSTR_CACHE_DIR})
else()
  set(_sstr_cache $ENV{HOME}/.cache/sst_recompress)
endif()

find_library(ROCKSDB_LIBRARY NAMES rocksdb)
if(NOT ROCKSDB_LIBRARY)
  message(FATAL_ERROR "RocksDB's library was not found; run scripts/setup.sh, "
    "or name one with -DROCKSDB_LIBRARY=")
endif()
set(ROCKSDB_SOURCE_DIR "${_sstr_cache}/rocksdb-source" CACHE PATH
  "Source tree of the same release as ROCKSDB_LIBRARY")

function(_sstr_read_rocksdb_version header out)
  if(NOT EXISTS ${header})
    message(FATAL_ERROR "${header} does not exist; run scripts/setup.sh, or "
      "name a RocksDB source tree with -DROCKSDB_SOURCE_DIR=")
  endif()
  file(READ ${header} text)
  foreach(part MAJOR MINOR PATCH)
    string(REGEX MATCH "ROCKSDB_${part} ([0-9]+)" _ "${text}")
    list(APPEND numbers ${CMAKE_MATCH_1})
  endforeach()
  list(JOIN numbers . version)
  set(${out} ${version} PARENT_SCOPE)
endfunction()

_sstr_read_rocksdb_version(
  ${ROCKSDB_SOURCE_DIR}/include/rocksdb/version.h SSTR_ROCKSDB_VERSION)

add_library(sstr_rocksdb INTERFACE IMPORTED GLOBAL)
# The source tree's public headers come before the system's.
target_include_directories(sstr_rocksdb INTERFACE
  ${ROCKSDB_SOURCE_DIR} ${ROCKSDB_SOURCE_DIR}/include)
target_compile_definitions(sstr_rocksdb INTERFACE
  ROCKSDB_PLATFORM_POSIX ROCKSDB_LIB_IO_POSIX OS_LINUX)
target_link_libraries(sstr_rocksdb INTERFACE ${ROCKSDB_LIBRARY}
  Threads::Threads ${CMAKE_DL_LIBS})
if(ROCKSDB_LIBRARY MATCHES "\\.a$")
  # What a static RocksDB needs of its codecs.
  target_link_libraries(sstr_rocksdb INTERFACE PkgConfig::SNAPPY PkgConfig::LZ4
    PkgConfig::ZSTD ZLIB::ZLIB BZip2::BZip2)
endif()

# The library must be of the release that the headers describe: run it.
try_run(SSTR_ROCKSDB_RAN SSTR_ROCKSDB_COMPILED
  ${CMAKE_BINARY_DIR}/rocksdb_version
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/rocksdb_version.cc
  LINK_LIBRARIES sstr_rocksdb
  CXX_STANDARD 20
  COMPILE_OUTPUT_VARIABLE _sstr_compile_output
  RUN_OUTPUT_VARIABLE _sstr_library_version)
if(NOT SSTR_ROCKSDB_COMPILED)
  message(FATAL_ERROR "Linking against ${ROCKSDB_LIBRARY} failed:\n"
    "${_sstr_compile_output}")
endif()
string(STRIP "${_sstr_library_version}" _sstr_library_version)
if(NOT _sstr_library_version STREQUAL SSTR_ROCKSDB_VERSION)
  message(FATAL_ERROR "${ROCKSDB_LIBRARY} is RocksDB "
    "'${_sstr_library_version}', but the headers in ${ROCKSDB_SOURCE_DIR} are "
    "of ${SSTR_ROCKSDB_VERSION}")
endif()
message(STATUS "RocksDB ${SSTR_ROCKSDB_VERSION}: ${ROCKSDB_LIBRARY}")
