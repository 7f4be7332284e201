"""What a player may do with a roll.

He plays both numbers if any way exists, a double four times if he can; a number that becomes playable only
through the other must be played. If he can play either number but not both, he plays the larger. If he can
play none, he dances.

The legal *positions* are found first, for a camera sees positions; how the checkers got there, the `Play`,
is derived when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.moving import MOVE_OF, Boards, play_number
from tabletop.backgammon.play import Move, Play
from tabletop.backgammon.position import SIDE_BITS, Player, Position
from tabletop.backgammon.variant import Variant


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

    def __init__(self, position: Position, player: Player, dice: Dice, variant: Variant) -> None:
        self.position = position
        self.player = player
        self.dice = dice
        self.variant = variant

    @cached_property
    def _reached(self) -> tuple[tuple[tuple[int, ...], ...], Boards]:
        """The orders in which numbers must be played, and the boards that makes."""
        start = self._boards_of(self.position)
        if self.dice.is_double:
            played, reached = 0, start
            while played < 4 and (further := play_number(reached, self.dice.high, self.variant)):
                played, reached = played + 1, further
            return ((self.dice.numbers[:played],), reached) if played else ((), {})
        high, low = self.dice.numbers
        after_high = play_number(start, high, self.variant)
        after_low = play_number(start, low, self.variant)
        both = play_number(after_high, low, self.variant)
        for opposing, owns in play_number(after_low, high, self.variant).items():
            both.setdefault(opposing, set()).update(owns)
        if both:
            return ((high, low), (low, high)), both
        if after_high:
            return ((high,),), after_high
        return (((low,),), after_low) if after_low else ((), {})

    @cached_property
    def positions(self) -> frozenset[Position]:
        """Every board a legal play ends on; empty when the roll is danced."""
        return frozenset(self._positions_of(self._reached[1]))

    @cached_property
    def most(self) -> int:
        """How many numbers can be played, and so must be: 0 to 2, 4 for a double."""
        return max(map(len, self._reached[0]), default=0)

    @cached_property
    def playable(self) -> tuple[int, ...]:
        """The different numbers of the roll that some checker can play from here, the larger first."""
        numbers = dict.fromkeys(self.dice.numbers)
        start = self._boards_of(self.position)
        return tuple(n for n in numbers if play_number(start, n, self.variant))

    @cached_property
    def prefixes(self) -> frozenset[Position]:
        """Every board a legal play passes through before its end, the unplayed one included."""
        return frozenset(self._positions_of(self._ways[1]))

    def begins(self, position: Position) -> bool:
        """Whether some legal play passes through ``position`` on its way, or starts there."""
        return position in self.prefixes

    def play_to(self, position: Position) -> Play | None:
        """A legal play that ends on ``position``."""
        return self._ways[0].get(position)

    @cached_property
    def _ways(self) -> tuple[dict[Position, Play], Boards]:
        """A play to each legal position, and the boards legal plays pass through."""
        plays: dict[Position, Play] = {}
        passed: Boards = {}
        (((opposing, (own,)),)) = self._boards_of(self.position).items()
        for order in self._reached[0]:
            self._walk(own, opposing, order, (), plays, passed, set())
        return plays, passed

    def _walk(
        self,
        own: int,
        opposing: int,
        order: tuple[int, ...],
        moves: tuple[Move, ...],
        plays: dict[Position, Play],
        passed: Boards,
        dead: set[tuple[int, int, int]],
    ) -> bool:
        if not order:
            (position,) = self._positions_of({opposing: {own}})
            plays.setdefault(position, Play(moves))
            return True
        key = (own, opposing, len(order))
        if key in dead:
            return own in passed.get(opposing, ())
        dead.add(key)
        arrives = False
        for then, owns in play_number({opposing: {own}}, order[0], self.variant).items():
            for after in sorted(owns, reverse=True):
                begin, end = MOVE_OF[order[0]][after - own]
                move = Move(begin, end, then != opposing)
                arrives |= self._walk(after, then, order[1:], (*moves, move), plays, passed, dead)
        if arrives:
            passed.setdefault(opposing, set()).add(own)
        return arrives

    def _boards_of(self, position: Position) -> Boards:
        own, opposing = position.of(self.player), position.of(self.player.opponent)
        return {opposing.code: {own.code}}

    def _positions_of(self, boards: Boards) -> Iterator[Position]:
        own_shift, opposing_shift = (0, SIDE_BITS) if self.player is Player.LIGHT else (SIDE_BITS, 0)
        for opposing, owns in boards.items():
            for own in owns:
                yield Position.from_code(own << own_shift | opposing << opposing_shift)

    def __iter__(self) -> Iterator[Play]:
        return iter(self._ways[0].values())

    def __len__(self) -> int:
        return len(self.positions)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Play):
            return any(sorted(item) == sorted(play) for play in self)
        return item in self.positions

    def __repr__(self) -> str:
        return f"<LegalPlays of {self.dice} for {self.player.value}: {', '.join(map(str, self)) or 'none'}>"
