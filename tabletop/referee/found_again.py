"""A checker that was missing is there again.

A side that had fewer checkers than the game gives it, and has one more now, has not smuggled one in: a lost
checker was found, or it had never been gone and the camera had overlooked it on a tall stack. Nobody is
accused of that. The board before the turn is put right, wherever it makes most sense of what is seen now.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.backgammon import BAR, Dice, Player, Position, Variant
from tabletop.backgammon.play import OFF
from tabletop.referee.judge import judge
from tabletop.referee.ledger import accounted, on_board, put
from tabletop.referee.observation import Observation
from tabletop.referee.verdicts import Illegal, Legal, Unfinished, Verdict

HOME = 6
"""A side's home board are its points 1 to 6."""
TALL = 4
"""Checkers on a point from which one more may lie exactly upon another, unseen."""


def found_again(
    before: Position, player: Player, dice: Dice, seen: Observation, verdict: Verdict, variant: Variant
) -> tuple[Position, Verdict] | None:
    """The board before the turn with the missing checker on it, and the verdict from there.

    None where nothing was missing, nothing has come back, or it explains nothing.
    """
    if not isinstance(verdict, Illegal):
        return None
    best: tuple[Position, Verdict] | None = None
    for board in _boards(before, player, seen, variant):
        again = judge(board, player, dice, seen, variant)
        if isinstance(again, Legal):
            return board, again
        if isinstance(again, Unfinished) and best is None:
            best = board, again
    return best


def _boards(before: Position, player: Player, seen: Observation, variant: Variant) -> Iterator[Position]:
    """``before`` with one checker more for every side that has won one: on its own points first, tall stacks
    before others, then elsewhere. One that was believed to be off can only have been on a tall stack, unless
    others were still under way: then it was hardly off."""
    now = accounted(before, player, seen.position, variant.checkers)
    for one in Player:
        side = before.of(one)
        if on_board(now.of(one)) <= on_board(side):
            continue
        missing = side.total < variant.checkers
        under_way = any(side.places[HOME + 1 :])
        places = sorted(range(1, BAR + 1), key=lambda place: (-side.places[place], place))
        for place in places:
            if place != BAR and not side.places[place] and before.of(one.opponent).on(25 - place):
                continue  # but where an error has put both colours, one more may have been overlooked
            if missing:
                yield before.with_side(one, put(side, place, +1))
            elif side.off and (side.places[place] >= TALL or under_way):
                yield before.with_side(one, put(put(side, OFF, -1), place, +1))
