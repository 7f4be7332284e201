"""A webcam, through OpenCV and the kernel's V4L2.

The kernel keeps some pictures in store; those from before they were asked for are thrown away. A read that
gets nothing gives up after a second, so nothing here waits for ever.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from tabletop.devices.errors import CameraGone, CameraStalled, DeviceError
from tabletop.devices.ports import Frame, Lock

SELECT_SECONDS: Final = 1
"""After so long without a picture the kernel is no longer waited for; `grab` may be late by as much."""
_STORED: Final = 4
"""Pictures the kernel may have in store."""
_AT_ONCE: Final = 0.002
"""Seconds: a picture that comes this fast had been waiting."""
_GONE: Final = 5.0
"""Seconds without any picture after which the camera counts as lost."""

_LOCKED: Final = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}
_BY_HAND: Final = (
    (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),  # V4L2_EXPOSURE_MANUAL
    (cv2.CAP_PROP_AUTO_WB, 0.0),
    (cv2.CAP_PROP_AUTOFOCUS, 0.0),
)


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: N802, D102
    def read(self) -> tuple[bool, object]: ...  # noqa: D102
    def get(self, propId: int) -> float: ...  # noqa: N803, D102
    def set(self, propId: int, value: float) -> bool: ...  # noqa: N803, D102
    def release(self) -> None: ...  # noqa: D102


class UsbCamera:
    """An `AdjustableCamera` over a capture of OpenCV. Made by `open_usb_camera`."""

    def __init__(
        self, capture: Capture, name: str, fps: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._capture: Capture | None = capture
        self._name = name
        self._fps = fps
        self._now = now
        self._at = now() - 1.0
        self._number = 0
        self._seen = now()

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`."""
        began = self._now()
        for attempt in range(10**6):
            asked = self._now()
            if attempt and asked - began >= timeout:
                break
            there, picture = self._open().read()
            came = self._now()
            if not there:
                self._nothing(came)
                continue
            self._seen = came
            if attempt < _STORED and came - asked < _AT_ONCE and asked - self._at > 2 / self._fps:
                continue  # it had been waiting since nobody knows when
            return self._frame(np.asarray(picture, dtype=np.uint8), asked, came)
        raise CameraStalled(f"{self._name}: no picture for {timeout:.2g} s: is its cable well in?")

    def _open(self) -> Capture:
        if self._capture is None:
            raise CameraGone(f"{self._name} was closed: open it again")
        return self._capture

    def _nothing(self, now: float) -> None:
        """No picture came: the camera is slow, or gone."""
        gone = self._name.startswith("/dev/") and not Path(self._name).exists()
        if gone or not self._open().isOpened() or now - self._seen > _GONE:
            raise CameraGone(f"{self._name} gives no pictures any more: plug the camera in again")
        time.sleep(0.01)  # a read that fails at once must not spin

    def _frame(self, picture: np.ndarray, asked: float, came: float) -> Frame:
        stamp = self._open().get(cv2.CAP_PROP_POS_MSEC) / 1000  # V4L2: when it was exposed, monotonic
        at = stamp if asked - 10 < stamp <= came else asked
        at = max(at, self._at + 1e-6)
        self._number += max(1, round((at - self._at) * self._fps)) if self._number else 1
        self._at = at
        return Frame(picture, at, self._number)

    def measure(self, timeout: float) -> Lock:
        """See `AdjustableCamera.measure`: what the camera says after two seconds of pictures."""
        deadline = self._now() + timeout
        until = min(deadline, self._now() + 2.0)
        while self._now() < until:
            self.grab(max(0.0, deadline - self._now()))
        capture = self._open()
        return Lock(tuple((name, float(capture.get(key))) for name, key in _LOCKED.items()))

    def lock(self, lock: Lock) -> None:
        """See `AdjustableCamera.lock`; what this camera cannot set is left as it is."""
        capture = self._open()
        for key, value in _BY_HAND:
            capture.set(key, value)
        for name, value in lock.values:
            if name in _LOCKED:
                capture.set(_LOCKED[name], value)

    def close(self) -> None:
        """See `Camera.close`."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def open_usb_camera(device: str, size: tuple[int, int], fps: float) -> UsbCamera:
    """Open the webcam ``device``: a number, or a path as /dev/video0. Raises `DeviceError` saying why not.

    With ``size`` (0, 0) it gives whatever it likes.
    """
    # OpenCV waits ten seconds for a picture unless told otherwise before the camera is opened.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(SELECT_SECONDS))
    path = f"/dev/video{device or 0}" if (device or "0").isdigit() else device
    if not Path(path).exists():
        raise DeviceError(f"there is no camera {path}: plug it in, and look for it in /dev/v4l/by-id")
    if not os.access(path, os.R_OK | os.W_OK):
        raise DeviceError(f"no permission to use {path}: join its group (sudo adduser $USER video)")
    capture = cv2.VideoCapture(path, cv2.CAP_V4L2)
    if not capture.isOpened():
        raise DeviceError(f"{path} cannot be opened: is it a camera, and is no other program using it?")
    if any(size):
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    got = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    if any(size) and got != size:
        capture.release()
        wanted, has = (f"{w}x{h}" for w, h in (size, got))
        raise DeviceError(
            f"{path} gives {has}, not {wanted}: set the camera's size to {has} and calibrate again"
        )
    return UsbCamera(capture, path, fps)
