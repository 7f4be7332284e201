"""Matches made up: two players, their rolls, their plays, and now and then a mistake.

Errors are made as people make them: a checker set a pip too far, half of the roll left unplayed, an extra
checker moved, a hit checker swept off the table, an opponent's checker pushed. Some are noticed and put
right before the next roll, some stand, and the game goes on from the board as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tabletop.backgammon import (
    BAR,
    POINTS,
    Dice,
    LegalPlays,
    Play,
    Player,
    Position,
    Side,
    Variant,
    legal_plays,
    variant,
)
from tabletop.devices.virtual.painter.positions import random_choice, random_dice
from tabletop.devices.virtual.painter.scene import Scene
from tabletop.devices.virtual.painter.session import Attempt, Script, Turn

Mistake = Callable[[LegalPlays, Position, np.random.Generator], Position | None]
"""From the legal plays and the board meant, the board that comes of it; None where it cannot happen."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players play."""

    errors: float = 0.12
    """Of all turns with a legal play."""
    corrected: float = 0.6
    """Of the errors."""
    pauses: float = 0.15
    """Of the turns with more than one move: the player stops half-way and thinks."""
    cocked: float = 0.04
    """Of the throws."""


def _shifted(position: Position, player: Player, start: int, end: int) -> Position:
    places = bytearray(position.of(player).places)
    places[start] -= 1
    places[end] += 1
    return position.with_side(player, Side.from_places(places))


def _free(position: Position, player: Player, point: int) -> bool:
    return 1 <= point <= POINTS and position.of(player.opponent).on(25 - point) == 0


def _wrong_distance(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Position | None:
    play = legal.play_to(meant)
    ends = [
        move.end for move in play or () if 1 <= move.end <= POINTS and meant.of(legal.player).on(move.end)
    ]
    if not ends:
        return None
    landed = int(rng.choice(ends))
    wrong = landed + int(rng.choice([-1, 1]))
    return _shifted(meant, legal.player, landed, wrong) if _free(meant, legal.player, wrong) else None


def _too_many_moves(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Position | None:
    further = legal.with_number(int(rng.choice(legal.dice.numbers)), meant)
    return random_choice(further, legal.player, rng) if further else None


def _must_play_both(legal: LegalPlays, meant: Position, _rng: np.random.Generator) -> Position | None:
    if legal.most != 2 or legal.dice.is_double:
        return None
    return _half_way(legal, meant)


def _hit_not_on_bar(legal: LegalPlays, meant: Position, _rng: np.random.Generator) -> Position | None:
    victim = meant.of(legal.player.opponent)
    if victim.bar <= legal.position.of(legal.player.opponent).bar:
        return None
    places = bytearray(victim.places)
    places[BAR] -= 1
    return meant.with_side(legal.player.opponent, Side.from_places(places))


def _opponents_checker(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Position | None:
    other = legal.player.opponent
    pushes = [
        (start, start - 1)
        for start in range(2, POINTS + 1)
        if meant.of(other).on(start) and _free(meant, other, start - 1)
    ]
    return _shifted(meant, other, *pushes[int(rng.integers(len(pushes)))]) if pushes else None


MISTAKES: dict[str, Mistake] = {
    "wrong_distance": _wrong_distance,
    "too_many_moves": _too_many_moves,
    "must_play_both": _must_play_both,
    "hit_not_on_bar": _hit_not_on_bar,
    "opponents_checker": _opponents_checker,
}
"""By the name of the violation that it is."""


def _half_way(legal: LegalPlays, meant: Position) -> Position | None:
    """The board after the first move of the play meant."""
    play = legal.play_to(meant)
    if play is None or len(play) < 2:
        return None
    begun = Play(play.moves[:1]).on(legal.position, legal.player)
    return begun if legal.begins(begun) else None


def _mistaken(legal: LegalPlays, meant: Position, rng: np.random.Generator) -> Attempt | None:
    """An error of a kind that can happen here, or None."""
    for name in rng.permutation(list(MISTAKES)):
        board = MISTAKES[str(name)](legal, meant, rng)
        if board is None or board in legal.positions or board == legal.position:
            continue
        unfinished = legal.begins(board)
        if unfinished is (name == "must_play_both"):
            return Attempt(board, "partial" if unfinished else "illegal", violation=str(name))
    return None


def _turn(legal: LegalPlays, dice: tuple[int, int], habits: Habits, rng: np.random.Generator) -> Turn:
    cocked = int(rng.random() < habits.cocked)
    if not legal:
        return Turn(legal.player, dice, (), str(Play()), cocked)
    meant = random_choice(legal.positions, legal.player, rng)
    play = str(legal.play_to(meant))
    right = Attempt(meant, played=play)
    if rng.random() < habits.errors:
        wrong = _mistaken(legal, meant, rng)
        if wrong is not None and rng.random() < habits.corrected:
            mended = Attempt(meant, played=play, correction=True)
            return Turn(legal.player, dice, (wrong, mended), play, cocked)
        if wrong is not None:
            return Turn(legal.player, dice, (wrong,), None, cocked)
    begun = _half_way(legal, meant) if rng.random() < habits.pauses else None
    attempts = (right,) if begun is None else (Attempt(begun, "partial"), right)
    return Turn(legal.player, dice, attempts, play, cocked)


def random_script(
    scene: Scene,
    rng: np.random.Generator,
    turns: int = 20,
    habits: Habits | None = None,
    game: Variant | None = None,
) -> Script:
    """A made-up beginning of a match, of so many turns, or fewer where a side has borne off all."""
    habits, game = habits or Habits(), game or variant("standard")
    light, dark = (int(n) for n in rng.choice(np.arange(1, 7), size=2, replace=False))
    player = Player.LIGHT if light > dark else Player.DARK
    position = game.start_position
    played: list[Turn] = []
    for number in range(turns):
        roll = random_dice(rng)
        dice = (light, dark) if number == 0 else (roll.high, roll.low)
        legal = legal_plays(position, player, Dice(*dice), game)
        turn = _turn(legal, dice, habits, rng)
        played.append(turn)
        position = turn.attempts[-1].position if turn.attempts else position
        if position.of(player).off == game.checkers:
            break
        player = player.opponent
    return Script(scene, (light, dark), tuple(played), variant=game.key)
