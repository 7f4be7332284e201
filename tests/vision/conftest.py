"""A painted table, calibrated once for all tests of the eyes: small pictures, seeded."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.headless import calibrate_headless
from tabletop.backgammon import Position, variant
from tabletop.devices.virtual.painter import Painted, Placement, Scene, framed, paint_placement, put_down
from tabletop.vision.calibration import Calibration

START = variant("standard").start_position
MIDDLE_GAME = Position.from_dict(
    {
        "light": {"24": 1, "13": 4, "8": 3, "7": 1, "6": 4, "5": 1, "bar": 1},
        "dark": {"24": 2, "13": 3, "10": 1, "8": 3, "6": 4, "4": 2},
    }
)


@dataclass(frozen=True)
class PaintedTable:
    """A scene from a camera that leans a little, and its calibration from the start."""

    scene: Scene
    start: Painted
    calibration: Calibration

    def shows(self, position: Position, seed: int = 5, scene: Scene | None = None) -> Painted:
        """A picture of ``position`` on this table, or on a ``scene`` that differs from it a little."""
        rng = np.random.default_rng(seed)
        painted_scene = scene or self.scene
        return paint_placement(painted_scene, put_down(painted_scene, position, rng), rng)


def plain_scene() -> Scene:
    scene = Scene()
    pose = replace(scene.camera, tilt=12.0, width=640, height=480)
    return replace(scene, camera=framed(scene.board, pose))


@pytest.fixture(scope="session")
def table() -> PaintedTable:
    scene, rng = plain_scene(), np.random.default_rng(3)
    start = paint_placement(scene, put_down(scene, START, rng), rng)
    result = calibrate_headless(start.image, scene.light_home.value, START, start.corners)
    assert result.passed, result.misplaced
    return PaintedTable(scene, start, result.calibration)


@pytest.fixture(scope="session")
def empty(table: PaintedTable) -> Painted:
    return paint_placement(table.scene, Placement(), np.random.default_rng(3))
