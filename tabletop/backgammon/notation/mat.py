"""``.mat``, the match file of Jellyfish, which every backgammon program reads.

Two columns, light on the left and dark on the right, a line for each pair of plays::

     3 point match

     Game 1
     Lena : 0                       Dirk : 0
      1)                             41: 24/23 13/9
      2) 31: 8/5 6/5                  Doubles => 2
      3)  Takes                      64: 24/18 18/14
                                      Wins 2 points

There is no word for a play against the rules, and two dialects to write one down. ``literal`` writes the
moves as they were made, as long as GNU Backgammon follows them; ``snowie`` writes ``Illegal play (…)`` with
the board that stood, in Snowie's words. Where the moves cannot be followed (an opposing checker was moved,
a checker vanished) both write the board. Comments before the first game name the rule that was broken.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation import gnubg
from tabletop.backgammon.notation.notes import began_note, turn_notes
from tabletop.backgammon.notation.writing import (
    after_moves,
    as_written,
    from_hand,
    move_words,
    on_written_board,
    one_line,
    read_moves,
)
from tabletop.backgammon.notation.xgid import board_code
from tabletop.backgammon.play import Play
from tabletop.backgammon.position import POINTS, Player, Position
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

_LEFT_WIDTH = 27
_RIGHT_MARGIN = 34
_LONGEST_NAME = 31
SET_POSITION = "; Set Pos="
"""eXtreme Gammon's word for a game that starts from another board."""


class Dialect(enum.Enum):
    """How a play against the rules is written."""

    LITERAL = "literal"
    SNOWIE = "snowie"


def write_mat(transcript: Transcript, dialect: Dialect = Dialect.LITERAL) -> str:
    """``transcript`` as the text of a ``.mat`` file. Never refuses a board that stood."""
    games = [
        _GameWriter(transcript, game, number, dialect)
        for number, game in enumerate(transcript.games, start=1)
    ]
    bodies = [line for game in games for line in game.lines()]
    notes = [f"; {note}" for game in games for note in game.notes]
    lines = [*_header(transcript), *notes, "", f" {transcript.match_length} point match", "", *bodies]
    return "\n".join(lines) + "\n"


def written_name(transcript: Transcript, player: Player) -> str:
    """The name of ``player`` without what the columns are found by; the full name is in a comment."""
    name = one_line(transcript.name(player), forbidden=':;,()"', longest=_LONGEST_NAME)
    return name or player.value


def _header(transcript: Transcript) -> Iterator[str]:
    tags = {
        "Player 1": transcript.light_name,
        "Player 2": transcript.dark_name,
        "Event": transcript.event,
        "Site": transcript.place,
        "EventDate": transcript.played_on and transcript.played_on.strftime("%Y.%m.%d"),
        "Variation": gnubg.variation(transcript.variant).mat,
        "Variant": transcript.variant,
        "Crawford": "On" if transcript.crawford_rule else "Off",
        "Jacoby": "On" if transcript.jacoby_rule else "Off",
    }
    for tag, value in tags.items():
        if value:
            yield f'; [{tag} "{one_line(value, forbidden=chr(34))}"]'


class _GameWriter:
    """One game, with the boards that readers of the file so far have before them."""

    def __init__(self, transcript: Transcript, game: GameTranscript, number: int, dialect: Dialect) -> None:
        self.transcript = transcript
        self.game = game
        self.number = number
        self.dialect = dialect
        self.checkers = variant(transcript.variant).checkers
        self.names = {player: written_name(transcript, player) for player in Player}
        self.board = as_written(game.start, self.checkers)
        """What GNU Backgammon has."""
        self.read = game.start
        """What our own reader has, the notes included."""
        self.turns = 0
        self.notes = [began_note(number, game.start)] if self.board != game.start else []

    def lines(self) -> Iterator[str]:
        game = self.game
        yield f" Game {self.number}"
        light = f"{self.names[Player.LIGHT]} : {game.light_score}"
        yield f" {light:<30} {self.names[Player.DARK]} : {game.dark_score}"
        if self.board != gnubg.start(self.transcript.variant):
            yield f"{SET_POSITION}{board_code(self.board)}/0"
        yield from _in_columns(cell for action in game.actions if (cell := self._cell(action)))
        if game.result is not None:
            margin = 6 if game.result.player is Player.LIGHT else _RIGHT_MARGIN
            yield f"{'':{margin}}Wins {game.result.points} point{'s' if game.result.points > 1 else ''}"
        yield ""

    def _cell(self, action: Action) -> tuple[Player, str] | None:
        match action:
            case Turn():
                return action.player, f"{action.dice}: {self._turn(action)}"
            case Doubled(player, value):
                return player, f" Doubles => {value}"
            case Took(player):
                return player, " Takes"
            case Dropped(player):
                return player, " Drops"
            case Resigned():
                return None  # has no word: "Wins n points" before the game is over says it

    def _turn(self, turn: Turn) -> str:
        after = as_written(turn.after, self.checkers)
        play = self._moves(turn)
        follows = play is not None and gnubg.after_play(self.board, turn.player, turn.dice, play) == after
        # Where it would count another win it gets the board, and "Wins n points" is a resignation to it.
        if play is not None and follows and gnubg.counts_right(self.transcript.variant, self.game, turn):
            text = move_words(play) or "Cannot Move"
            understood = after_moves(turn.before, turn.player, from_hand(turn.before, turn.player, play))
            understood = understood or after
        else:
            text = f"Illegal play ({self._snowie(turn, after)})"
            understood = after
        self.turns += 1
        self.notes += turn_notes(self.number, self.turns, turn, self.read, understood)
        self.board, self.read = after, turn.after
        return text

    def _moves(self, turn: Turn) -> Play | None:
        """The moves to write; None where the board must be written instead."""
        if turn.play is not None:
            return on_written_board(turn.play)
        if self.dialect is Dialect.SNOWIE:
            return None
        try:
            return on_written_board(Play(read_moves(turn.text)))
        except NotationError:
            return None

    def _snowie(self, turn: Turn, after: Position) -> str:
        """``after`` as Snowie writes a position, seen by the player who rolls next.

        The fifth field says whether he is the left one; GNU Backgammon reads the colours by it.
        """
        seer = turn.player.opponent
        own, other = after.of(seer), after.of(turn.player)
        counts = [own.on(n) - other.on(POINTS + 1 - n) for n in range(1, POINTS + 1)]
        scores = {Player.LIGHT: self.game.light_score, Player.DARK: self.game.dark_score}
        rules = (self.transcript.match_length, int(self.transcript.jacoby_rule), 0, 0)
        seats = (int(seer is Player.LIGHT), self.names[seer], self.names[turn.player])
        score = (int(self.game.crawford), scores[seer], scores[turn.player])
        board = (-other.bar, *counts, own.bar)
        no_dice = (0, 0)
        fields = (*rules, *seats, *score, *self._cube(seer, turn), *board, *no_dice)
        return "".join(f"{value};" for value in fields)

    def _cube(self, seer: Player, turn: Turn) -> tuple[int, int]:
        """The cube's value, and 1 if ``seer`` owns it, -1 if the other does, 0 in the middle."""
        value, owner = 1, 0
        for action in self.game.actions:
            if action is turn:
                break
            if isinstance(action, Doubled):
                value = action.value
            elif isinstance(action, Took):
                owner = 1 if action.player is seer else -1
        return value, owner


def _in_columns(cells: Iterator[tuple[Player, str]]) -> Iterator[str]:
    """Numbered lines of at most one cell a player; dark's cell never stands before light's.

    A line without dark's cell keeps its blanks, as GNU Backgammon writes it: on a line shorter than the
    left column version 1.07 still finds dark's cell of the line before.
    """
    number = 0
    left: str | None = None
    for player, cell in cells:
        if player is Player.LIGHT:
            if left is not None:
                yield left
            number += 1
            left = f"{number:3}) {cell:<{_LEFT_WIDTH}} "
        else:
            if left is None:
                number += 1
                left = f"{number:3}) {'':<{_LEFT_WIDTH}} "
            # A long cell still ends with two blanks: where no second colon is, they are the border.
            yield f"{left if left.endswith('  ') else left + ' '}{cell}"
            left = None
    if left is not None:
        yield left
