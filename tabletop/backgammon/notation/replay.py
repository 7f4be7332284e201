"""What a reader of a match file works out by itself: the boards, which plays were legal, how a game ended.

The files say what was rolled and moved, or which board stood. `GameReader` follows them move by move on the
board that really stood (the notes say where it differs from what the file can hold) and asks the rules
whether that was a legal play.
"""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.legal import legal_plays
from tabletop.backgammon.notation.notes import GameNotes
from tabletop.backgammon.notation.writing import after_moves, from_hand, move_words
from tabletop.backgammon.play import Move, Play
from tabletop.backgammon.position import Player, Position
from tabletop.backgammon.transcript import (
    Action,
    Doubled,
    Dropped,
    GameTranscript,
    Resigned,
    Turn,
    WinKind,
    Won,
)
from tabletop.backgammon.variant import Variant

UNNAMED = "unnamed"
"""The violation of an illegal play whose file does not say which rule it broke."""


class GameReader:
    """One game while it is read."""

    def __init__(self, game: Variant, scores: tuple[int, int], crawford: bool, notes: GameNotes) -> None:
        self.variant = game
        self.scores = scores
        self.crawford = crawford
        self.notes = notes
        self.start = notes.began or game.start_position
        self.board = self.start
        self.cube = 1
        self.actions: list[Action] = []
        self.turns = 0

    def set_start(self, position: Position) -> None:
        """The game starts from ``position``, unless a note knows better."""
        if self.actions:
            raise NotationError("a board is set up in the middle of a game without a roll before it")
        self.start = self.board = self.notes.began or position

    def doubled(self, player: Player) -> None:
        """``player`` turned the cube."""
        self.cube *= 2
        self.actions.append(Doubled(player, self.cube))

    def moved(self, player: Player, dice: Dice, moves: Iterable[Move]) -> None:
        """A turn told by its moves; raises `NotationError` if no hand could make them."""
        before = self._begin_turn()
        moves = from_hand(before, player, moves)
        after = after_moves(before, player, moves)
        left = self.notes.left.get(self.turns)
        if after is None and left is None:
            raise NotationError(f"{move_words(moves)} cannot be moved: no checker there, or a point is made")
        self._end_turn(player, dice, before, left or after or before, move_words(moves))

    def rolled(self, player: Player, dice: Dice) -> None:
        """A roll without a word about moves: a dance, a forced play, or a resignation after the roll."""
        plays = legal_plays(self.notes.found.get(self.turns + 1, self.board), player, dice, self.variant)
        if len(plays) < 2:
            self.moved(player, dice, next(iter(plays), Play()))

    def stood(self, player: Player, dice: Dice, position: Position) -> None:
        """A turn told by the board it left, as far as the file can hold it."""
        before = self._begin_turn()
        self._end_turn(player, dice, before, self.notes.left.get(self.turns, position), "")

    def _begin_turn(self) -> Position:
        self.turns += 1
        return self.notes.found.get(self.turns, self.board)

    def _end_turn(self, player: Player, dice: Dice, before: Position, after: Position, text: str) -> None:
        broke = self.notes.broke.get(self.turns)
        play = None if broke else self._legal(player, dice, before, after)
        if play is not None:
            turn = Turn(player, dice, play, str(play), before, after)
        else:
            text, violation = broke or (text, UNNAMED)
            turn = Turn(player, dice, None, text, before, after, violation)
        self.actions.append(turn)
        self.board = after

    def _legal(self, player: Player, dice: Dice, before: Position, after: Position) -> Play | None:
        plays = legal_plays(before, player, dice, self.variant)
        if not plays:
            return Play() if after == before else None
        return plays.play_to(after)

    def won(self, player: Player, points: int) -> Won:
        """``player`` won; without a drop and with checkers still to bear off, the other one resigned."""
        side = self.board.of(player)
        borne_off = not (any(side.points) or side.bar or side.hand)
        dropped = bool(self.actions) and isinstance(self.actions[-1], Dropped)
        if not borne_off and not dropped:
            self.actions.append(Resigned(player.opponent, points))
        cube = self.cube // 2 if dropped else self.cube
        return Won(player, points, WinKind(max(1, min(3, points // cube))))

    def game(self, result: Won | None) -> GameTranscript:
        """The game as far as it was read."""
        return GameTranscript(*self.scores, self.crawford, self.start, tuple(self.actions), result)
