"""One picture, looked at: for ``tabletop read`` and the overlays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from calibration.headless import place
from tabletop.app.writing import check_file, make_room
from tabletop.backgammon import NotationError, Player, Position
from tabletop.backgammon.notation import Table, board_text, xgid
from tabletop.backgammon.notation.xgid import board_code
from tabletop.errors import TabletopError
from tabletop.vision.calibration import Calibration, load_calibration
from tabletop.vision.find import find_boards
from tabletop.vision.geometry import Array, own_home
from tabletop.vision.overlay import draw_overlay
from tabletop.vision.reader import Reader, Reading
from tabletop.vision.sampling import Picture
from tabletop.vision.solve import calibrate_snapshot

PICTURES = (".png", ".jpg", ".jpeg")
"""What an overlay can be written as."""


class LookError(TabletopError):
    """A picture that cannot be read as asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """One picture, read."""

    calibration: Calibration
    reading: Reading

    @property
    def position(self) -> Position:
        """The likeliest position."""
        return self.reading.observation.position

    def xgid(self) -> str | None:
        """The position as an XGID, light on roll; None for a board an XGID cannot hold."""
        try:
            return xgid(self.position, Table(on_roll=Player.LIGHT), self.calibration.checkers)
        except NotationError:
            pass
        try:
            return "XGID=" + board_code(self.position)
        except NotationError:
            return None

    def to_dict(self) -> dict[str, Any]:
        """The reading for other programs."""
        observation = self.reading.observation
        return {
            "position": self.position.to_dict(),
            "confidence": round(observation.confidence, 6),
            "unsure": [place(spot) for spot in observation.unsure],
            "covered": [place(spot) for spot in self.reading.covered],
            "xgid": self.xgid(),
            "corners": self.calibration.view.corners.round(1).tolist(),
        }

    def to_text(self) -> str:
        """The reading for people: a drawn board, its code, what is doubtful."""
        observation = self.reading.observation
        lines = [board_text(self.position), self.xgid() or "two colours on a point: no XGID", ""]
        lines.append(f"sure: {observation.confidence:.1%}")
        if observation.unsure:
            lines.append("unsure: " + ", ".join(place(spot) for spot in observation.unsure))
        return "\n".join(lines)


def look(
    picture: Picture, board: Path | None, corners: Array | None, light_home: str | None, checkers: int
) -> Look:
    """Read ``picture`` with a calibration file, or by itself.

    By itself: ``corners`` (4, 2) TL, TR, BR, BL are searched for when None; ``light_home`` is needed.
    Raises a `TabletopError` saying what is missing or wrong.
    """
    if board is not None:
        calibration = load_calibration(board)
        size = calibration.view.size
        if picture.shape[1::-1] != size:
            raise LookError(
                f"the picture is {picture.shape[1]}x{picture.shape[0]}, the calibration {board} was made for "
                f"{size[0]}x{size[1]}: calibrate again"
            )
        return Look(calibration, Reader(calibration).read(picture))
    if light_home is None:
        raise LookError("without --board say where light's points 1 to 6 are: --light-home bottom-right, …")
    if corners is not None:
        return _alone(picture, corners, light_home, checkers)
    looks = []
    for found in find_boards(picture, most=2):
        home = own_home(light_home) if found.on_its_side else light_home
        looks.append(_alone(picture, found.corners, home, checkers))
    return max(looks, key=plausibility)


def _alone(picture: Picture, corners: Array, light_home: str, checkers: int) -> Look:
    calibration = calibrate_snapshot(picture, corners, light_home, checkers)
    return Look(calibration, Reader(calibration).read(picture))


def plausibility(one: Look) -> float:
    """Mean log-probability of the spots as read: nonsense frames give doubtful counts."""
    spots = one.reading.observation.spots
    return sum(spot.likelihoods[0][2] for spot in spots) / len(spots)


def check_overlay(path: Path | None) -> None:
    """Raise `OutputError` where no overlay can be written; before the work is done."""
    if path is not None:
        check_file("--overlay", path, PICTURES)


def write_overlay(path: Path, picture: Picture, calibration: Calibration, reading: Reading | None) -> None:
    """Write the picture with what was seen drawn over it."""
    encoded, content = cv2.imencode(path.suffix, draw_overlay(picture, calibration, reading))
    if not encoded:
        raise LookError(f"{path}: the overlay could not be encoded")
    make_room(path)
    try:
        path.write_bytes(content.tobytes())
    except OSError as error:
        raise LookError(f"{path}: cannot be written: {error.strerror}") from error


__all__ = ["Look", "LookError", "check_overlay", "look", "plausibility", "write_overlay"]
