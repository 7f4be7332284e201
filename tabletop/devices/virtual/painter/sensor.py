"""What lens and sensor do to a picture: fall-off, colour cast, softness, noise, compression."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.devices.virtual.painter.geometry import Floats
from tabletop.devices.virtual.painter.scene import Scene

_SPARE = 64
"""The sheet of noise is so much larger than the picture: each frame cuts another piece out of it."""


@functools.lru_cache(maxsize=4)
def _noise_sheet(width: int, height: int) -> Floats:
    """One sheet of sensor noise: fine in brightness, coarser in colour. Deviation 1."""
    rng = np.random.default_rng([width, height])
    shape = (height + _SPARE, width + _SPARE)
    grey = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
    colour = cv2.GaussianBlur(rng.standard_normal((*shape, 3), dtype=np.float32), (0, 0), 1.0)
    sheet = grey[..., None] / grey.std() * 0.85 + colour / colour.std() * 0.5
    return np.asarray(sheet, dtype=np.float32)


@functools.lru_cache(maxsize=8)
def _gain(width: int, height: int, vignette: float, factors: tuple[float, float, float]) -> Floats:
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    r2 = x[None] ** 2 + y[:, None] ** 2
    fall = 1.0 - np.float32(vignette) * r2 / (1 + (height / width) ** 2)
    return np.asarray(fall[..., None] * np.sqrt(np.asarray(factors)), dtype=np.float32)


def levels(image: Floats, scene: Scene, window: tuple[slice, slice]) -> Floats:
    """What falls on the sensor in a window of the picture, before it makes its noise."""
    sensor, pose = scene.sensor, scene.camera
    red, blue = sensor.white_balance
    factors = (blue * sensor.exposure, sensor.exposure, red * sensor.exposure)
    level = cv2.multiply(image, _gain(pose.width, pose.height, scene.lighting.vignette, factors)[window])
    if sensor.blur > 0.2:
        level = cv2.GaussianBlur(level, (0, 0), sensor.blur)
    return np.asarray(level, dtype=np.float32)


def noise_piece(scene: Scene, window: tuple[slice, slice], number: int) -> Floats:
    """The sensor's noise in a window, one of some that can be told apart by their ``number``."""
    sensor, pose = scene.sensor, scene.camera
    shift = (number * 13) % _SPARE
    rows, columns = (slice(side.start + shift, side.stop + shift) for side in window)
    return _noise_sheet(pose.width, pose.height)[rows, columns] * np.float32(sensor.noise)


def exposed(image: Floats, scene: Scene, rng: np.random.Generator) -> NDArray[np.uint8]:
    """HxWx3 grey levels as painted → the file's picture."""
    sensor, pose = scene.sensor, scene.camera
    level = levels(image, scene, (slice(0, pose.height), slice(0, pose.width)))
    if sensor.noise > 0:
        dy, dx = (int(n) for n in rng.integers(0, _SPARE, size=2))
        sheet = _noise_sheet(pose.width, pose.height)[dy : dy + pose.height, dx : dx + pose.width]
        level = np.asarray(cv2.scaleAdd(sheet, sensor.noise, level), dtype=np.float32)
    picture = np.asarray(cv2.convertScaleAbs(np.maximum(level, np.float32(0))), dtype=np.uint8)
    if sensor.jpeg_quality is None:
        return picture
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
