"""The doctor's look through the camera: does it give fresh pictures, are they sharp, is the light good."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.app.findings import Finding, absent, ill, poor, told, well
from tabletop.devices.attached import cameras
from tabletop.devices.choices import CameraChoice
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import Camera, Frame

FRAMES: Final = 12
_SECONDS: Final = 4.0
_SETTLING: Final = 1.0
"""Seconds in which a camera finds its exposure."""

_WIDE: Final = 1152
"""Pixels across at which sharpness is judged, whatever the camera's own size."""
SOFT: Final = 0.6
"""Sharp pictures of boards score 0.46 to 0.56, the same blurred by three pixels 0.58 to 0.78."""
_DARKEST: Final = 40.0
"""Mean brightness, 0 to 255, below which checkers and points can hardly be told apart."""
_GLARE: Final = 0.05
"""Share of the picture that may be blown out."""
_BLOWN: Final = 250
_NOISE: Final = 8.0
"""Grey levels by which a pixel may differ from one picture to the next while nothing moves."""
_FLICKER: Final = 0.04
"""Share by which the brightness may go up and down."""

Floats = NDArray[np.float32]


def attached() -> CameraChoice | None:
    """The camera of a table that nobody has configured: the Raspberry Pi's own, else the first webcam."""
    return next(iter(cameras()), None)


def look_through(
    choice: CameraChoice | None, open_camera: Callable[[CameraChoice], Camera]
) -> Iterator[Finding]:
    """Camera, focus and light."""
    if choice is None:
        yield ill(
            "camera",
            "none is attached",
            "plug a webcam in, or a Raspberry Pi camera (with sudo apt install python3-picamera2)",
        )
        yield from _unseen()
        return
    try:
        frames, rate = _pictures(choice, open_camera)
    except DeviceError as error:
        yield told("camera", error)
        yield from _unseen()
        return
    height, width = frames[-1].picture.shape[:2]
    seen = f"{choice.kind.value}, {width}x{height}, {rate:.0f} pictures a second"
    if rate < choice.fps / 2:
        slower = "give it more light, or a smaller size, and a USB port of its own"
        yield poor("camera", f"{seen} of the {choice.fps:.0f} asked for", slower)
    else:
        yield well("camera", seen)
    yield sharpness(frames[-1])
    yield light(frames)


def _unseen() -> Iterator[Finding]:
    yield absent("focus", "cannot be judged without a camera")
    yield absent("light", "cannot be judged without a camera")


def _pictures(
    choice: CameraChoice, open_camera: Callable[[CameraChoice], Camera], settling: float = _SETTLING
) -> tuple[list[Frame], float]:
    """Some pictures, and how many come in a second. Raises `DeviceError`."""
    camera = open_camera(choice)
    try:
        began = time.monotonic()
        while time.monotonic() - began < settling:
            camera.grab(_SECONDS)
        began = time.monotonic()
        frames: list[Frame] = []
        while len(frames) < FRAMES and (not frames or time.monotonic() - began < _SECONDS):
            frames.append(camera.grab(_SECONDS))
    finally:
        camera.close()
    spent = frames[-1].at - frames[0].at
    return frames, (len(frames) - 1) / spent if spent > 0 else 0.0


def sharpness(frame: Frame) -> Finding:
    """Whether the picture is in focus. A picture that is sharp loses much when it is blurred once more."""
    grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY)
    scale = _WIDE / grey.shape[1]
    grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)  # the sensor's noise is not sharpness
    blur = _blur(smooth.astype(np.float32))
    if blur > SOFT:
        remedy = (
            "focus on the board (rpicam-hello --autofocus-mode manual --lens-position 1.4), clean the lens"
        )
        return poor("focus", f"the picture is soft ({blur:.2f}, sharp ones have {SOFT:.2f} or less)", remedy)
    return well("focus", f"the picture is sharp ({blur:.2f}, soft ones have more than {SOFT:.2f})")


def _blur(grey: Floats) -> float:
    """0 sharp to 1 blurred: how little the differences between neighbours change by blurring once more."""
    worst = 0.0
    for axis, box in ((1, (9, 1)), (0, (1, 9))):
        here = np.abs(np.diff(grey, axis=axis))
        blurred = np.abs(np.diff(cv2.blur(grey, box), axis=axis))
        lost = float(np.maximum(0.0, here - blurred).sum())
        worst = max(worst, 1.0 - lost / max(1e-9, float(here.sum())))
    return worst


def light(frames: Sequence[Frame]) -> Finding:
    """Whether there is enough light, evenly and steadily."""
    greys = [cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY).astype(np.float32) for frame in frames]
    means = np.array([grey.mean() for grey in greys])
    brightness = float(means.mean())
    if brightness < _DARKEST:
        return ill("light", f"too dark ({brightness:.0f} of 255)", "switch a lamp on over the board")
    blown = float((greys[-1] >= _BLOWN).mean())
    if blown > _GLARE:
        remedy = "move the lamp so that it does not mirror in the board, or shade it"
        return poor("light", f"{blown:.0%} of the picture is blown out", remedy)
    swing = float((means.max() - means.min()) / brightness)
    if swing > _FLICKER:
        remedy = "use a lamp that does not flicker, and keep hands off the board while it is measured"
        return poor("light", f"the brightness goes up and down by {swing:.0%}", remedy)
    noise = float(np.median([np.abs(b - a).mean() for a, b in itertools.pairwise(greys)]))
    if noise > _NOISE:
        return poor("light", f"the picture is noisy ({noise:.0f} grey levels)", "give the board more light")
    return well("light", f"bright enough ({brightness:.0f} of 255), steady, little glare ({blown:.1%})")
