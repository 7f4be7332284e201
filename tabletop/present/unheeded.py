"""A button that means nothing now, and why.

Somebody doubles when it is not his roll, says "done" in the other's turn, takes back what nobody has done.
The referee goes on as if nothing had been pressed; without a word the button would look broken. The reason is
told from where the game stands, and never from how the play on the board is judged: nobody learns anything
by pressing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tabletop.backgammon import Crawford
from tabletop.present.sentences import Message, Sentence
from tabletop.referee import Button, Phase, State
from tabletop.referee.effects import Ignored
from tabletop.referee.stakes import player_on_roll


@dataclass(frozen=True, slots=True)
class Hint:
    """Why the last button meant nothing."""

    sentence: Sentence
    times: int = 1
    """How often in a row it was told: somebody who presses once more is to see that it was noticed."""


_PLAYED = {Phase.ROLLING, Phase.MOVING, Phase.OFFERED}


def unheeded(ignored: Ignored, state: State) -> Sentence | None:
    """Why the button that was ``ignored`` in ``state`` means nothing there; None for what is no button."""
    why = _WHY.get(ignored.event)
    return why(state) if why is not None else None


def hinted(sentences: Iterable[Sentence], before: Hint | None) -> Hint | None:
    """The hint after these have been told, ``before`` being the one that stood; the latest counts."""
    for sentence in sentences:
        told = before.times if before is not None and before.sentence == sentence else 0
        before = Hint(sentence, told + 1)
    return before


def _undo(_: State) -> Sentence:
    return Sentence(Message.NOTHING_TO_UNDO)


def _done(state: State) -> Sentence:
    if state.phase not in _PLAYED:
        return Sentence(Message.NO_GAME)
    if state.phase is Phase.MOVING and state.turn is not None:
        return Sentence.of(Message.NOT_HIS_PLAY, player=state.turn.player)
    on_roll = player_on_roll(state)
    if state.offer is not None or on_roll is None:
        return _waits(state)
    return Sentence.of(Message.NO_ROLL_PLAYED, player=on_roll)


def _double(state: State) -> Sentence:
    match = state.match
    if state.phase not in _PLAYED:
        return Sentence(Message.NO_GAME)
    if not state.variant.cube:
        return Sentence(Message.NO_CUBE)
    if match.crawford is Crawford.NOW:
        return Sentence(Message.NO_DOUBLE_CRAWFORD)
    if state.offer is not None:
        return _waits(state)
    following = state.turn.player.opponent if state.turn is not None else state.on_roll
    if state.turns < 1 or following is None:
        return Sentence(Message.NO_DOUBLE_OPENING)
    if state.cube.owner is following.opponent:
        return Sentence.of(Message.NOT_HIS_CUBE, player=following.opponent)
    if not match.may_double(following, state.cube, state.variant):
        return Sentence.of(Message.CUBE_DEAD, player=following, value=state.cube.value)
    return Sentence(Message.NOT_BEFORE_HIS_THROW)


def _answer(state: State) -> Sentence:
    if state.offer is None and state.held is None:
        return Sentence(Message.NOTHING_OFFERED)
    return _waits(state)


def _resign(state: State) -> Sentence:
    return _waits(state) if state.offer is not None else Sentence(Message.NO_GAME)


def _waits(state: State) -> Sentence:
    """Whose answer is waited for."""
    if state.offer is not None:
        return Sentence.of(Message.ANSWER_FIRST, player=state.offer.player.opponent)
    if state.turn is not None:
        return Sentence.of(Message.ANSWER_FIRST, player=state.turn.player)
    return Sentence(Message.NO_GAME)


_WHY: dict[str, Callable[[State], Sentence]] = {
    Button.UNDO.value: _undo,
    Button.DONE.value: _done,
    Button.DOUBLE.value: _double,
    Button.TAKE.value: _answer,
    Button.DROP.value: _answer,
    Button.RESIGN.value: _resign,
}
