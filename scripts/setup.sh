#!/bin/sh
# Makes the virtual environment in $1. On a bare Debian or Raspberry Pi OS it first installs the
# Debian packages that are missing, and says which.
set -eu
venv=${1:-.venv}
python=${PYTHON:-python3}

apt_install() {
    echo "setup: Debian packages needed: $*"
    if [ "$(id -u)" = 0 ]; then run=""; elif command -v sudo >/dev/null; then run="sudo"; else
        echo "setup: please run as root: apt-get install -y $*" >&2; exit 2
    fi
    $run apt-get update -qq && $run apt-get install -y -qq "$@"
}

if ! command -v "$python" >/dev/null; then apt_install python3 python3-venv; fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "setup: Python 3.11 or newer is needed, $("$python" --version) was found" >&2; exit 2
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then apt_install python3-venv; fi

# On a Raspberry Pi numpy and OpenCV come from Debian, beside picamera2.
if [ -e /proc/device-tree/model ] && grep -qi 'raspberry pi' /proc/device-tree/model; then
    "$python" -c 'import cv2, numpy' 2>/dev/null || apt_install python3-opencv python3-numpy
    [ -x "$venv/bin/python" ] || "$python" -m venv --system-site-packages "$venv"
    extras=""
else
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    extras="[vision]"
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e ".$extras" --group dev
echo "setup: ready in $venv"
