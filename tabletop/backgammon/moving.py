"""What one number can do: every board that one checker can make with it.

A checker moves to any point that fewer than two opposing checkers hold; a lone one there, a blot, is hit
and goes to the bar. A checker on the bar moves before all others. When all checkers are in the home board
one may be borne off: from the point of the number, or from the highest point when all are lower.

Inside a roll a board is one number, its `Position.code`, so that a move is one addition: a roll of doubles
looks at hundreds of boards. A `Seat` knows the additions of one player; nobody turns the board round.
Places are masks of their bytes' top bits, for counts + 0x7F has a top bit where somebody stands.

A board that no legal game reaches is played by the same words. Where both colours stand on one point,
two or more opposing checkers close it (the mover's own there may leave, none may join them), and exactly
one is a blot, which the next checker landing there hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, pairwise, repeat
from typing import Final, NamedTuple, TypeAlias, TypeVar

from tabletop.backgammon.play import BAR, HAND, OFF, Move
from tabletop.backgammon.position import PLACES, POINTS, SIDE_BITS, SIDE_MASK, Player, Position
from tabletop.backgammon.variant import Entering, HittingNeeds, Variant

Chosen = TypeVar("Chosen")
Landing: TypeAlias = tuple[int, int]
"""Of one number: masks of the places from which it leads to a point that is free, and to a blot."""


def _one(place: int) -> int:
    """One checker on ``place``."""
    return 1 << 8 * place


def _each(first: int, last: int, count: int) -> int:
    """``count`` on each place from ``first`` to ``last``."""
    return sum(count << 8 * place for place in range(first, last + 1))


_ANYBODY: Final = 0x80
"""The top bit of a place's byte, which says in a mask that the place is meant."""
_ON_BAR: Final = _one(BAR) * 0xFF
_BAR_ALONE: Final = _one(BAR) * _ANYBODY
_HAND_ALONE: Final = _one(HAND) * _ANYBODY
_OUTSIDE: Final = _one(7)
"""A side below this number has no checker outside its home board, none on the bar and none in hand."""
_REACHED_HOME: Final = _each(OFF, 6, 0xFF)
_POINTS: Final = _each(1, POINTS, _ANYBODY)
_STARTS: Final = _each(1, HAND, _ANYBODY)
_BACK_TO_FRONT: Final = range(HAND, OFF - 1, -1)
_AT_LEAST_1: Final = _each(1, HAND, _ANYBODY - 1)
_AT_LEAST_2: Final = _each(1, POINTS, _ANYBODY - 2)
"""Added to counts, they set a byte's top bit where at least one, at least two checkers stand."""
_RUNNERS: Final = tuple(_each(number + 1, BAR, _ANYBODY) for number in range(7))
"""By number: the places from which it leads to a point. From the bar (25) a number d leads to 25-d."""
_BEARERS: Final = tuple(_each(1, number, _ANYBODY) for number in range(7))
"""By number: the points from which it may bear off."""


def _end(start: int, number: int) -> int:
    return max(min(start, BAR) - number, OFF)  # a checker in hand enters as one on the bar does


class Seat(NamedTuple):
    """Where one player's checkers are in a `Position.code`, and what his moves add to it."""

    own: int
    """The lowest bit of the mover's side."""
    other: int
    """The lowest bit of the opponent's side."""
    mirrored: slice
    """The bytes of the opponent's side, the highest first; his byte 25-n is then the mover's byte n."""
    changes: tuple[tuple[int, ...], ...]
    """By number and start: what moving one checker adds."""
    hits: tuple[tuple[tuple[int, int, int], ...], ...]
    """The same, with the blot where it ends and what hitting that adds (bearing off hits nobody)."""
    behind: tuple[int, ...]
    """By place: mask of the mover's checkers that have farther to go."""

    @classmethod
    def at(cls, own: int, other: int) -> Seat:
        """The seat of the player whose side begins at bit ``own``."""
        last = PLACES if other else 2 * PLACES
        return cls(
            own,
            other,
            slice(last - PLACES + 1, last),
            tuple(tuple(_change(s, n) << own for s in range(PLACES)) for n in range(7)),
            tuple(tuple(_hit(s, n, own, other) for s in range(PLACES)) for n in range(7)),
            tuple(_each(s + 1, HAND, 0xFF) << own for s in range(PLACES)),
        )


def _change(start: int, number: int) -> int:
    return _one(_end(start, number)) - _one(start)


def _hit(start: int, number: int, own: int, other: int) -> tuple[int, int, int]:
    end = _end(start, number)
    blot = _one(25 - end) if end else 0
    return _change(start, number) << own, blot << other, (_one(BAR) - blot if end else 0) << other


_LIGHTS_SEAT: Final = Seat.at(0, SIDE_BITS)
_DARKS_SEAT: Final = Seat.at(SIDE_BITS, 0)
_MOVE_OF: Final = tuple(
    {_change(start, number) & SIDE_MASK: (start, _end(start, number)) for start in range(1, PLACES)}
    for number in range(7)
)
"""By number and change of the mover's side (modulo its bits): the start and the end of that move."""

_ONE_FIRST: Final = Entering.ONE_FIRST
_CHECKER_HOME: Final = HittingNeeds.CHECKER_HOME


def seat_of(player: Player) -> Seat:
    """Where ``player`` sits."""
    return _LIGHTS_SEAT if player is Player.LIGHT else _DARKS_SEAT


def landings(board: int, numbers: Iterable[int], seat: Seat, variant: Variant) -> list[Landing]:
    """Where each number can lead. It holds for the whole roll: no move changes which points are closed."""
    counts = int.from_bytes(board.to_bytes(2 * PLACES, "big")[seat.mirrored], "little")
    held = counts + _AT_LEAST_1 & _POINTS
    blots = held ^ (counts + _AT_LEAST_2 & _POINTS)
    found = []
    for number in numbers:
        runners, pips = _RUNNERS[number], 8 * number
        found.append((runners & ~(held << pips), runners & blots << pips))
    if variant.entering is _ONE_FIRST:
        # "Nothing else may move until one has entered" needs no line: until then nothing else is there.
        return [(_as_from_hand(quiet), _as_from_hand(hitting)) for quiet, hitting in found]
    return found


def _as_from_hand(starts: int) -> int:
    """``starts``, and the hand where the bar is among them."""
    return starts | (starts & _BAR_ALONE) << 8 * (HAND - BAR)


def play_number(
    boards: Iterable[int], number: int, landing: Landing, seat: Seat, variant: Variant
) -> list[int]:
    """Every board that one checker moved by ``number`` makes of one of ``boards``; of several, some twice.

    ``landing`` is what `landings` says of the board at the beginning of the roll.
    """
    quiet, hitting = landing
    shift, changes = seat.own, seat.changes[number]
    made: list[int] = []
    for board in boards:
        own = board >> shift & SIDE_MASK
        movers = _BAR_ALONE if own & _ON_BAR else own + _AT_LEAST_1  # a checker on the bar moves first
        if starts := movers & quiet:
            for change in _from(starts, changes):  # mostly a few: a comprehension takes longer to begin
                made.append(board + change)  # noqa: PERF401
        if own < _OUTSIDE and (start := _bears_off_from(own, number)):
            made.append(board + changes[start])
        if (starts := movers & hitting) and _may_hit(own, variant):
            for change, blot, hit in _from(starts, seat.hits[number]):
                made.append(board + change + hit if board & blot else board + change)
    return made


def play_double(
    board: int, number: int, landing: Landing, seat: Seat, variant: Variant
) -> list[Sequence[int]]:
    """The boards after no, one, ... four moves of ``number``, as many as are possible, each board once.

    Whoever is on the bar enters first; the rest of a double can always be played from the back to the front.
    So the places are gone through once, and from each leave up to four checkers. Only while no checker may
    hit before one is home (Dutch) does the order matter, and every move is tried after every other.
    """
    own = board >> seat.own & SIDE_MASK
    freely = not landing[1] or _may_hit(own, variant)
    one_by_one = min(own >> 8 * BAR & 0xFF, 4) if freely else 4
    played: list[Sequence[int]] = [(board,)]
    while played[-1] and len(played) <= one_by_one:
        played.append(list(set(play_number(played[-1], number, landing, seat, variant))))
    if freely and played[-1]:
        played[-1:] = _back_to_front(played[-1], 5 - len(played), number, landing, seat)
    return [boards for boards in played if boards]


def _back_to_front(
    boards: Sequence[int], moves: int, number: int, landing: Landing, seat: Seat
) -> list[list[int]]:
    """The boards after none to ``moves`` moves from the one in ``boards``, nobody on the bar."""
    played: list[list[int]] = [list(boards), *([] for _ in range(moves))]
    for start in _starts_of_double(boards[0] >> seat.own & SIDE_MASK, number, landing):
        change, blot, hit = seat.hits[number][start]
        here, behind = 0xFF << 8 * start + seat.own, 0
        if start <= number:  # bears off: the number itself with all at home, a lower point with nobody behind
            behind = seat.behind[6 if start == number else start]
        for before, after in pairwise(played):
            after += [
                board + change + hit if board & blot else board + change
                for board in before
                if board & here and not board & behind
            ]
    return played


def _starts_of_double(own: int, number: int, landing: Landing) -> Iterable[int]:
    """The places from which ``number`` may come to be played in four moves, from the back to the front."""
    standing = own + _AT_LEAST_1 & _STARTS
    standing |= (standing & _HAND_ALONE) >> 8 * (HAND - BAR)  # who enters from hand, enters as from the bar
    for _ in range(3):
        standing |= standing >> 8 * number
    starts = standing & (landing[0] | landing[1] | _BEARERS[number])
    return compress(_BACK_TO_FRONT, starts.to_bytes(PLACES, "big"))


def _from(starts: int, table: Sequence[Chosen]) -> Iterable[Chosen]:
    """What ``table`` has for the places in the mask ``starts``, which is not empty."""
    places = starts.bit_length() >> 3
    return compress(table, starts.to_bytes(places, "little")) if starts & starts - 1 else (table[places - 1],)


def _may_hit(own: int, variant: Variant) -> bool:
    return variant.hitting_needs is not _CHECKER_HOME or own & _REACHED_HOME != 0


def _bears_off_from(own: int, number: int) -> int:
    """With all checkers home: the point from which ``number`` bears one off, 0 if from none."""
    highest = (own.bit_length() - 1) // 8
    if highest < number:
        return max(highest, OFF)
    return number if own >> 8 * number & 0xFF else OFF


def but_from_there(board: int, landing: Landing, seat: Seat, variant: Variant) -> Landing:
    """``landing`` without the places from which ``board`` lets a checker run or hit at once."""
    quiet, hitting = landing
    own = board >> seat.own & SIDE_MASK
    known = _BAR_ALONE if own & _ON_BAR else own + _AT_LEAST_1
    return quiet & ~known, hitting & ~known if _may_hit(own, variant) else hitting


def move_between(board: int, after: int, number: int, seat: Seat) -> Move:
    """The move of ``number`` that made ``after`` of ``board``."""
    start, end = _MOVE_OF[number][(after >> seat.own) - (board >> seat.own) & SIDE_MASK]
    return Move(start, end, hits=(after ^ board) >> seat.other & SIDE_MASK != 0)


def positions_of(boards: Iterable[int]) -> frozenset[Position]:
    """The positions whose codes these are; built past the constructor, which takes sides."""
    return frozenset(map(tuple.__new__, repeat(Position), zip(boards)))
