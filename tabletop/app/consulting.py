"""Before the referee objects, he has it looked at closely.

A glance at the board is enough to nod: a legal play, read without doubt, is what stands there. Anything else,
an error above all, is said only of a board that was looked at closely; then what was told after the glance is
forgotten, as if it had never been said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop.referee import BoardSeen, Event, State, advance
from tabletop.referee.effects import Effect, VerdictGiven
from tabletop.referee.judge import CAUTION
from tabletop.referee.verdicts import Legal

Closer = Callable[[float], BoardSeen | None]
"""Looks closely at the board that was last seen; None where that was done already."""

Consulted = tuple[Event, State, tuple[Effect, ...]]


def consult(state: State, event: Event, closer: Closer) -> Consulted:
    """Tell the referee of ``event``: what he was told in the end, what he now thinks, what he makes known."""
    after, effects = advance(state, event)
    if not isinstance(event, BoardSeen) or (state.waiting is None and nods(after, effects)):
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
