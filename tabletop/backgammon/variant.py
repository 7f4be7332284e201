"""The games: each is a page of data in ``variants/``, described by the rules it changes.

A variant never appears by name in the code. `Variant` asks a few questions, each answered by a small
closed set of values named after a rule; a new game is a new TOML file, a new rule is one more value.
"""

from __future__ import annotations

import enum
import functools
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from tabletop.backgammon.errors import UnknownVariant
from tabletop.backgammon.position import Position, Side


class HittingNeeds(enum.Enum):
    """What a player must have done before he may hit."""

    NOTHING = "nothing"
    CHECKER_HOME = "checker-home"
    """At least one own checker stands in the home board (Dutch backgammon)."""


class Entering(enum.Enum):
    """What checkers in hand (not yet in the game) oblige to."""

    NONE_IN_HAND = "none-in-hand"
    ONE_FIRST = "one-first"
    """Nothing else moves until one checker has entered; after that, as the player likes (Dutch)."""


class Opening(enum.Enum):
    """What the winner of the opening roll plays."""

    BOTH_DICE = "both-dice"
    WINNER_REROLLS = "winner-rerolls"


@dataclass(frozen=True, slots=True)
class Variant:
    """One game, as answers to the questions in which games differ."""

    key: str
    name: str
    source: str
    checkers: int
    start: Side
    hitting_needs: HittingNeeds
    entering: Entering
    opening: Opening
    cube: bool
    backgammons: bool
    """Whether a triple game counts three points (else it is a gammon)."""

    @property
    def start_position(self) -> Position:
        """Both sides as they are set up."""
        return Position(self.start, self.start)


def _read(key: str, table: dict[str, Any]) -> Variant:
    return Variant(
        key=key,
        name=table["name"],
        source=table["source"],
        checkers=table["checkers"],
        start=Side.from_dict(table["start"]),
        hitting_needs=HittingNeeds(table["hitting_needs"]),
        entering=Entering(table["entering"]),
        opening=Opening(table["opening"]),
        cube=table["cube"],
        backgammons=table["backgammons"],
    )


def variant_names() -> tuple[str, ...]:
    """The games there are, by the names `variant` takes."""
    folder = resources.files("tabletop.backgammon") / "variants"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@functools.cache
def variant(key: str) -> Variant:
    """The game called ``key``; raises `UnknownVariant` with the names there are."""
    if key not in variant_names():
        raise UnknownVariant(f"no game is called {key!r}; there are: {', '.join(variant_names())}")
    text = (resources.files("tabletop.backgammon") / "variants" / f"{key}.toml").read_text("utf-8")
    return _read(key, tomllib.loads(text))
