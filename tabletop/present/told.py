"""What the referee makes known, as sentences: one for each thing worth saying, none for the rest."""

from __future__ import annotations

from tabletop.backgammon import Player
from tabletop.present.sentences import Message, Sentence
from tabletop.present.verdicts import setup_told, verdict_sentence
from tabletop.referee import Illegal, Role, Trouble
from tabletop.referee.effects import (
    CameraStateChanged,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Effect,
    GameEnded,
    GameStarted,
    MatchEnded,
    OfferWithdrawn,
    OpeningTied,
    ResignationOffered,
    RollHeld,
    RollVoided,
    SetupChecked,
    Standing,
    TowerStateChanged,
    TurnClosed,
    TurnStarted,
    Undone,
    VerdictGiven,
    Void,
)


def told(effect: Effect, role: Role) -> Sentence | None:
    """The sentence for ``effect`` as ``role`` allows it; None where there is nothing to say.

    That a play is legal or unclear is not said here: when that may be told depends on the turn (`shown`).
    """
    judged = _of_a_play(effect, role)
    return judged if judged is not None else _of_the_game(effect) or _of_the_stakes(effect)


def _of_a_play(effect: Effect, role: Role) -> Sentence | None:
    """Verdicts; a silent referee has none, not even when the turn is over."""
    if role is Role.SILENT:
        return None
    match effect:
        case VerdictGiven(verdict=Illegal() as verdict, dice=dice):
            return verdict_sentence(verdict, dice, plays_named=role is Role.TUTOR)
        case SetupChecked(ok=ok, differences=differences):
            return setup_told(ok, differences)
        case TurnClosed():
            return _closed(effect)
        case _:
            return None


def _closed(turn: TurnClosed) -> Sentence:
    player, dice = turn.player, turn.dice
    if not turn.seen:
        return Sentence.of(Message.NOT_SEEN, player=player, dice=dice)
    if turn.standing is Standing.LEGAL:
        if not turn.play:
            return Sentence.of(Message.PASSED, player=player, dice=dice)
        return Sentence.of(Message.PLAYED, player=player, dice=dice, play=turn.play)
    if not turn.play:
        return Sentence.of(Message.NOTHING_STANDS, player=player, dice=dice, rule=turn.violation)
    return Sentence.of(Message.STANDS, player=player, dice=dice, play=turn.play, rule=turn.violation)


_TROUBLES = {
    Trouble.MOVED: Message.CAMERA_MOVED,
    Trouble.DARK: Message.CAMERA_DARK,
    Trouble.LOST: Message.CAMERA_LOST,
    None: Message.CAMERA_FOUND,
}
_VOIDS = {Void.COCKED: Message.COCKED, Void.PREMATURE: Message.PREMATURE}


def _of_the_game(effect: Effect) -> Sentence | None:
    match effect:
        case OpeningTied(number=number):
            return Sentence.of(Message.TIED, number=number)
        case GameStarted(starter=starter):
            return Sentence.of(Message.STARTS, player=starter)
        case TurnStarted(player=player, dice=dice):
            return Sentence.of(Message.ROLLED, player=player, dice=dice)
        case RollVoided(reason=reason):
            return Sentence.of(_VOIDS[reason])
        case RollHeld(dice=dice, chooser=chooser):
            return Sentence.of(Message.HELD, dice=dice, player=chooser)
        case CameraStateChanged(trouble=trouble):
            return Sentence.of(_TROUBLES[trouble])
        case TowerStateChanged(found=found):
            return Sentence.of(Message.TOWER_FOUND if found else Message.TOWER_LOST)
        case _:
            return None


_RESIGNED = {1: Message.RESIGNS_SINGLE, 2: Message.RESIGNS_GAMMON, 3: Message.RESIGNS_BACKGAMMON}
_WON = {"gammon": Message.WINS_GAMMON, "backgammon": Message.WINS_BACKGAMMON}


def _of_the_stakes(effect: Effect) -> Sentence | None:
    match effect:
        case CubeOffered(player=player, value=value):
            return Sentence.of(Message.DOUBLES, player=player, value=value, opponent=player.opponent)
        case CubeTaken(player=player, value=value):
            return Sentence.of(Message.TAKES, player=player, value=value)
        case CubeDropped(player=player):
            return Sentence.of(Message.DROPS, player=player)
        case ResignationOffered(player=player, times=times):
            return Sentence.of(_RESIGNED[times], player=player, opponent=player.opponent)
        case OfferWithdrawn(player=player):
            return Sentence.of(Message.WITHDRAWN, player=player)
        case Undone(player=player):
            return Sentence.of(Message.UNDONE, player=player)
        case GameEnded(winner=winner, result=result, points=points):
            return Sentence.of(_WON.get(result, Message.WINS), player=winner, points=points)
        case MatchEnded(winner=winner, score=score):
            more, fewer = score if winner is Player.LIGHT else score[::-1]
            return Sentence.of(Message.WINS_MATCH, player=winner, more=more, fewer=fewer)
        case _:
            return None
