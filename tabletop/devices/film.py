"""A film as a camera: frames with their times, as fast as they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tabletop.errors import TabletopError
from tabletop.vision.sampling import Picture

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # a broken film is told in our words, once


class CameraError(TabletopError):
    """A camera or a film that gives no pictures."""


@dataclass(frozen=True, slots=True)
class Film:
    """A film in a file."""

    path: Path
    fps: float = 0.0
    """Frames a second; 0 takes what the file says."""

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """(seconds since the film began, picture) of every frame. Raises `CameraError` for no film."""
        capture = cv2.VideoCapture(str(self.path))
        try:
            rate = self.fps or float(capture.get(cv2.CAP_PROP_FPS))
            number = 0
            while True:
                there, frame = capture.read()
                if not there:
                    break
                yield number / (rate or 5.0), np.asarray(frame, dtype=np.uint8)
                number += 1
            if number == 0:
                raise CameraError(f"{self.path}: is not a film that can be read")
        finally:
            capture.release()

    def length(self) -> int:
        """How many frames the file says it has; 0 where it does not say."""
        capture = cv2.VideoCapture(str(self.path))
        try:
            return max(0, int(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        finally:
            capture.release()


def load_picture(path: Path) -> Picture:
    """The picture in ``path``, (H, W, 3) blue-green-red; raises `CameraError` saying what is wrong."""
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except FileNotFoundError as error:
        raise CameraError(f"{path}: no such file") from error
    except OSError as error:
        raise CameraError(f"{path}: cannot be read: {error.strerror}") from error
    picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if len(content) else None
    if picture is None:
        raise CameraError(f"{path}: is not a picture; a JPEG or a PNG is")
    return np.asarray(picture, dtype=np.uint8)
