"""A Raspberry Pi camera, through picamera2, which comes from the system's packages and is imported only here.

One exposure gives two pictures: the one the board is read from, and a small one of brightness alone for
whoever only watches for movement. libcamera stamps each with the time it was exposed; nothing else tells a
new picture from one that had been waiting. A picture that does not come in time stays asked for: the library
cannot take a request back, and one that nobody fetches would hold a buffer for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tabletop.devices.errors import CameraGone, CameraStalled, DeviceError
from tabletop.devices.ports import Frame, Lock

_GONE: Final = 5.0
"""Seconds without any picture after which the camera counts as lost: the library itself only logs it."""
_STEADY: Final = 8
"""Pictures in a row whose exposure must agree before it is believed to have settled."""
_AGREE: Final = 0.02
_FOCUS_SECONDS: Final = 5.0

_MANUAL: Final = {"AeEnable": False, "AwbEnable": False}
_FOCUS_BY_HAND: Final = {"AfMode": 0}
"""libcamera's AfModeManual."""


class PiCamera:
    """An `AdjustableCamera` over a started Picamera2. Made by `open_pi_camera`."""

    def __init__(
        self, camera: Any, small: tuple[int, int], fps: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._camera: Any = camera
        self._small = small
        self._fps = fps
        self._now = now
        self._asked: Any = None
        """A picture that was asked for and has not come."""
        self._at = 0.0
        self._number = 0
        self._seen = now()

    def grab(self, timeout: float) -> Frame:
        """See `Camera.grab`."""
        frame, _ = self._take(timeout)
        return frame

    def _take(self, timeout: float) -> tuple[Frame, dict[str, Any]]:
        """A frame, and what the camera says about it."""
        deadline = self._now() + timeout
        while True:
            request = self._request(max(0.0, deadline - self._now()))
            try:
                said = dict(request.get_metadata())
                at = self._exposed(said)
                if at <= self._at:
                    continue
                picture = np.array(request.make_array("main"), dtype=np.uint8)
                width, height = self._small
                # YUV420: the brightness first, its rows padded to the hardware's liking
                small = np.array(request.make_array("lores")[:height, :width], dtype=np.uint8)
            finally:
                request.release()
            self._number += max(1, round((at - self._at) * self._fps)) if self._number else 1
            self._at = at
            return Frame(picture, at, self._number, small), said

    def _request(self, timeout: float) -> Any:
        if self._camera is None:
            raise CameraGone("the camera was closed: open it again")
        try:
            if self._asked is None:
                self._asked = self._camera.capture_request(wait=False)
            request = self._asked.get_result(timeout=timeout)
        except TimeoutError:
            if self._now() - self._seen > _GONE:
                raise CameraGone(
                    f"no picture for {_GONE:g} s: look after the camera's ribbon cable, then open it again"
                ) from None
            raise CameraStalled(f"no picture for {timeout:.2g} s: look after the camera's cable") from None
        except Exception as error:
            self._asked = None
            raise CameraGone(
                f"the camera is lost ({error}): look after its cable and open it again"
            ) from error
        self._asked = None
        self._seen = self._now()
        return request

    def _exposed(self, said: dict[str, Any]) -> float:
        """When, on the scale of `time.monotonic`, which stops in a suspend where libcamera's goes on."""
        stamp = said.get("SensorTimestamp")
        if stamp is None:
            return self._now()
        ahead = time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)
        return float(stamp) / 1e9 - ahead

    def measure(self, timeout: float) -> Lock:
        """See `AdjustableCamera.measure`: focus first, then exposure and colours until they rest."""
        deadline = self._now() + timeout
        if "AfMode" in self._camera.camera_controls:
            try:
                self._camera.autofocus_cycle(wait=False).get_result(timeout=min(timeout, _FOCUS_SECONDS))
            except TimeoutError:
                raise CameraStalled("the camera finds no focus: is there light on the board?") from None
        steady, last = 0, (0.0, 0.0)
        while (left := deadline - self._now()) > 2 / self._fps:
            _, said = self._take(left)
            light = (float(said["ExposureTime"]) * float(said["AnalogueGain"]), float(said["ColourGains"][0]))
            near = all(abs(a - b) <= _AGREE * b for a, b in zip(light, last, strict=True))
            steady, last = (steady + 1 if near else 0), light
            if steady >= _STEADY:
                return _lock(said)
        raise CameraStalled(
            f"the camera's exposure does not settle in {timeout:g} s: does the light flicker?"
        )

    def lock(self, lock: Lock) -> None:
        """See `AdjustableCamera.lock`."""
        values = dict(lock.values)
        controls: dict[str, Any] = dict(_MANUAL)
        red, blue = values.pop("ColourGains.red", None), values.pop("ColourGains.blue", None)
        if red is not None and blue is not None:
            controls["ColourGains"] = (red, blue)
        if "LensPosition" in values:
            controls |= _FOCUS_BY_HAND
        if "ExposureTime" in values:
            controls["ExposureTime"] = int(values.pop("ExposureTime"))
        controls |= values
        if self._camera is None:
            raise CameraGone("the camera was closed: open it again")
        try:
            self._camera.set_controls(controls)
        except Exception as error:
            raise CameraGone(
                f"the camera does not take its calibrated exposure ({error}): calibrate it again"
            ) from error

    def close(self) -> None:
        """See `Camera.close`."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()


def _lock(said: dict[str, Any]) -> Lock:
    red, blue = said["ColourGains"]
    values = {
        "ExposureTime": float(said["ExposureTime"]),
        "AnalogueGain": float(said["AnalogueGain"]),
        "ColourGains.red": float(red),
        "ColourGains.blue": float(blue),
    }
    if "LensPosition" in said:
        values["LensPosition"] = float(said["LensPosition"])
    return Lock(tuple(values.items()))


def open_pi_camera(device: str, size: tuple[int, int], small: tuple[int, int], fps: float) -> PiCamera:
    """Open and start the Raspberry Pi camera number ``device``. Raises `DeviceError` saying what to do."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise DeviceError(
            "picamera2 is missing: on a Raspberry Pi, sudo apt install python3-picamera2, then make setup"
        ) from error
    camera: Any = None
    try:
        camera = Picamera2(int(device or 0))
        # queue=False: the library keeps no picture in store; every one is from after it was asked for.
        camera.configure(
            camera.create_video_configuration(
                main={"size": size, "format": "RGB888"},  # which is blue-green-red in memory
                lores={"size": small, "format": "YUV420"},
                controls={"FrameRate": fps},
                buffer_count=4,
                queue=False,
                display=None,
                encode=None,
            )
        )
        camera.start()
    except Exception as error:
        if camera is not None:
            camera.close()
        raise DeviceError(
            f"the Raspberry Pi camera {device or 0} cannot be opened ({error}): look after its ribbon cable,"
            " close other programs that use it, and try rpicam-hello --list-cameras"
        ) from error
    return PiCamera(camera, small, fps)
