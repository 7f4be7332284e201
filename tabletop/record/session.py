"""A session: a match as it was filmed, in a folder.

``session.toml`` says what was played, ``camera.mp4`` is what the camera saw, ``events.jsonl`` what the dice
tower
and the buttons said, one JSON object a line, in seconds since the film began. ``start.jpg``, ``empty.jpg``
and
``corners.json`` help to calibrate. The format is written down in ``docs/session.md``; keys it does not name
are ignored.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletop.backgammon import BackgammonError, Dice, Player, variant
from tabletop.errors import TabletopError
from tabletop.referee.events import (
    Button,
    ButtonPressed,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    OpeningRolled,
    TowerFound,
    TowerLost,
)

HOMES = ("bottom-right", "bottom-left", "top-right", "top-left")


class SessionError(TabletopError):
    """A session folder that cannot be replayed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The camera was lost: no picture came between these two times."""

    since: float
    until: float
    """Infinite where it was never found again."""


@dataclass(frozen=True, slots=True)
class Session:
    """What a session folder says, the film excepted."""

    folder: Path
    variant: str
    match_length: int
    """0 is a money game."""
    light_name: str
    dark_name: str
    fps: float
    light_home: str
    events: tuple[Event, ...]
    corners: tuple[tuple[float, float], ...] | None
    """Of the playing surface, TL, TR, BR, BL, pixels."""
    gaps: tuple[Gap, ...] = ()
    """When the camera gave no pictures; the film stands still then."""

    def blind(self, at: float) -> bool:
        """Whether the camera gave no picture ``at`` (seconds), whatever the film shows."""
        return any(gap.since < at < gap.until for gap in self.gaps)

    @property
    def film(self) -> Path:
        """The camera's film."""
        return self.folder / "camera.mp4"

    def picture(self, name: str) -> Path | None:
        """``start.jpg`` or ``empty.jpg``, if the session has it."""
        path = self.folder / name
        return path if path.exists() else None


def load_session(folder: Path) -> Session:
    """The session in ``folder``; raises `SessionError` saying which file, line or key is wrong."""
    if not folder.is_dir():
        raise SessionError(
            f"{folder}: no such folder; a session has a session.toml, a camera.mp4, an events.jsonl"
        )
    path = folder / "session.toml"
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise SessionError(f"{path}: no such file; is {folder} a session?") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SessionError(f"{path}: {error}") from error
    if not (folder / "camera.mp4").is_file():
        raise SessionError(f"{folder / 'camera.mp4'}: no such file; a session needs its film")
    board = _key(path, table, "board", dict, {})
    home = _key(path, board, "light_home", str, None)
    if home not in HOMES:
        raise SessionError(f"{path}: [board] light_home is {home!r}; it is one of {', '.join(HOMES)}")
    key = _key(path, table, "variant", str, "standard")
    try:
        variant(key)
    except BackgammonError as error:
        raise SessionError(f"{path}: variant: {error}") from error
    length = _key(path, table, "match_length", int, 0)
    fps = float(_key(path, table, "fps", (int, float), 0))
    if length < 0 or not 0 <= fps < math.inf:
        raise SessionError(f"{path}: match_length = {length} and fps = {fps} must be 0 or more")
    return Session(
        folder=folder,
        variant=key,
        match_length=length,
        light_name=_key(path, table, "light_name", str, "Light"),
        dark_name=_key(path, table, "dark_name", str, "Dark"),
        fps=fps,
        light_home=home,
        events=load_events(folder / "events.jsonl"),
        corners=load_corners(folder / "corners.json"),
        gaps=load_gaps(folder / "events.jsonl"),
    )


def _key(path: Path, table: dict[str, Any], key: str, kind: type | tuple[type, ...], default: Any) -> Any:
    value = table.get(key, default)
    if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
        raise SessionError(f"{path}: {key} = {value!r} is not what it should be")
    return value


def load_corners(path: Path) -> tuple[tuple[float, float], ...] | None:
    """The corners in ``path``, or None where there is no such file."""
    if not path.exists():
        return None
    try:
        corners = tuple((float(x), float(y)) for x, y in json.loads(path.read_text("utf-8"))["corners"])
        if len(corners) != 4 or not all(math.isfinite(value) for corner in corners for value in corner):
            raise ValueError("four corners, each of two numbers")
        return corners
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SessionError(f'{path}: is not {{"corners": [[x, y], …]}} with TL, TR, BR, BL') from error


def load_events(path: Path) -> tuple[Event, ...]:
    """The events in ``path``, in their order; raises `SessionError` with the number of a bad line."""
    events: list[Event] = []
    for number, line in _lines(path):
        try:
            event = event_from(line)
        except (BackgammonError, SessionError) as error:
            raise SessionError(f"{path}, line {number}: {error}") from error
        if event is None:
            continue
        if events and event.at < events[-1].at:
            raise SessionError(f"{path}, line {number}: t goes back from {events[-1].at} to {event.at}")
        events.append(event)
    return tuple(events)


def load_gaps(path: Path) -> tuple[Gap, ...]:
    """When the camera gave no pictures, by the events in ``path``; raises `SessionError` as `load_events`."""
    gaps: list[Gap] = []
    since: Any = None
    for number, line in _lines(path):
        if not isinstance(line, dict) or line.get("type") != "camera":
            continue
        at: Any = line.get("t")
        began: Any = line.get("since")
        if not _seconds(at) or not (began is None or _seconds(began)):
            raise SessionError(f"{path}, line {number}: t and since of a camera are seconds, 0 or more")
        since = began if began is not None else at if since is None else since
        if line.get("state") == "ok":
            gaps.append(Gap(float(since), float(at)))
            since = None
    return (*gaps, Gap(float(since), math.inf)) if since is not None else tuple(gaps)


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The objects in ``path``, each with the number of its line."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError as error:
        raise SessionError(f"{path}: no such file; a session without dice cannot be refereed") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SessionError(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except json.JSONDecodeError as error:
            raise SessionError(f"{path}, line {number}: is cut off or is not JSON: {line[:60]!r}") from error


def _seconds(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, float)) and 0 <= value < math.inf


def event_from(line: Any) -> Event | None:
    """The event that one object of ``events.jsonl`` tells; None for a kind this program does not know.

    Raises `SessionError` or `BackgammonError` for an object that cannot be meant.
    """
    if not isinstance(line, dict):
        raise SessionError("an event is a JSON object")
    at: Any = line.get("t")
    if not _seconds(at):
        raise SessionError(f"t is {at!r}, not seconds since the film began")
    match line.get("type"):
        case "roll":
            return _roll(float(at), line)
        case "thrown":
            return DiceThrown(at=float(at))
        case "cocked":
            return DiceCocked(at=float(at))
        case "lifted":
            return DiceLifted(at=float(at))
        case "button":
            return _button(float(at), line)
        case "tower":
            return TowerFound(at=float(at)) if line.get("state") == "ok" else TowerLost(at=float(at))
        case str():
            return None
        case other:
            raise SessionError(f"type is {other!r}: an event is thrown, a roll, cocked, lifted or a button")


def _roll(at: float, line: dict[str, Any]) -> Event:
    dice, seq = line.get("dice"), line.get("seq")
    if not isinstance(dice, list) or len(dice) != 2:
        raise SessionError(f"dice is {dice!r}, not two numbers")
    both = Dice(dice[0], dice[1])
    if line.get("opening"):
        return OpeningRolled(at=at, light=dice[0], dark=dice[1], seq=seq)
    return DiceSettled(at=at, dice=both, seq=seq)


def _button(at: float, line: dict[str, Any]) -> Event:
    try:
        return ButtonPressed(at=at, player=Player(line.get("player")), button=Button(line.get("button")))
    except ValueError as error:
        buttons = ", ".join(button.value for button in Button)
        raise SessionError(f"{error}: player is light or dark, button is {buttons}") from error
