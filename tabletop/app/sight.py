"""What the camera sees, as the page shows it: the last frame, with what is read drawn over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2

from tabletop.vision.calibration import Calibration
from tabletop.vision.overlay import draw_overlay
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture

QUALITY: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The last frame and what was read of the board."""

    picture: Picture
    calibration: Calibration
    reading: Reading | None

    def jpeg(self) -> bytes:
        """Both in one picture, packed."""
        drawn = draw_overlay(self.picture, self.calibration, self.reading)
        _, content = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return content.tobytes()
