#!/bin/sh
# usage: size.sh ELF FLASH_LIMIT RAM_LIMIT: prints what the program takes and fails when it is too much.
set -eu
elf=$1 flash_limit=$2 ram_limit=$3
set -- $(avr-size -A "$elf" | awk '$1==".text"{t=$2} $1==".data"{d=$2} $1==".bss"{b=$2} $1==".noinit"{n=$2} END{print t+d, d+b+n}')
echo "firmware: flash $1 of $flash_limit bytes, RAM $2 of $ram_limit bytes (the chip has 32768 and 2048)"
[ "$1" -le "$flash_limit" ] && [ "$2" -le "$ram_limit" ] || { echo "firmware: too large" >&2; rm -f "$elf"; exit 1; }
