#!/bin/sh
# Installs those of the named Debian packages that are missing, and says which.
# usage: scripts/debian.sh PACKAGE...
set -eu
missing=""
for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "debian: packages needed:$missing"
if [ -n "${TABLETOP_NO_APT:-}" ]; then exit 2; fi
if [ "$(id -u)" = 0 ]; then run=""; elif command -v sudo >/dev/null; then run="sudo"; else
    echo "debian: please run as root: apt-get install -y$missing" >&2; exit 2
fi
# shellcheck disable=SC2086  # a list of words is meant
$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $missing
