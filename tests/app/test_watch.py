"""Frames in, events out: a hand, a quiet board read once, a camera in the dark."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.app.watch import Watch
from tabletop.devices.virtual.painter import Placement, carried_over, paint_placement, put_down
from tabletop.devices.virtual.painter.scene import Arm, Props
from tabletop.referee.events import BoardSeen, CameraFound, CameraLost, HandSeen, Trouble
from tests.vision.conftest import MIDDLE_GAME, START, PaintedTable, table

__all__ = ["table"]  # the fixture

FPS = 5.0


class Filming:
    """Pictures of the painted table, frame by frame, to a watch."""

    def __init__(self, table: PaintedTable) -> None:
        self.table, self.watch, self.frames = table, Watch(table.calibration), 0
        self.rng = np.random.default_rng(21)
        self.placement: Placement = put_down(table.scene, START, self.rng)

    @property
    def now(self) -> float:
        return self.frames / FPS

    def picture(self, hand: float | None = None) -> np.ndarray:
        scene = self.table.scene
        if hand is not None:
            scene = replace(scene, props=Props(arms=(Arm((1.5, hand), (1.0, -12.0)),)))
        return paint_placement(scene, self.placement, self.rng).image

    def show(self, picture: np.ndarray, frames: int) -> list[object]:
        events: list[object] = []
        for _ in range(frames):
            events += self.watch.frame(picture, self.now)
            self.frames += 1
        return events

    def hold(self, frames: int = 6) -> list[object]:
        return self.show(self.picture(), frames)

    def hand(self) -> list[object]:
        return [event for reach in (-5.0, -3.0, -1.0) for event in self.show(self.picture(reach), 1)]


@pytest.fixture
def filming(table: PaintedTable) -> Filming:
    return Filming(table)


def kinds(events: list[object]) -> list[type]:
    return [type(event) for event in events]


def test_a_quiet_board_is_read_once(filming: Filming) -> None:
    events = filming.hold(12)
    assert kinds(events).count(BoardSeen) == 1
    seen = next(event for event in events if isinstance(event, BoardSeen))
    assert seen.observation.position == START


def test_a_hand_comes_goes_and_the_board_is_read_again(filming: Filming) -> None:
    filming.hold()
    came = filming.hand()
    filming.placement, _ = carried_over(filming.table.scene, filming.placement, MIDDLE_GAME, filming.rng)
    left = filming.hold()
    assert kinds(came) == [HandSeen], "told once, however long the hand stays"
    assert kinds(left) == [BoardSeen]
    assert left[0].observation.position == MIDDLE_GAME


def test_a_hand_is_told_before_the_board_it_left(filming: Filming) -> None:
    filming.hold()
    events = filming.hand() + filming.hold()
    assert kinds(events) == [HandSeen, BoardSeen]
    assert events[0].at < events[1].at


def test_darkness_is_told_once_and_so_is_its_end(filming: Filming) -> None:
    filming.hold()
    dark = filming.show(np.zeros_like(filming.picture()), 8)
    back = filming.hold()
    assert [event.trouble for event in dark if isinstance(event, CameraLost)] == [Trouble.DARK]
    assert BoardSeen not in kinds(dark), "a dark board is not read"
    assert kinds(back)[-2:] == [CameraFound, BoardSeen]


def test_a_roll_that_comes_early_has_the_still_board_read_now(filming: Filming) -> None:
    filming.hold()
    filming.hand()
    assert kinds(filming.hold(2)) == [], "not settled yet"
    assert kinds(filming.watch.hurry(filming.now)) == [BoardSeen]
    assert filming.watch.hurry(filming.now) == [], "it has been read"
    assert BoardSeen not in kinds(filming.hold())


def test_a_roll_that_comes_while_a_hand_is_there_has_nothing_read(filming: Filming) -> None:
    filming.hold()
    filming.hand()
    assert filming.watch.hurry(filming.now) == []
