"""The page's hands on the virtual table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tabletop.backgammon import Player, Variant, variant
from tabletop.devices.virtual.table import Table, TableError, TableSnapshot
from tabletop.present.sentences import Message, Sentence
from tabletop.referee import Button
from tabletop.web.ports import HeldChecker, NewMatch, OnTable, Place, Refused


@dataclass(slots=True, eq=False)
class TableHands:
    """A `tabletop.web.ports.Hands`. May be used by many threads."""

    table: Table
    game: Callable[[], Variant]
    """What is being played."""
    begin: Callable[[NewMatch], None]
    """Begins another match; returns when it has begun."""
    changed: Callable[[], None] = lambda: None
    """Told after every act, so that what is shown next is the table as the act has left it."""
    timed: bool = False
    """The players play against the clock, which is set by the length of the match."""

    def pick_up(self, hand: Player, checker: Player, origin: Place) -> None:
        """See `Hands.pick_up`."""
        self._do(lambda: self.table.pick_up(checker, origin, by=hand))

    def put_down(self, hand: Player, target: Place) -> None:
        """See `Hands.put_down`."""
        self._do(lambda: self.table.put_down(hand, target))

    def move(self, hand: Player, checker: Player, origin: Place, target: Place) -> None:
        """See `Hands.move`."""

        def act() -> None:
            self.table.pick_up(checker, origin, by=hand)
            self.table.put_down(hand, target)
            self.table.withdraw(hand)

        self._do(act)

    def reach(self, hand: Player) -> None:
        """See `Hands.reach`."""
        self._do(lambda: self.table.reach(hand))

    def withdraw(self, hand: Player) -> None:
        """See `Hands.withdraw`."""
        self._do(lambda: self.table.withdraw(hand))

    def throw(self) -> None:
        """See `Hands.throw`."""
        self._do(self.table.roll)

    def lift(self) -> None:
        """See `Hands.lift`."""
        self._do(self.table.lift)

    def press(self, player: Player, button: Button) -> None:
        """See `Hands.press`."""
        self.table.press(player, button)

    def set_up(self) -> None:
        """See `Hands.set_up`."""
        self._do(lambda: self.table.rearrange(self.game().start_position))

    def start(self, match: NewMatch) -> None:
        """See `Hands.start`."""
        game = variant(match.variant)
        if self.timed and not match.length:
            raise Refused(Sentence(Message.CLOCK_NEEDS_LENGTH))
        if self.table.look().dice is not None:
            self._do(self.table.lift)
        self.table.turn_cube(1, None)
        self.table.rearrange(game.start_position)
        self.begin(match)

    def _do(self, act: Callable[[], object]) -> None:
        try:
            act()
        except TableError as error:
            raise Refused(error.sentence) from error
        finally:
            self.changed()


def on_table(seen: TableSnapshot, cocked: bool = False) -> OnTable:
    """What the page shows of the virtual table."""
    held = tuple(
        HeldChecker(hand.player, hand.holds.player, hand.taken_from)
        for hand in seen.hands
        if hand.holds is not None
    )
    over = frozenset(hand.player for hand in seen.hands)
    return OnTable(seen.position, held, over, seen.dice or (), cocked)
