"""Whose rules about errors hold at this table.

How checkers move is the same everywhere; what happens after an error is not. Each body's answers are a
page of data in ``profiles/``. A profile never appears by name in the code: the referee asks one of the
questions below, and each has a small closed set of answers.
"""

from __future__ import annotations

import enum
import functools
import tomllib
from dataclasses import dataclass
from importlib import resources

from tabletop.referee.errors import UnknownProfile


class Correction(enum.Enum):
    """Who may have an error in play corrected, while it may be."""

    EITHER_MAY_CLAIM = "either-may-claim"
    MUST_CORRECT = "must-correct"
    OPPONENT_MAY_CONDONE = "opponent-may-condone"


class Window(enum.Enum):
    """What ends the time in which a play may be mended."""

    NEXT_THROW = "next-throw"
    NEXT_THROW_OR_DOUBLE = "next-throw-or-double"


class SetupWindow(enum.Enum):
    """Until when an error in the set-up must be mended."""

    SECOND_PLAY = "second-play"
    STARTERS_SECOND_TURN = "starters-second-turn"


class PrematureRoll(enum.Enum):
    """What a roll is worth that was thrown while the other was still playing."""

    STANDS = "stands"
    REROLL = "reroll"
    OPPONENT_CHOOSES = "opponent-chooses"


class ClosedOut(enum.Enum):
    """Whether a player who cannot enter at all throws the dice."""

    SKIPS = "skips"
    ROLLS = "rolls"


class Role(enum.Enum):
    """What the referee lets the players know during a turn."""

    MONITOR = "monitor"
    """Says what is wrong, to both; helps nobody."""
    SILENT = "silent"
    """Records everything and says nothing."""
    TUTOR = "tutor"
    """Also shows the legal plays."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One body's answers."""

    key: str
    name: str
    source: str
    correction: Correction
    window: Window
    setup_window: SetupWindow
    premature_roll: PrematureRoll
    closed_out: ClosedOut
    role: Role


def profile_names() -> tuple[str, ...]:
    """The profiles there are, by the names `profile` takes."""
    folder = resources.files("tabletop.referee") / "profiles"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@functools.cache
def profile(key: str) -> Profile:
    """The error rules called ``key``; raises `UnknownProfile` with the names there are."""
    if key not in profile_names():
        raise UnknownProfile(f"no profile is called {key!r}; there are: {', '.join(profile_names())}")
    text = (resources.files("tabletop.referee") / "profiles" / f"{key}.toml").read_text("utf-8")
    table = tomllib.loads(text)
    return Profile(
        key=key,
        name=table["name"],
        source=table["source"],
        correction=Correction(table["correction"]),
        window=Window(table["window"]),
        setup_window=SetupWindow(table["setup_window"]),
        premature_roll=PrematureRoll(table["premature_roll"]),
        closed_out=ClosedOut(table["closed_out"]),
        role=Role(table["role"]),
    )
