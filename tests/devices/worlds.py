"""What cameras look at in the tests: a noisy scene in real time, which can stop and be lost, and the
libraries through which it is seen, as far as they are used."""

from __future__ import annotations

import time
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

import numpy as np

FPS = 50.0
SIZE = (64, 48)
SMALL = (30, 20)


class World:
    """Exposures come 50 times a second until they are stopped; each has noise of its own."""

    def __init__(self) -> None:
        self._noise = np.random.default_rng(1)
        self.stopped = False
        self.lost = False
        self.exposure = 10_000.0

    def picture(self) -> np.ndarray:
        width, height = SIZE
        return self._noise.integers(90, 140, (height, width, 3), dtype=np.uint8)

    def wait(self, longest: float) -> float | None:
        """Wait for the next exposure; when it was, or None when none came in time."""
        now = time.monotonic()
        due = (int(now * FPS) + 1) / FPS
        if self.stopped or due - now > longest:
            time.sleep(max(0.0, longest))
            return None
        time.sleep(due - now)
        return due


class FakeCapture:
    """`cv2.VideoCapture` on a webcam: reads block for a while, then give up."""

    gives_up = 0.05

    def __init__(self, world: World, stamped: bool = True) -> None:
        self.world = world
        self.stamped = stamped
        self.properties: dict[int, float] = {}
        self.waiting: list[np.ndarray] = []
        """Pictures the kernel has had in store since nobody knows when."""
        self._at = 0.0

    def isOpened(self) -> bool:  # noqa: N802
        return not self.world.lost

    def read(self) -> tuple[bool, object]:
        if self.world.lost:
            return False, None
        if self.waiting:
            return True, self.waiting.pop(0)
        at = self.world.wait(self.gives_up)
        if at is None:
            return False, None
        self._at = at
        return True, self.world.picture()

    def get(self, propId: int) -> float:  # noqa: N803
        return self.properties.get(propId, self._at * 1000 if self.stamped and propId == 0 else 0.0)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        self.properties[propId] = value
        return True

    def release(self) -> None:
        self.world.lost = True


class FakeRequest:
    """A completed request of picamera2."""

    def __init__(self, library: FakePicamera2, at: float) -> None:
        self._library = library
        ahead = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
        self._stamp = int((at + ahead) * 1e9)
        library.held += 1

    def get_metadata(self) -> dict[str, Any]:
        world = self._library.world
        return {
            "SensorTimestamp": self._stamp,
            "ExposureTime": world.exposure,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "LensPosition": 1.4,
        }

    def make_array(self, name: str) -> np.ndarray:
        if name == "main":
            return self._library.world.picture()
        width, height = SMALL
        padded = np.zeros((height * 3 // 2, width + 34), dtype=np.uint8)
        padded[:height, :width] = 77
        return padded

    def release(self) -> None:
        self._library.held -= 1


class FakeJob:
    """A job of picamera2: it waits, and can be waited for again."""

    def __init__(self, library: FakePicamera2) -> None:
        self._library = library

    def get_result(self, timeout: float | None = None) -> FakeRequest:
        if self._library.world.lost:
            raise RuntimeError("Camera frontend has timed out")
        at = self._library.world.wait(5.0 if timeout is None else timeout)
        if at is None:
            raise NotInTime
        return FakeRequest(self._library, at)


class FakePicamera2:
    """Picamera2, started."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked = 0
        self.held = 0
        """Requests that were not given back: the real library has four, and then stands still."""
        self.controls: dict[str, Any] = {}
        self.camera_controls = {"AfMode": (0, 2, 0), "ExposureTime": (100, 100_000, 0)}
        self.closed = False

    def capture_request(self, wait: bool = True) -> FakeJob:
        assert not wait
        self.asked += 1
        return FakeJob(self)

    def autofocus_cycle(self, wait: bool = True) -> FakeJob:
        assert not wait
        return FakeJob(self)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def stop(self) -> None:
        self.world.stopped = True

    def close(self) -> None:
        self.closed = True
