"""What one number can do: every board that one checker can make with it.

A checker moves to any point that fewer than two opposing checkers hold; a lone one there, a blot, is hit
and goes to the bar. A checker on the bar moves before all others. When all checkers are in the home board
one may be borne off: from the point of the number, or from the highest point when all are lower.

Boards are taken as the two numbers behind `Side.code`, the mover's and the opponent's, because a roll of
doubles looks at thousands of them. While the opponent's side stays the same, the landings open to the
mover stay the same; so boards are kept *by opposing side*, and only a hit changes to another one.

A board that no legal game reaches is played by the same words. Where both colours stand on one point,
two or more opposing checkers close it (the mover's own there may leave, none may join them), and exactly
one is a blot, which the next checker landing there hits.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Final, TypeAlias

from tabletop.backgammon.play import BAR, HAND, OFF
from tabletop.backgammon.position import PLACES, POINTS
from tabletop.backgammon.variant import Entering, HittingNeeds, Variant

Boards: TypeAlias = dict[int, set[int]]
"""Boards by opposing side: the opponent's `Side.code` to the set of the mover's."""


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
        (_one(_end(start, number)) - _one(start), _one(BAR) - _one(25 - _end(start, number)))
        for start in range(PLACES)
    )
    for number in range(7)
)
"""The same for a move that hits, with what it adds to the opponent's side."""
MOVE_OF: Final = tuple(
    {change: (start, _end(start, number)) for start, change in enumerate(changes) if start}
    for number, changes in enumerate(_CHANGES)
)
"""By number and change of the mover's side: the start and the end of that move."""


_ONE_FIRST: Final = Entering.ONE_FIRST
_CHECKER_HOME: Final = HittingNeeds.CHECKER_HOME


@lru_cache(maxsize=1024)
def _against(opposing: int) -> tuple[int, int]:
    """Masks of the points, in the mover's numbers, that hold any opposing checker, and just one."""
    counts = int.from_bytes(opposing.to_bytes(PLACES, "little"), "big") >> 8 & _ON_POINTS  # his 25-n, my n
    held = counts + _AT_LEAST_1 & _TOP_BITS
    blots = held ^ (counts + _AT_LEAST_2 & _TOP_BITS)
    return (held >> 7) * 0xFF, (blots >> 7) * 0xFF


def _starts(opposing: int, number: int, enter_from_hand: bool) -> tuple[int, int]:
    """Masks of the places from which ``number`` leads to a point without opposing checkers, and to a blot."""
    held, blots = _against(opposing)
    runners = _RUNNERS[number]
    quiet, hitting = runners & ~(held << 8 * number), runners & blots << 8 * number
    if enter_from_hand:
        # "Nothing else may move until one has entered" needs no line: until then nothing else is there.
        quiet |= (quiet & _ON_BAR) << 8 * (HAND - BAR)
        hitting |= (hitting & _ON_BAR) << 8 * (HAND - BAR)
    return quiet, hitting


def play_number(boards: Boards, number: int, variant: Variant, but_from: int = 0) -> Boards:
    """Every board that one checker moved by ``number`` makes of one of ``boards``.

    Moves that start on a place in the mask ``but_from`` are left out.
    """
    after: Boards = {}
    changes, hits = _CHANGES[number], _HITS[number]
    from_hand, home_first = variant.entering is _ONE_FIRST, variant.hitting_needs is _CHECKER_HOME
    for opposing, owns in boards.items():
        quiet, hitting = _starts(opposing, number, from_hand)
        if but_from:
            quiet, hitting = quiet & ~but_from, hitting & ~but_from
        made = []
        for own in owns:
            movers = own & _ON_BAR or own  # a checker on the bar moves first
            if starts := movers & quiet:
                made += [own + change for change in compress(changes, starts.to_bytes(PLACES, "little"))]
            if own < _OUTSIDE and (start := _bears_off_from(own, number)) and not but_from >> 8 * start & 1:
                made.append(own + changes[start])
            if (starts := movers & hitting) and (own & _REACHED_HOME or not home_first):
                for change, hit in compress(hits, starts.to_bytes(PLACES, "little")):
                    after.setdefault(opposing + hit, set()).add(own + change)
        if made:
            after.setdefault(opposing, set()).update(made)
    return after


def _bears_off_from(own: int, number: int) -> int:
    """With all checkers home: the point from which ``number`` bears one off, 0 if from none."""
    highest = (own.bit_length() - 1) // 8
    if highest < number:
        return max(highest, OFF)
    return number if own >> 8 * number & 0xFF else OFF


def places_left(own: int, after: Boards, number: int) -> int:
    """Mask of the places from which ``number`` was played, where ``own`` became ``after``."""
    left = 0
    for owns in after.values():
        for moved in owns:
            left |= 0xFF << 8 * MOVE_OF[number][moved - own][0]
    return left
