"""What counts as a picture: new, not old, and different; everything else is as good as none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tabletop.app.eyes import Eyes
from tabletop.app.trust import Trust
from tabletop.devices.ports import Frame
from tabletop.referee.events import CameraLost, Event, HandSeen, Trouble


@dataclass
class FakeWatch:
    """Answers every frame with an event, so that it shows which frames it was given."""

    looked: list[float] = field(default_factory=list)

    def frame(self, _: np.ndarray, at: float) -> list[Event]:
        self.looked.append(at)
        return [HandSeen(at=at)]

    def hurry(self, at: float) -> list[Event]:
        return [HandSeen(at=at)]

    def lose(self, at: float) -> list[Event]:
        return [CameraLost(at=at, trouble=Trouble.LOST)]


def picture(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 255, (48, 64, 3), dtype=np.uint8)


def frame(number: int, at: float, shows: int | None = None) -> Frame:
    return Frame(picture(number if shows is None else shows), at, number)


@pytest.fixture
def eyes() -> Eyes:
    watch: Any = FakeWatch()
    return Eyes(watch, Trust(stale=0.5, lost=1.5, first=20.0))


def looked(eyes: Eyes) -> list[float]:
    watch: Any = eyes.watch
    return list(watch.looked)


def test_a_new_frame_is_looked_at_once(eyes: Eyes) -> None:
    eyes.see(frame(1, 1.0), 1.0, 1.05)
    eyes.see(frame(1, 1.0), 1.0, 1.10)
    assert looked(eyes) == [1.0]
    assert eyes.refused == 1


def test_a_frame_that_waited_too_long_is_not_looked_at(eyes: Eyes) -> None:
    eyes.see(frame(1, 1.0), 1.0, 1.51)
    assert looked(eyes) == []


def test_new_numbers_on_the_same_picture_are_not_looked_at(eyes: Eyes) -> None:
    for number in range(1, 10):
        eyes.see(frame(number, number / 10, shows=0), number / 10, number / 10)
    assert looked(eyes) == [0.1]


def test_pictures_that_differ_in_a_single_bit_are_both_looked_at(eyes: Eyes) -> None:
    one = picture(0)
    other = one.copy()
    other[17, 23, 1] ^= 1
    eyes.see(Frame(one, 0.1, 1), 0.1, 0.1)
    eyes.see(Frame(other, 0.2, 2), 0.2, 0.2)
    assert looked(eyes) == [0.1, 0.2]


@pytest.mark.parametrize("frozen", [True, False], ids=["freezes", "stalls"])
def test_a_camera_without_news_is_lost_after_a_while_and_told_so_once(eyes: Eyes, frozen: bool) -> None:
    eyes.see(frame(1, 0.0), 0.0, 0.0)
    told = []
    for tick in range(1, 40):
        now = tick / 10
        told += eyes.see(frame(1 + tick, now, shows=1), now, now) if frozen else eyes.wait(now)
    assert [type(event) for event in told] == [CameraLost]
    assert told[0].at == pytest.approx(1.5)


def test_a_camera_that_was_never_seen_is_not_lost_before_it_had_time_to_begin(eyes: Eyes) -> None:
    assert not [told for tick in range(100) for told in eyes.wait(tick / 10)]
    eyes.see(frame(1, 9.0), 9.0, 9.9)  # too old: it has not been seen yet either
    assert not eyes.wait(19.9)
    assert [type(event) for event in eyes.wait(20.0)] == [CameraLost]


def test_a_camera_that_began_late_is_lost_as_soon_as_any_other(eyes: Eyes) -> None:
    eyes.wait(0.0)
    eyes.see(frame(1, 12.0), 12.0, 12.0)
    assert not eyes.wait(13.4)
    assert [type(event) for event in eyes.wait(13.5)] == [CameraLost]


def test_nothing_is_read_in_a_hurry_from_a_picture_that_is_old(eyes: Eyes) -> None:
    eyes.see(frame(1, 0.0), 0.0, 0.0)
    assert eyes.hurry(0.4)
    assert not eyes.hurry(0.6)


def test_the_first_new_frame_after_a_loss_is_looked_at(eyes: Eyes) -> None:
    eyes.see(frame(1, 0.0), 0.0, 0.0)
    assert eyes.wait(5.0)
    eyes.see(frame(2, 6.0), 6.0, 6.0)
    assert looked(eyes) == [0.0, 6.0]
