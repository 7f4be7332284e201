"""A room without wood: the virtual table with a camera, a tower, a panel and a display around it, and the
camera calibrated as a real one would be, from a picture of the starting position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.headless import calibrate_headless
from tabletop.backgammon import Variant, variant
from tabletop.devices.calibrating import calibrate
from tabletop.devices.choices import VIRTUAL_TOWERS
from tabletop.devices.clock import Clock
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import VirtualTower
from tabletop.devices.scripted_tower import ScriptedTower
from tabletop.devices.simulated_tower import SimulatedTower, host_command, simavr_command
from tabletop.devices.virtual.camera import PaintedCamera
from tabletop.devices.virtual.painter import Placement, Scene, framed, paint_placement, put_down
from tabletop.devices.virtual.painter.scene import (
    BoardStyle,
    CameraPose,
    CheckerStyle,
    Face,
    Lamp,
    Lighting,
    SecondLayer,
    Sensor,
    Stacking,
    Texture,
)
from tabletop.devices.virtual.panel import VirtualDisplay, VirtualPanel
from tabletop.devices.virtual.table import Table
from tabletop.devices.virtual.timed_tower import Cable, TimedTower
from tabletop.errors import TabletopError
from tabletop.vision.calibration import Calibration
from tabletop.vision.sampling import Picture

_MAKERS: Final[tuple[Callable[[int], VirtualTower], ...]] = (
    lambda _: ScriptedTower(),
    lambda seed: _calibrated(SimulatedTower(host_command(), seed=seed)),
    lambda seed: _calibrated(SimulatedTower(simavr_command(), seed=seed)),
)
TOWERS: Final = dict(zip(VIRTUAL_TOWERS, _MAKERS, strict=True))
"""What makes the virtual towers, by name."""

_BOARD: Final = BoardStyle(
    ground=(34, 84, 62),
    ground_texture=Texture.FELT,
    points=((206, 186, 138), (134, 44, 34)),
    rail=(112, 74, 46),
    table=(172, 140, 104),
    clutter=False,
    grain=11,
)
SCENE: Final = Scene(
    board=_BOARD,
    light_checkers=CheckerStyle((240, 236, 226), face=Face.DISHED, gloss=0.3),
    dark_checkers=CheckerStyle((38, 38, 44), face=Face.DISHED, gloss=0.3),
    camera=framed(_BOARD, CameraPose(tilt=12.0, roll=0.8), margin=0.05),
    lighting=Lighting(lamps=(Lamp(intensity=0.5, softness=0.35),), ambient=0.5, vignette=0.08),
    stacking=Stacking(gap=0.02, jitter=0.03, second_layer=SecondLayer.HALF),
    sensor=Sensor(noise=1.2, blur=0.6, jpeg_quality=None),
)
"""The table in the room."""
SMALL_SCENE: Final = replace(
    SCENE,
    camera=framed(_BOARD, CameraPose(tilt=12.0, roll=0.8, width=640, height=480), margin=0.05),
    sensor=replace(SCENE.sensor, blur=0.45),
)
"""The same in smaller pictures, for evenings that nobody watches."""


@dataclass(frozen=True, slots=True, eq=False)
class VirtualRoom:
    """What stands in it."""

    table: Table
    camera: PaintedCamera
    tower: TimedTower
    panel: VirtualPanel
    display: VirtualDisplay
    calibration: Calibration
    start: Picture
    """The starting position of backgammon by this camera."""
    empty: Picture
    """The empty board by this camera."""

    def cable(self) -> Cable:
        """A port to the tower."""
        return Cable(self.tower)


def furnish(
    clock: Clock,
    game: Variant,
    *,
    tower: str = "scripted",
    seed: int = 1,
    fps: float = 30.0,
    scene: Scene = SCENE,
) -> VirtualRoom:
    """A room in which everything is set up for a game.

    Raises `DeviceError` where the tower asked for has not been built, `TabletopError` where the painted
    camera cannot be calibrated.
    """
    timed = TimedTower(TOWERS[tower](seed), clock)
    rng = np.random.default_rng(seed)
    standing = paint_placement(scene, put_down(scene, variant("standard").start_position, rng), rng)
    empty = paint_placement(scene, Placement(), rng)
    result = calibrate_headless(
        standing.image,
        scene.light_home.value,
        variant("standard").start_position,
        standing.corners,
        empty.image,
    )
    if not result.passed:
        raise DeviceError(f"the virtual camera reads {result.exact} of 25 places rightly; {result.advice}")
    table = Table(scene, clock, timed, position=game.start_position, seed=seed)
    return VirtualRoom(
        table=table,
        camera=PaintedCamera(table, clock, fps),
        tower=timed,
        panel=VirtualPanel(table),
        display=VirtualDisplay(),
        calibration=result.calibration,
        start=standing.image,
        empty=empty.image,
    )


def _calibrated(tower: SimulatedTower) -> SimulatedTower:
    try:
        calibrate(tower)
    except TabletopError:
        tower.close()
        raise
    return tower
