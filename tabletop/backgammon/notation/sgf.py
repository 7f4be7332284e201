"""``.sgf``, GNU Backgammon's own match file: a game tree a game (red-bean.com/sgf/backgammon.html).

Light is White, dark is Black. Points are letters: white's 1-point to 24-point are ``a`` to ``x`` and black's
run the other way; ``y`` is the bar, ``z`` off. A play that broke a rule and stood is what GNU Backgammon
writes when somebody edits the board: the dice are set, then the position. The comment names the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.backgammon.notation import gnubg
from tabletop.backgammon.notation.notes import began_note, turn_notes
from tabletop.backgammon.notation.writing import (
    after_moves,
    as_written,
    from_hand,
    on_written_board,
    one_line,
)
from tabletop.backgammon.play import OFF, Play
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

COLOUR = {Player.LIGHT: "W", Player.DARK: "B"}
_LONGEST_NAME = 31


def write_sgf(transcript: Transcript) -> str:
    """``transcript`` as the text of an ``.sgf`` file. Never refuses a board that stood."""
    # A match of which no game has begun is one game without a node: a file of no games is no .sgf file.
    unbegun = GameTranscript(0, 0, False, variant(transcript.variant).start_position)
    games = (
        _GameWriter(transcript, game, number).text()
        for number, game in enumerate(transcript.games or (unbegun,), start=1)
    )
    return "\n".join(games)


def escaped(text: str) -> str:
    """``text`` as a property value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def place_letter(player: Player, place: int) -> str:
    """The letter of ``player``'s point; 25 is the bar, 0 off."""
    if place == OFF:
        return "z"
    if place > POINTS:
        return "y"
    return chr(ord("a") + (place - 1 if player is Player.LIGHT else POINTS - place))


def _root(transcript: Transcript, game: GameTranscript, number: int, given_up: bool) -> str:
    score = f"[ws:{game.light_score}][bs:{game.dark_score}]"
    properties = {
        "FF": "4",
        "GM": "6",
        "CA": "UTF-8",
        "AP": "Tabletop",
        "PW": one_line(transcript.light_name, longest=_LONGEST_NAME) or "light",
        "PB": one_line(transcript.dark_name, longest=_LONGEST_NAME) or "dark",
        "DT": transcript.played_on.isoformat() if transcript.played_on else "",
        "EV": one_line(transcript.event or ""),
        "PC": one_line(transcript.place or ""),
        "RU": _rules(transcript, game),
        "RE": _result(game, given_up),
        "TV": transcript.variant,
    }
    node = "".join(f"{name}[{escaped(value)}]" for name, value in properties.items() if value)
    return f";{node}MI[length:{transcript.match_length}][game:{max(0, number - 1)}]{score}"


def _rules(transcript: Transcript, game: GameTranscript) -> str:
    rules = [
        "Crawford" if transcript.crawford_rule and transcript.match_length else None,
        "CrawfordGame" if game.crawford else None,
        "Jacoby" if transcript.jacoby_rule and not transcript.match_length else None,
        gnubg.variation(transcript.variant).sgf,
    ]
    return ":".join(rule for rule in rules if rule)


def _result(game: GameTranscript, given_up: bool) -> str:
    """Who won how much; ``R`` where GNU Backgammon does not see the game end by itself."""
    if game.result is None:
        return ""
    return f"{COLOUR[game.result.player]}+{game.result.points}{'R' if given_up else ''}"


class _GameWriter:
    """One game, with the boards that readers of the file so far have before them."""

    def __init__(self, transcript: Transcript, game: GameTranscript, number: int) -> None:
        self.transcript = transcript
        self.game = game
        self.number = number
        self.checkers = variant(transcript.variant).checkers
        self.board = as_written(game.start, self.checkers)
        self.read = game.start
        self.turns = 0
        self.given_up = False
        """The game ends, but not by its last move."""

    def text(self) -> str:
        """The game tree."""
        nodes = list(self._nodes())
        root = _root(self.transcript, self.game, self.number, self.given_up)
        return "\n".join([f"({root}", *nodes]) + ")\n"

    def _nodes(self) -> Iterator[str]:
        if self.board != gnubg.start(self.transcript.variant):
            note = [began_note(self.number, self.read)] if self.board != self.read else []
            yield f";{_set_up(self.board)}{_comment(note)}"
        for action in self.game.actions:
            yield from self._node(action)

    def _node(self, action: Action) -> Iterator[str]:
        colour = COLOUR[action.player]
        match action:
            case Turn():
                yield from self._turn(action)
            case Doubled():
                yield f";{colour}[double]"
            case Took():
                yield f";{colour}[take]"
            case Dropped():
                yield f";{colour}[drop]"
            case Resigned():
                self.given_up = True  # the result of the game says it

    def _turn(self, turn: Turn) -> Iterator[str]:
        after = as_written(turn.after, self.checkers)
        play = on_written_board(turn.play) if turn.play is not None else None
        moved = play is not None and after_moves(self.board, turn.player, play) == after
        moved = moved and gnubg.counts_right(self.transcript.variant, self.game, turn)
        understood = after
        if moved and play is not None:
            hands = after_moves(turn.before, turn.player, from_hand(turn.before, turn.player, play))
            understood = hands or after
        self.turns += 1
        notes = _comment(turn_notes(self.number, self.turns, turn, self.read, understood))
        if moved and play is not None:
            yield f";{COLOUR[turn.player]}[{turn.dice}{_letters(turn.player, play)}]{notes}"
        else:
            self.given_up = turn is self.game.actions[-1]
            yield f";PL[{COLOUR[turn.player]}]DI[{turn.dice}]{notes}"
            yield f";PL[{COLOUR[turn.player.opponent]}]{_set_up(after)}"
        self.board, self.read = after, turn.after


def _letters(player: Player, play: Play) -> str:
    return "".join(place_letter(player, place) for move in play for place in (move.start, move.end))


def _comment(notes: Iterator[str] | list[str]) -> str:
    text = "\n".join(notes)
    return f"C[{escaped(text)}]" if text else ""


def _set_up(position: Position) -> str:
    """The board cleared, then both colours set: a value for every checker."""
    node = "AE[a:y]"
    for player in Player:
        side = position.of(player)
        letters = "".join(
            f"[{place_letter(player, place)}]" * count for place, count in enumerate(side.points, start=1)
        )
        letters += "[y]" * side.bar
        if letters:
            node += f"A{COLOUR[player]}{letters}"
    return node
