"""Reading ``.mat``, in both dialects and as other programs write it.

The columns are found as GNU Backgammon finds them: by the second colon of a line, else by the first two
blanks after the fifteenth column. The file has no word for Crawford, resignations or the rule that a play
broke: the first game in which exactly one player needs one point is the Crawford game, a game that is won
before it is over was resigned, and the rest stands in comments if we wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation.gnubg import VARIATIONS
from tabletop.backgammon.notation.mat import SET_POSITION
from tabletop.backgammon.notation.notes import GameNotes, read_notes
from tabletop.backgammon.notation.replay import GameReader
from tabletop.backgammon.notation.writing import as_written, read_moves
from tabletop.backgammon.notation.xgid import parse_board_code
from tabletop.backgammon.position import POINTS, Player, Position, Side
from tabletop.backgammon.transcript import Dropped, GameTranscript, Took, Transcript, Won
from tabletop.backgammon.variant import Variant, variant

_LENGTH = re.compile(r"\s*(\d+)\s+point\s+match", re.I)
_GAME = re.compile(r"\s*Game\s+(\d+)\s*", re.I)
_SCORE = re.compile(r"\s*(.*?)\s*:\s*(\d+)\s+(.*?)\s*:\s*(\d+)\s*")
_TAG = re.compile(r'\[([^"\]]+?)\s+"(.*)"\]')
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)")
_ILLEGAL = re.compile(r"illegal play\s*\((.*)\)?", re.I)
_WINS = re.compile(r"wins\s+(\d+)\s+point.*", re.I)
_LEAST_LEFT = 15


def read_mat(text: str) -> Transcript:
    """The match of a ``.mat`` file; raises `NotationError` with the line that cannot be read."""
    comments: list[str] = []
    length: int | None = None
    body: list[tuple[int, str]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if line[:1] in ("#", ";") and not line.startswith(SET_POSITION):
            comments.append(line[1:].strip())
        elif length is None:
            match = _LENGTH.match(line)
            length = int(match[1]) if match else None
        elif line.strip():
            body.append((number, line))
    if length is None:
        raise NotationError('this is no .mat file: no line says "n point match"')
    return _Match(length, comments).read(body)


class _Match:
    def __init__(self, length: int, comments: list[str]) -> None:
        self.length = length
        self.tags = {m[1]: m[2] for comment in comments if (m := _TAG.fullmatch(comment))}
        self.notes = read_notes(comments)
        self.variant = self._variant()
        self.names = ["", ""]
        self.crawford_rule = self.tags.get("Crawford", "On" if length else "Off") == "On"
        self.crawford_played = False

    def _variant(self) -> Variant:
        if "Variant" in self.tags:
            return variant(self.tags["Variant"])
        wanted = self.tags.get("Variation", "Backgammon").split(" ")[0].lower()
        for name, variation in VARIATIONS.items():
            if variation.mat.split(" ")[0].lower() == wanted:
                return variant(name)
        raise NotationError(f"the variation {self.tags['Variation']!r} is not known here")

    def read(self, body: list[tuple[int, str]]) -> Transcript:
        games: list[GameTranscript] = []
        lines = iter(body)
        pending: list[tuple[int, str]] = []
        for number, line in lines:
            if _GAME.fullmatch(line):
                if pending:
                    games.append(self._game(len(games) + 1, pending))
                pending = []
            else:
                pending.append((number, line))
        if pending:
            games.append(self._game(len(games) + 1, pending))
        day = self.tags.get("EventDate")
        return Transcript(
            light_name=self.tags.get("Player 1", self.names[0]),
            dark_name=self.tags.get("Player 2", self.names[1]),
            match_length=self.length,
            variant=self.variant.key,
            games=tuple(games),
            crawford_rule=self.crawford_rule,
            jacoby_rule=self.tags.get("Jacoby") == "On",
            event=self.tags.get("Event"),
            played_on=date.fromisoformat(day.replace(".", "-")) if day else None,
            place=self.tags.get("Site"),
        )

    def _game(self, number: int, lines: list[tuple[int, str]]) -> GameTranscript:
        line_number, first = lines[0]
        score = _SCORE.fullmatch(first)
        if score is None:
            raise NotationError(f'line {line_number}: {first.strip()!r} should be "name : 0   name : 0"')
        self.names = [score[1], score[3]]
        scores = (int(score[2]), int(score[4]))
        reader = GameReader(
            self.variant, scores, self._is_crawford(scores), self.notes.get(number, GameNotes())
        )
        result: Won | None = None
        for line_number, line in lines[1:]:
            try:
                result = self._line(reader, line) or result
            except NotationError as error:
                raise NotationError(f"line {line_number}: {error}") from error
        return reader.game(result)

    def _is_crawford(self, scores: tuple[int, int]) -> bool:
        if not self.crawford_rule or not self.length or self.crawford_played:
            return False
        self.crawford_played = (scores[0] == self.length - 1) != (scores[1] == self.length - 1)
        return self.crawford_played

    def _line(self, reader: GameReader, line: str) -> Won | None:
        if line.startswith(SET_POSITION):
            reader.set_start(parse_board_code(line.removeprefix(SET_POSITION)[: POINTS + 2], self.checkers))
            return None
        result: Won | None = None
        for player, cell in _cells(line):
            result = self._cell(reader, player, cell) or result
        return result

    @property
    def checkers(self) -> int:
        return self.variant.checkers

    def _cell(self, reader: GameReader, player: Player, cell: str) -> Won | None:
        word = cell.split(" ")[0].lower()
        if roll := _ROLL.fullmatch(cell):
            self._turn(reader, player, Dice(int(roll[1]), int(roll[2])), roll[3])
        elif win := _WINS.fullmatch(cell):
            return reader.won(player, int(win[1]))
        elif word in ("doubles", "beavers", "raccoons"):
            reader.doubled(player)
        elif word == "takes":
            reader.actions.append(Took(player))
        elif word == "drops":
            reader.actions.append(Dropped(player))
        elif word not in ("resigns", ""):
            raise NotationError(f"{cell!r} is nothing that a player does in a .mat file")
        return None

    def _turn(self, reader: GameReader, player: Player, dice: Dice, text: str) -> None:
        illegal = _ILLEGAL.match(text)
        if illegal:
            reader.stood(player, dice, _snowie_board(illegal[1], self.checkers))
        elif not text or text.startswith("???"):
            reader.rolled(player, dice)
        else:
            moves = () if text.lower().startswith("cannot move") else read_moves(text)
            reader.moved(player, dice, moves)


def _cells(line: str) -> Iterator[tuple[Player, str]]:
    """The cells of a line, light's first; an empty one is left out."""
    colons = [place for place, character in enumerate(line) if character == ":"]
    if len(colons) > 1:
        border = colons[1] - 2
    else:
        blanks = line.find("  ", _LEAST_LEFT)
        border = blanks if blanks >= 0 else len(line)
    left = line[:border]
    left = left.split(")", 1)[1] if re.match(r"\s*\d+\)", left) else left
    for player, cell in ((Player.LIGHT, left.strip()), (Player.DARK, line[border:].strip())):
        if cell:
            yield player, cell


def _snowie_board(text: str, checkers: int) -> Position:
    """The board of a position in Snowie's words: fields between semicolons, the 26 places from the 13th."""
    fields = text.split(";")
    try:
        seer = Player.LIGHT if int(fields[4]) else Player.DARK
        counts = [int(field) for field in fields[12 : 12 + POINTS + 2]]
    except (ValueError, IndexError) as error:
        raise NotationError(f"the position of this illegal play cannot be read: {error}") from error
    if len(counts) != POINTS + 2:
        raise NotationError(f"the position of this illegal play has {len(counts)} places, not 26")
    own = Side(tuple(max(0, n) for n in counts[1:-1]), bar=max(0, counts[-1]))
    other = Side(tuple(max(0, -n) for n in reversed(counts[1:-1])), bar=max(0, -counts[0]))
    position = Position(own, own).with_side(seer.opponent, other)
    return as_written(position, checkers)
