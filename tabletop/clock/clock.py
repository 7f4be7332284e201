"""Whose time runs, told by the referee's state after each of his steps.

A player's time runs from the moment his opponent has ended his turn (the dice are lifted, or the done button
is pressed) until he ends his own: while he thinks about doubling, rolls, and plays. While a double or a
resignation waits for its answer it is the other's. A cocked roll stops no clock; a camera that sees nothing
and a tower that does not answer stop both. Between games nobody's time runs. After an error that must be
corrected, the time of the player who made it runs again.

Nothing is asked of a clock on the wall: every step says when it happened, and `runs_out_at` says when to
look again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabletop.backgammon import Match, Player
from tabletop.clock.settings import Delay, Settings
from tabletop.referee import Illegal, Phase, State
from tabletop.referee.profiles import Correction
from tabletop.referee.stakes import player_on_roll

Stretch = tuple[Player, int, bool]
"""What a delay is given for: a player, the number of the turn, and whether he answers an offer."""


@dataclass(frozen=True, slots=True)
class Left:
    """What the clocks show."""

    light: float
    """Seconds; below 0 once it has run out."""
    dark: float
    delay: float
    """Seconds of the delay that the player whose time runs still has."""
    running: Player | None

    def of(self, player: Player) -> float:
        """Seconds of ``player``."""
        return self.light if player is Player.LIGHT else self.dark


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' time. A value: an earlier clock is an earlier moment."""

    settings: Settings
    light: float
    """Seconds in reserve when the present stretch began."""
    dark: float
    stretch: Stretch | None = None
    """Whose time it is, also while it is stopped; None between games."""
    used: float = 0.0
    """Seconds used in this stretch up to `since`."""
    since: float | None = None
    """Since when it runs, in the events' time; None: it is stopped."""
    ran_out: tuple[Player, ...] = ()
    """Who has run out of time; it is told of each once."""

    @classmethod
    def start(cls, settings: Settings, match: Match) -> Clock:
        """Both clocks as they are set for ``match``. Raises `ClockError` for money play."""
        reserve = settings.reserve(match)
        return cls(settings, reserve, reserve)

    def left(self, at: float) -> Left:
        """What the clocks show at this time."""
        seconds = {Player.LIGHT: self.light, Player.DARK: self.dark}
        if self.stretch is None:
            return Left(self.light, self.dark, 0.0, None)
        player, used = self.stretch[0], self._used(at)
        seconds[player] -= self._cost(used, over=False)
        delay = 0.0 if self.settings.delay is Delay.NONE else max(0.0, self.settings.delay_seconds - used)
        running = player if self.since is not None else None
        return Left(seconds[Player.LIGHT], seconds[Player.DARK], delay, running)

    def runs_out_at(self) -> float | None:
        """When the running clock will show nothing, if nothing happens until then; None when none runs."""
        if self.stretch is None or self.since is None:
            return None
        reserve = self.light if self.stretch[0] is Player.LIGHT else self.dark
        free = self.settings.delay_seconds if self.settings.delay is Delay.SIMPLE else 0.0
        return self.since + reserve + free - self.used

    def _used(self, at: float) -> float:
        return self.used + (max(0.0, at - self.since) if self.since is not None else 0.0)

    def _cost(self, used: float, over: bool) -> float:
        """What a stretch takes off the reserve; a Bronstein delay is given back when it is over."""
        free = self.settings.delay is Delay.SIMPLE or (self.settings.delay is Delay.BRONSTEIN and over)
        return max(0.0, used - self.settings.delay_seconds) if free else used


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """A player has no time left; what follows from it is for the director, or the players, to say."""

    at: float
    player: Player


def follow(clock: Clock, state: State, at: float) -> tuple[Clock, tuple[TimeRanOut, ...]]:
    """The clock after the referee's step to ``state``, which happened ``at``; to be called after every one.

    Called with the same state at a later time, it tells whether a clock has run out meanwhile.
    """
    told = _ran_out(clock, at)
    clock = replace(clock, ran_out=(*clock.ran_out, *(one.player for one in told)))
    stretch, stopped = time_of(state), state.trouble is not None or not state.tower
    clock = replace(clock, used=clock._used(at), since=at if clock.since is not None else None)
    if stretch != clock.stretch:
        clock = replace(_settled(clock), stretch=stretch, used=0.0)
    since = None if stopped or stretch is None else at
    return replace(clock, since=since), told


def _ran_out(clock: Clock, at: float) -> tuple[TimeRanOut, ...]:
    when = clock.runs_out_at()
    if when is None or clock.stretch is None or when > at or clock.stretch[0] in clock.ran_out:
        return ()
    return (TimeRanOut(when, clock.stretch[0]),)


def _settled(clock: Clock) -> Clock:
    """The reserves after a stretch that is over; what a Bronstein delay gives back may not undo a clock that
    has run out."""
    if clock.stretch is None:
        return clock
    player = clock.stretch[0]
    reserve = clock.light if player is Player.LIGHT else clock.dark
    shown = reserve - clock._cost(clock.used, over=False)
    left = shown if shown < 0 else reserve - clock._cost(clock.used, over=True)
    return replace(clock, light=left) if player is Player.LIGHT else replace(clock, dark=left)


def time_of(state: State) -> Stretch | None:
    """Whose time it is; None while no game is under way."""
    if state.offer is not None:
        return state.offer.player.opponent, state.turns + 1, True
    turn = state.turn
    if state.phase is Phase.MOVING and turn is not None:
        return turn.player, turn.number, False
    if state.phase is not Phase.ROLLING:
        return None
    if turn is not None and isinstance(turn.verdict, Illegal) and _must_be_corrected(state):
        return turn.player, turn.number, False
    player = player_on_roll(state)
    return (player, state.turns + 1, False) if player is not None else None


def _must_be_corrected(state: State) -> bool:
    """Where an error must be mended, its maker goes back to it in his own time (WBGT 4.2.3)."""
    return state.profile.correction is Correction.MUST_CORRECT
