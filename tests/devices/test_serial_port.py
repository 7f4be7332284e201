"""The serial port: one user at a time, and a sentence for everything that can be wrong with it."""

from __future__ import annotations

import errno
import os
import pty
import tty
from pathlib import Path

import pytest

from tabletop.devices.errors import DeviceError, PortLostError
from tabletop.devices.serial_port import _explain, open_serial


def test_bytes_go_both_ways_and_a_pulled_cable_is_noticed() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    port = open_serial(os.ttyname(slave))
    os.write(master, b"$HB")
    heard = b""
    while not heard:
        heard = port.read()
    assert heard == b"$HB"
    port.write(b"$HI\r\n")
    assert os.read(master, 100) == b"$HI\r\n"
    os.close(slave)
    os.close(master)
    with pytest.raises(PortLostError, match="plugged in"):
        port.read()
    with pytest.raises(PortLostError, match="plugged in"):
        port.write(b"$")
    port.close()
    port.close()


def test_a_port_belongs_to_one_program() -> None:
    master, slave = pty.openpty()
    port = open_serial(os.ttyname(slave))
    with pytest.raises(DeviceError, match="in use by another program"):
        open_serial(os.ttyname(slave))
    port.close()
    open_serial(os.ttyname(slave)).close()
    os.close(slave)
    os.close(master)


def test_a_missing_port_is_told_with_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="/dev/serial/by-id"):
        open_serial(str(tmp_path / "ttyUSB0"))


def test_permission_denied_is_told_with_the_group_to_join() -> None:
    # the tests may run as root, who is never denied
    words = _explain("/dev/ttyUSB0", OSError(errno.EACCES, "Permission denied"))
    assert "dialout" in words
