"""A camera that misbehaves on request, or by a seed: it stalls, freezes, hands out old pictures, goes black
or is lost, as real ones do. What it does is decided by the seed, so a failure has a number and can be
repeated."""

from __future__ import annotations

import enum
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from tabletop.devices.errors import CameraGone, CameraStalled
from tabletop.devices.ports import Camera, Frame


class Misconduct(enum.Enum):
    """What a camera can do wrong."""

    STALL = "stall"
    """No picture comes."""
    FREEZE = "freeze"
    """The last picture comes again and again, as if it were new."""
    OLD = "old"
    """Pictures come from seconds ago, and say so."""
    BLACK = "black"
    """The lens is covered, or the light is out."""
    LOST = "lost"
    """The cable is pulled."""


class RudeCamera:
    """A `Camera` around another one. Each fault lasts for some grabs, then the camera is itself again."""

    def __init__(
        self,
        camera: Camera,
        chances: Mapping[Misconduct, float] = MappingProxyType({}),
        seed: int = 1,
        *,
        lasting: int = 5,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``chances``: how likely each fault begins with a grab (0 to 1); ``lasting``: how many grabs."""
        self._camera = camera
        self._chances = dict(chances)
        self._random = random.Random(seed)  # noqa: S311 (to be repeatable)
        self._lasting = lasting
        self._sleep = sleep
        self._fault: Misconduct | None = None
        self._left = 0
        self._last: Frame | None = None

    def misbehave(self, fault: Misconduct | None, grabs: int = 5) -> None:
        """From now on do this, for so many grabs; None: behave."""
        self._fault, self._left = fault, grabs

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`."""
        fault = self._now_wrong()
        if fault is Misconduct.LOST:
            raise CameraGone("the camera's cable is pulled: plug it in and open the camera again")
        if fault is Misconduct.STALL:
            self._sleep(timeout)
            raise CameraStalled(f"no picture for {timeout:g} s: look after the camera and its cable")
        frame = self._camera.grab(timeout)
        match fault:
            case Misconduct.FREEZE if self._last is not None:
                return replace(self._last, at=frame.at, number=frame.number)
            case Misconduct.OLD:
                return replace(frame, at=frame.at - 5.0)
            case Misconduct.BLACK:
                return replace(frame, picture=np.zeros_like(frame.picture), small=None)
            case _:
                self._last = frame
                return frame

    def _now_wrong(self) -> Misconduct | None:
        if self._left == 0:
            self._fault = None
            for fault, chance in self._chances.items():
                if self._random.random() < chance:
                    self._fault, self._left = fault, self._lasting
        if self._fault is None:
            return None
        self._left -= 1
        return self._fault

    def close(self) -> None:
        """See `Camera.close`."""
        self._camera.close()
