#!/bin/sh
# Makes the virtual environment in $1. On a bare Debian or Raspberry Pi OS it first installs the
# Debian packages that are missing, and says which.
#   PYTHON=python3.12    another Python
#   SYSTEM_VISION=1      numpy and OpenCV from Debian, as on a Raspberry Pi (docs/decisions/0002)
set -eu
venv=${1:-.venv}
python=${PYTHON:-python3}

say() { echo "setup: $*"; }
fail() { echo "setup: $*" >&2; exit 2; }

apt_install() {
    command -v apt-get >/dev/null || fail "please install, with your system's own packages: $*"
    say "Debian packages needed: $*"
    if [ "$(id -u)" = 0 ]; then run=""; elif command -v sudo >/dev/null; then run="sudo"; else
        fail "please run as root: apt-get install -y $*"
    fi
    $run apt-get update -qq
    $run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

on_a_raspberry_pi() { [ -e /proc/device-tree/model ] && tr -d '\0' </proc/device-tree/model | grep -qi 'raspberry pi'; }

command -v "$python" >/dev/null || apt_install python3 python3-venv
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, $("$python" --version) was found; PYTHON=... names another"
"$python" -c 'import venv, ensurepip' 2>/dev/null || apt_install python3-venv

if [ "${SYSTEM_VISION:-}" = 1 ] || on_a_raspberry_pi; then
    "$python" -c 'import cv2, numpy, scipy' 2>/dev/null || apt_install python3-opencv python3-numpy python3-scipy
    options="--system-site-packages" project=".[panel]"
else
    options="" project=".[vision,panel]"
fi

# An environment that was left half-made has no pip; it is made anew.
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    say "making the virtual environment $venv"
    # shellcheck disable=SC2086  # no option, or one
    "$python" -m venv --clear $options "$venv"
fi
pip() { "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }

say "installing what Tabletop is made with; this takes a minute or two"
pip install --upgrade 'pip>=25.1' # the first that knows --group
if [ -n "$options" ]; then
    # Debian's numpy stays: whatever would bring its own is refused here, not found out at the table.
    "$python" -c 'import numpy; print("numpy==" + numpy.__version__)' >"$venv/constraints.txt"
    pip install --constraint "$venv/constraints.txt" --editable "$project" --group dev
else
    pip install --editable "$project" --group dev
fi
say "ready in $venv"
