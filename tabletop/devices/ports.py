"""What the program needs of the world outside, one small protocol per thing. Every implementation of a port,
real or virtual, passes the same suite of tests (tests/contracts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tabletop.backgammon import Player
from tabletop.present.lamps import Lamps
from tabletop.present.signals import Signal
from tabletop.referee import Button


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


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One exposure of a camera."""

    picture: NDArray[np.uint8]
    """(H, W, 3), blue-green-red."""
    at: float
    """When it was exposed, in seconds on the scale of `time.monotonic`."""
    number: int
    """Grows by one with every exposure; a gap tells of pictures nobody asked for."""
    small: NDArray[np.uint8] | None = None
    """(h, w): the brightness of the same exposure in small, from cameras that make one beside the other."""


class Camera(Protocol):
    """Something that sees the board."""

    def grab(self, timeout: float) -> Frame:
        """Wait for a frame exposed after the last one given, at most ``timeout`` seconds.

        Raises `CameraStalled` when none comes in time, `CameraGone` when the camera is lost.
        """
        ...

    def close(self) -> None:
        """Give the camera back. May be called twice; afterwards `grab` raises `CameraGone`."""
        ...


@dataclass(frozen=True, slots=True)
class Lock:
    """Exposure, white balance and focus as they were when the board was calibrated.

    Names and values are the camera's own (``ExposureTime`` in µs, ``LensPosition`` in dioptres, …); they
    mean something to the same kind of camera only.
    """

    values: tuple[tuple[str, float], ...] = ()


class AdjustableCamera(Camera, Protocol):
    """A camera that finds its exposure, colours and focus by itself, until it is told to leave them alone."""

    def measure(self, timeout: float) -> Lock:
        """What it has found by itself; waits for it to settle. Raises `CameraStalled`, `CameraGone`."""
        ...

    def lock(self, lock: Lock) -> None:
        """Leave exposure, white balance and focus as they are in ``lock``. Raises `CameraGone`."""
        ...


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed."""

    player: Player
    button: Button
    at: float
    """Seconds on the scale of `time.monotonic`."""


class Panel(Protocol):
    """Lamps, a buzzer and the players' buttons. All methods raise `PanelGone` when it is lost or closed."""

    def light(self, lamps: Lamps) -> None:
        """Light the lamps so, and no others."""
        ...

    def buzz(self, signal: Signal) -> None:
        """Begin to sound ``signal``; returns at once."""
        ...

    def presses(self, timeout: float) -> list[Press]:
        """The buttons pressed since the last call, in order; waits up to ``timeout`` s for the first."""
        ...

    def close(self) -> None:
        """Lamps off, and give the pins back. May be called twice."""
        ...


class Display(Protocol):
    """A small display of one colour."""

    @property
    def size(self) -> tuple[int, int]:
        """Pixels: (width, height)."""
        ...

    def show(self, image: Image.Image) -> None:
        """Show ``image``, of mode ``1`` and of `size`. Raises `DisplayGone` when it is lost or closed."""
        ...

    def close(self) -> None:
        """Switch it off. May be called twice."""
        ...


class Speaker(Protocol):
    """Somebody who reads aloud."""

    def say(self, text: str, language: str) -> None:
        """Begin to say ``text``; what was being said before is cut short. Returns at once.

        Raises `SpeakerGone` when it cannot be said.
        """
        ...

    def close(self) -> None:
        """Be silent. May be called twice."""
        ...
