"""Before the first play: is the board set up rightly, and who starts?

An error in the set-up must be mended if either player notices it before the second play of the game has been
made. The game begins all the same from the board as it is; if, within that time, the board looks as if it had
been set up rightly and then played, the error has been mended.
"""

from __future__ import annotations

import math
from dataclasses import replace

from tabletop.backgammon import BAR, HAND, OFF, Dice, Player, Position, Side, Variant
from tabletop.backgammon.variant import Opening
from tabletop.referee.closing import Told
from tabletop.referee.effects import (
    Asked,
    Difference,
    Effect,
    GameStarted,
    Highlight,
    Meaning,
    OpeningTied,
    SetupChecked,
)
from tabletop.referee.events import OpeningRolled
from tabletop.referee.judge import CAUTION, judge
from tabletop.referee.ledger import differing_spots, distance, on_board, point_of, side_of
from tabletop.referee.observation import Observation
from tabletop.referee.profiles import Role, SetupWindow
from tabletop.referee.state import Phase, Setup, State, Turn
from tabletop.referee.turn import begin_turn
from tabletop.referee.verdicts import Legal, Unfinished, Verdict


def set_up(state: State, seen: Observation, at: float) -> Told:
    """The board was seen before the opening roll.

    A board far from the starting position is not set up yet. One that is close to it is wrong as soon as all
    checkers are on it; where some are still missing, the referee waits until the opening roll.
    """
    start = state.variant.start_position
    reading = _as_it_lies(seen.position, state.variant)
    if reading == start:
        return _found(state, Setup(reading, ok=True), at)
    if distance(reading, start) > _STILL_SETTING_UP:
        return replace(state, setup=None, phase=Phase.SETTING_UP, board=start), ()
    proven = _proven(seen, reading, start)
    complete = all(reading.of(player).total == state.variant.checkers for player in Player)
    state, told = _found(state, Setup(reading, ok=False, proven=proven, told=proven and complete), at)
    if proven:
        return state, told
    spots = seen.unsure or differing_spots(reading, start)
    places = tuple(point_of(Player.LIGHT, spot) for spot in spots)
    return state, (*told, Asked(at=at, player=Player.LIGHT, places=places))


_STILL_SETTING_UP = 12
"""Differences from the starting position, counted at both places of a checker that stands wrong: with more
than six checkers elsewhere the board is not set up wrongly, it is not set up."""


def _as_it_lies(seen: Position, variant: Variant) -> Position:
    """A board before the first roll: what is not on it is in hand, in games that start so, or missing."""

    def side(of: Side) -> Side:
        return of.but(off=0, hand=max(0, min(variant.start.hand, variant.checkers - on_board(of))))

    return Position(side(seen.light), side(seen.dark))


def _proven(seen: Observation, reading: Position, start: Position) -> bool:
    """Whether the board is surely not the starting position."""
    if seen.doubtful(differing_spots(reading, start)):
        return False
    return seen.log_likelihood(reading) - seen.log_likelihood(start) > -math.log(CAUTION.false_accusations)


def _found(state: State, setup: Setup, at: float) -> Told:
    phase = Phase.OPENING if setup.ok else Phase.SETTING_UP
    changed = state.setup != setup
    state = replace(state, setup=setup, phase=phase, board=setup.found, board_sure=1.0, doubts=None)
    return state, _tell(state, setup, at) if changed and setup.told else ()


def _tell(state: State, setup: Setup, at: float) -> tuple[Effect, ...]:
    found = differences(state.variant.start_position, setup.found)
    told: list[Effect] = [SetupChecked(at=at, ok=setup.ok, position=setup.found, differences=found)]
    if state.profile.role is not Role.SILENT:
        for player in Player:
            places = tuple(d.place for d in found if d.player is player)
            told.append(Highlight(at=at, player=player, places=places, meaning=Meaning.WRONG_SETUP))
    return tuple(told)


def differences(wanted: Position, found: Position) -> tuple[Difference, ...]:
    """Place by place what is not as wanted, from the back of each side."""
    return tuple(
        Difference(player, place, want, is_there)
        for player in Player
        for place in (HAND, BAR, *range(24, 0, -1))
        if place != OFF
        and (want := wanted.of(player).places[place]) != (is_there := found.of(player).places[place])
    )


def opening(state: State, event: OpeningRolled) -> Told:
    """One die each: the higher starts; equal numbers are thrown again."""
    if event.light == event.dark:
        return _tied(state), (OpeningTied(at=event.at, number=event.light),)
    starter = Player.LIGHT if event.light > event.dark else Player.DARK
    if state.setup is None:
        state = replace(state, board=state.variant.start_position)
    state, late = _told_at_last(state, event.at)
    state = replace(state, undo=None, on_roll=starter)
    started = GameStarted(at=event.at, game=state.game, starter=starter)
    if state.variant.opening is Opening.WINNER_REROLLS:
        return replace(state, phase=Phase.ROLLING), (*late, started)
    state, effects = begin_turn(state, starter, Dice(event.light, event.dark), event.at)
    return state, (*late, started, *effects)


def _tied(state: State) -> State:
    """Equal opening dice double the stake by themselves, where money play is agreed to be so."""
    if state.variant.cube and state.cube.value < 2**state.match.rules.automatic_doubles:
        return replace(state, cube=state.cube.doubled_automatically())
    return state


def _told_at_last(state: State, at: float) -> Told:
    """At the opening roll the board counts as set up, also with checkers missing."""
    setup = state.setup
    if setup is None or setup.told or not setup.proven:
        return state, ()
    setup = replace(setup, told=True)
    return replace(state, setup=setup), _tell(state, setup, at)


def owed_board(state: State, turn: Turn) -> Position | None:
    """What the board before ``turn`` would be with the set-up mended, while it still must be."""
    setup = state.setup
    if setup is None or setup.ok or turn.before is None or not _window_open(state, turn):
        return None
    start = state.variant.start_position

    def side(player: Player) -> list[int]:
        sides = (turn.before or start).of(player), start.of(player), setup.found.of(player)
        return [now + right - wrong for now, right, wrong in zip(*(s.places for s in sides), strict=True)]

    light, dark = side(Player.LIGHT), side(Player.DARK)
    return None if min(light + dark) < 0 else Position(side_of(light), side_of(dark))


def _window_open(state: State, turn: Turn) -> bool:
    """Player error 1: before the second play of the game has been made."""
    if state.profile.setup_window is SetupWindow.SECOND_PLAY:
        return turn.number < 2 or (turn.number == 2 and turn.complete is None)
    return turn.number <= 2


def mended_setup(
    state: State, turn: Turn, seen: Observation, verdict: Verdict, at: float
) -> tuple[State, Turn, Verdict, tuple[Effect, ...]]:
    """If the board makes sense only with the set-up put right, it has been put right."""
    owed = owed_board(state, turn)
    if owed is None or isinstance(verdict, Legal | Unfinished):
        return state, turn, verdict, ()
    again = judge(owed, turn.player, turn.dice, seen, state.variant)
    if not isinstance(again, Legal | Unfinished):
        return state, turn, verdict, ()
    start = state.variant.start_position
    state = replace(state, setup=Setup(start, ok=True), board=owed)
    checked = SetupChecked(at=at, ok=True, position=owed)
    return state, replace(turn, before=owed), again, (checked,)
