"""What the program needs of the world outside, one small protocol per thing. Every implementation of a port,
real or virtual, passes the same suite of tests (tests/contracts)."""

from __future__ import annotations

from typing import Protocol


class TowerPort(Protocol):
    """A line to a dice tower. All methods return at once; all raise `PortLostError` when the line is gone."""

    def read(self) -> bytes:
        """The bytes that have arrived since the last call; empty when there are none."""
        ...

    def write(self, data: bytes) -> None:
        """Send these bytes."""
        ...

    def close(self) -> None:
        """Give the line back. May be called twice."""
        ...


class VirtualTower(TowerPort, Protocol):
    """A tower without wood: a port, and hands that throw dice into it and make trouble. Pockets are "left"
    and "right"; faces are those on top, 1 to 6."""

    def run(self, milliseconds: float) -> None:
        """Let time pass for the tower. Raises `PortLostError` when what simulates it has died."""
        ...

    def throw(self, left: int | None, right: int | None) -> None:
        """Drop dice into the chutes; None: no die into this one."""
        ...

    def lift(self, pocket: str) -> None:
        """Take a die out of its pocket."""
        ...

    def place(self, pocket: str, face: int) -> None:
        """Put a die into a pocket by hand."""
        ...

    def bump(self, pocket: str, face: int) -> None:
        """Knock the tower so that a die now shows ``face``; 0: it lies askew."""
        ...

    def cock(self, pocket: str, nudges: int = 0) -> None:
        """The next die thrown into this pocket will lie askew until shaken so often; 0: for ever."""
        ...

    def jam(self, pocket: str, nudges: int = 0) -> None:
        """The next die thrown into this pocket will get stuck in front of the beam."""
        ...

    def reboot(self) -> None:
        """Pull the reset line."""
        ...

    def power(self, on: bool) -> None:
        """Switch the supply off or on; the port stays."""
        ...

    def unplug(self) -> None:
        """Pull the cable: from now on reading and writing raise `PortLostError`."""
        ...

    def plug(self) -> None:
        """Put the cable back."""
        ...
