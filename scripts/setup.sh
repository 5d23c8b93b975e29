#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# setup.sh [checks] [fuzzers] [tidy]
#
# Installs what building and testing need: Debian's packages, by apt, and the
# internal headers of RocksDB, from the Debian source package of exactly the
# installed library. "checks" adds what .ci/run needs beyond that, "fuzzers" a
# compiler with libFuzzer, "tidy" clang-tidy. What is there already is left
# alone; when all is there, nothing is done and no network is needed.
#
# RocksDB's source is kept in SSTR_CACHE_DIR, which is ~/.cache/sst_recompress
# when not set. Root or sudo is needed only to install packages.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

packages=(
  # The compiler and what drives it; dpkg-dev unpacks a source package.
  g++ cmake ninja-build pkgconf ccache dpkg-dev python3 time
  # What the code uses.
  librocksdb-dev liblz4-dev libzstd-dev libbrotli-dev libsnappy-dev zlib1g-dev
  libbz2-dev libxxhash-dev libgflags-dev nlohmann-json3-dev libfmt-dev
  libboost-dev
  # What the tests use; rocksdb-tools has sst_dump, their oracle.
  libgtest-dev libgmock-dev python3-jsonschema rocksdb-tools
)

add_packages_of_group() {
  case $1 in
    checks) packages+=(clang-format shellcheck) ;;
    fuzzers) packages+=(clang libclang-rt-dev) ;;
    tidy) packages+=(clang-tidy) ;;
    -h | --help)
      print_help
      exit 0
      ;;
    *) die "unknown argument $1; see --help" ;;
  esac
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

run_apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@" </dev/null >&2
}

install_missing_packages() {
  local installed package missing=()
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
    "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then
    return
  fi
  say "installing ${missing[*]}"
  # A repository that is of no use here may fail; the installation tells.
  run_apt_get update || say "apt-get update failed; trying to install anyway"
  run_apt_get install --no-install-recommends "${missing[@]}"
}

# write_source_lists DIR: the machine's apt entries for binary packages, as
# entries for source packages. A stanza or line keeps its options.
write_source_lists() {
  local dir=$1 list='' parts='' file
  # Sets list and parts.
  eval "$(apt-config shell list Dir::Etc::sourcelist/f \
    parts Dir::Etc::sourceparts/d)"
  mkdir "$dir/sources.list.d"
  for file in "$list" "${parts%/}"/*.list; do
    if [[ -r $file ]]; then
      sed -n -E '/cdrom:/d; s/^[[:space:]]*deb([[:space:]])/deb-src\1/p' "$file"
    fi
  done | sort -u >"$dir/sources.list"
  for file in "${parts%/}"/*.sources; do
    if [[ -r $file ]]; then
      sed -E 's/^Types:.*/Types: deb-src/I' "$file" \
        >"$dir/sources.list.d/${file##*/}"
    fi
  done
}

# write_apt_configuration DIR: to be given as apt-get -c, which is read last.
# The hooks of the machine's own updates have no business here.
write_apt_configuration() {
  local dir=$1
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
  cat >"$dir/apt.conf" <<END
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::sourcelist "$dir/sources.list";
Dir::Etc::sourceparts "$dir/sources.list.d";
Dir::State::lists "$dir/lists";
Dir::Cache "$dir/cache";
APT::Sandbox::User "root";
APT::Get::List-Cleanup "false";
Acquire::Languages "none";
Acquire::Retries "3";
END
}

# unpack_source_package PACKAGE VERSION DIR: leaves the tree in DIR/tree. The
# signature of apt's index covers the files, so dpkg-source checks none. An
# update that fails in part may still have brought the index that is needed.
unpack_source_package() {
  local package=$1 version=$2 dir=$3
  write_source_lists "$dir"
  write_apt_configuration "$dir"
  mkdir "$dir/download"
  apt-get -c "$dir/apt.conf" -q update || true
  if download_source "$@"; then
    dpkg-source --no-check --extract "$dir/download"/*.dsc "$dir/tree"
  else
    unpack_original_source "$@"
  fi
}

# download_source PACKAGE VERSION DIR [APT_GET_OPTION...]
download_source() {
  local package=$1 version=$2 dir=$3
  (cd "$dir/download" && apt-get -c "$dir/apt.conf" -q --only-source \
    --download-only "${@:4}" source "$package=$version")
}

# unpack_original_source PACKAGE VERSION DIR: the release as its authors
# published it, for mirrors that lack Debian's part of the source package. The
# installed public headers tell whether that part changes what matters here.
unpack_original_source() {
  local dir=$3
  download_source "$@" --tar-only && mkdir "$dir/tree" &&
    tar -xf "$dir/download"/*.orig.tar.* -C "$dir/tree" --strip-components=1 &&
    diff -r "$dir/tree/include/rocksdb" /usr/include/rocksdb
}

# The tree appears under its final name whole or not at all.
fetch_rocksdb_source() {
  local package=$1 version=$2 destination=$3
  say "fetching the source of $package $version to $destination"
  work_dir=$(mktemp -d "${destination%/*}/.fetch.XXXXXX")
  trap 'rm -rf "$work_dir"' EXIT
  if ! unpack_source_package "$package" "$version" "$work_dir" \
    >"$work_dir/log" 2>&1; then
    cat "$work_dir/log" >&2
    die "apt gave no source of $package $version, which the library is of;" \
      "name a source tree to cmake with -DROCKSDB_SOURCE_DIR="
  fi
  # When another run was faster, its tree is as good as this one.
  mv -T "$work_dir/tree" "$destination" 2>/dev/null ||
    [[ -d $destination ]] || die "cannot write $destination"
}

# cmake/FindRocksDBWithInternals.cmake reads the link, which always names the
# tree of the installed version.
provide_rocksdb_source() {
  local cache=${SSTR_CACHE_DIR:-${HOME:?}/.cache/sst_recompress}
  local package version name
  read -r package version < <(dpkg-query -W \
    -f '${source:Package} ${source:Version}\n' librocksdb-dev)
  name=rocksdb-${version//:/_}
  mkdir -p "$cache"
  cache=$(cd "$cache" && pwd)
  if [[ ! -d $cache/$name ]]; then
    fetch_rocksdb_source "$package" "$version" "$cache/$name"
  fi
  if [[ -e $cache/rocksdb-source && ! -L $cache/rocksdb-source ]]; then
    die "$cache/rocksdb-source is in the way: it should be a link"
  fi
  if [[ $(readlink "$cache/rocksdb-source") != "$name" ]]; then
    ln -sfn "$name" "$cache/.rocksdb-source.$$"
    mv -fT "$cache/.rocksdb-source.$$" "$cache/rocksdb-source"
  fi
}

main() {
  local group
  for group in "$@"; do
    add_packages_of_group "$group"
  done
  command -v apt-get >/dev/null || die "this script needs apt; README.md lists" \
    "what to install on other systems"
  install_missing_packages
  provide_rocksdb_source
}

main "$@"
