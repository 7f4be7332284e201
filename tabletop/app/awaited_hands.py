"""Hands that come when the table is set up. Until then nothing can be done, and whoever tries is told so."""

from __future__ import annotations

from tabletop.backgammon import Player
from tabletop.present.sentences import Message, Sentence
from tabletop.referee import Button
from tabletop.web.ports import Hands, NewMatch, Place, Refused


class AwaitedHands:
    """A `tabletop.web.ports.Hands` that there can be before there is a table. May be used by many threads."""

    def __init__(self) -> None:
        self._come: Hands | None = None

    def come(self, hands: Hands) -> None:
        """From now on these are the hands."""
        self._come = hands

    @property
    def _hands(self) -> Hands:
        if self._come is None:
            raise Refused(Sentence(Message.BEING_SET_UP))
        return self._come

    def pick_up(self, hand: Player, checker: Player, origin: Place) -> None:
        """See `Hands.pick_up`."""
        self._hands.pick_up(hand, checker, origin)

    def put_down(self, hand: Player, target: Place) -> None:
        """See `Hands.put_down`."""
        self._hands.put_down(hand, target)

    def move(self, hand: Player, checker: Player, origin: Place, target: Place) -> None:
        """See `Hands.move`."""
        self._hands.move(hand, checker, origin, target)

    def reach(self, hand: Player) -> None:
        """See `Hands.reach`."""
        self._hands.reach(hand)

    def withdraw(self, hand: Player) -> None:
        """See `Hands.withdraw`."""
        self._hands.withdraw(hand)

    def throw(self) -> None:
        """See `Hands.throw`."""
        self._hands.throw()

    def lift(self) -> None:
        """See `Hands.lift`."""
        self._hands.lift()

    def press(self, player: Player, button: Button) -> None:
        """See `Hands.press`."""
        self._hands.press(player, button)

    def set_up(self) -> None:
        """See `Hands.set_up`."""
        self._hands.set_up()

    def start(self, match: NewMatch) -> None:
        """See `Hands.start`."""
        self._hands.start(match)
