"""How a turn ended that was not seen well before the throw.

The next clear picture may show that play alone, or with part of the next one on top of it. Every way in
which the turn may have ended, legal or not, is followed by everything the next player may have done since,
in whatever order and rightly or wrongly, and the pair that explains the picture best is believed. A legal
end is believed readily. An error is held against somebody only if it was already seen before the throw:
what is seen after it may be the next player's doing, and then nobody saw how the turn ended.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tabletop.backgammon import LegalPlays, Play, Player, Position, Variant, legal_plays
from tabletop.referee.afterwards import Afterwards
from tabletop.referee.diagnosis import diagnose
from tabletop.referee.judge import CAUTION, left_unfinished, likelihood, over, wrongly_played
from tabletop.referee.ledger import accounted, by_place
from tabletop.referee.observation import Observation
from tabletop.referee.state import Turn
from tabletop.referee.verdicts import Illegal, Legal, Unfinished, Verdict

_CANDIDATES = 32
"""How many legal ends are followed up. Two is usual: one place unclear."""

_AGAIN = 0.5
"""What an older picture counts beside a new one: both may be deceived by the same reflection."""

KEPT = 20.0
"""How much likelier a player leaves a whole legal play alone than to change it under a passing hand."""


_UNPROVEN = 0.5
"""How sure a board is at most that is only the likeliest: nothing is claimed of a turn that began from it."""


MOVED_SINCE = 0.92
"""How sure a board is at most on which the next player has moved already: he is not accused from it, for
what he seems to have done may have been done before him."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a turn ended, as far as can be told."""

    stands: Legal | Illegal
    proven: bool = True
    """False where nobody saw it: then `stands` is but the likeliest board, and nothing is held against
    anybody."""


def final(verdict: Verdict | None, turn: Turn, before: Position, variant: Variant) -> Legal | Illegal | None:
    """A verdict as it stands once nothing can be mended any more."""
    match verdict:
        case Legal() | Illegal():
            return verdict
        case Unfinished(position=board) if turn.seen is not None:
            return over(before, turn.player, turn.dice, board, turn.seen, variant)
        case _:
            return None


def seen_later(
    waiting: Turn, before: Position, following: Turn | None, seen: Observation, variant: Variant
) -> Ending | None:
    """How ``waiting`` ended, by a picture taken after the next throw; None while that cannot be told."""
    best, share = likeliest(waiting, before, following, seen, variant)
    return best if share >= CAUTION.sure_enough else None


def likeliest(
    waiting: Turn, before: Position, following: Turn | None, seen: Observation, variant: Variant
) -> tuple[Ending, float]:
    """The end that explains ``seen`` best, and its probability among all there may have been.

    An error is proven only where it was seen before the throw, and beyond doubt; a legal end where it is
    sure enough. Neither is where the next player would have to have played wrongly since: then either of them
    may have.
    """
    legal = legal_plays(before, waiting.player, waiting.dice, variant)
    ends = _Ends(waiting, legal, seen)
    afterwards = Afterwards(waiting.player, following, seen, variant)
    weights, others = _weighed(ends, afterwards)
    best = max(weights, key=lambda board: (weights[board], by_place(board)))
    top = weights[best]
    share = 1 / sum(math.exp(min(0.0, weight - top)) for weight in (*weights.values(), *others))
    told = best in ends.finals or best in ends.told
    enough = CAUTION.sure_enough if best in ends.finals else 1 - CAUTION.false_accusations
    proven = told and share >= enough and afterwards.explained(best)
    proven = proven and (best in ends.finals or _seen_to_be_wrong(waiting, seen, before, best, variant))
    began = 1.0 if ends.showed(best) else waiting.before_sure
    sure = min(share, began, 1.0 if afterwards.untouched(best) else MOVED_SINCE)
    sure = sure if proven else min(sure, _UNPROVEN)
    if best in ends.finals:
        return Ending(Legal(best, legal.play_to(best) or Play(), sure), proven), share
    return Ending(replace(_wrong(waiting, before, best, variant), sure=sure), proven), share


def _seen_to_be_wrong(
    turn: Turn, later: Observation, before: Position, board: Position, variant: Variant
) -> bool:
    """Whether the last picture before the throw, or the one after it, proves ``board`` by itself."""
    pictures = (later,) if turn.seen is None else (later, turn.seen)
    return any(
        over(before, turn.player, turn.dice, board, picture, variant) is not None for picture in pictures
    )


def _weighed(ends: _Ends, afterwards: Afterwards) -> tuple[dict[Position, float], list[float]]:
    """The log-weights of the likeliest ends, and the most that those not followed up could have."""
    most = {board: ends.prior(board) + afterwards.at_most(board) for board in ends.finals}
    followed = heapq.nlargest(_CANDIDATES, most, key=lambda board: (most[board], by_place(board)))
    boards = (*followed, *ends.errors)
    weights = {board: ends.prior(board) + afterwards.fit(board) for board in boards}
    return weights, [weight for board, weight in most.items() if board not in weights]


def _wrong(turn: Turn, before: Position, board: Position, variant: Variant) -> Illegal:
    """The error that led to ``board``: the one already named, or a fresh diagnosis."""
    if isinstance(turn.verdict, Illegal) and turn.verdict.position == board:
        return turn.verdict
    legal = legal_plays(before, turn.player, turn.dice, variant)
    if legal.begins(board):
        return left_unfinished(before, turn.player, turn.dice, board, variant)
    return wrongly_played(before, turn.player, turn.dice, board, variant)


class _Ends:
    """The boards on which a turn may have ended, each with what was known before the new picture."""

    def __init__(self, turn: Turn, legal: LegalPlays, seen: Observation) -> None:
        self.turn = turn
        self.legal = legal
        self.looked = likelihood(turn.seen.spots) if turn.seen else None
        self.finals = legal.positions or frozenset({legal.position})
        self.honest = math.log((1 - CAUTION.error_rate) / len(self.finals))
        self.told = frozenset(self._told()) - self.finals
        """Errors as they were judged or read before the throw."""
        shown = frozenset(undone(legal.position, self._read(seen), turn.player)) - self.finals
        self.errors = {
            board: CAUTION.weight_of_error(diagnose(legal, board).price)
            for board in sorted(self.told | shown, key=by_place)
        }

    def _told(self) -> Iterator[Position]:
        verdict, picture = self.turn.verdict, self.turn.seen
        if isinstance(verdict, Illegal | Unfinished):
            yield verdict.position
        elif picture is not None and not self.turn.stirred:
            yield self._read(picture)

    def _read(self, picture: Observation) -> Position:
        checkers = self.legal.variant.checkers
        return accounted(self.legal.position, self.turn.player, picture.position, checkers)

    def showed(self, board: Position) -> bool:
        """Whether the last picture before the throw was clear, and showed ``board``: then it does not matter
        from where the turn began."""
        picture = self.turn.seen
        if picture is None or picture.unsure or any(spot.covered for spot in picture.spots):
            return False
        return self._read(picture) == board

    def prior(self, board: Position) -> float:
        """Log-weight of an end before the new picture."""
        weight = self.errors.get(board, self.honest)
        if self.looked is None:
            return weight
        if not self.turn.stirred:
            return weight + _AGAIN * self.looked(board)
        kept = isinstance(self.turn.verdict, Legal) and self.turn.verdict.position == board
        return weight + (math.log(KEPT) if kept else 0.0)


def undone(before: Position, now: Position, player: Player) -> Iterator[Position]:
    """The boards on which ``player``'s turn may have ended if ``now`` shows his checkers as he left them: the
    next player, if he has moved, has only hit some of them."""
    had, has = before.of(player.opponent), now.of(player.opponent)
    own = now.of(player)
    arrived = [point for point in range(1, 25) if has.on(point) > had.on(point)]
    most = max(0, own.bar - before.of(player).bar)
    for hits in range(min(most, len(arrived)) + 1):
        for points in combinations(arrived, hits):
            counts = list(own.points)
            for point in points:
                counts[24 - point] += 1
            left = own.but(points=tuple(counts), bar=own.bar - hits)
            hit = [p for p in range(1, 25) if had.on(p) == 1 and left.on(25 - p)]
            theirs = had.but(
                points=tuple(0 if p in hit else had.on(p) for p in range(1, 25)), bar=had.bar + len(hit)
            )
            yield now.with_side(player, left).with_side(player.opponent, theirs)
