"""How much time a match gets: minutes for every point, and a delay at the beginning of every turn.

A turn costs nothing until the delay is over. A *simple* delay counts down first and the reserve only then;
with a *Bronstein* delay the reserve runs at once and what was used of the delay is given back when the turn
ends. The settings of several bodies are pages of data in ``presets/``.
"""

from __future__ import annotations

import enum
import functools
import tomllib
from dataclasses import dataclass
from importlib import resources

from tabletop.backgammon import Match
from tabletop.clock.errors import ClockError


class Delay(enum.Enum):
    """What the time at the beginning of a turn is."""

    NONE = "none"
    SIMPLE = "simple"
    BRONSTEIN = "bronstein"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a clock is set."""

    name: str
    source: str
    minutes_per_point: float
    """Of the match's length, for each player."""
    minutes_per_point_scored: float
    """Taken off for every point that either player has already."""
    delay_seconds: float
    delay: Delay

    def reserve(self, match: Match) -> float:
        """Seconds each player has for the rest of ``match``. Raises `ClockError` for money play."""
        if match.rules.length is None:
            raise ClockError(
                "a clock is set by the length of the match: play to a number of points, or without"
            )
        scored = self.minutes_per_point_scored * (match.light + match.dark)
        return 60 * max(0.0, self.minutes_per_point * match.rules.length - scored)


def preset_names() -> tuple[str, ...]:
    """The presets there are, by the names `preset` takes."""
    folder = resources.files("tabletop.clock") / "presets"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@functools.cache
def preset(key: str) -> Settings:
    """The settings called ``key``; raises `ClockError` with the names there are."""
    if key not in preset_names():
        raise ClockError(f"no clock is called {key!r}; there are: {', '.join(preset_names())}")
    page = tomllib.loads((resources.files("tabletop.clock") / "presets" / f"{key}.toml").read_text("utf-8"))
    return Settings(**page | {"delay": Delay(page["delay"])})
