"""From the dice tower to the referee: what each happening at the tower means in the game, and how it is
written into the session's ``events.jsonl``. Told live or replayed from that file, the referee hears the
same."""

from __future__ import annotations

from tabletop.backgammon import Dice
from tabletop.referee import events
from tabletop.tower import happenings as tower
from tabletop.tower.messages import Mode, State


def referee_event(happening: tower.Happening) -> events.Event | None:
    """The referee's event, or None for what does not concern the game."""
    at = happening.at
    match happening:
        case tower.StateChanged(state=State.TUMBLING):
            return events.DiceThrown(at=at)
        case tower.Rolled(number=seq, left=light, right=dark, mode=Mode.OPENING):
            return events.OpeningRolled(at=at, light=light, dark=dark, seq=seq)
        case tower.Rolled(number=seq, left=left, right=right):
            return events.DiceSettled(at=at, dice=Dice(left, right), seq=seq)
        case tower.ThrowSpoilt() | tower.ThrowAgain():
            return events.DiceCocked(at=at)  # void for whatever reason: both dice again
        case tower.DiceLifted(seen=True):
            return events.DiceLifted(at=at)
        case tower.TowerLost() | tower.TowerUnfit() | tower.TowerFaulty():
            return events.TowerLost(at=at)
        case tower.TowerFound():
            return events.TowerFound(at=at)
        case _:
            return None


def session_line(happening: tower.Happening) -> dict[str, object] | None:
    """The object for ``events.jsonl``, or None for what a session does not record."""
    line: dict[str, object] = {"t": round(happening.at, 3), "source": "tower"}
    match happening:
        case tower.StateChanged(state=State.TUMBLING):
            return line | {"type": "thrown"}
        case tower.Rolled(number=seq, left=left, right=right, mode=mode):
            opening = {"opening": True} if mode is Mode.OPENING else {}
            return line | {"type": "roll", "seq": seq} | opening | {"dice": [left, right]}
        case tower.ThrowSpoilt() | tower.ThrowAgain():
            return line | {"type": "cocked"}
        case tower.DiceLifted(seen=True):
            return line | {"type": "lifted"}
        case tower.TowerLost() | tower.TowerUnfit() | tower.TowerFaulty():
            return line | {"type": "tower", "state": "lost"}
        case tower.TowerFound():
            return line | {"type": "tower", "state": "ok"}
        case _:
            return None
