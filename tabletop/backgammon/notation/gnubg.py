"""How GNU Backgammon follows a match file.

Found by giving version 1.07 one play after the other: it does not ask whether a play is legal, it asks
whether the checkers can be moved. `after_play` is what it then has on its board, or None where it complains
or moves something else. The writers ask it before every play; where it would go astray they write the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.legal import legal_plays
from tabletop.backgammon.notation.writing import after_moves, as_written
from tabletop.backgammon.play import BAR, Play
from tabletop.backgammon.position import Player, Position
from tabletop.backgammon.transcript import GameTranscript, Turn, WinKind
from tabletop.backgammon.variant import variant


@dataclass(frozen=True, slots=True)
class Variation:
    """A game that GNU Backgammon plays: its name in ``.mat`` files and among the rules of ``.sgf`` files."""

    mat: str
    sgf: str | None


VARIATIONS = {
    "standard": Variation("Backgammon", None),
    "nackgammon": Variation("NackGammon", "Nackgammon"),
    "hypergammon": Variation("HyperGammon (3)", "Hypergammon3"),
}
"""By variant. Every other game is written as backgammon that starts from another board."""


def variation(name: str) -> Variation:
    """The game that GNU Backgammon takes the game called ``name`` for."""
    return VARIATIONS.get(name, VARIATIONS["standard"])


def start(name: str) -> Position:
    """The board from which GNU Backgammon starts the game called ``name``."""
    return variant(name if name in VARIATIONS else "standard").start_position


def after_play(board: Position, player: Player, dice: Dice, play: Play) -> Position | None:
    """The board after GNU Backgammon read this play from a ``.mat`` file; None if it does not follow.

    It takes one to four hops of one to six pips from a point with a checker to a point that is not made by
    the opponent, in any order, whatever was rolled; it adds hits by itself and does not insist on the bar.
    But it replaces a first hop as long as both dice together by two hops of its own, forgetting the rest,
    and breaks up hops longer than the number of a double. A roll without moves is a dance when there is no
    legal play, nothing when there are several, and *the* legal play when there is one.
    """
    if not play.moves:
        return board if len(legal_plays(board, player, dice, variant("standard"))) != 1 else None
    lengths = [move.start - move.end for move in play]
    longest = dice.high if dice.is_double else 6
    if len(lengths) > 4 or not all(1 <= length <= longest for length in lengths):
        return None
    if not dice.is_double and lengths[0] == dice.high + dice.low:
        return None
    if any(move.start > BAR for move in play):
        return None
    return after_moves(board, player, play)


def counts_right(name: str, game: GameTranscript, turn: Turn) -> bool:
    """Whether ``turn``, if it ends ``game``, ends it in GNU Backgammon with the same points.

    It counts what the loser has on the board: a gammon is *all* the checkers of the game called ``name``, so
    a side that lost one under the table can no longer be gammoned.
    """
    if game.result is None or turn is not game.actions[-1]:
        return True
    checkers = variant(name if name in VARIATIONS else "standard").checkers
    loser = as_written(turn.after, checkers).of(game.result.player.opponent)
    kind = WinKind.SINGLE
    if sum(loser.points) + loser.bar == checkers:
        kind = WinKind.BACKGAMMON if loser.bar or any(loser.points[18:]) else WinKind.GAMMON
    return kind.value * game.cube == game.result.points
