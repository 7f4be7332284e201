"""The painted camera: looks at the virtual table and paints what a real one would see, so often a second.

What is painted costs next to nothing while nothing moves. Told to, it misbehaves as real cameras do: it
stalls, repeats its last picture, sees black, is knocked, or is gone.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import Player
from tabletop.devices.clock import Clock
from tabletop.devices.errors import CameraGone, CameraStalled
from tabletop.devices.ports import Frame
from tabletop.devices.virtual.painter.canvas import Canvas
from tabletop.devices.virtual.painter.film import nudge
from tabletop.devices.virtual.painter.scene import Arm, Colour, Scene
from tabletop.devices.virtual.table import HandOver, Table, shoulder

_SLEEVES: Final[dict[Player, Colour]] = {Player.LIGHT: (96, 104, 118), Player.DARK: (136, 52, 50)}
_SKINS: Final[dict[Player, Colour]] = {Player.LIGHT: (204, 160, 132), Player.DARK: (150, 104, 78)}


class Misbehaviour(enum.Enum):
    """What a camera does that it should not."""

    STALLS = "stalls"
    """No frame comes."""
    REPEATS = "repeats"
    """The same frame comes again and again, under its old number."""
    FREEZES = "freezes"
    """Frames come, and all show the same picture, to the last bit."""
    BLACK = "black"
    """Somebody covers the lens."""
    GONE = "gone"
    """The cable is pulled; it can be opened again when this is over."""


class PaintedCamera:
    """A `Camera` over a virtual table. One thread grabs; any thread may make it misbehave."""

    def __init__(self, table: Table, clock: Clock, fps: float = 30.0) -> None:
        self.fps = fps
        self._table = table
        self._clock = clock
        self._scene = table.scene
        self._canvas = Canvas(table.scene)
        self._began = clock.now()
        self._exposures = 0
        self._last: Frame | None = None
        self._misbehaves: Misbehaviour | None = None
        self._closed = False

    # ---- Camera

    def open(self) -> PaintedCamera:
        """Put its cable in (again). Raises `CameraGone` while that cannot be done."""
        if self._misbehaves is Misbehaviour.GONE:
            raise CameraGone("the virtual camera is gone")
        self._closed = False
        return self

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`."""
        if self._closed or self._misbehaves is Misbehaviour.GONE:
            raise CameraGone("the virtual camera is gone")
        if self._misbehaves is Misbehaviour.STALLS:
            self._clock.sleep(timeout)
            raise CameraStalled(f"no picture for {timeout:g} seconds")
        self._wait(timeout)
        if self._misbehaves is Misbehaviour.REPEATS and self._last is not None:
            return self._last
        picture = self._picture()
        self._last = Frame(picture, self._clock.now(), self._exposures)
        return self._last

    def close(self) -> None:
        """See `Camera.close`."""
        self._closed = True

    # ---- what happens to it

    def misbehave(self, how: Misbehaviour | None) -> None:
        """Begin to misbehave like that; None: be good again."""
        self._misbehaves = how

    def change(self, how: Callable[[Scene], Scene]) -> None:
        """Something about room or camera changes for good: a lamp, a knock (`nudge`)."""
        self._scene = how(self._scene)

    def knock(self, pixels: tuple[float, float], roll: float = 0.0) -> None:
        """Somebody knocks against the camera: the picture moves by so much and turns by ``roll`` degrees."""
        self.change(nudge(pixels, roll))

    # ----

    def _wait(self, timeout: float) -> None:
        """Until the next exposure."""
        now = self._clock.now()
        due = self._began + (self._exposures + 1) / self.fps
        if due - now > timeout:
            self._clock.sleep(timeout)
            raise CameraStalled(f"no picture for {timeout:g} seconds")
        if due > now:
            self._clock.sleep(due - now)
        self._exposures = max(self._exposures + 1, int((self._clock.now() - self._began) * self.fps + 1e-6))

    def _picture(self) -> NDArray[np.uint8]:
        if self._misbehaves is Misbehaviour.FREEZES and self._last is not None:
            return self._last.picture
        if self._misbehaves is Misbehaviour.BLACK:
            pose = self._scene.camera
            return np.random.default_rng(self._exposures).integers(
                0, 4, (pose.height, pose.width, 3), dtype=np.uint8
            )
        if self._canvas.scene is not self._scene:
            self._canvas = Canvas(self._scene)
        seen = self._table.look()
        arms = [self._arm(hand) for hand in seen.hands]
        held = [hand.holds for hand in seen.hands if hand.holds is not None]
        return self._canvas.frame(seen.placement, arms, held)

    def _arm(self, hand: HandOver) -> Arm:
        return Arm(
            hand.tip,
            shoulder(self._scene, hand.player),
            skin=_SKINS[hand.player],
            sleeve=_SLEEVES[hand.player],
        )


def virtual_scene(scene: Scene) -> Scene:
    """A scene as a live camera takes it: raw pictures, nothing packed into a file."""
    return replace(scene, sensor=replace(scene.sensor, jpeg_quality=None))
