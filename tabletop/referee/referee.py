"""The referee: tell him what happened, learn what he thinks.

`advance` looks the event up in the phase's row of the table, lets one small function answer it, and returns
the new state with what is to be made known. Nothing is raised at the table: an event that means nothing now
is ignored, and said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tabletop.backgammon import Player
from tabletop.referee.closing import Told, end_of_turn
from tabletop.referee.effects import (
    CameraStateChanged,
    Effect,
    Ignored,
    RollVoided,
    TowerStateChanged,
    Undone,
    Void,
)
from tabletop.referee.events import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    OpeningRolled,
    Overruled,
    SessionEnded,
    TowerFound,
    TowerLost,
)
from tabletop.referee.falling import stirred
from tabletop.referee.observation import Observation
from tabletop.referee.rolls import (
    board_is,
    dice_fall,
    done,
    ended,
    landed,
    lifted,
    roll_counts,
    seen,
    thrown,
)
from tabletop.referee.setting_up import opening
from tabletop.referee.stakes import borne_off, double, drop, offer_settled, resign, take
from tabletop.referee.state import ALWAYS, TABLE, OfferKind, Phase, State


def advance(state: State, event: Event) -> Told:
    """Tell the referee that something happened; learn what he now thinks and wants made known."""
    if type(event) not in ALWAYS and type(event) not in TABLE[state.phase]:
        why = f"it means nothing while {state.phase.value}"
        return state, (Ignored(at=event.at, event=type(event).__name__, why=why),)
    return _ANSWERS[type(event)](state, event)


def replay(state: State, events: Iterable[Event]) -> Told:
    """Tell the referee a whole record; the same events always lead to the same state and effects."""
    told: list[Effect] = []
    for event in events:
        state, effects = advance(state, event)
        told += effects
    return state, tuple(told)


def _opening_rolled(state: State, event: OpeningRolled) -> Told:
    """An opening roll. What was seen since its dice fell is told of the turn that it begins, if it does."""
    dice = state.falling
    state, effects = _opened(replace(state, falling=None, unheard=not state.tower), event)
    state, told = landed(replace(state, falling=dice), event.at)
    return state, effects + told


def _opened(state: State, event: OpeningRolled) -> Told:
    """In the middle of a game an opening roll means that this game is over."""
    if state.phase in (Phase.SETTING_UP, Phase.OPENING):
        return opening(state, event)
    after, effects = _game_given_up(state, event.at)
    if after.phase is Phase.MATCH_OVER:
        return after, effects
    if after.phase is not Phase.SETTING_UP:
        why = "a game is under way"
        return state, (Ignored(at=event.at, event="OpeningRolled", why=why),)
    after, opened = opening(after, event)
    return after, effects + opened


def _game_given_up(state: State, at: float) -> Told:
    """The next game begins: a resignation was accepted, or the last play ended the game as it stands."""
    if state.offer is not None and state.offer.kind is OfferKind.RESIGNATION:
        return offer_settled(state, at, session_over=True)
    state, closed = end_of_turn(state, at)
    state, over = borne_off(state, at)
    return state, closed + over


def _hand_seen(state: State, event: HandSeen) -> Told:
    return stirred(state, event.at), ()


def _cocked(state: State, event: DiceCocked) -> Told:
    """Both dice again; a void roll closes no turn (Backgammon 3)."""
    state, told = landed(state, event.at)
    return state, (RollVoided(at=event.at, reason=Void.COCKED), *told)


def _camera_lost(state: State, event: CameraLost) -> Told:
    state = stirred(state, event.at)
    if state.trouble is event.trouble:
        return state, ()
    state = replace(state, trouble=event.trouble)
    return state, (CameraStateChanged(at=event.at, trouble=event.trouble),)


def _camera_found(state: State, event: CameraFound) -> Told:
    if state.trouble is None:
        return state, ()
    return replace(state, trouble=None), (CameraStateChanged(at=event.at, trouble=None),)


def _tower_lost(state: State, event: TowerLost) -> Told:
    """Dice that are falling may still be told: the tower remembers its rolls."""
    if not state.tower:
        return state, ()
    state = replace(state, tower=False, unheard=True)
    return state, (TowerStateChanged(at=event.at, found=False),)


def _tower_found(state: State, event: TowerFound) -> Told:
    if state.tower:
        return state, ()
    return replace(state, tower=True), (TowerStateChanged(at=event.at, found=True),)


def _overruled(state: State, event: Overruled) -> Told:
    """The players say what stands there; that needs no camera."""
    return board_is(state, Observation.certain(event.position), event.at)


def _pressed(state: State, event: ButtonPressed) -> Told:
    """A button; the moment before is kept, in case it was the wrong one."""
    if event.button is Button.UNDO:
        return _undone(state, event)
    after, effects = _BUTTONS[event.button](state, event.player, event.at)
    return (after, effects) if after == state else (replace(after, undo=replace(state, undo=None)), effects)


def _undone(state: State, event: ButtonPressed) -> Told:
    """Back to the moment before the last button; camera, tower and falling dice stay as they are."""
    if state.undo is None:
        why = "there is nothing to take back"
        return state, (Ignored(at=event.at, event="undo", why=why),)
    before = replace(state.undo, trouble=state.trouble, tower=state.tower)
    before = replace(before, falling=state.falling, unheard=state.unheard)
    return before, (Undone(at=event.at, player=event.player),)


def _done(state: State, player: Player, at: float) -> Told:
    if state.turn is None or state.turn.player is not player or state.phase is not Phase.MOVING:
        return state, (Ignored(at=at, event="done", why=f"{player.value} is not playing a roll"),)
    return done(state, at)


def _take(state: State, player: Player, at: float) -> Told:
    """Take a double or a resignation, or a roll that came too early."""
    if state.held is not None and state.turn is not None and state.turn.player is player:
        return roll_counts(state, state.held, at)
    return take(state, player, at)


def _drop(state: State, player: Player, at: float) -> Told:
    """Drop a double, refuse a resignation, or have a roll that came too early thrown again."""
    if state.held is not None and state.turn is not None and state.turn.player is player:
        return replace(state, held=None), (RollVoided(at=at, reason=Void.PREMATURE),)
    return drop(state, player, at)


_BUTTONS: dict[Button, Callable[[State, Player, float], Told]] = {
    Button.DOUBLE: double,
    Button.TAKE: _take,
    Button.DROP: _drop,
    Button.DONE: _done,
    Button.RESIGN: resign,
}

_ANSWERS: dict[type[Event], Callable[[State, Any], Told]] = {
    BoardSeen: seen,
    ButtonPressed: _pressed,
    CameraFound: _camera_found,
    CameraLost: _camera_lost,
    DiceCocked: _cocked,
    DiceLifted: lifted,
    DiceSettled: thrown,
    DiceThrown: dice_fall,
    HandSeen: _hand_seen,
    OpeningRolled: _opening_rolled,
    Overruled: _overruled,
    SessionEnded: ended,
    TowerFound: _tower_found,
    TowerLost: _tower_lost,
}
