#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# release_matrix.sh [--suites=SUITE,...] [--build_only] [FLAG...]
#     [-- SWEEP_FLAG... FILE...]
#
# Builds sst_recompress against the RocksDB of each Debian suite, in a
# debootstrap root each, and compares them with sst_compare: the first suite is
# the baseline, the others are contenders. Default: bookworm,trixie, which are
# RocksDB 7.8.3 and 9.10.0. FLAGs go to sst_compare, and so does all that
# follows "--"; without that, a 46 MB sample is made and every type is run with
# format_version=5, which all releases write.
#
# Needs root and, for the first run of a suite, the network, 2 GB of disk and
# the time of a full build. The roots are kept in SSTR_CACHE_DIR/roots, which
# is ~/.cache/sst_recompress/roots when not set, beside a launcher for each
# program (sst_recompress-trixie); remove a root to have it made anew. Packages
# come from the Debian mirror that this machine's apt uses, or from
# SSTR_DEBIAN_MIRROR.
#
# Programs of a root run outside of it, under its dynamic loader and with its
# libraries, so that all sides see the same files. LD_LIBRARY_PATH in front of
# a launcher's name gives it other codec libraries. --allocator=mmap_threshold,
# for which a program starts itself again, does not work this way.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

roots=${SSTR_CACHE_DIR:-${HOME:?}/.cache/sst_recompress}/roots

list_debian_mirrors() {
  # shellcheck disable=SC2016  # apt expands it.
  apt-get indextargets --format '$(REPO_URI)' \
    'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u
}

# apt knows an archive's origin once it has the archive's index.
find_mirror() {
  local mirrors=${SSTR_DEBIAN_MIRROR:-}
  if [[ -z $mirrors ]]; then
    mirrors=$(list_debian_mirrors)
  fi
  if [[ -z $mirrors ]]; then
    apt-get -q update >&2 || true
    mirrors=$(list_debian_mirrors)
  fi
  [[ -n $mirrors ]] || die "this machine's apt uses no Debian mirror;" \
    "name one in SSTR_DEBIAN_MIRROR"
  printf '%s\n' "${mirrors%%$'\n'*}"
}

install_debootstrap() {
  if ! command -v debootstrap >/dev/null; then
    say "installing debootstrap"
    apt-get -q update >&2 || say "apt-get update failed; trying on"
    DEBIAN_FRONTEND=noninteractive apt-get -q -y \
      -o DPkg::Lock::Timeout=600 install --no-install-recommends debootstrap \
      </dev/null >&2
  fi
}

# The root appears under its final name whole or not at all. What debootstrap
# mounts in it ends with the mount namespace, however debootstrap ends.
make_root() {
  local suite=$1 mirror
  install_debootstrap
  mirror=$(find_mirror)
  say "making $roots/$suite"
  new_root=$(mktemp -d "$roots/.$suite.XXXXXX")
  trap 'rm -rf "$new_root"' EXIT
  unshare --mount debootstrap --variant=minbase --include=ca-certificates \
    "$suite" "$new_root" "$mirror" </dev/null >"$roots/$suite.log" 2>&1 || {
    tail -n 20 "$roots/$suite.log" >&2
    die "debootstrap cannot make $suite; $roots/$suite.log tells more"
  }
  chmod 755 "$new_root"
  mv -T "$new_root" "$roots/$suite"
  trap - EXIT
}

# run_in_root SUITE COMMAND...: with this tree, not writable, as /repository.
run_in_root() {
  local root=$roots/$1
  shift
  mkdir -p "$root/repository"
  # shellcheck disable=SC2016  # The inner shell expands it.
  unshare --mount bash -euc '
    mount -t proc proc "$1/proc"
    mount --bind "$2" "$1/repository"
    mount -o remount,bind,ro "$1/repository"
    root=$1
    shift 2
    exec chroot "$root" "$@"' bash "$root" "$repository" \
    env -i HOME=/root LC_ALL=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    "$@" </dev/null
}

# build_in_root SUITE TARGET...
build_in_root() {
  local suite=$1
  shift
  say "building $* in $roots/$suite"
  run_in_root "$suite" /repository/scripts/setup.sh
  # shellcheck disable=SC2016  # The inner shell expands it.
  run_in_root "$suite" env SSTR_BUILD_DIR=/build bash -euc '
    source /repository/scripts/lib.sh
    configure "$build_dir" -DSSTR_BUILD_TESTS=OFF
    build "$build_dir" "$@"' bash "$@"
}

# write_launchers SUITE PROGRAM...: a root's libraries are beside its loader.
# Links with absolute targets would lead out of the root, so the loader's own
# file is named.
write_launchers() {
  local root=$roots/$1 suite=$1 loader program launcher
  shift
  loader=$(compgen -G "$root/usr/lib/*/ld-linux*.so.*" || true)
  [[ -f $loader ]] || die "$root has no dynamic loader, or several: '$loader'"
  for program in "$@"; do
    launcher=$roots/$program-$suite
    # shellcheck disable=SC2016  # The launcher expands it.
    {
      printf '#!/usr/bin/env bash\n'
      printf 'path=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}%q\n' "${loader%/*}"
      printf 'exec %q --inhibit-cache --library-path "$path" %q "$@"\n' \
        "$loader" "$root/build/tools/$program"
    } >"$launcher"
    chmod +x "$launcher"
  done
}

# Prints the name of the sample, which is made once.
provide_sample() {
  local sample=$roots/bench.sst
  if [[ ! -e $sample ]]; then
    say "making $sample"
    "$roots/sst_make-$1" --preset=bench --output="$sample" >&2
  fi
  printf '%s\n' "$sample"
}

# sst_compare takes commands in the shell's language.
command_of() { printf '%q' "$roots/sst_recompress-$1"; }

parse_arguments() {
  suites=(bookworm trixie)
  build_only=
  compare_arguments=()
  while (($# > 0)) && [[ $1 != -- ]]; do
    case $1 in
      -h | --help)
        print_help
        exit 0
        ;;
      --suites=*) IFS=, read -r -a suites <<<"${1#--suites=}" ;;
      --build_only) build_only=yes ;;
      -*) compare_arguments+=("$1") ;;
      *) die "unknown argument $1; files follow --; see --help" ;;
    esac
    shift
  done
  after_dashes=("$@")
  ((${#suites[@]} > 0)) || die "--suites names none"
}

provide_programs() {
  local suite programs=(sst_recompress sst_compare sst_make)
  for suite in "${suites[@]}"; do
    [[ -d $roots/$suite ]] || make_root "$suite"
    build_in_root "$suite" "${programs[@]}"
    write_launchers "$suite" "${programs[@]}"
    # One sst_compare and one sample serve all sides.
    programs=(sst_recompress)
  done
}

main() {
  local baseline suite sides=()
  parse_arguments "$@"
  ((EUID == 0)) || die "needs root, to make and enter debootstrap roots"
  mkdir -p "$roots"
  roots=$(cd "$roots" && pwd)
  provide_programs
  if [[ -n $build_only ]]; then
    return
  fi
  baseline=${suites[0]}
  ((${#suites[@]} > 1)) || die "to compare, --suites must name two"
  for suite in "${suites[@]:1}"; do
    sides+=(--contender="$(command_of "$suite")")
  done
  if ((${#after_dashes[@]} == 0)); then
    after_dashes=(-- '--table_options=format_version=5')
    after_dashes+=("$(provide_sample "$baseline")")
  fi
  exec "$roots/sst_compare-$baseline" --baseline="$(command_of "$baseline")" \
    "${sides[@]}" "${compare_arguments[@]}" "${after_dashes[@]}"
}

main "$@"
