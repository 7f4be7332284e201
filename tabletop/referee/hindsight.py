"""How a turn ended that was not seen well before the throw.

The next clear picture may show that play alone, or with part of the next one on top of it. Every way in
which the turn may have ended, legal or as it was last seen, is followed by everything the next player may
have done since, and the pair that explains the picture best is believed. A legal end is believed readily;
to hold an error against somebody takes as much proof as any accusation.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass

from tabletop.backgammon import LegalPlays, Play, Player, Position, Variant, legal_plays
from tabletop.referee.diagnosis import diagnose
from tabletop.referee.judge import CAUTION, judge, left_unfinished, likelihood, still_lifted, wrongly_played
from tabletop.referee.ledger import accounted, by_place
from tabletop.referee.observation import Observation
from tabletop.referee.state import Turn
from tabletop.referee.verdicts import Illegal, Legal, Unfinished, Verdict

_CANDIDATES = 8
"""How many legal ends are followed up. Two is usual: one place unclear."""

_AGAIN = 0.5
"""What an older picture counts beside a new one: both may be deceived by the same reflection."""

_KEPT = math.log(20)
"""How much likelier a player leaves a whole legal play alone than to change it under a passing hand."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a turn ended, as far as can be told."""

    stands: Legal | Illegal
    proven: bool = True
    """False where nothing is to be held against anybody."""


def final(verdict: Verdict | None, turn: Turn, before: Position, variant: Variant) -> Legal | Illegal | None:
    """A verdict as it stands once nothing can be mended any more."""
    match verdict:
        case Legal() | Illegal():
            return verdict
        case Unfinished(position=board, lifted=None):
            return left_unfinished(before, turn.player, turn.dice, board, variant)
        case Unfinished(position=board):
            return still_lifted(before, turn.player, turn.dice, board, variant)
        case _:
            return None


def seen_later(
    waiting: Turn, before: Position, following: Turn | None, seen: Observation, variant: Variant
) -> Ending | None:
    """How ``waiting`` ended, by a picture taken after the next throw; None while that cannot be told."""
    verdict = judge(before, waiting.player, waiting.dice, seen, variant)
    ends = final(verdict, waiting, before, variant)
    if isinstance(ends, Legal):
        return Ending(ends)
    if ends is not None and _own_doing(before, ends.position, waiting.player):
        return Ending(ends)
    best, share = likeliest(waiting, before, following, seen, variant)
    return best if share >= CAUTION.sure_enough else None


def _own_doing(before: Position, after: Position, player: Player) -> bool:
    """Whether only the player's own checkers, and those he hit, moved: the next player has not."""
    was, now = before.of(player.opponent), after.of(player.opponent)
    gone = [a - b for a, b in zip(was.points, now.points, strict=True)]
    return min(gone) >= 0 and sum(gone) == now.bar - was.bar


def likeliest(
    waiting: Turn, before: Position, following: Turn | None, seen: Observation, variant: Variant
) -> tuple[Ending, float]:
    """The end that explains ``seen`` best, and its probability among all that were followed up."""
    legal = legal_plays(before, waiting.player, waiting.dice, variant)
    ends = _Ends(waiting, legal, seen)
    looks = likelihood(seen.spots)
    weights = {
        board: ends.prior(board) + max(map(looks, _then(board, following, variant)))
        for board in ends.boards()
    }
    best = max(weights, key=lambda board: (weights[board], by_place(board)))
    share = 1 / sum(math.exp(weight - weights[best]) for weight in weights.values())
    if best in ends.finals:
        return Ending(Legal(best, legal.play_to(best) or Play(), share)), share
    proven = share >= 1 - CAUTION.false_accusations
    return Ending(_wrong(waiting, before, best, variant), proven), share


def _wrong(turn: Turn, before: Position, board: Position, variant: Variant) -> Illegal:
    """The error that led to ``board``: the one already named, or a fresh diagnosis."""
    if isinstance(turn.verdict, Illegal) and turn.verdict.position == board:
        return turn.verdict
    legal = legal_plays(before, turn.player, turn.dice, variant)
    if legal.begins(board):
        return left_unfinished(before, turn.player, turn.dice, board, variant)
    return wrongly_played(before, turn.player, turn.dice, board, variant)


def _then(board: Position, following: Turn | None, variant: Variant) -> set[Position]:
    """The boards the turn under way may have made of ``board`` so far."""
    if following is None:
        return {board}
    legal = legal_plays(board, following.player, following.dice, variant)
    return {board} | legal.positions | legal.prefixes


class _Ends:
    """The boards on which a turn may have ended, each with what was known before the new picture."""

    def __init__(self, turn: Turn, legal: LegalPlays, seen: Observation) -> None:
        self.turn = turn
        self.legal = legal
        self.looks = likelihood(seen.spots)
        self.looked = likelihood(turn.seen.spots) if turn.seen else self.looks
        self.finals = legal.positions or frozenset({legal.position})
        self.honest = math.log((1 - CAUTION.error_rate) / len(self.finals))
        self.errors = {
            board: CAUTION.weight_of_error(diagnose(legal, board).price)
            for board in self._as_seen(seen)
            if board not in self.finals
        }

    def boards(self) -> list[Position]:
        """The legal ends that fit the pictures best, and the boards as they were read."""

        def fit(board: Position) -> tuple[float, tuple[bytes, bytes]]:
            return self.prior(board) + self.looks(board), by_place(board)

        found = heapq.nlargest(_CANDIDATES, self.finals, key=fit)
        return [*found, *self.errors]

    def _as_seen(self, seen: Observation) -> set[Position]:
        """The board before the throw as it was judged or read, and after it as if nobody had moved since."""
        verdict, picture = self.turn.verdict, self.turn.seen
        before, player = self.legal.position, self.turn.player
        boards = {board for board in (self._read(seen),) if _own_doing(before, board, player)}
        if isinstance(verdict, Illegal | Unfinished):
            boards.add(verdict.position)
        elif picture is not None and not self.turn.stirred:
            boards.add(self._read(picture))
        return boards

    def _read(self, picture: Observation) -> Position:
        checkers = self.legal.variant.checkers
        return accounted(self.legal.position, self.turn.player, picture.position, checkers)

    def prior(self, board: Position) -> float:
        """Log-weight of an end before the new picture."""
        weight = self.errors.get(board, self.honest)
        if self.turn.seen is None:
            return weight
        if not self.turn.stirred:
            return weight + _AGAIN * self.looked(board)
        kept = isinstance(self.turn.verdict, Legal) and self.turn.verdict.position == board
        return weight + (_KEPT if kept else 0.0)
