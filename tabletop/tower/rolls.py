"""Which roll is waited for, which was told, and whether its dice still lie in the tower. Here is decided
that a roll is told exactly once: by its number, which the tower counts up for ever, and by the token of the
turn it was thrown for."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.tower import messages as m
from tabletop.tower.happenings import DiceLifted, Happening, RollDropped, Rolled, ThrowAgain


@dataclass(frozen=True, slots=True)
class Wanted:
    """The roll the referee waits for."""

    token: int
    mode: m.Mode


class RollBook:
    """The book-keeping of one match at one tower."""

    def __init__(self, last_roll: int | None, wanted: Wanted | None) -> None:
        self.last_roll = last_roll
        """The number of the last roll taken; None before the first meeting."""
        self.wanted = wanted
        self._boot: int | None = None
        self._dice_lie = False
        self._rolled_in = 0
        self._lost_track = True  # whatever lies in the tower now, nobody has heard of it

    def meet(self, hello: m.Hello) -> bool:
        """The tower introduced itself; says whether its journal must be asked for a roll that was missed."""
        if self._boot != hello.boot:
            self._lost_track = True
        self._boot = hello.boot
        if self.last_roll is None or hello.last_roll < self.last_roll:
            self.last_roll = hello.last_roll  # the first meeting, or its memory was erased
        return self.wanted is not None and hello.last_roll > self.last_roll

    def in_hand(self) -> None:
        """The tower is armed, or has said why a throw is void: nothing was missed."""
        self._lost_track = False

    def live(self, event: m.Roll, boot: int, now: float) -> Happening | None:
        """The tower reports a roll."""
        mode = m.Mode.OPENING if m.RollFlags.OPENING in event.flags else m.Mode.TURN
        return self._take(Rolled(now, event.number, event.left, event.right, mode, event.token), boot)

    def replayed(self, logged: m.LoggedRoll, now: float) -> Happening | None:
        """The tower's journal holds this roll."""
        mode = m.Mode.OPENING if m.RollFlags.OPENING in logged.flags else m.Mode.TURN
        roll = Rolled(now, logged.number, logged.left, logged.right, mode, logged.token, replayed=True)
        return self._take(roll, logged.boot)

    def _take(self, roll: Rolled, boot: int) -> Happening | None:
        if self.last_roll is not None and roll.number <= self.last_roll:
            return None  # told before
        self.last_roll = roll.number
        self._lost_track = False
        of_another_turn = roll.armed and (self.wanted is None or roll.token != self.wanted.token)
        if of_another_turn or (roll.replayed and not roll.armed):
            return RollDropped(roll.at, roll.number, roll.token)
        self._dice_lie = True
        self._rolled_in = boot
        if roll.armed:
            self.wanted = None
        return roll

    def lifted(self, event: m.Lifted, now: float) -> Happening | None:
        """The tower saw a die being lifted; the first one ends the turn."""
        if not self._dice_lie:
            return None
        self._dice_lie = False
        return DiceLifted(now, event.pockets)

    def look(self, status: m.Status, now: float) -> Happening | None:
        """What do the pockets say about what was missed?"""
        nothing = status.present is m.Pockets.NONE
        if self._dice_lie and self._rolled_in != self._boot and nothing and not under_way(status.state):
            self._dice_lie = False  # a tower that restarted does not know whose dice were lifted
            return DiceLifted(now, m.Pockets.LEFT | m.Pockets.RIGHT, seen=False)
        lying = status.state is m.State.VOID and not nothing
        if lying and self.wanted is not None and self._lost_track and not self._dice_lie:
            self._lost_track = False
            return ThrowAgain(now)
        return None


def under_way(state: m.State) -> bool:
    """A throw is falling, settling, being written, or lies there reported."""
    return state in (m.State.TUMBLING, m.State.SETTLING, m.State.SAVING, m.State.HELD)


def adds_up(roll: m.Roll) -> bool:
    """Top and bottom of a die make 7, and a die shows 1 to 6: a roll that says otherwise is damaged."""
    faces = ((roll.left, roll.left_down), (roll.right, roll.right_down))
    return all(1 <= top <= 6 and top + down == 7 for top, down in faces)
