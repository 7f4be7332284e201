"""A camera that is knocked: followed where that is possible, else called moved, never believed wrongly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tabletop.app.watch import Watch
from tabletop.backgammon import Position
from tabletop.devices.virtual.painter import (
    Painted,
    Placement,
    Scene,
    carried_over,
    compose,
    lamp_on,
    nudge,
    put_down,
)
from tabletop.devices.virtual.painter.scene import Lamp
from tabletop.referee.events import BoardSeen, CameraFound, CameraLost, Event, Trouble
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable, table

__all__ = ["table"]  # the fixture

WIDE = 36.0
"""Pixels of a checker's diameter on the painted table, about."""


class Knocked:
    """The painted table, which has been seen and confirmed; then something happens to camera or light."""

    def __init__(self, table: PaintedTable) -> None:
        self.scene, self.watch, self.frames = table.scene, Watch(table.calibration), 0
        self.rng = np.random.default_rng(21)
        self.placement: Placement = put_down(table.scene, START, self.rng)
        self.show(self.scene)
        self.watch.confirm(START)

    def show(self, scene: Scene) -> list[Event]:
        """What is said while the board lies quiet for a second."""
        negative = compose(scene, self.placement)
        self.painted: Painted = negative.expose(self.rng)
        events: list[Event] = []
        for _ in range(6):
            events += self.watch.frame(negative.expose(self.rng).image, self.frames / 5.0)
            self.frames += 1
        return events

    def change(self, how: Callable[[Scene], Scene]) -> list[Event]:
        self.scene = how(self.scene)
        return self.show(self.scene)

    def play(self, position: Position) -> None:
        self.placement, _ = carried_over(self.scene, self.placement, position, self.rng)

    @property
    def off(self) -> float:
        """How far the watch's corners are from where they are, in checkers."""
        apart = self.watch.calibration.view.corners - self.painted.corners
        return float(np.linalg.norm(apart, axis=1).max()) / WIDE


@pytest.fixture
def knocked(table: PaintedTable) -> Knocked:
    return Knocked(table)


def boards(events: list[Event]) -> list[Position]:
    return [event.observation.position for event in events if isinstance(event, BoardSeen)]


def troubles(events: list[Event]) -> list[Trouble]:
    return [event.trouble for event in events if isinstance(event, CameraLost)]


@pytest.mark.parametrize(
    "how",
    [
        nudge((WIDE / 8, 0.0)),
        nudge((-0.18 * WIDE, 0.18 * WIDE)),
        nudge((0.0, 0.0), 0.5),
        lambda scene: replace(scene, camera=replace(scene.camera, tilt=scene.camera.tilt + 1.0)),
    ],
    ids=["aside", "askew", "turned", "tilted"],
)
def test_a_small_nudge_is_followed(knocked: Knocked, how: Callable[[Scene], Scene]) -> None:
    events = knocked.change(how)
    assert troubles(events) == []
    assert boards(events)[-1] == START
    knocked.play(MIDDLE_GAME)
    assert boards(knocked.show(knocked.scene))[-1] == MIDDLE_GAME


@pytest.mark.parametrize("pixels", [(1.2 * WIDE, 0.0), (-2.0 * WIDE, 0.0)], ids=["one", "two"])
def test_a_far_knock_is_told_and_the_same_board_is_recognised(
    knocked: Knocked, pixels: tuple[float, float]
) -> None:
    events = knocked.change(nudge(pixels))
    assert Trouble.MOVED in troubles(events)
    assert set(boards(events)) <= {START}
    back = knocked.change(nudge((-pixels[0], -pixels[1])))
    assert boards(back)[-1] == START
    assert knocked.off < 0.25


def test_after_a_far_knock_during_a_play_nothing_is_believed_until_the_camera_is_back(
    knocked: Knocked,
) -> None:
    knocked.play(MIDDLE_GAME)
    events = knocked.change(nudge((1.2 * WIDE, 0.0)))
    assert troubles(events) == [Trouble.MOVED]
    assert boards(events) == [], "who could tell the play from the knock?"
    back = knocked.change(nudge((-1.2 * WIDE, 0.0)))
    assert [type(event) for event in back][-2:] == [CameraFound, BoardSeen]
    assert boards(back)[-1] == MIDDLE_GAME


def test_a_camera_that_sinks_little_by_little_is_followed_turn_by_turn(knocked: Knocked) -> None:
    for _ in range(6):
        knocked.change(nudge((0.0, WIDE / 16)))
        knocked.watch.confirm(START)
    assert knocked.off < 0.15, "six sixteenths of a checker in all"


@pytest.mark.parametrize("share", [0.4, 1.6], ids=["dusk", "lamp"])
def test_other_light_is_no_other_board(knocked: Knocked, share: float) -> None:
    def change(scene: Scene) -> Scene:
        lighting = scene.lighting
        if share > 1.0:
            return lamp_on(Lamp((0.8, -0.5, 1.0), share - 1.0, 2900))(scene)
        lamps = tuple(replace(lamp, intensity=lamp.intensity * share) for lamp in lighting.lamps)
        return replace(scene, lighting=replace(lighting, lamps=lamps, ambient=lighting.ambient * share))

    events = knocked.change(change)
    assert troubles(events) == []
    assert set(boards(events)) <= {START}


def test_a_picture_of_another_size_is_no_picture(knocked: Knocked) -> None:
    picture = np.zeros((720, 960, 3), np.uint8)
    said = [event for number in range(3) for event in knocked.watch.frame(picture, 10.0 + number)]
    assert troubles(said) == [Trouble.LOST]
