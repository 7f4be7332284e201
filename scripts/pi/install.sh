#!/bin/sh
# Installs the table on a Raspberry Pi (or a Debian machine with a USB camera): packages, a virtual environment
# in /opt/tabletop, a user, rules for the devices, the service. Run again after `git pull` to update: what is
# as it should be is left alone, and a failed update leaves the running version as it was.
#   --dry-run         says what it would do, and does nothing
#   --hostname NAME   gives the machine this name: http://NAME.local
#   --open-page       opens the page to the network on port 80: refused while the page has no sign-in
#   --uninstall       takes everything away but /var/lib/tabletop and /etc/tabletop
set -eu

here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
python=/usr/bin/python3 # the system's own: no other sees Debian's packages
prefix=/opt/tabletop
state=/var/lib/tabletop
units="tabletop.service tabletop-door.socket tabletop-door@.service tabletop-page.socket tabletop-page.service"
page_has_sign_in=no # changes with the release that brings it

needed="python3 python3-venv python3-opencv python3-numpy python3-pil python3-gpiozero python3-smbus2 espeak-ng avahi-daemon libnss-mdns"
raspberry="python3-picamera2 python3-lgpio" # in Raspberry Pi OS; plain Debian 12 has neither

dry=no action=install hostname="" open_page=no
say() { echo "install-pi: $*"; }
fail() { echo "install-pi: $*" >&2; exit 2; }

while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --uninstall) action=uninstall ;;
        --open-page) open_page=yes ;;
        --hostname) [ -n "${2:-}" ] || fail "--hostname needs a name"; hostname=$2; shift ;;
        *) fail "$1: no such option; there are --dry-run, --hostname NAME, --open-page and --uninstall" ;;
    esac
    shift
done

# Does something, or says that it would.
run() {
    if [ "$dry" = yes ]; then say "would: $*"; else "$@"; fi
}

put() { # SOURCE TARGET [MODE]: a file, when it is not there already as it should be
    cmp -s "$1" "$2" && return 0
    run install -D -m "${3:-0644}" "$1" "$2"
}

package_known() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }
package_there() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
on_a_raspberry_pi() { [ -e /proc/device-tree/model ] && tr -d '\0' </proc/device-tree/model | grep -qi 'raspberry pi'; }
systemd_runs() { [ -d /run/systemd/system ]; }
writable() { touch "$1/.tabletop-probe" 2>/dev/null && rm -f "$1/.tabletop-probe"; }
in_memory() { [ "$(stat -f -c %T / 2>/dev/null)" = overlayfs ] && grep -q 'boot=overlay\|overlayroot=' /proc/cmdline; }

# ---- where it cannot work, in one line

check_machine() {
    command -v apt-get >/dev/null || fail "needs Debian or Raspberry Pi OS: there is no apt-get here"
    architecture=$(dpkg --print-architecture)
    case $architecture in
        arm64 | amd64) ;;
        *) fail "needs a 64-bit system, this one is $architecture: write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    command -v systemctl >/dev/null || fail "needs systemd: there is no systemctl here"
    if [ -x $python ]; then
        $python -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
            fail "needs Python 3.11 (Debian 12 or later), found $($python --version)"
    fi
    [ -f "$checkout/pyproject.toml" ] || fail "$checkout is not a checkout of Tabletop"
    [ "$dry" = yes ] || [ "$(id -u)" = 0 ] || fail "needs root: sudo make install-pi"
    if [ "$dry" = no ]; then
        in_memory && fail "the root is an overlay in memory, nothing would be kept: sudo raspi-config nonint disable_overlayfs, restart, and again"
        writable /etc || fail "the root is read-only: sudo mount -o remount,rw / and again"
    fi
    case $hostname in
        *[!a-z0-9-]* | -* | *-) fail "--hostname $hostname: only small letters, digits and hyphens between them" ;;
    esac
    [ ${#hostname} -le 63 ] || fail "--hostname: at most 63 letters"
    [ "$open_page" = no ] || [ "$page_has_sign_in" = yes ] ||
        fail "--open-page: the page has no sign-in yet, so it stays on this machine; docs/pi.md says how to see it from another"
}

# ---- packages

install_packages() {
    missing="" absent=""
    for package in $needed; do package_there "$package" || missing="$missing $package"; done
    for package in $raspberry; do
        package_there "$package" && continue
        if package_known "$package"; then missing="$missing $package"; else absent="$absent $package"; fi
    done
    if [ -n "$missing" ]; then
        say "Debian packages needed:$missing"
        run apt-get update -qq
        # The lists may have been empty: a fresh look for what only Raspberry Pi OS has.
        for package in $absent; do ! package_known "$package" || missing="$missing $package"; done
        # shellcheck disable=SC2086  # a list of words is meant
        run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
    fi
    absent=""
    for package in $raspberry; do package_known "$package" || package_there "$package" || absent="$absent $package"; done
    [ -z "$absent" ] || say "not in this system's archive:$absent. Raspberry Pi OS has them; without them no camera on the ribbon cable, and the pins only through a wheel of lgpio"
}

# ---- the program: two places in turn, so that an update that fails changes nothing

fingerprint() { # of everything that is installed
    (cd "$checkout" && find tabletop calibration pyproject.toml README.md -type f ! -name '*.pyc' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum && $python --version && sha256sum "$here/install.sh") | sha256sum | cut -c1-64
}

install_program() {
    mark=$(fingerprint)
    if [ "$(cat "$prefix/current/tabletop.mark" 2>/dev/null)" = "$mark" ]; then
        say "the program is up to date"
        return 0
    fi
    place=a
    [ "$(readlink "$prefix/current" 2>/dev/null)" != a ] || place=b
    venv=$prefix/$place
    say "installing the program in $venv; this takes some minutes on a Pi"
    run rm -rf "$venv"
    run mkdir -p "$prefix"
    # Debian's numpy and OpenCV are seen from inside: the camera's library is built against them (docs/decisions/0002).
    run $python -m venv --system-site-packages "$venv"
    if [ "$dry" = yes ]; then
        say "would: $venv/bin/python -m pip install --constraint Debian's numpy $checkout$extras"
    else
        "$venv/bin/python" -c 'import numpy; print("numpy==" + numpy.__version__)' >"$venv/constraints.txt"
        pip="$venv/bin/python -m pip --disable-pip-version-check --quiet --no-cache-dir"
        $pip install --upgrade 'pip>=23.3'
        # Nothing is compiled here: what has no wheel for this machine is refused.
        $pip install --constraint "$venv/constraints.txt" --only-binary :all: "$checkout$extras"
        "$venv/bin/tabletop" --help >/dev/null || fail "the installed program does not start; the old one was left as it was"
        echo "$mark" >"$venv/tabletop.mark"
    fi
    run ln -sfn "$place" "$prefix/next"
    run mv -fT "$prefix/next" "$prefix/current"
    run ln -sfn "$prefix/current/bin/tabletop" /usr/local/bin/tabletop
    changed=yes
}

# ---- who it runs as, and what that user may touch

make_user() {
    for group in video gpio i2c dialout audio; do
        getent group "$group" >/dev/null || run groupadd --system "$group"
    done
    if ! getent passwd tabletop >/dev/null; then
        run useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin tabletop
    fi
    for group in video gpio i2c dialout audio; do
        id -nG tabletop 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || run usermod -aG "$group" tabletop
    done
    # Made here and not only by the unit, so that it is there when the root is read-only later.
    [ -d "$state" ] || run install -d -m 0750 -o tabletop -g tabletop "$state"
}

put_files() {
    for unit in $units; do put "$here/$unit" "/etc/systemd/system/$unit"; done
    put "$here/60-tabletop.rules" /etc/udev/rules.d/60-tabletop.rules
    put "$here/tabletop.avahi" /etc/avahi/services/tabletop.service
    put "$here/door.sh" /usr/local/lib/tabletop/door.sh 0755
    put "$here/door.html" /usr/local/lib/tabletop/door.html
    put "$checkout/docs/pi.md" /usr/local/share/doc/tabletop/pi.md
    [ -e "/etc/tabletop/tabletop.toml" ] || put "$here/tabletop.toml" /etc/tabletop/tabletop.toml
}

set_hostname() {
    [ -n "$hostname" ] && [ "$(cat "/etc/hostname" 2>/dev/null)" != "$hostname" ] || return 0
    if [ "$dry" = yes ]; then say "would: name this machine $hostname"; return 0; fi
    echo "$hostname" >"/etc/hostname"
    if grep -q '^127\.0\.1\.1' "/etc/hosts"; then
        sed -i "s/^127\.0\.1\.1.*/127.0.1.1\t$hostname/" "/etc/hosts"
    else
        printf '127.0.1.1\t%s\n' "$hostname" >>"/etc/hosts"
    fi
    ! systemd_runs || hostnamectl set-hostname "$hostname"
}

# The display hangs on the I²C bus; a button hangs on the pin that a serial console would listen to.
prepare_header() {
    on_a_raspberry_pi && command -v raspi-config >/dev/null || return 0
    if [ "$(raspi-config nonint get_i2c)" != 0 ]; then
        run raspi-config nonint do_i2c 0
        say "the I²C bus is on after the next restart"
    fi
    if [ "$(raspi-config nonint get_spi)" = 0 ]; then
        say "SPI is on and holds GPIO 7 to 11, which the panel needs: sudo raspi-config nonint do_spi 1"
    fi
    if grep -q 'console=serial0' /proc/cmdline; then
        say "a serial console holds GPIO 14 and 15; the panel needs 15: sudo raspi-config nonint do_serial_cons 1"
    fi
}

port_80_is_taken() {
    systemd_runs && command -v ss >/dev/null && ! systemctl -q is-active tabletop-door.socket &&
        [ -n "$(ss -Hltn 'sport = :80')" ]
}

start_service() {
    door=""
    run systemctl enable --quiet tabletop.service
    if port_80_is_taken; then
        say "another program serves port 80: Tabletop's notice there is left out"
    else
        run systemctl enable --quiet tabletop-door.socket
        door=tabletop-door.socket
    fi
    if ! systemd_runs; then
        say "systemd does not run here: the service starts with the next boot"
        return 0
    fi
    run systemctl daemon-reload
    run udevadm control --reload
    run udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=dma_heap
    [ -z "$door" ] || run systemctl start "$door"
    if [ "$changed" = yes ]; then
        run systemctl restart --no-block tabletop.service
    else
        run systemctl start --no-block tabletop.service
    fi
}

uninstall() {
    now=""
    if systemd_runs; then now=--now; fi
    for unit in tabletop.service tabletop-door.socket tabletop-page.socket; do
        [ ! -e "/etc/systemd/system/$unit" ] || run systemctl disable --quiet $now "$unit"
    done
    for unit in $units; do run rm -f "/etc/systemd/system/$unit"; done
    run rm -f "/etc/udev/rules.d/60-tabletop.rules" "/etc/avahi/services/tabletop.service" "/usr/local/bin/tabletop"
    run rm -rf "$prefix" "/usr/local/lib/tabletop" "/usr/local/share/doc/tabletop"
    [ -z "$now" ] || run systemctl daemon-reload
    say "gone, but for the records in $state, the configuration in /etc/tabletop, the user tabletop and the Debian packages"
}

check_machine
if [ "$action" = uninstall ]; then uninstall; exit 0; fi
changed=no
extras="[panel]"
install_packages
install_program
make_user
put_files
set_hostname
prepare_header
start_service
if [ "$dry" = yes ]; then say "a dry run: nothing was changed"; exit 0; fi
name=${hostname:-$(cat "/etc/hostname" 2>/dev/null || echo tabletop)}
say "done. The page is at http://127.0.0.1:8000/ on this machine; http://$name.local/ says how to see it from another"
