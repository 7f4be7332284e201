"""``match.json``: a match without any loss, in a form that a stranger can read (``docs/record.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import BackgammonError, NotationError
from tabletop.backgammon.notation.writing import place_word, read_place
from tabletop.backgammon.play import Move, Play
from tabletop.backgammon.position import Player, Position
from tabletop.backgammon.transcript import (
    Action,
    Doubled,
    Dropped,
    GameTranscript,
    Resigned,
    Took,
    Transcript,
    Turn,
    WinKind,
    Won,
)

_T = TypeVar("_T")

FORMAT = "tabletop-match"
VERSION = 1
"""Raised when a reader of the version before would misread a file; new keys alone do not raise it."""


def match_to_json(transcript: Transcript) -> dict[str, Any]:
    """``transcript`` as the object that ``match.json`` holds."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "light": transcript.light_name,
        "dark": transcript.dark_name,
        "variant": transcript.variant,
        "match_length": transcript.match_length,
        "crawford_rule": transcript.crawford_rule,
        "jacoby_rule": transcript.jacoby_rule,
        "event": transcript.event,
        "date": transcript.played_on.isoformat() if transcript.played_on else None,
        "place": transcript.place,
        "games": [_game_to_json(game) for game in transcript.games],
    }


def _game_to_json(game: GameTranscript) -> dict[str, Any]:
    result = game.result
    return {
        "score": {"light": game.light_score, "dark": game.dark_score},
        "crawford": game.crawford,
        "start": game.start.to_dict(),
        "actions": [_action_to_json(action) for action in game.actions],
        "result": result
        and {"winner": result.player.value, "points": result.points, "kind": result.kind.name.lower()},
    }


def _action_to_json(action: Action) -> dict[str, Any]:
    player = {"player": action.player.value}
    match action:
        case Turn():
            return {"action": "turn"} | player | _turn_to_json(action)
        case Doubled(value=value):
            return {"action": "double"} | player | {"value": value}
        case Took():
            return {"action": "take"} | player
        case Dropped():
            return {"action": "drop"} | player
        case Resigned(points=points):
            return {"action": "resign"} | player | {"points": points}


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    moves = turn.play and [
        {"from": place_word(move.start), "to": place_word(move.end), "hit": move.hits} for move in turn.play
    ]
    return {
        "dice": [turn.dice.high, turn.dice.low],
        "text": turn.text,
        "moves": [] if turn.play is not None and not moves else moves,
        "violation": turn.violation,
        "before": turn.before.to_dict(),
        "after": turn.after.to_dict(),
    }


def match_from_json(document: Mapping[str, Any]) -> Transcript:
    """The inverse of `match_to_json`; unknown keys are ignored.

    Raises `NotationError` naming the place in the document that cannot be read.
    """
    if document.get("format") != FORMAT:
        raise NotationError(f"this is no {FORMAT} file: its format is {document.get('format')!r}")
    if document.get("version") != VERSION:
        raise NotationError(
            f"{FORMAT} version {document.get('version')!r} is unknown here; {VERSION} is read"
        )
    with _Where("match"):
        played_on = document.get("date")
        return Transcript(
            light_name=_typed(document["light"], str),
            dark_name=_typed(document["dark"], str),
            match_length=_typed(document["match_length"], int),
            variant=_typed(document["variant"], str),
            games=tuple(_game(n, game) for n, game in enumerate(document["games"], start=1)),
            crawford_rule=_typed(document["crawford_rule"], bool),
            jacoby_rule=_typed(document["jacoby_rule"], bool),
            event=document.get("event"),
            played_on=date.fromisoformat(played_on) if played_on else None,
            place=document.get("place"),
        )


class _Where:
    """Turns whatever is wrong inside the block into one sentence that says where."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotationError) and str(error).startswith(("game ", "match")):
            return
        if isinstance(error, KeyError):
            raise NotationError(f"{self.where}: {error} is missing or not a word it knows") from error
        if isinstance(error, (BackgammonError, TypeError, ValueError, AttributeError)):
            raise NotationError(f"{self.where}: {error}") from error


def _typed(value: Any, kind: type[_T]) -> _T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotationError(f"{value!r} should be of type {kind.__name__}")
    return value


def _game(number: int, game: Mapping[str, Any]) -> GameTranscript:
    with _Where(f"game {number}"):
        result = game["result"]
        return GameTranscript(
            light_score=_typed(game["score"]["light"], int),
            dark_score=_typed(game["score"]["dark"], int),
            crawford=_typed(game["crawford"], bool),
            start=Position.from_dict(game["start"]),
            actions=tuple(_action(number, n, action) for n, action in enumerate(game["actions"], start=1)),
            result=result
            and Won(Player(result["winner"]), _typed(result["points"], int), WinKind[result["kind"].upper()]),
        )


def _action(game: int, number: int, action: Mapping[str, Any]) -> Action:
    with _Where(f"game {game}, action {number}"):
        player = Player(action["player"])
        match action["action"]:
            case "turn":
                return _turn(player, action)
            case "double":
                return Doubled(player, _typed(action["value"], int))
            case "take":
                return Took(player)
            case "drop":
                return Dropped(player)
            case "resign":
                return Resigned(player, _typed(action["points"], int))
            case other:
                raise NotationError(f"nobody can {other!r}: there are turn, double, take, drop and resign")


def _turn(player: Player, turn: Mapping[str, Any]) -> Turn:
    moves: Sequence[Mapping[str, Any]] | None = turn["moves"]
    return Turn(
        player=player,
        dice=Dice(*turn["dice"]),
        play=None
        if moves is None
        else Play(
            tuple(
                Move(read_place(move["from"]), read_place(move["to"]), _typed(move["hit"], bool))
                for move in moves
            )
        ),
        text=_typed(turn["text"], str),
        before=Position.from_dict(turn["before"]),
        after=Position.from_dict(turn["after"]),
        violation=turn["violation"],
    )
