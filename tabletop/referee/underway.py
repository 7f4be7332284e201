"""A play that is being made, in whatever order.

Some lift the blot first and some set their own checker down first; some take up two checkers at once, or play
the other number before they enter. A board on which every checker is where it was, in the fingers, or where a
legal play takes it, and every blot on its point, in the fingers or on the bar, can still become that play by
going on. So it is none yet, and no error either (Player error 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tabletop.backgammon import BAR, OFF, LegalPlays, Play, Player, Position

Changes = dict[int, int]
"""Checkers more than before, or fewer, by place; only the points and the bar, and no zeros."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """How far a legal play has got."""

    play: Play
    lifted: int | None
    """The place of a checker in the player's fingers, own numbers; None where there is none."""


def under_way(legal: LegalPlays, board: Position) -> UnderWay | None:
    """The legal play that ``board`` may still become by going on; None where there is none.

    Of several one that needs no checker in the fingers is named.
    """
    own = _changes(legal.position, board, legal.player)
    other = _changes(legal.position, board, legal.player.opponent)
    if sum(map(abs, own.values())) > 2 * len(legal.dice.numbers):
        return None
    found = None
    for play in legal:
        if not _blots(play, other):
            continue
        for lifted in _made(play, own):
            if lifted is None:
                return UnderWay(play, None)
            found = found or UnderWay(play, lifted)
    return found


def _changes(before: Position, now: Position, player: Player) -> Changes:
    had, has = before.of(player).places, now.of(player).places
    return {place: has[place] - had[place] for place in range(1, BAR + 1) if has[place] != had[place]}


def _blots(play: Play, changes: Changes) -> bool:
    """Whether of the opposing checkers only blots that ``play`` hits have left their points, for the bar or
    the fingers."""
    hits = {BAR - move.end for move in play if move.hits}
    gone = {place for place, change in changes.items() if place != BAR}
    on_bar = changes.get(BAR, 0)
    return gone <= hits and all(changes[place] == -1 for place in gone) and 0 <= on_bar <= len(gone)


def _made(play: Play, changes: Changes) -> Iterator[int | None]:
    """The ways in which the moves of ``play``, each not begun, lifted or made, come to ``changes``: the start
    of a move that is only lifted, or None."""
    places = {place for move in play for place in (move.start, move.end)}
    if not changes.keys() <= places:
        return
    for states in product(range(3), repeat=len(play)):
        so_far: Counter[int] = Counter()
        lifted = None
        for state, move in zip(states, play, strict=True):
            if state:
                so_far[move.start] -= 1
            if state == 1:
                lifted = move.start
            if state == 2 and move.end != OFF:
                so_far[move.end] += 1
        if changes == {place: count for place, count in so_far.items() if count and place <= BAR}:
            yield lifted
