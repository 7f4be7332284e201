"""What a game is played for: doubles, resignations, and who has won how much.

A double is offered before one's roll and answered by the opponent; a throw says that it was taken. A
resignation is for a single game, pressed again for a gammon and again for a backgammon; the opponent takes
it by his button or by beginning the next game, and refuses it by dropping it or by playing on.
"""

from __future__ import annotations

from dataclasses import replace

from tabletop.backgammon import Player, Result, Win
from tabletop.referee.closing import Told, end_of_turn, forced
from tabletop.referee.effects import (
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Effect,
    GameEnded,
    Ignored,
    MatchEnded,
    OfferWithdrawn,
    ResignationOffered,
)
from tabletop.referee.profiles import Window
from tabletop.referee.state import Offer, OfferKind, Phase, State
from tabletop.referee.turn import next_on_roll
from tabletop.referee.verdicts import Illegal, Legal, Unfinished


def double(state: State, player: Player, at: float) -> Told:
    """``player`` turns the cube: only before his own roll, and only if he may."""
    refused = _may_not_double(state, player)
    if refused:
        return state, (Ignored(at=at, event="double", why=refused),)
    effects: tuple[Effect, ...] = ()
    if state.profile.window is Window.NEXT_THROW_OR_DOUBLE and state.turn is not None:
        state, effects = end_of_turn(state, at)
        state, over = borne_off(state, at)
        effects += over
        if state.phase in (Phase.SETTING_UP, Phase.MATCH_OVER):
            return state, effects
        state = replace(state, on_roll=player, phase=Phase.ROLLING)
    offer = Offer(OfferKind.DOUBLE, player, 2 * state.cube.value, back=state.phase)
    offered = CubeOffered(at=at, player=player, value=offer.times)
    return replace(state, phase=Phase.OFFERED, offer=offer), (*effects, offered)


def _may_not_double(state: State, player: Player) -> str | None:
    if state.phase not in (Phase.ROLLING, Phase.MOVING):
        return "no roll is due"
    if not state.variant.cube:
        return "this game has no cube"
    if player is not player_on_roll(state):
        return f"it is not {player.value}'s roll"
    if state.turns < 1:
        return "the opening roll is not doubled"
    if not state.match.may_double(player, state.cube, state.variant):
        return f"{player.value} may not turn the cube now"
    return None


def player_on_roll(state: State) -> Player | None:
    """Whose roll the next one is, as far as is known."""
    turn = state.turn
    if turn is None:
        return state.on_roll
    if isinstance(turn.verdict, Legal | Illegal | Unfinished):
        return next_on_roll(state, turn.player, turn.verdict.position)
    return turn.player.opponent


def resign(state: State, player: Player, at: float) -> Told:
    """``player`` gives up; pressed again, he gives up a gammon, then a backgammon."""
    offer = state.offer
    if offer is not None and (offer.kind is OfferKind.DOUBLE or offer.player is not player):
        return state, (Ignored(at=at, event="resign", why="another offer waits for its answer"),)
    if state.phase not in (Phase.ROLLING, Phase.MOVING, Phase.OFFERED):
        return state, (Ignored(at=at, event="resign", why="no game is under way"),)
    times = min(3, offer.times + 1) if offer else 1
    back = offer.back if offer else state.phase
    offer = Offer(OfferKind.RESIGNATION, player, times, back)
    offered = ResignationOffered(at=at, player=player, times=times)
    return replace(state, phase=Phase.OFFERED, offer=offer), (offered,)


def take(state: State, player: Player, at: float) -> Told:
    """``player`` accepts what his opponent offers."""
    offer = state.offer
    if offer is None or player is offer.player:
        return state, (Ignored(at=at, event="take", why="nothing is offered to this player"),)
    if offer.kind is OfferKind.RESIGNATION:
        return _resigned(state, offer, at)
    state = replace(state, phase=offer.back, offer=None, cube=state.cube.taken(player))
    return state, (CubeTaken(at=at, player=player, value=offer.times),)


def drop(state: State, player: Player, at: float) -> Told:
    """``player`` refuses: a double dropped is a game lost, a resignation refused is played on."""
    offer = state.offer
    if offer is None or player is offer.player:
        return state, (Ignored(at=at, event="drop", why="nothing is offered to this player"),)
    if offer.kind is OfferKind.RESIGNATION:
        return _withdrawn(state, offer, at)
    state, closed = _last_turn(replace(state, offer=None), at)
    state, over = game_over(state, state.match.dropped(offer.player, state.cube), at)
    return state, (*closed, CubeDropped(at=at, player=player), *over)


def _last_turn(state: State, at: float) -> Told:
    """The game ends without another throw: a turn that nobody saw well cannot wait any longer."""
    state, closed = end_of_turn(state, at)
    state, late = forced(state, at)
    return state, closed + late


def _withdrawn(state: State, offer: Offer, at: float) -> Told:
    state = replace(state, phase=offer.back, offer=None)
    return state, (OfferWithdrawn(at=at, player=offer.player),)


def _resigned(state: State, offer: Offer, at: float) -> Told:
    state, closed = _last_turn(replace(state, offer=None), at)
    result = state.match.resigned(offer.player.opponent, Win(offer.times), state.cube)
    state, over = game_over(state, result, at, resigned=True)
    return state, closed + over


def offer_settled(state: State, at: float, session_over: bool = False) -> Told:
    """An offer nobody answered by a button is answered by what happens next."""
    offer = state.offer
    if offer is None:
        return state, ()
    if offer.kind is OfferKind.DOUBLE:
        if session_over:
            return _withdrawn(state, offer, at)
        return take(state, offer.player.opponent, at)
    return _resigned(state, offer, at) if session_over else _withdrawn(state, offer, at)


def borne_off(state: State, at: float) -> Told:
    """End the game if a player has no checker left to bear off."""
    if state.phase in (Phase.SETTING_UP, Phase.OPENING, Phase.MATCH_OVER):
        return state, ()
    result = state.match.finished(state.board, state.cube, state.variant)
    return game_over(state, result, at) if result else (state, ())


def game_over(state: State, result: Result, at: float, resigned: bool = False) -> Told:
    """Count the points and make ready for the next game, if there is one."""
    match = state.match.after(result)
    score = (match.light, match.dark)
    how = "dropped" if result.dropped else "resigned" if resigned else result.win.name.lower()
    effects: list[Effect] = [
        GameEnded(at=at, game=state.game, winner=result.winner, result=how, points=result.points, score=score)
    ]
    if match.winner is not None:
        effects.append(MatchEnded(at=at, winner=match.winner, score=score))
    state = State(
        variant=state.variant,
        profile=state.profile,
        match=match,
        phase=Phase.MATCH_OVER if match.is_over else Phase.SETTING_UP,
        board=state.variant.start_position,
        game=state.game + 1,
        trouble=state.trouble,
        tower=state.tower,
        unheard=state.unheard,
        undo=state.undo,
    )
    return state, tuple(effects)
