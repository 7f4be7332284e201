"""What a camera was set to when the board was calibrated, kept in a file beside the calibration.

The colours of the checkers were learnt in that exposure and that white balance; a camera that goes on finding
its own would show other colours as soon as a hand comes in."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tabletop.devices.choices import CameraKind
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import Lock


def save_lock(path: Path, kind: CameraKind, lock: Lock) -> None:
    """Write ``lock`` of a camera of ``kind``. Raises `DeviceError` when it cannot be written."""
    lines = [
        "# Exposure, white balance and focus as the camera had found them, in its own units.",
        f'kind = "{kind.value}"',
        "",
        "[values]",
        *(f'"{name}" = {float(value)!r}' for name, value in lock.values),
    ]
    try:
        path.write_text("\n".join(lines) + "\n", "utf-8")
    except OSError as error:
        raise DeviceError(f"{path}: cannot be written: {error.strerror}") from error


def load_lock(path: Path, kind: CameraKind) -> Lock:
    """The lock in ``path``. Raises `DeviceError` when it is none, or of another kind of camera."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        made_for = CameraKind(table["kind"])
        lock = Lock(tuple((str(name), float(value)) for name, value in table["values"].items()))
    except FileNotFoundError as error:
        raise DeviceError(f"{path}: no such file; tabletop snap --lock makes one") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DeviceError(f"{path}: is not what tabletop snap --lock writes ({error})") from error
    if made_for is not kind:
        raise DeviceError(f"{path}: was made for {made_for.value}, not for {kind.value}; make it again")
    return lock
