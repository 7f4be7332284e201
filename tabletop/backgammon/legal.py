"""What a player may do with a roll.

He plays both numbers if any way exists, a double four times if he can; a number that becomes playable only
through the other must be played. If he can play either number but not both, he plays the larger. If he can
play none, he dances.

The legal *positions* are found first, for a camera sees positions; how the checkers got there, the `Play`,
is derived when somebody asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import IllegalPlay, InvalidPosition
from tabletop.backgammon.moving import (
    Seat,
    but_from_there,
    landings,
    move_between,
    play_double,
    play_number,
    positions_of,
    seat_of,
)
from tabletop.backgammon.play import DANCE, Move, Play
from tabletop.backgammon.position import Player, Position
from tabletop.backgammon.variant import Variant

Order: TypeAlias = tuple[int, ...]
"""Numbers in the order in which they are played."""
Boards: TypeAlias = Collection[int]
"""The `Position.code` of each board; the same one may stand there twice."""


def legal_plays(position: Position, player: Player, dice: Dice, variant: Variant) -> LegalPlays:
    """The legal plays of ``dice`` for ``player``, from any position whatever, also an odd one.

    >>> from tabletop.backgammon import Dice, Player, legal_plays, variant
    >>> game = variant("standard")
    >>> len(legal_plays(game.start_position, Player.DARK, Dice(6, 1), game))
    10
    """
    return LegalPlays(position, player, dice, variant)


class LegalPlays:
    """The legal plays of one roll: iterable, ``in``, ``len``, false when the roll is danced.

    Iteration gives one `Play` for each position that can be reached.
    """

    __slots__ = ("_boards", "_orders", "_positions", "_ways", "dice", "player", "position", "variant")

    def __init__(self, position: Position, player: Player, dice: Dice, variant: Variant) -> None:
        self.position = position
        self.player = player
        self.dice = dice
        self.variant = variant
        self._orders, self._boards = _play_roll(position.code, dice, seat_of(player), variant)
        self._positions: frozenset[Position] | None = None
        self._ways: _Ways | None = None

    @property
    def positions(self) -> frozenset[Position]:
        """Every board a legal play ends on; empty when the roll is danced."""
        if self._positions is None:
            self._positions = positions_of(self._boards)
        return self._positions

    @property
    def most(self) -> int:
        """How many numbers can be played, and so must be: 0 to 2, to 4 of a double."""
        return len(self._orders[0]) if self._orders else 0

    @property
    def must_play(self) -> tuple[int, ...]:
        """The numbers that must be played, the larger first: ``(6,)`` when both could be, but only one."""
        return self._orders[0] if self._orders else ()

    @property
    def playable(self) -> tuple[int, ...]:
        """The different numbers of the roll that some checker can play at once, the larger first."""
        return tuple(n for n in dict.fromkeys(self.dice.numbers) if self.with_number(n))

    def with_number(self, number: int, position: Position | None = None) -> frozenset[Position]:
        """Every board that one checker moved by ``number`` makes of ``position``, else of the unplayed one.

        What the number alone allows, whatever the rest of the roll obliges to.
        """
        board = (self.position if position is None else position).code
        seat = seat_of(self.player)
        (landing,) = landings(board, (number,), seat, self.variant)
        return positions_of(play_number((board,), number, landing, seat, self.variant))

    @property
    def prefixes(self) -> frozenset[Position]:
        """Every board a legal play passes through before its end, the unplayed one included.

        Empty when the roll is danced.
        """
        return frozenset(self._derived().passed)

    def begins(self, position: Position) -> bool:
        """Whether some legal play starts at ``position`` or passes through it, and does not end there."""
        return position in self._derived().passed

    def play_to(self, position: Position) -> Play | None:
        """A legal play that ends on ``position``; where there are several, the larger number first."""
        return self._derived().plays.get(position)

    def parse(self, text: str) -> Play:
        """The legal play that is written ``text``, each of its moves one number.

        Raises `NotationError` for what is not notation, and `IllegalPlay` for a play that is not legal.
        """
        written = Play.parse(text)
        try:
            play = self.play_to(written.on(self.position, self.player))
        except InvalidPosition as error:
            raise IllegalPlay(f"{text!r} with {self.dice}: {error}") from error
        if play is None and (written or self):
            raise IllegalPlay(f"{text!r} is not legal with {self.dice}; legal are {self._listed()}")
        return play or written

    def _derived(self) -> _Ways:
        """How the legal positions are reached; found out when first asked for."""
        if self._ways is None:
            self._ways = _Ways(seat_of(self.player), self.variant)
            for order in self._orders:
                self._ways.walk(self.position.code, order, ())
        return self._ways

    def __iter__(self) -> Iterator[Play]:
        return iter(self._derived().plays.values())

    def __len__(self) -> int:
        return len(self.positions)

    def __contains__(self, item: object) -> bool:
        """Whether a play, in whatever order and notation, or a position is legal."""
        if isinstance(item, Play):
            try:
                item = item.on(self.position, self.player)
            except InvalidPosition:
                return False
        return item in self.positions

    def __repr__(self) -> str:
        return f"<LegalPlays {self.player.value} {self.dice}: {self._listed()}>"

    def _listed(self) -> str:
        return "; ".join(map(str, self)) or DANCE


class _Ways:
    """The ways a roll can be played: a play to each legal position, and the boards passed."""

    def __init__(self, seat: Seat, variant: Variant) -> None:
        self.seat = seat
        self.variant = variant
        self.plays: dict[Position, Play] = {}
        self.passed: set[Position] = set()
        self._tried: dict[tuple[int, Order], bool] = {}

    def walk(self, board: int, order: Order, moves: tuple[Move, ...]) -> bool:
        """Plays the numbers ``order`` from ``board`` in every way; whether that goes to the end."""
        if not order:
            self.plays.setdefault(Position.from_code(board), Play(moves))
            return True
        arrives = self._tried.get((board, order))
        if arrives is None:
            arrives = False
            for move, after in self._steps(board, order[0]):
                arrives |= self.walk(after, order[1:], (*moves, move))
            self._tried[board, order] = arrives
            if arrives:
                self.passed.add(Position.from_code(board))
        return arrives

    def _steps(self, board: int, number: int) -> list[tuple[Move, int]]:
        """The moves of ``number``, the furthest checker first, each with the board it makes."""
        (landing,) = landings(board, (number,), self.seat, self.variant)
        made = play_number((board,), number, landing, self.seat, self.variant)
        return sorted(
            ((move_between(board, after, number, self.seat), after) for after in made), reverse=True
        )


def _play_roll(board: int, dice: Dice, seat: Seat, variant: Variant) -> tuple[tuple[Order, ...], Boards]:
    """The orders in which as many numbers as possible can be played, and the boards that makes."""
    high, low = dice.high, dice.low
    for_high, for_low = landings(board, (high, low), seat, variant)
    if high == low:
        played = play_double(board, high, for_high, seat, variant)
        most = len(played) - 1
        return (((high,) * most,), played[most]) if most else ((), ())
    after_high = play_number((board,), high, for_high, seat, variant)
    after_low = play_number((board,), low, for_low, seat, variant)
    both = play_number(after_high, low, for_low, seat, variant)
    # Two moves that are both possible at once may be made in either order. So after the smaller number
    # the larger brings something new only from places from which it could not be played at once.
    later = but_from_there(board, for_high, seat, variant)
    both += play_number(after_low, high, later, seat, variant)
    if both:
        return ((high, low), (low, high)), both
    if after_high:
        return ((high,),), after_high
    return (((low,),), after_low) if after_low else ((), ())
