"""Before the referee objects, he has it looked at closely.

A glance at the board is enough to nod: a legal play, read without doubt, is what stands there. Anything else,
an error above all, is said only of a board that was looked at closely; then what was told after the glance is
forgotten, as if it had never been said.

What is seen while dice are falling he judges only when their roll is told, so that is looked at closely, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop.referee import BoardSeen, DiceSettled, Event, OpeningRolled, State, advance
from tabletop.referee.effects import Effect, VerdictGiven
from tabletop.referee.judge import CAUTION
from tabletop.referee.verdicts import Legal

Closer = Callable[[float], BoardSeen | None]
"""Looks closely at the board that was last seen; None where that was done already."""

Consulted = tuple[Event, State, tuple[Effect, ...]]


def consult(state: State, event: Event, closer: Closer) -> Consulted:
    """Tell the referee of ``event``: what he was told in the end, what he now thinks, what he makes known."""
    after, effects = advance(state, event)
    now = state.waiting is None and after.falling is None
    if not isinstance(event, BoardSeen) or (now and nods(after, effects)):
        return event, after, effects
    looked = closer(event.at)
    if looked is None:
        return event, after, effects
    return looked, *advance(state, looked)


def nods(after: State, effects: Sequence[Effect]) -> bool:
    """Whether the referee finds nothing but a legal play, beyond doubt."""
    verdicts = [effect.verdict for effect in effects if isinstance(effect, VerdictGiven)]
    if after.turn is not None and after.turn.verdict is not None:
        verdicts.append(after.turn.verdict)
    doubt = CAUTION.false_accusations
    return bool(verdicts) and all(isinstance(one, Legal) and 1 - one.sure <= doubt for one in verdicts)


def read_first(state: State, event: Event) -> bool:
    """Whether the board is to be read in haste before the referee is told of ``event``, which may end a turn.
    A roll does not where its dice were seen to fall: that has ended it, and the next is being played."""
    return state.falling is None or not isinstance(event, DiceSettled | OpeningRolled)
