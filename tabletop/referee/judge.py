"""Was that legal? One board before, one roll, one picture of the board after.

Three stories are weighed against each other: a legal play (or one on its way) stands there; something else
stands there; or the picture deceives. What the camera says for each board is multiplied by how often
players do such a thing. To call a play illegal, the evidence against *every* legal board must be
overwhelming, counted only over places that are seen well, and none of the places that make the difference
may be in doubt. Everything else is a question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from tabletop.backgammon import Dice, LegalPlays, Play, Player, Position, Side, Variant, legal_plays
from tabletop.backgammon.play import OFF
from tabletop.referee.diagnosis import Diagnosis, diagnose, diagnose_unfinished
from tabletop.referee.doubts import likelier_reading
from tabletop.referee.ledger import accounted, by_place, differing_spots, moved, on_board, point_of, put
from tabletop.referee.observation import BAR_SPOT, Observation, Spot
from tabletop.referee.verdicts import Ambiguous, Illegal, Legal, Unfinished, Unreadable, Verdict


@dataclass(frozen=True, slots=True)
class Caution:
    """How much proof is asked for."""

    error_rate: float = 1 / 20
    """How often a turn contains an error in play."""
    illegal_boards: int = 50
    """Over how many illegal boards those errors spread: a checker a pip off, a closed point, a hit
    forgotten, for each of the checkers a player may touch."""
    pauses: float = 0.1
    """How often a hand leaves a play half made that is legal so far."""
    held: float = 0.02
    """How often it leaves with a checker in its fingers."""
    false_accusations: float = 1 / 1000
    """The largest probability that an accusation is wrong."""
    sure_enough: float = 0.9
    """The probability from which a legal or unfinished board is taken for what stands there."""
    beside_doubt: float = 2.0
    """Nats of proof more that are asked for where a spot that makes a difference is doubtful itself."""
    elsewhere: float = 0.06
    """The largest doubt about the board before with which somebody may still be accused, of what touches no
    place that is in doubt. Bearing off, a tall stack leaves a little doubt on many boards."""
    most_covered: int = 8
    """With more spots covered than this, a third of the board, nothing is said at all."""
    ordinary_price: float = 4.0
    """What an ordinary error costs in `explanation.PRICES`: one number miscounted. A dearer story, say a
    checker from nowhere beside another that vanished, is rarer by as much, and takes more proof."""

    def weight_of_error(self, price: float) -> float:
        """Natural log of how often one illegal board of this price is made."""
        return math.log(self.error_rate / self.illegal_boards) + self.ordinary_price - price


CAUTION = Caution()


@lru_cache(maxsize=64)
def _legal(before: Position, player: Player, dice: Dice, variant: Variant) -> LegalPlays:
    return legal_plays(before, player, dice, variant)


@lru_cache(maxsize=16)
def _plays(legal: LegalPlays) -> tuple[Play, ...]:
    return tuple(legal)


def judge(
    before: Position,
    player: Player,
    dice: Dice,
    seen: Observation,
    variant: Variant,
    caution: Caution = CAUTION,
) -> Verdict:
    """What ``player`` has made of ``dice`` from the board ``before``, as far as ``seen`` shows it."""
    covered = tuple(number for number, spot in enumerate(seen.spots) if spot.covered)
    if len(covered) > caution.most_covered:
        return Unreadable(_places(player, covered))
    legal = _legal(before, player, dice, variant)
    reading = accounted(before, player, seen.position, variant.checkers)
    reading = likelier_reading(legal, reading, seen, caution.weight_of_error)
    return _Weighing(legal, reading, seen, caution).verdict()


def left_unfinished(
    before: Position, player: Player, dice: Dice, board: Position, variant: Variant
) -> Illegal:
    """The verdict on a play that is over but only on its way to a legal one."""
    legal = _legal(before, player, dice, variant)
    found = diagnose_unfinished if legal.begins(board) else diagnose  # a blot may have been lifted ahead
    return _told(legal, found(legal, board), 1.0)


def over(
    before: Position,
    player: Player,
    dice: Dice,
    board: Position,
    seen: Observation,
    variant: Variant,
    caution: Caution = CAUTION,
) -> Illegal | None:
    """The verdict on a play that is over and was taken for one on its way, or for a checker still lifted.

    While a play may go on, being on its way costs nobody anything; now it is an error, and takes as much
    proof against every legal play as any other. None where ``seen`` does not prove it.
    """
    legal = _legal(before, player, dice, variant)
    stands = left_unfinished(before, player, dice, board, variant)
    weighing = _Weighing(legal, board, seen, caution)
    rivals = weighing.ended()
    dishonest = caution.weight_of_error(diagnose(legal, board).price)
    if not weighing.proven(dishonest, rivals):
        return None
    looks = likelihood(seen.spots)
    weights = {final: honest + looks(final) for final, honest in rivals.items()}
    weights[board] = dishonest + looks(board)
    return replace(stands, sure=_share(weights, board))


def wrongly_played(
    before: Position, player: Player, dice: Dice, board: Position, variant: Variant
) -> Illegal:
    """The verdict on ``board``, known to stand there, which no legal play leads to or passes through."""
    legal = _legal(before, player, dice, variant)
    return _told(legal, diagnose(legal, board), 1.0)


def _told(legal: LegalPlays, found: Diagnosis, sure: float) -> Illegal:
    return Illegal(
        position=found.board,
        violation=found.violation,
        places=found.places,
        done=found.done,
        also=found.also,
        legal=_plays(legal),
        nearest=found.nearest,
        sure=sure,
    )


class _Weighing:
    """The boards that may stand there, each with its weight."""

    def __init__(self, legal: LegalPlays, reading: Position, seen: Observation, caution: Caution) -> None:
        self.legal = legal
        self.reading = reading
        self.seen = seen
        self.caution = caution
        self.finals = legal.positions or frozenset({legal.position})
        self.ways = (legal.prefixes | {legal.position}) - self.finals
        self.lifted = _lifted(legal, self.ways) if self._one_short() else {}

    def _one_short(self) -> bool:
        own = self.legal.player
        return on_board(self.reading.of(own)) < on_board(self.legal.position.of(own))

    def verdict(self) -> Verdict:
        """The story that holds, or a question."""
        looks, allowed = likelihood(self.seen.spots), self._allowed()
        weights = {board: honest + looks(board) for board, honest in allowed.items()}
        best = max(weights, key=lambda board: (weights[board], by_place(board)))
        if self.reading in weights:
            return self._allowed_verdict(best, _share(weights, best))
        found = diagnose(self.legal, self.reading)
        dishonest = self.caution.weight_of_error(found.price)
        weights[self.reading] = dishonest + looks(self.reading)
        if self._hit_in_hand() in self.ways or self._hit_ahead():
            return Unfinished(self.reading, _share(weights, self.reading))
        if self.proven(dishonest, allowed):
            return _told(self.legal, found, _share(weights, self.reading))
        return self._allowed_verdict(best, _share(weights, best))

    def ended(self) -> dict[Position, float]:
        """The natural log of how often each legal play is made, none likelier than another."""
        return dict.fromkeys(self.finals, math.log((1 - self.caution.error_rate) / len(self.finals)))

    def _allowed(self) -> dict[Position, float]:
        """The same of every board that nobody need object to while the play goes on."""
        caution, priors = self.caution, {}
        whole = 1 - caution.pauses - caution.held
        for boards, share in ((self.lifted, caution.held), (self.ways, caution.pauses), (self.finals, whole)):
            for board in boards:
                priors[board] = math.log((1 - caution.error_rate) * share / len(boards))
        return priors

    def _allowed_verdict(self, best: Position, share: float) -> Verdict:
        if share < self.caution.sure_enough:
            return self._question(best)
        if best in self.finals:
            return Legal(best, self.legal.play_to(best) or Play(), share)
        return Unfinished(best, share, self.lifted.get(best))

    def _hit_in_hand(self) -> Position | None:
        """The reading with the opponent's missing checkers on the bar: on their way there a hand has them."""
        other = self.legal.player.opponent
        before, now = self.legal.position.of(other), self.reading.of(other)
        missing = on_board(before) - on_board(now)
        if missing <= 0:
            return None
        return self.reading.with_side(other, now.but(bar=now.bar + missing, off=before.off))

    def _hit_ahead(self) -> bool:
        """Whether only blots that a legal play goes on to hit are on the bar already: some clear the point
        first, and think again."""
        own, other = self.legal.player, self.legal.player.opponent
        before, now = self.legal.position, self.reading
        gone = _hit(before.of(other), now.of(other))
        if not gone or all(way.of(own) != now.of(own) for way in (*self.ways, before)):
            return False
        return any(
            gone <= _hit(before.of(other), play.on(before, own).of(other))
            and _part_of(play, before.of(own), now.of(own))
            for play in _plays(self.legal)
        )

    def proven(self, dishonest: float, rivals: Mapping[Position, float]) -> bool:
        """Whether, on the spots seen well, the reading beats every one of its ``rivals`` beyond doubt.

        ``dishonest`` and ``rivals``: natural logs of how often such boards are made.
        """
        sure = [
            Spot((), 0.0) if self.seen.doubtful([number]) else spot
            for number, spot in enumerate(self.seen.spots)
        ]
        looks, needed = likelihood(sure), -math.log(self.caution.false_accusations)
        weights = {board: prior + looks(board) for board, prior in rivals.items()}
        rival = max(weights, key=lambda board: (weights[board], by_place(board)))
        proof = dishonest + looks(self.reading) - weights[rival]
        if proof < needed:
            return False
        differing = [
            spot
            for board in (rival, self.legal.position)
            for spot in differing_spots(self.reading, board)
            if self.seen.doubtful([spot])
        ]
        if not differing:
            return True
        # What stands on a doubtful spot may be told wrongly; that it is not legal is proven elsewhere.
        return proof >= needed + self.caution.beside_doubt and not any(
            self.seen.spots[spot].covered for spot in differing
        )

    def _question(self, best: Position) -> Ambiguous:
        spots = set(self.seen.unsure) | {n for n, spot in enumerate(self.seen.spots) if spot.covered}
        spots &= set(differing_spots(best, self.reading)) or spots
        spots = spots or set(differing_spots(best, self.reading))
        return Ambiguous(_places(self.legal.player, sorted(spots)), best)


def _hit(before: Side, after: Side) -> frozenset[int]:
    """The points that lost a blot to the bar, where nothing else became of the side; otherwise none."""
    changes = [a - b for a, b in zip(after.points, before.points, strict=True)]
    gone = frozenset(n for n, change in enumerate(changes, 1) if change == -1 and before.on(n) == 1)
    whole = sum(changes) == -len(gone) and all(change in (0, -1) for change in changes)
    return gone if whole and after.bar - before.bar == len(gone) else frozenset()


def _part_of(play: Play, before: Side, now: Side) -> bool:
    """Whether some of the moves of ``play``, in whatever order, bring a side from ``before`` to ``now``."""
    for made in range(len(play) + 1):
        for moves in combinations(play, made):
            places = list(before.places)
            for move in moves:
                places[move.start] -= 1
                places[move.end] += 1
            if tuple(places) == tuple(now.places):
                return True
    return False


def _lifted(legal: LegalPlays, ways: frozenset[Position]) -> dict[Position, int]:
    """The boards on which the next checker of a legal play is in the player's fingers, and its point."""
    boards: dict[Position, int] = {}
    player = legal.player
    for play in legal:
        board = legal.position
        for move in play:
            own = put(put(board.of(player), move.start, -1), OFF, +1)
            boards.setdefault(board.with_side(player, own), move.start)
            board = moved(board, player, move)
    allowed = legal.positions | ways
    return {board: point for board, point in boards.items() if board not in allowed}


def likelihood(spots: Iterable[Spot]) -> Callable[[Position], float]:
    """How a board's log-likelihood is read off ``spots``; a covered spot says nothing either way."""
    tables = [
        ({(light, dark): value for light, dark, value in spot.likelihoods}, spot.floor)
        if not spot.covered
        else ({}, 0.0)
        for spot in spots
    ]

    def looks(board: Position) -> float:
        light, dark = board.light.places, board.dark.places
        listed, floor = tables[BAR_SPOT]
        total = listed.get((light[25], dark[25]), floor)
        for point in range(1, 25):
            listed, floor = tables[point]
            total += listed.get((light[point], dark[25 - point]), floor)
        return total

    return looks


def _share(weights: dict[Position, float], board: Position) -> float:
    """The probability of ``board`` among all that were weighed."""
    top = max(weights.values())
    return math.exp(weights[board] - top) / sum(math.exp(weight - top) for weight in weights.values())


def _places(player: Player, spots: Iterable[int]) -> tuple[int, ...]:
    return tuple(point_of(player, spot) for spot in spots)
