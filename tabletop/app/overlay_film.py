"""A film of what was seen, drawn over what the camera saw; it takes its name only when it is whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import cv2

from tabletop.app.writing import OutputError, make_room
from tabletop.vision.calibration import Calibration
from tabletop.vision.overlay import draw_overlay
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture


@dataclass(slots=True)
class OverlayFilm:
    """Written frame by frame; a context manager. Left with an error, nothing remains of it."""

    path: Path
    calibration: Calibration
    fps: float
    _writer: cv2.VideoWriter | None = None

    @property
    def _partial(self) -> Path:
        return self.path.with_name(f".partial-{self.path.name}")

    def __enter__(self) -> OverlayFilm:
        return self

    def add(self, picture: Picture, reading: Reading | None) -> None:
        """One more frame. Raises `OutputError` where no film can be written."""
        if self._writer is None:
            make_room(self.path)
            size = (picture.shape[1], picture.shape[0])
            codec = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self._partial), codec, self.fps, size)
            if not self._writer.isOpened():
                raise OutputError(f"--overlay {self.path}: cannot be written as a film")
        self._writer.write(draw_overlay(picture, self.calibration, reading))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None:
            return
        self._writer.release()
        if kind is None:
            self._partial.replace(self.path)
        else:
            self._partial.unlink(missing_ok=True)
