"""What is kept of a match replays to the same match; a folder that holds one is not overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.app.auto import FPS, Evening, evening
from tabletop.app.config import Config
from tabletop.app.recording import Keeper, KeeperThread, SessionHead
from tabletop.app.replay import calibrate_session, replay
from tabletop.app.virtual_room import VirtualRoom
from tabletop.app.writing import OutputError
from tabletop.backgammon import Dice, Player, Position
from tabletop.devices.virtual.camera import Misbehaviour
from tabletop.devices.virtual.players import Habits
from tabletop.present.sentences import Names
from tabletop.record.session import load_session
from tabletop.referee import TowerFound, TowerLost
from tabletop.referee.effects import Standing, TurnClosed
from tabletop.web.ports import NewMatch

HEAD = SessionHead("standard", 5, "Ivory", "Ebony", "bottom-right")


def picture(number: int) -> np.ndarray:
    return np.full((120, 160, 3), number % 250, dtype=np.uint8)


def frames(path: Path) -> int:
    film = cv2.VideoCapture(str(path))
    count = 0
    while film.read()[0]:
        count += 1
    film.release()
    return count


Mishaps = dict[float, Callable[[VirtualRoom], object]]
"""What happens to the room, by the second."""


def kept_evening(
    folder: Path, seconds: float, mishaps: Mishaps | None = None, reaches: float = 0.0
) -> Evening:
    one = evening(Config(), Habits(errors=0.2, pace=0.9, reaches=reaches), games=1, seed=7)
    room = one.step.room
    keeper = Keeper(folder, SessionHead("standard", 0, "Light", "Dark", room.calibration.light_home), fps=FPS)
    keeper.open(room.start, room.empty)
    one.step.runtime.listeners = (*one.step.runtime.listeners, keeper.hear)
    one.step.frames = keeper.see
    due = sorted((mishaps or {}).items())
    for now in one.step.follow(one.players.evening()):
        while due and now >= due[0][0]:
            due.pop(0)[1](room)
        if now > seconds:
            break
    one.step.runtime.end(one.step.now)
    keeper.close(one.step.now)
    return one


Summary = list[tuple[Player, Dice, str, Standing, Position, bool]]


def summary(closed: list[TurnClosed]) -> Summary:
    return [(t.player, t.dice, t.play, t.standing, t.after, t.seen) for t in closed]


def replayed(folder: Path) -> Summary:
    session = load_session(folder)
    steps = replay(session, calibrate_session(session))
    effects = [effect for step in steps if step.told is not None for effect in step.told.effects]
    return summary([effect for effect in effects if isinstance(effect, TurnClosed)])


@pytest.mark.parametrize("reaches", [0.0, 1.0], ids=["the roll is waited for", "nobody waits for the roll"])
def test_what_was_kept_of_an_evening_replays_to_the_same_match(tmp_path: Path, reaches: float) -> None:
    one = kept_evening(tmp_path / "session", 45.0, reaches=reaches)
    again = replayed(tmp_path / "session")
    assert len(again) >= 6
    assert again == summary(one.audit.closed)


def test_a_session_in_which_camera_and_tower_were_lost_replays_to_the_same_match(tmp_path: Path) -> None:
    one = kept_evening(
        tmp_path / "session",
        45.0,
        {
            12.0: lambda room: room.camera.misbehave(Misbehaviour.GONE),
            16.0: lambda room: room.camera.misbehave(None),
            25.0: lambda room: room.tower.unplug(),
            29.0: lambda room: room.tower.plug(),
        },
    )
    session = load_session(tmp_path / "session")
    assert [(round(gap.since), round(gap.until)) for gap in session.gaps] == [(12, 16)]
    kinds = [type(event) for event in session.events if isinstance(event, TowerLost | TowerFound)]
    assert kinds[-2:] == [TowerLost, TowerFound]
    assert replayed(tmp_path / "session") == summary(one.audit.closed)


def test_a_film_has_as_many_frames_as_seconds_say_even_where_the_camera_stalled(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "session", HEAD, fps=10.0)
    keeper.open()
    for at in (0.0, 0.1, 0.2, 3.0, 3.1):
        keeper.frame(picture(int(at * 10)), at)
    keeper.close(4.0)
    assert abs(frames(tmp_path / "session" / "camera.mp4") - 41) <= 1


def test_a_folder_that_holds_a_session_is_left_alone(tmp_path: Path) -> None:
    Keeper(tmp_path, HEAD).open()
    before = (tmp_path / "session.toml").read_text()
    with pytest.raises(OutputError, match="holds a session already"):
        Keeper(tmp_path, SessionHead("dutch", 0, "A", "B", "top-left")).open()
    assert (tmp_path / "session.toml").read_text() == before


def test_the_head_of_a_session_is_read_back(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, SessionHead("dutch", 0, 'Ann "the wall"', "Zoë", "top-left"))
    keeper.open()
    keeper.frame(picture(1), 0.0)
    keeper.close(1.0)
    session = load_session(tmp_path)
    assert (session.variant, session.light_name, session.dark_name) == ("dutch", 'Ann "the wall"', "Zoë")
    assert session.light_home == "top-left"


def test_another_match_has_a_session_of_its_own_with_times_of_its_own(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, HEAD, fps=10.0)
    keeper.open(picture(0))
    keeper.frame(picture(1), 0.0)
    keeper.begin(NewMatch("standard", 3, Names("Ada", "Bo")), 2.0)  # nothing has happened: it is this one
    keeper.line({"t": 5.0, "source": "tower", "type": "cocked"})
    for number, at in ((2, 20.0), (3, 60.0)):
        keeper.begin(NewMatch("dutch", number, Names("Ada")), at)
        keeper.frame(picture(number), at + 0.5)
        keeper.line({"t": at + 1.0, "source": "tower", "type": "cocked"})
        keeper.line({"t": at + 3.0, "source": "camera", "type": "camera", "state": "ok", "since": at + 2.0})
    keeper.close(62.0)
    folders = [tmp_path, tmp_path / "match-2", tmp_path / "match-3"]
    sessions = [load_session(folder) for folder in folders]
    assert [(s.variant, s.match_length, s.light_name, s.dark_name) for s in sessions] == [
        ("standard", 3, "Ada", "Bo"), ("dutch", 2, "Ada", "Dark"), ("dutch", 3, "Ada", "Dark"),
    ]  # fmt: skip
    assert [s.events[0].at for s in sessions] == [5.0, 1.0, 1.0]
    assert [frames(folder / "camera.mp4") for folder in folders] == [202, 402, 22]
    assert [(gap.since, gap.until) for gap in sessions[2].gaps] == [(2.0, 3.0)]
    assert (tmp_path / "match-3" / "start.jpg").exists()


def test_a_slow_disk_loses_frames_but_no_events(tmp_path: Path) -> None:
    thread = KeeperThread(Keeper(tmp_path, HEAD, fps=10.0))
    thread.keeper.open()
    for number in range(300):
        thread.frame(picture(number), number / 10)
        if number % 20 == 0:
            thread._jobs.put({"t": number / 10, "source": "tower", "type": "cocked"})
        if number == 10:
            thread.start()
    thread.close(30.0)
    assert len(load_session(tmp_path).events) == 15
    assert thread.failed is None
