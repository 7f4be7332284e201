"""What one number can do: every board that one checker can make with it.

A checker moves to any point that fewer than two opposing checkers hold; a lone one there, a blot, is hit
and goes to the bar. A checker on the bar moves before all others. When all checkers are in the home board
one may be borne off: from the point of the number, or from the highest point when all are lower.

Inside a roll a board is one number, the mover's `Side.code` and above it the opponent's, so that a move is
one addition: a roll of doubles looks at hundreds of boards.

A board that no legal game reaches is played by the same words. Where both colours stand on one point,
two or more opposing checkers close it (the mover's own there may leave, none may join them), and exactly
one is a blot, which the next checker landing there hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, repeat
from typing import Final

from tabletop.backgammon.play import BAR, HAND, OFF, Move
from tabletop.backgammon.position import PLACES, POINTS, SIDE_BITS, SIDE_MASK, Player, Position
from tabletop.backgammon.variant import Entering, HittingNeeds, Variant


def _one(place: int) -> int:
    """One checker on ``place``."""
    return 1 << 8 * place


def _every(first: int, last: int, count: int = 0xFF) -> int:
    """``count`` on each place from ``first`` to ``last``; 0xFF is a mask for all that stands there."""
    return sum(count << 8 * place for place in range(first, last + 1))


_ON_POINTS: Final = _every(1, POINTS)
_ON_BAR: Final = _every(BAR, BAR)
_OUTSIDE: Final = _one(7)
"""A side below this number has no checker outside its home board, none on the bar and none in hand."""
_REACHED_HOME: Final = _every(OFF, 6)
_TOP_BITS: Final = _every(1, POINTS, 0x80)
_AT_LEAST_1: Final = _every(1, POINTS, 0x80 - 1)
_AT_LEAST_2: Final = _every(1, POINTS, 0x80 - 2)
"""Added to counts, they set a byte's top bit where at least one, at least two checkers stand."""

_TOO_FEW: Final = _every(OFF, HAND, 0x80)
"""Set in a side where a place was left by more checkers than stood there."""

_RUNNERS: Final = tuple(_every(number + 1, BAR) for number in range(7))
"""By number: the places from which it leads to a point. From the bar (25) a number d leads to 25-d."""


def _end(start: int, number: int) -> int:
    return max(min(start, BAR) - number, OFF)  # a checker in hand enters as one on the bar does


_CHANGES: Final = tuple(
    tuple(_one(_end(start, number)) - _one(start) for start in range(PLACES)) for number in range(7)
)
"""By number and start: what moving one checker adds to the mover's side."""
_HITS: Final = tuple(
    tuple(
        (
            _one(_end(start, number)) - _one(start),
            _one(25 - _end(start, number)) << SIDE_BITS,
            _one(BAR) - _one(25 - _end(start, number)) << SIDE_BITS,
        )
        for start in range(PLACES)
    )
    for number in range(7)
)
"""The same for a move onto a blot, with the blot itself and what hitting it adds."""
_MOVE_OF: Final = tuple(
    {change & SIDE_MASK: (start, _end(start, number)) for start, change in enumerate(changes) if start}
    for number, changes in enumerate(_CHANGES)
)
"""By number and change of the mover's side (modulo its bits): the start and the end of that move."""

_ONE_FIRST: Final = Entering.ONE_FIRST
_CHECKER_HOME: Final = HittingNeeds.CHECKER_HOME


def landings(board: int, numbers: Iterable[int], variant: Variant) -> list[tuple[int, int]]:
    """For each number: masks of the places from which it leads to a point that is free of opposing
    checkers, and to a blot. They hold for the whole roll: no move changes which points are closed.
    """
    opposing = (board >> SIDE_BITS).to_bytes(PLACES, "little")
    counts = int.from_bytes(opposing, "big") >> 8 & _ON_POINTS  # his 25-n is the mover's n
    held = counts + _AT_LEAST_1 & _TOP_BITS
    blots = held ^ (counts + _AT_LEAST_2 & _TOP_BITS)
    held, blots = (held >> 7) * 0xFF, (blots >> 7) * 0xFF
    masks = [(_RUNNERS[n] & ~(held << 8 * n), _RUNNERS[n] & blots << 8 * n) for n in numbers]
    if variant.entering is _ONE_FIRST:
        # "Nothing else may move until one has entered" needs no line: until then nothing else is there.
        return [(_as_from_hand(quiet), _as_from_hand(hitting)) for quiet, hitting in masks]
    return masks


def _as_from_hand(starts: int) -> int:
    """``starts``, and the hand where the bar is among them."""
    return starts | (starts & _ON_BAR) << 8 * (HAND - BAR)


def play_number(
    boards: Iterable[int], number: int, landing: tuple[int, int], variant: Variant, but_from: int = 0
) -> set[int]:
    """Every board that one checker moved by ``number`` makes of one of ``boards``.

    ``landing`` is what `landings` says of the board at the beginning of the roll. Moves that start on a
    place in the mask ``but_from`` are left out.
    """
    quiet, hitting = landing
    if but_from:
        quiet, hitting = quiet & ~but_from, hitting & ~but_from
    changes = _CHANGES[number]
    home_first = variant.hitting_needs is _CHECKER_HOME
    made: list[int] = []
    for board in boards:
        own = board & SIDE_MASK
        movers = own & _ON_BAR or own  # a checker on the bar moves first
        if starts := movers & quiet:
            made += [board + change for change in compress(changes, starts.to_bytes(PLACES, "little"))]
        if own < _OUTSIDE and (start := _bears_off_from(own, number)) and not but_from >> 8 * start & 1:
            made.append(board + changes[start])
        if (starts := movers & hitting) and (own & _REACHED_HOME or not home_first):
            for change, blot, hit in compress(_HITS[number], starts.to_bytes(PLACES, "little")):
                made.append(board + change + hit if board & blot else board + change)
    return set(made)


def _bears_off_from(own: int, number: int) -> int:
    """With all checkers home: the point from which ``number`` bears one off, 0 if from none."""
    highest = (own.bit_length() - 1) // 8
    if highest < number:
        return max(highest, OFF)
    return number if own >> 8 * number & 0xFF else OFF


def places_left(board: int, after: Iterable[int], number: int) -> int:
    """Mask of the places from which ``number`` was played, where ``board`` became one of ``after``."""
    left = 0
    for moved in after:
        left |= 0xFF << 8 * _MOVE_OF[number][moved - board & SIDE_MASK][0]
    return left


def move_between(board: int, after: int, number: int) -> Move:
    """The move of ``number`` that made ``after`` of ``board``."""
    start, end = _MOVE_OF[number][after - board & SIDE_MASK]
    return Move(start, end, hits=after >> SIDE_BITS != board >> SIDE_BITS)


def board_of(position: Position, player: Player) -> int:
    """The board as ``player``, who is to move, sees it."""
    code = position.code
    return code if player is Player.LIGHT else code >> SIDE_BITS | (code & SIDE_MASK) << SIDE_BITS


def positions_of(boards: Iterable[int], player: Player) -> list[Position]:
    """The inverse of `board_of`, for many."""
    if player is Player.DARK:
        boards = [board >> SIDE_BITS | (board & SIDE_MASK) << SIDE_BITS for board in boards]
    return [*map(tuple.__new__, repeat(Position), zip(boards))]  # past the constructor, which takes sides
