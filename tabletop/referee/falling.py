"""Between the throw and its report: what is seen while the dice fall is seen of the turn that they begin.

An error can be mended only before the next throw, and people see their dice before the tower has read them.
So from the moment they fall the turn on the board is left as it was last seen. Pictures and hands that come
then are kept. When the roll is told they are the new turn's; when nothing comes of the throw they are the old
one's after all, as if no die had fallen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tabletop.referee.ledger import accounted, differing_spots
from tabletop.referee.observation import Observation
from tabletop.referee.state import BETWEEN_GAMES, State, Turn

LONGEST: Final = 30.0
"""Seconds in which a tower has told what became of a throw, its motor having tried all it can."""


def unless_overdue(state: State, at: float) -> State:
    """``state`` without dice of which nothing was heard for too long."""
    if state.falling is None or at - state.falling.at <= LONGEST:
        return state
    return replace(state, falling=None)


def stirred(state: State, at: float) -> State:
    """Something moved over the board, or may have: what was seen of it before may no longer be true."""
    state = unless_overdue(state, at)
    if state.falling is not None:
        return replace(state, falling=replace(state.falling, stirred=True))
    if state.turn is None or state.turn.stirred:
        return state
    return replace(state, turn=replace(state.turn, stirred=True))


def kept(state: State, seen: Observation) -> State | None:
    """The state that keeps ``seen`` for the turn that the falling dice begin; None where none are falling.

    A board that is set up rightly is not kept: nobody has played on it.
    """
    if state.falling is None:
        return None
    if state.phase in BETWEEN_GAMES and not differing_spots(seen.position, state.variant.start_position):
        return None
    return replace(state, falling=replace(state.falling, seen=seen, stirred=False))


def mended_too_late(turn: Turn, seen: Observation, checkers: int) -> bool:
    """Whether checkers of the player before stand where they did not, and he himself may have put them there:
    his error stands since the throw, and a hand came before the roll was told."""
    if not turn.late_hand or turn.before is None:
        return False
    other = turn.player.opponent
    now = accounted(turn.before, turn.player, seen.position, checkers).of(other)
    return any(a > b for a, b in zip(now.points, turn.before.of(other).points, strict=True))
