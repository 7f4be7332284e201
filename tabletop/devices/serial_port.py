"""The serial line to a real dice tower, or to anything that pretends to be one behind a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import Final

import serial

from tabletop.devices.errors import DeviceError, PortLostError
from tabletop.tower.messages import BAUD

_WRITE_SECONDS: Final = 0.5


class SerialPort:
    """A `TowerPort` over pyserial. Made by `open_serial`."""

    def __init__(self, line: serial.Serial, path: str) -> None:
        self._line = line
        self.path = path

    def read(self) -> bytes:
        """See `TowerPort.read`."""
        try:
            return bytes(self._line.read(4096))
        except (OSError, TypeError) as error:  # pyserial raises TypeError when it was closed meanwhile
            raise PortLostError(f"{self.path} is gone: is the dice tower's cable plugged in?") from error

    def write(self, data: bytes) -> None:
        """See `TowerPort.write`."""
        try:
            self._line.write(data)
        except OSError as error:
            raise PortLostError(f"{self.path} is gone: is the dice tower's cable plugged in?") from error

    def close(self) -> None:
        """See `TowerPort.close`."""
        with contextlib.suppress(OSError):
            self._line.close()


def open_serial(path: str) -> SerialPort:
    """Open the port at ``path`` for this program alone. What had arrived before is thrown away.

    Raises `DeviceError` with what to do when there is no such port, it is in use, or it may not be used.
    """
    try:
        # exclusive: a second program reading the same line would steal half of every frame. It only keeps
        # out those who ask for it too, so every opener must.
        line = serial.Serial(path, BAUD, timeout=0, write_timeout=_WRITE_SECONDS, exclusive=True)
    except (serial.SerialException, OSError, ValueError) as error:
        raise DeviceError(_explain(path, error)) from error
    return SerialPort(line, path)


def _explain(path: str, error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code in (errno.EAGAIN, errno.EBUSY):
        return f"{path} is in use by another program (another tabletop? a serial monitor?): close it first"
    if code in (errno.EACCES, errno.EPERM):
        return f"no permission to use {path}: join its group (sudo adduser $USER dialout) and log in again"
    if code == errno.ENOENT or not Path(path).exists():
        return f"there is no port {path}: plug the dice tower in, and look for it in /dev/serial/by-id"
    if code in (errno.ENOTTY, errno.EINVAL, errno.ENODEV, errno.EIO) or not Path(path).is_char_device():
        return f"{path} is not a serial port: look for the dice tower in /dev/serial/by-id"
    return f"{path} cannot be opened ({error}): look for the dice tower in /dev/serial/by-id"
