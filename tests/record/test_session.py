"""A session folder: what is read, what is ignored, and in what order it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop.backgammon import Dice, Player
from tabletop.record.session import SessionError, event_from, load_events, load_session
from tabletop.referee.events import (
    Button,
    ButtonPressed,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    OpeningRolled,
)

TOML = """variant = "nackgammon"
match_length = 7
light_name = "Ivory"
dark_name = "Ebony"
fps = 5
weather = "rain"

[board]
light_home = "top-left"
tray = "left"

[camera]
maker = "somebody"
"""


def a_session(folder: Path, toml: str = TOML, events: str = "") -> Path:
    (folder / "session.toml").write_text(toml, "utf-8")
    (folder / "events.jsonl").write_text(events, "utf-8")
    (folder / "camera.mp4").write_bytes(b"a film is opened when it is replayed")
    return folder


def test_keys_that_are_not_known_are_ignored(tmp_path: Path) -> None:
    session = load_session(a_session(tmp_path))
    assert (session.variant, session.match_length, session.light_home) == ("nackgammon", 7, "top-left")
    assert (session.light_name, session.dark_name, session.fps) == ("Ivory", "Ebony", 5.0)
    assert session.corners is None
    assert session.picture("start.jpg") is None


def test_only_lights_home_has_to_be_said(tmp_path: Path) -> None:
    session = load_session(a_session(tmp_path, '[board]\nlight_home = "bottom-left"\n'))
    assert (session.variant, session.match_length, session.fps) == ("standard", 0, 0.0)
    assert (session.light_name, session.dark_name) == ("Light", "Dark")


def test_events_come_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text(
        '{"t": 1, "source": "tower", "type": "roll", "seq": 1, "opening": true, "dice": [3, 1]}\n'
        '{"t": 1.5, "source": "tower", "type": "thrown"}\n'
        '{"t": 2.5, "type": "cocked", "why": "leaning"}\n'
        "\n"
        '{"t": 2.5, "type": "roll", "seq": 2, "dice": [1, 6]}\n'
        '{"t": 4, "type": "lifted"}\n'
        '{"t": 9, "source": "panel", "type": "button", "player": "dark", "button": "double"}\n',
        "utf-8",
    )
    assert load_events(path) == (
        OpeningRolled(at=1.0, light=3, dark=1, seq=1),
        DiceThrown(at=1.5),
        DiceCocked(at=2.5),
        DiceSettled(at=2.5, dice=Dice(6, 1), seq=2),
        DiceLifted(at=4.0),
        ButtonPressed(at=9.0, player=Player.DARK, button=Button.DOUBLE),
    )


def test_kinds_of_event_that_are_not_known_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"t": 1, "type": "thunder"}\n{"t": 2, "type": "lifted"}\n', "utf-8")
    assert load_events(path) == (DiceLifted(at=2.0),)


def test_time_does_not_run_backwards(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"t": 5, "type": "lifted"}\n{"t": 4, "type": "lifted"}\n', "utf-8")
    with pytest.raises(SessionError, match="line 2"):
        load_events(path)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "lifted"},
        {"t": True, "type": "lifted"},
        {"t": float("inf"), "type": "lifted"},
        {"t": 1, "type": 7},
        {"t": 1, "type": "button", "player": "red", "button": "done"},
        {"t": 1, "type": "roll", "dice": [1, 2, 3]},
    ],
)
def test_an_event_that_cannot_be_meant_is_refused(event: dict[str, Any]) -> None:
    with pytest.raises(SessionError):
        event_from(event)
