"""Which rule a play broke, told from the board before and the board after.

`explanation` finds the story with the fewest slips. If every step of it is allowed by itself, the play as a
whole was not: too few of the numbers were played, or the smaller instead of the larger. Otherwise the first
rule broken in that story is the one named, and the others are kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.backgammon import BAR, Dice, LegalPlays, Move, Play, Player, Position
from tabletop.backgammon.play import OFF
from tabletop.referee.explanation import NOWHERE, Explanation, Manner, explain
from tabletop.referee.ledger import by_place, distance, put
from tabletop.referee.violations import Violation


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was done, and why it is not allowed."""

    violation: Violation
    places: tuple[int, ...]
    """The places concerned, in the mover's own numbers: points, 25 the bar, 0 off."""
    also: tuple[Violation, ...]
    """Other rules the same play broke."""
    done: str
    """The play as text; ``opp:`` before an opposing checker that was moved, in the opponent's numbers."""
    board: Position
    """The board after, in which a checker that vanished is missing and not borne off."""
    nearest: Play | None
    """The legal play whose board is closest to what stands there; None when nothing could be played."""
    price: float
    """How far-fetched the story is, see `explanation.PRICES`."""


def diagnose(legal: LegalPlays, after: Position) -> Diagnosis:
    """Why no legal play leads to ``after``.

    ``after`` is accounted for (see `ledger.accounted`) and differs from the board before.
    """
    told = explain(legal.position, legal.player, legal.dice, after, legal.variant)
    named = _named(told, legal)
    also = tuple(dict.fromkeys(b.violation for b in told.breaches if b.violation is not named[0]))
    return Diagnosis(
        violation=named[0],
        places=named[1],
        also=also + _taken_for(named[0], legal.dice),
        done=play_text(told),
        board=_without_the_vanished(after, legal.player, told),
        nearest=nearest_play(legal, after),
        price=told.price,
    )


def diagnose_unfinished(legal: LegalPlays, after: Position) -> Diagnosis:
    """Why a play that was left on the way to a legal one is not legal itself."""
    told = explain(legal.position, legal.player, legal.dice, after, legal.variant)
    violation = _too_few(legal)
    text = play_text(told)
    also = _taken_for(violation, legal.dice)
    return Diagnosis(violation, (), also, text, after, nearest_play(legal, after), told.price)


def _named(told: Explanation, legal: LegalPlays) -> tuple[Violation, tuple[int, ...]]:
    if told.steps and not legal.most:
        return Violation.NO_LEGAL_PLAY, (told.steps[0].start, told.steps[-1].end)
    if told.breaches:
        first = told.breaches[0]
        return first.violation, first.places
    played = [step.number for step in told.steps]
    if legal.most == 1 and played == [legal.dice.low]:
        return Violation.MUST_PLAY_LARGER, (told.steps[0].start, told.steps[0].end)
    return _too_few(legal), ()


def _too_few(legal: LegalPlays) -> Violation:
    return Violation.MUST_PLAY_MORE if legal.dice.is_double else Violation.MUST_PLAY_BOTH


def _taken_for(violation: Violation, dice: Dice) -> tuple[Violation, ...]:
    """Other true names of the same fault: three of four numbers are also not all of them."""
    if violation is Violation.MUST_PLAY_MORE:
        return (Violation.MUST_PLAY_BOTH,)
    if violation is Violation.TOO_MANY_MOVES and not dice.is_double:
        return (Violation.WRONG_DISTANCE,)
    return ()


def play_text(told: Explanation) -> str:
    """``bar/24 13/7``, ``6/5 opp:7/6``: what was done, legal or not."""
    moves = [
        Move(step.start, OFF if step.end == NOWHERE else step.end, step.hits)
        for step in told.steps
        if step.manner not in (Manner.VANISHED, Manner.APPEARED)
    ]
    words = [str(Play(tuple(moves)))] if moves else []
    words += [f"{_place(s.start)}/gone" for s in told.steps if s.manner is Manner.VANISHED]
    words += [f"from-nowhere/{_place(s.end)}" for s in told.steps if s.manner is Manner.APPEARED]
    words += [f"opp:{_place(start)}/{_place(end)}" for start, end in told.opposing]
    return " ".join(words)


def _place(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def _without_the_vanished(after: Position, player: Player, told: Explanation) -> Position:
    for step in told.steps:
        if step.manner is Manner.VANISHED and after.of(player).off:
            after = after.with_side(player, put(after.of(player), OFF, -1))
    return after


def nearest_play(legal: LegalPlays, after: Position) -> Play | None:
    """The legal play whose board is closest to ``after``; of two, the one that moved the same checkers."""
    if not legal.positions:
        return None
    player, opponent = legal.player, legal.player.opponent

    def apart(board: Position) -> tuple[int, bool, bool, tuple[bytes, bytes]]:
        other_move = board.of(player) != after.of(player)
        other_hit = board.of(opponent).points != after.of(opponent).points
        return distance(board, after), other_move, other_hit, by_place(board)

    return legal.play_to(min(legal.positions, key=apart))
