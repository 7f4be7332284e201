"""What hangs on this computer: which cameras, and which serial lines could be a dice tower's.

Nothing is opened here, it is only looked for. A camera may be tried without harm. A serial line may not: to
open it restarts many a board, and to write to it disturbs whoever is at its other end. So only those count
whose USB chip is one that dice towers are built with (or that the system calls the dice tower), and of those
only the ones that no other program has in use.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

from serial.tools import list_ports

from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import TowerPort
from tabletop.devices.serial_port import open_serial

TOWER_NAME: Final = "tabletop-tower"
"""What the rules of `make install-pi` call the dice tower's line in /dev."""
TOWER_CHIPS: Final = frozenset({(0x1A86, 0x7523), (0x0403, 0x6001), (0x2341, 0x0043)})
"""Maker and product of the USB chips on an Arduino Nano and its relatives, as in 60-tabletop.rules."""

_DEV: Final = Path("/dev")
_PROC: Final = Path("/proc")
_LOCKS: Final = Path("/run/lock")


class UsbLine(Protocol):
    """What is used of pyserial's ListPortInfo."""

    device: str
    vid: int | None
    pid: int | None


def cameras(dev: Path = _DEV) -> Iterator[CameraChoice]:
    """The cameras there may be, the Raspberry Pi's own first, then what the kernel calls a video device.

    Whether they give pictures is not known yet; webcams come with the size (0, 0), whatever they like.
    """
    for number in _pi_cameras():
        yield CameraChoice(CameraKind.PICAMERA2, str(number))
    for path in sorted(dev.glob("video[0-9]*"), key=lambda path: int(path.name.removeprefix("video"))):
        yield CameraChoice(CameraKind.USB, str(path), (0, 0))


def _pi_cameras() -> list[int]:
    """The numbers of the cameras on ribbon cables that picamera2 knows; none where it is not installed."""
    try:
        from picamera2 import Picamera2

        known = Picamera2.global_camera_info()
    except Exception:  # noqa: BLE001 - a library that cannot even list its cameras has none for us
        return []
    # libcamera knows webcams too, by the path of their USB port
    return [index for index, camera in enumerate(known) if "usb" not in str(camera.get("Id", "")).lower()]


def tower_lines(
    dev: Path = _DEV, usb: Callable[[], Iterable[UsbLine]] = list_ports.comports
) -> tuple[str, ...]:
    """The serial lines that may be a dice tower's, the one that is named so first."""
    named = dev / TOWER_NAME
    lines = sorted(line.device for line in usb() if (line.vid, line.pid) in TOWER_CHIPS)
    if not named.exists():
        return tuple(lines)
    return (str(named), *(line for line in lines if Path(line).resolve() != named.resolve()))


def used_by(line: str, proc: Path = _PROC, locks: Path = _LOCKS) -> str | None:
    """The program that has ``line`` open, or has left its lock file for it; None when nobody is known to.

    Programs of other users are known by their lock files alone (Filesystem Hierarchy Standard, 5.9).
    """
    device = Path(line).resolve()
    owner = _lock_owner(locks / f"LCK..{device.name}", proc)
    if owner is not None:
        return owner
    for program in proc.glob("[0-9]*"):
        if program.name != str(os.getpid()) and device in _opened(program):
            return _name(program)
    return None


def _lock_owner(lock: Path, proc: Path) -> str | None:
    try:
        program = proc / lock.read_text("ascii").split()[0]
    except (OSError, ValueError, IndexError):
        return None
    mine = program.name == str(os.getpid())
    return _name(program) if program.exists() and not mine else None


def _opened(program: Path) -> Iterator[Path]:
    """What a program has open; nothing where it is another user's, or has just ended."""
    with contextlib.suppress(OSError):
        for file in (program / "fd").iterdir():
            with contextlib.suppress(OSError):
                yield file.readlink()


def _name(program: Path) -> str:
    try:
        return (program / "comm").read_text("utf-8", "replace").strip()
    except OSError:
        return f"process {program.name}"


def open_usb_tower(
    lines: Callable[[], Iterable[str]] = tower_lines,
    user: Callable[[str], str | None] = used_by,
    opener: Callable[[str], TowerPort] = open_serial,
) -> TowerPort:
    """Open the dice tower at whatever USB cable it is. Raises `DeviceError` while there is none."""
    taken = []
    for line in lines():
        program = user(line)
        if program is None:
            return opener(line)
        taken.append(f"{line} is in use by {program}: close it")
    raise DeviceError("; ".join(taken) or "no dice tower at any USB cable: plug it in")
