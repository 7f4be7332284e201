"""What somebody must have done to get from one board to another, breaking as few rules as possible.

Two boards do not say who moved what. From 24/20 the same board comes by two moves through an open point or
by one that no die shows. So every way of pairing the places that lost a checker with those that won one is
tried and every way of cutting each run into numbers; each broken rule has a price, and the cheapest way is
what is told. The steps are told in the order that is kindest to the player: entering first, bearing off
last. Nothing here asks whether the play as a whole was legal: `diagnosis` does.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from tabletop.backgammon import BAR, HAND, OFF, POINTS, Dice, Player, Position
from tabletop.backgammon.variant import HittingNeeds, Variant
from tabletop.referee.violations import Violation

NOWHERE = -1
"""Where a checker is that fell under the table, or came out of a pocket."""


class Manner(enum.Enum):
    """How one checker got from one place to another."""

    NUMBER = "by a number of the roll"
    OTHER = "by a number that was not rolled"
    BACKWARDS = "backwards"
    TO_BAR = "to the bar, as if hit"
    VANISHED = "off the board, not borne off"
    APPEARED = "onto the board from nowhere"


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved once, in the mover's own numbers."""

    start: int
    end: int
    number: int
    manner: Manner
    hits: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """One broken rule, and the places concerned in the mover's own numbers."""

    violation: Violation
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to get from the board before to the board after."""

    steps: tuple[Step, ...]
    """The mover's own checkers, in order."""
    opposing: tuple[tuple[int, int], ...]
    """Opposing checkers that were moved (not hit): from, to, in the opponent's own numbers."""
    breaches: tuple[Breach, ...]
    """The rules broken, in the order in which they were."""
    price: float


PRICES = {
    Violation.BEAR_OFF_HIGHER: 1.5,
    Violation.HIT_TOO_EARLY: 1.5,
    Violation.HIT_NOT_ON_BAR: 1.0,
    Violation.BLOCKED_POINT: 2.0,
    Violation.BAR_FIRST: 2.0,
    Violation.BEARING_OFF_EARLY: 2.0,
    Violation.MUST_ENTER_FIRST: 2.0,
    Violation.OPPONENTS_CHECKER: 2.4,
    Violation.TOO_MANY_MOVES: 3.0,
    Violation.WRONG_DIRECTION: 3.0,
    Violation.WRONG_DISTANCE: 4.0,
    Violation.CHECKERS_MISSING: 5.0,
    Violation.CHECKERS_EXTRA: 5.0,
}
"""How unlikely each slip is, as a price: the smaller, the more readily it is believed. What decides is the
order: a rule overlooked (a closed point, the bar) before a move too many, that before a miscount, and a
checker that vanished last. A number used twice instead of the other is a miscount of half the price."""

_USED_TWICE = 2.5


def explain(before: Position, player: Player, dice: Dice, after: Position, variant: Variant) -> Explanation:
    """The cheapest way from ``before`` to ``after`` for ``player`` with ``dice``."""
    stage = _Stage(before, player, dice, after, variant)
    for runs in stage.pairings():
        for story in stage.stories(runs):
            stage.tell(story)
    if stage.best is None:
        raise AssertionError("every difference between two boards has at least one story")
    return stage.best


def _cuts(distance: int, numbers: Sequence[int], most: int, overshoot: bool) -> Iterator[tuple[int, ...]]:
    """The ways to make ``distance`` of at most ``most`` numbers; bearing off, the last may be too large."""
    if most == 0:
        return
    for number in numbers:
        if number == distance or (overshoot and number > distance):
            yield (number,)
        elif number < distance:
            for rest in _cuts(distance - number, numbers, most - 1, overshoot):
                yield (number, *rest)


def _distinct_orders(items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    seen: set[tuple[int, ...]] = set()
    for order in permutations(items):
        if order not in seen:
            seen.add(order)
            yield order


Run = tuple[Step, ...]
"""One checker's steps, in order."""


class _Stage:
    """The two boards, what may be tried between them, and the best story so far."""

    def __init__(
        self, before: Position, player: Player, dice: Dice, after: Position, variant: Variant
    ) -> None:
        self.dice = dice
        self.numbers = tuple(dict.fromkeys(dice.numbers))
        self.variant = variant
        self.own = before.of(player).places
        self.opposing = before.of(player.opponent).places
        self.best: Explanation | None = None
        self.own_after = after.of(player).places
        self.opposing_after = after.of(player.opponent).places

    def pairings(self) -> Iterator[list[list[Run]]]:
        """The ways to pair places that lost a checker with places that won one: for each checker, its runs.

        More checkers than the roll has numbers, and one, are not moved in one turn: such a board is told
        as it lies, without searching for the best story.
        """
        starts, ends = _changes(self.own, self.own_after)
        longer = max(len(starts), len(ends))
        starts += [NOWHERE] * (longer - len(starts))
        ends += [NOWHERE] * (longer - len(ends))
        if longer > len(self.dice.numbers) + 1:
            yield [self._runs(start, end)[-1:] for start, end in zip(starts, ends, strict=True)]
            return
        for order in _distinct_orders(ends):
            yield [self._runs(start, end) for start, end in zip(starts, order, strict=True)]

    def stories(self, runs: list[list[Run]], begun: tuple[Run, ...] = ()) -> Iterator[tuple[Run, ...]]:
        """Every choice of one run for each checker whose numbers alone cost less than the best story."""
        if self.best and self.counting_price(begun) >= self.best.price:
            return
        if len(begun) == len(runs):
            yield begun
            return
        for run in runs[len(begun)]:
            yield from self.stories(runs, (*begun, run))

    def _runs(self, start: int, end: int) -> list[Run]:
        """The ways in which one checker got from ``start`` to ``end``."""
        if start == NOWHERE:
            return [(Step(start, end, 0, Manner.APPEARED),)]
        if end == NOWHERE:
            return [(Step(start, end, 0, Manner.VANISHED),)]
        if end == BAR:
            return [(Step(start, end, 0, Manner.TO_BAR),)]
        distance = min(start, BAR) - min(end, BAR)
        if distance <= 0:
            return [(Step(start, end, -distance, Manner.BACKWARDS),)]
        most = len(self.dice.numbers) + 1
        runs = [_stepped(start, cut) for cut in _cuts(distance, self.numbers, most, end == OFF)]
        gone = end == OFF and start > 6
        runs.append(
            (Step(start, NOWHERE, 0, Manner.VANISHED) if gone else Step(start, end, distance, Manner.OTHER),)
        )
        return runs

    def counting_price(self, story: tuple[Run, ...]) -> float:
        """What the numbers alone cost: too many, used twice, not rolled."""
        extra, twice = self._miscounted(story)
        price = extra * PRICES[Violation.TOO_MANY_MOVES] + len(twice) * _USED_TWICE
        return price + sum(_price_of(step) for run in story for step in run)

    def _miscounted(self, story: tuple[Run, ...]) -> tuple[int, list[int]]:
        """How many moves too many, and which numbers were used more often than rolled besides."""
        rolled = Counter(self.dice.numbers)
        used = [s.number for run in story for s in run if s.manner in (Manner.NUMBER, Manner.BACKWARDS)]
        others = sum(step.manner is Manner.OTHER for run in story for step in run)
        over = sorted((Counter(used) - rolled).elements(), reverse=True)
        extra = max(0, len(used) + others - len(self.dice.numbers))
        return min(extra, len(over)), over[extra:]

    def tell(self, story: tuple[Run, ...]) -> None:
        """Make the steps of ``story`` one after the other; keep it if it breaks less than the best so far."""
        table = _Table(list(self.own), list(self.opposing), self.variant)
        steps = tuple(table.make(step) for step in _in_order(story))
        moved, left = _reconciled(table, self.opposing_after)
        left += _put_on_bar(steps, moved)
        price = self.counting_price(story) + sum(
            PRICES[b.violation] for b in table.breaches + left if b.violation not in _COUNTED
        )
        breaches = table.breaches + self._counting_breaches(story) + left
        if self.best is None or price < self.best.price:
            self.best = Explanation(steps, moved, tuple(breaches), price)

    def _counting_breaches(self, story: tuple[Run, ...]) -> list[Breach]:
        extra, twice = self._miscounted(story)
        over = sorted((Counter(self._used(story)) - Counter(self.dice.numbers)).elements(), reverse=True)
        breaches = [Breach(Violation.TOO_MANY_MOVES, _run_with(story, n)) for n in over[:extra]]
        return breaches + [Breach(Violation.WRONG_DISTANCE, _run_with(story, n)) for n in twice]

    def _used(self, story: tuple[Run, ...]) -> list[int]:
        return [s.number for run in story for s in run if s.manner in (Manner.NUMBER, Manner.BACKWARDS)]


_COUNTED = {Violation.WRONG_DISTANCE, Violation.WRONG_DIRECTION}
"""Breaches whose price `_Stage.counting_price` has already taken."""


def _price_of(step: Step) -> float:
    """What the manner of a step costs by itself (vanishing and appearing are priced as breaches)."""
    if step.manner is Manner.OTHER:
        return PRICES[Violation.WRONG_DISTANCE]
    if step.manner in (Manner.BACKWARDS, Manner.TO_BAR):
        return PRICES[Violation.WRONG_DIRECTION]
    return 0.0


def _run_with(story: tuple[Run, ...], number: int) -> tuple[int, ...]:
    """From and to of the last checker that used ``number``."""
    run = [run for run in story if any(step.number == number for step in run)][-1]
    return (run[0].start, run[-1].end)


def _changes(before: bytes, after: bytes) -> tuple[list[int], list[int]]:
    """The places that lost checkers and those that won some, each as often, from the back."""
    lost = [place for place in range(HAND, -1, -1) for _ in range(before[place] - after[place])]
    won = [place for place in range(HAND, -1, -1) for _ in range(after[place] - before[place])]
    return lost, won


def _in_order(story: tuple[Run, ...]) -> list[Step]:
    """The steps in the order that breaks least: bar, hand, into the home board, elsewhere, off from the back.

    The steps of one checker keep their order.
    """
    ranked = []
    for number, run in enumerate(story):
        rank = (0, 0)
        for step in run:
            rank = max(rank, _rank(step))
            ranked.append((rank, number, step))
    return [step for _, _, step in sorted(ranked, key=lambda item: item[:2])]


def _rank(step: Step) -> tuple[int, int]:
    if step.end == OFF:
        return (4, -step.start)
    if step.start in (BAR, HAND):
        return (0, 0) if step.start == BAR else (1, 0)
    return (2, 0) if step.end <= 6 else (3, 0)


def _stepped(start: int, numbers: tuple[int, ...]) -> Run:
    steps = []
    for number in numbers:
        end = max(OFF, min(start, BAR) - number)
        steps.append(Step(start, end, number, Manner.NUMBER))
        start = end
    return tuple(steps)


class _Table:
    """A board on which steps are made one after the other, noting the rules they break."""

    def __init__(self, own: list[int], opposing: list[int], variant: Variant) -> None:
        self.own = own
        self.opposing = opposing
        self.variant = variant
        self.breaches: list[Breach] = []
        self.hit_on: list[int] = []
        self.opponents_hits = 0

    def make(self, step: Step) -> Step:
        """Make one step; returns it with what it hit."""
        self._check_start(step)
        if step.start != NOWHERE:
            self.own[step.start] -= 1
        hits = self._land(step)
        if step.end != NOWHERE:
            self.own[step.end] += 1
        return Step(step.start, step.end, step.number, step.manner, hits)

    def _break(self, violation: Violation, *places: int) -> None:
        self.breaches.append(Breach(violation, places))

    def _check_start(self, step: Step) -> None:
        match step.manner:
            case Manner.VANISHED:
                self._break(Violation.CHECKERS_MISSING, step.start)
            case Manner.APPEARED:
                self._break(Violation.CHECKERS_EXTRA, step.end)
            case Manner.BACKWARDS:
                self._break(Violation.WRONG_DIRECTION, step.start, step.end)
            case Manner.OTHER if step.start == HAND and not self._entered():
                self._break(Violation.MUST_ENTER_FIRST, step.start, step.end)
            case _:
                pass
        if self.own[BAR] and step.start != BAR and step.manner in (Manner.NUMBER, Manner.OTHER):
            self._break(Violation.BAR_FIRST, step.start, step.end, BAR)
        if step.manner is Manner.OTHER:
            self._break(Violation.WRONG_DISTANCE, step.start, step.end)

    def _entered(self) -> bool:
        return any(self.own[place] for place in range(HAND))

    def _land(self, step: Step) -> bool:
        if step.end == OFF:
            self._bear_off(step)
        if not 1 <= step.end <= POINTS or step.manner is Manner.APPEARED:
            return False
        there = 25 - step.end
        if self.opposing[there] >= 2:
            self._break(Violation.BLOCKED_POINT, step.start, step.end)
        if self.opposing[there] != 1:
            return False
        needs_home = self.variant.hitting_needs is HittingNeeds.CHECKER_HOME
        if needs_home and not any(self.own[place] for place in range(OFF, 7)):
            self._break(Violation.HIT_TOO_EARLY, step.end)
        self.opposing[there] -= 1
        self.opposing[BAR] += 1
        self.hit_on.append(there)
        return True

    def _bear_off(self, step: Step) -> None:
        outside = [place for place in range(7, HAND + 1) if self.own[place]]
        if outside:
            self._break(Violation.BEARING_OFF_EARLY, step.start)
        elif step.number > step.start and any(self.own[step.start + 1 : 7]):
            self._break(Violation.BEAR_OFF_HIGHER, step.start)


def _reconciled(table: _Table, after: bytes) -> tuple[tuple[tuple[int, int], ...], list[Breach]]:
    """What else was done to the opposing checkers, in their own numbers, and the rules that breaks."""
    short, over = _changes(bytes(table.opposing), after)
    breaches = []
    for hit in table.hit_on:
        if BAR not in short:
            break
        short.remove(BAR)
        breaches.append(Breach(Violation.HIT_NOT_ON_BAR, (25 - hit,)))
        if over:
            over.remove(hit if hit in over else over[0])
    moved = tuple(zip(short, over, strict=False))
    places = [(_across(start), _across(end)) for start, end in moved]
    breaches += [Breach(Violation.OPPONENTS_CHECKER, pair) for pair in places]
    breaches += [Breach(Violation.CHECKERS_MISSING, (_across(p),)) for p in short[len(moved) :]]
    breaches += [Breach(Violation.CHECKERS_EXTRA, (_across(p),)) for p in over[len(moved) :]]
    return moved, breaches


def _put_on_bar(steps: tuple[Step, ...], moved: tuple[tuple[int, int], ...]) -> list[Breach]:
    """Own checkers put on the bar although no opposing checker came where they stood."""
    landed = {25 - end for _, end in moved}
    strays = [step for step in steps if step.manner is Manner.TO_BAR and step.start not in landed]
    return [Breach(Violation.WRONG_DIRECTION, (step.start, BAR)) for step in strays]


def _across(place: int) -> int:
    """An opposing place in the mover's numbers; bar and off keep theirs."""
    return 25 - place if 1 <= place <= POINTS else place
