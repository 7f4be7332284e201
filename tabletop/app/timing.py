"""The match clock at the table: it listens to the referee's steps like any other listener, and the display
asks it what to show. Where nobody plays against the clock there is none, and nothing else changes.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tabletop.app.runtime import Published
from tabletop.backgammon import Match, Player
from tabletop.clock.clock import Clock, follow
from tabletop.clock.settings import Settings
from tabletop.present.screen import Clocks, Screen
from tabletop.present.shown import timed

Late = Callable[[Player], None]
"""To be told, once for each player, that his time has run out."""


@dataclass(slots=True, eq=False)
class Timing:
    """One match's clock. `hear` and `begin` are for the referee's thread, the others for any."""

    settings: Settings
    match: Match
    late: Sequence[Late] = ()
    _clock: Clock = field(init=False)
    _told: set[Player] = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def __post_init__(self) -> None:
        self.begin(self.match)

    def begin(self, match: Match) -> None:
        """Both clocks as they are set for ``match``. Raises `ClockError` for money play."""
        clock = Clock.start(self.settings, match)
        with self._lock:
            self._clock = clock
            self._told.clear()

    def hear(self, published: Published) -> None:
        """A step of the referee."""
        told = published.told
        clock, _ = follow(self._clock, told.state, told.event.at)
        self._tell_late(told.event.at)
        self._clock = clock

    def step(self, now: float) -> None:
        """Time passes; ``now`` is in seconds since the session began."""
        self._tell_late(now)

    def clocks(self, now: float) -> Clocks:
        """What the players' clocks show: a second that has begun counts as one that is left."""
        left = self._clock.left(now)
        return Clocks(math.ceil(left.light), math.ceil(left.dark), left.running)

    def on(self, screen: Screen, now: float) -> Screen:
        """``screen`` with both clocks on it."""
        return timed(screen, self.clocks(now))

    def _tell_late(self, now: float) -> None:
        with self._lock:
            clock = self._clock
            when = clock.runs_out_at()
            if when is None or when > now or clock.stretch is None or clock.stretch[0] in self._told:
                return
            player = clock.stretch[0]
            self._told.add(player)
        for tell in self.late:
            tell(player)
