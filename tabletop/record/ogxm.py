"""OGXM version 2, the match format of HedgeHog and OpenGammon: the one with a word for an illegal play.

Light is white, dark is black. A play that broke a rule and stood is a ``set_position`` with its dice, marked
``illegal``; the rule and the words of the play are notes on that ply. The codec (package ``ogxm``) replays
every legal ply, so each is asked first whether plain backgammon allows it on the board the file has; where it
does not (another game's rules, a board that only the wood can hold) the ply is a ``set_position`` as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import ogxm

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.legal import legal_plays
from tabletop.backgammon.notation.writing import as_written, board_json, one_line
from tabletop.backgammon.play import OFF, Play
from tabletop.backgammon.position import POINTS, Player, Position, Side
from tabletop.backgammon.transcript import (
    Action,
    Doubled,
    Dropped,
    GameTranscript,
    Resigned,
    Took,
    Transcript,
    Turn,
)
from tabletop.backgammon.variant import variant
from tabletop.errors import TabletopError

_COLOUR = {Player.LIGHT: 0, Player.DARK: 1}
_NOBODY = 255
_TRANSCRIBED = 3
"""The source of the record: written down from a board."""
_DOUBLE, _TAKE, _DROP, _RESIGN, _SET_POSITION = 21, 22, 23, 27, 31
_ROLLS = [(low, high) for low in range(1, 7) for high in range(low, 7)]
"""A roll's action number is its place here."""
_VARIANTS = {
    "standard": "backgammon",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "longgammon": "longgammon",
}
_MOST_CHECKERS = 15
_LONGEST_NAME = 60
_NOTE = "x-tabletop-"
"""The name space of our notes; other readers keep them and do not look inside."""


class OgxmRefused(TabletopError):
    """The codec did not take the match."""


def ogxm_bytes(transcript: Transcript) -> bytes:
    """``transcript`` as the bytes of an ``.ogxm`` file.

    Raises `OgxmRefused` if the codec does not take it.
    """
    document = ogxm_document(transcript)
    try:
        return bytes(ogxm.json_to_binary(document))
    except ogxm.OgxmError as error:
        rule = ogxm.v2_problem(document)
        raise OgxmRefused(f"the match cannot be written as OGXM ({rule or error}); use .json") from error


def ogxm_document(transcript: Transcript) -> dict[str, Any]:
    """``transcript`` as the JSON view of an OGXM file, which the codec turns into bytes."""
    plies = 0
    games: list[dict[str, Any]] = []
    notes = [_note("match", 0, "variant", transcript.variant)] if transcript.variant not in _VARIANTS else []
    for number, game in enumerate(transcript.games):
        writer = _GameWriter(transcript.variant, game, plies)
        games.append(writer.document(number, transcript))
        plies += len(writer.plies)
        notes += writer.notes
    light_score, dark_score = transcript.score
    document = {
        "match_length": transcript.match_length,
        "variant": _VARIANTS.get(transcript.variant, "backgammon"),
        "player_white": _name(transcript, Player.LIGHT),
        "player_black": _name(transcript, Player.DARK),
        "crawford": transcript.crawford_rule and transcript.match_length > 0,
        "jacoby": transcript.jacoby_rule and not transcript.match_length,
        "white_score": light_score,
        "black_score": dark_score,
        "source": _TRANSCRIBED,
        "annotations": sorted(notes, key=lambda note: (note["scope"] != "match", note["ref"], note["key"])),
        "games": games,
    }
    if transcript.event:
        document["event"] = _short(transcript.event)
    if transcript.place:
        document["city"] = _short(transcript.place)
    if transcript.played_on:
        day = datetime(*transcript.played_on.timetuple()[:3], tzinfo=UTC)
        document |= {"started_at": int(day.timestamp()) * 1000, "date_precision": "day"}
    return document


def _name(transcript: Transcript, player: Player) -> str:
    return _short(transcript.name(player)) or player.value


def _short(text: str) -> str:
    return one_line(text, longest=_LONGEST_NAME)


def _note(scope: str, ref: int, key: str, value: str) -> dict[str, Any]:
    return {"scope": scope, "ref": ref, "key": _NOTE + key, "value": value}


class _GameWriter:
    """One game, with the board and the turn that the codec has after every ply."""

    def __init__(self, game_variant: str, game: GameTranscript, first_ply: int) -> None:
        self.game = game
        self.checkers = variant(game_variant).checkers
        self.first_ply = first_ply
        self.start = self._written(game.start)
        replayed = game_variant if game_variant in _VARIANTS else "standard"
        self.usual_start = variant(replayed).start_position
        self.board = self.start
        self.to_act: Player | None = None
        self.plies: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        actions = game.actions
        if actions and isinstance(actions[-1], Doubled):
            # The codec takes no double without its answer: one that waits is told in a note.
            self.notes.append(_note("match", 0, "waiting-double", str(actions[-1].value)))
            actions = actions[:-1]
        for action in actions:
            self._add(action)

    def document(self, number: int, transcript: Transcript) -> dict[str, Any]:
        result = self.game.result
        document: dict[str, Any] = {
            "game_index": number,
            "is_crawford": self.game.crawford,
            "is_lastgame": number == len(transcript.games) - 1,
            "winner": _COLOUR[result.player] if result else _NOBODY,
            "plies": self.plies,
        }
        if result:
            document["points_won"] = result.points
        if self.start != self.usual_start:
            document["initial_board"] = _signed(self.start)
        return document

    def _written(self, position: Position) -> Position:
        board = as_written(position, self.checkers)
        return Position(_at_most_fifteen(board.light), _at_most_fifteen(board.dark))

    def _add(self, action: Action) -> None:
        if isinstance(action, (Turn, Doubled)) and self.to_act is action.player.opponent:
            # The opponent, closed out, did not roll: the same board again, with the other side to act.
            self.plies.append(self._set_position(self.board, action.player))
        colour = {"color": _COLOUR[action.player]}
        match action:
            case Turn():
                self._add_turn(action)
            case Doubled():
                self.plies.append(colour | {"action_id": _DOUBLE})
            case Took():
                self.plies.append(colour | {"action_id": _TAKE})
                self.to_act = action.player.opponent
            case Dropped():
                self.plies.append(colour | {"action_id": _DROP})
            case Resigned():
                self.plies.append(colour | {"action_id": _RESIGN} | self._resigned())

    def _resigned(self) -> dict[str, Any]:
        return {"resign_value": self.game.result.kind.name.lower()} if self.game.result else {}

    def _add_turn(self, turn: Turn) -> None:
        ref = self.first_ply + len(self.plies)
        after = self._written(turn.after)
        play = self._codecs_play(turn, after)
        if play is not None:
            self.plies.append(_played(turn.player, turn.dice, play))
        else:
            ply = self._set_position(after, turn.player.opponent)
            self.plies.append(ply | {"d1": turn.dice.high, "d2": turn.dice.low, "illegal": True})
            self.notes += self._turn_notes(ref, turn)
        if after != turn.after:
            self.notes.append(_note("ply", ref, "board", board_json(turn.after)))
        self.board = after
        self.to_act = turn.player.opponent

    def _turn_notes(self, ref: int, turn: Turn) -> Iterator[dict[str, Any]]:
        # The format calls every set position with dice illegal; the note says what it was.
        yield _note("ply", ref, "violation", turn.violation or "none")
        if turn.text:
            yield _note("ply", ref, "play", one_line(turn.text))

    def _codecs_play(self, turn: Turn, after: Position) -> Play | None:
        """The play that the codec can follow from its board to ``after``; None if there is none."""
        if turn.play is None:
            return None
        plays = legal_plays(self.board, turn.player, turn.dice, variant("standard"))
        if not plays:
            return Play() if after == self.board else None
        # Not the play as it was made: where hands stand on the bar, the bar comes first.
        return plays.play_to(after)

    def _set_position(self, board: Position, next_player: Player) -> dict[str, Any]:
        """A ply that sets the board; its colour is the side that acts next."""
        return {"color": _COLOUR[next_player], "action_id": _SET_POSITION, "set_position": _signed(board)}


def _at_most_fifteen(side: Side) -> Side:
    """``side`` without what is too many for the codec, taken from its highest points."""
    points, surplus = list(side.points), sum(side.points) + side.bar - _MOST_CHECKERS
    for index in reversed(range(POINTS)):
        taken = max(0, min(points[index], surplus))
        points[index] -= taken
        surplus -= taken
    return Side(tuple(points), bar=side.bar, off=side.off)


def _played(player: Player, dice: Dice, play: Play) -> dict[str, Any]:
    lengths = _numbers(dice, play)
    return {
        "color": _COLOUR[player],
        "action_id": _ROLLS.index((dice.low, dice.high)),
        "d1": dice.high,
        "d2": dice.low,
        "moves": [
            {"from": _place(player, move.start), "pips": pips}
            for move, pips in zip(play, lengths, strict=True)
        ],
    }


def _numbers(dice: Dice, play: Play) -> list[int]:
    """The number that each move used: its length, or a larger one that bears off from a lower point."""
    if dice.is_double:
        return [dice.high] * len(play)
    orders = [dice.numbers, dice.numbers[::-1]]
    return list(max(orders, key=lambda numbers: _fit(numbers, play))[: len(play)])


def _fit(numbers: tuple[int, ...], play: Play) -> tuple[bool, int]:
    """Whether the moves can be made by these numbers in this order, and how many use their number exactly."""
    lengths = [
        (move.start - move.end, number, move.end == OFF) for move, number in zip(play, numbers, strict=False)
    ]
    possible = all(length == number or (off and length < number) for length, number, off in lengths)
    return possible, sum(length == number for length, number, _ in lengths)


def _place(player: Player, place: int) -> int:
    """The codec's number of a place: white's own, from 25 (his bar) down; black's counted the other way."""
    return place if player is Player.LIGHT else POINTS + 1 - place


def _signed(position: Position) -> list[int]:
    """26 counts from black's bar to white's bar, white's negative, as the codec takes a board."""
    board = [position.dark.bar]
    board += [position.dark.on(POINTS + 1 - n) - position.light.on(n) for n in range(1, POINTS + 1)]
    return [*board, -position.light.bar]
