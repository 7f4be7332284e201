"""A match of which not everything is seen: the camera blinks, hands are in the way, rolls are told late.

Two people play on a board of which the referee gets a picture only now and then: between two moves, with the
blot lifted before the checker that hits it is moved, with a checker in somebody's fingers, or not at all.
What they really did is kept, and what the referee says is held against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from tabletop.app.runtime import half_done
from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, legal_plays, variant
from tabletop.devices.virtual.mistakes import blunder
from tabletop.referee import (
    BoardSeen,
    CameraFound,
    CameraLost,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    Illegal,
    Observation,
    State,
    Trouble,
    advance,
)
from tabletop.referee.effects import Effect, Standing, TurnClosed, VerdictGiven
from tabletop.referee.ledger import by_place, put
from tabletop.referee.turn import closed_out

GAME = variant("standard")


@dataclass(frozen=True)
class Habits:
    """How much is seen, and how people behave; shares between 0 and 1."""

    blind: float = 0.3
    """Of the turns: the camera is lost at some moment of it."""
    found: float = 0.4
    """Of the moments while it is lost: it is found again."""
    half_way: float = 0.3
    """Of the boards half made: the hand leaves, and they are seen."""
    at_the_end: float = 0.7
    """Of the whole plays: seen before the dice are lifted."""
    errors: float = 0.1
    """Of the turns."""
    hasty: float = 0.0
    """Of the turns: begun before the roll is told."""
    falls: float = 0.0
    """Of those: the tower tells when the dice fall."""


@dataclass
class Truth:
    """A turn as it was played."""

    player: Player
    dice: Dice
    wrong: bool = False
    after: Position | None = None


@dataclass
class Blinking:
    """One match, and what is held against the referee's account of it."""

    seed: int
    habits: Habits
    truths: list[Truth] = field(default_factory=list)
    closed: list[TurnClosed] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    log: list[tuple[Event, tuple[Effect, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.rng = np.random.default_rng(self.seed)
        self.board = GAME.start_position
        self.player = self.chance.choice(list(Player))
        self.state = State.resumed(GAME, Match.start(MatchRules()), self.board, self.player)
        self.now = 0.0

    # ---- what the referee is told

    def tell(self, event: Event) -> None:
        self.state, effects = advance(self.state, event)
        self.log.append((event, effects))
        for effect in effects:
            if isinstance(effect, TurnClosed):
                self.closed.append(effect)
            elif isinstance(effect, VerdictGiven) and isinstance(effect.verdict, Illegal):
                self._accused(effect, effect.verdict)

    def _accused(self, given: VerdictGiven, verdict: Illegal) -> None:
        if not self.truths[given.turn - 3].wrong:
            what = f"{verdict.violation.value} {verdict.done!r}"
            self.false.append(f"seed {self.seed} turn {given.turn}: {given.player.value} {what}")

    def see(self, board: Position) -> None:
        self.now += 1.0
        if self.state.trouble is None:
            self.tell(BoardSeen(at=self.now, observation=Observation.certain(_as_seen(board))))

    def glance(self, board: Position) -> None:
        """A board half made is seen for a moment: nobody is accused of what may still become a legal play."""
        looked = BoardSeen(at=self.now + 1.0, observation=Observation.certain(_as_seen(board)))
        after, effects = advance(self.state, looked)
        if not half_done(after, effects):
            self.see(board)

    def blink(self) -> None:
        """The camera is lost, or found and the board seen."""
        self.now += 1.0
        if self.state.trouble is None:
            self.tell(CameraLost(at=self.now, trouble=Trouble.LOST))
        elif self.chance.random() < self.habits.found:
            self.tell(CameraFound(at=self.now))

    # ---- what is played

    def play(self, turns: int) -> None:
        for _ in range(turns):
            if not self._turn():
                return
            if not closed_out(self.board, self.player.opponent):
                self.player = self.player.opponent

    def _turn(self) -> bool:
        chance, habits = self.chance, self.habits
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        legal = legal_plays(self.board, self.player, dice, GAME)
        ends = sorted(legal.positions, key=by_place)
        wanted = chance.choice(ends) if ends else self.board
        truth = Truth(self.player, dice)
        if chance.random() < habits.errors:
            error = blunder(legal, wanted, self.rng)
            if error is not None:
                wanted, truth.wrong = error.position, True
        self.truths.append(truth)
        steps = list(self._steps(self.board, wanted))
        told = chance.randrange(len(steps) + 1) if chance.random() < habits.hasty else 0
        lost = chance.randrange(len(steps) + 1) if chance.random() < habits.blind else -1
        if told and habits.falls and chance.random() < habits.falls:
            told = chance.randint(1, len(steps) + 1)  # or when the whole play has been seen already
            self.now += 0.5
            self.tell(DiceThrown(at=self.now))
        for number, board in enumerate([self.board, *steps]):
            if number:
                self.now += 0.5
                self.tell(HandSeen(at=self.now))
            if number == told:
                self.tell(DiceSettled(at=self.now, dice=dice))
            if number == lost or self.state.trouble is not None:
                self.blink()
            last = number == len(steps)
            seeable = number >= told or last
            if seeable and chance.random() < (habits.at_the_end if last else habits.half_way):
                (self.see if last else self.glance)(board)
            if last and told > number:
                self.now += 0.5
                self.tell(DiceSettled(at=self.now, dice=dice))
        self.board = truth.after = wanted
        self.now += 1.0
        self.tell(DiceLifted(at=self.now))
        return all(self.board.of(player).total > self.board.of(player).off for player in Player)

    def _steps(self, before: Position, wanted: Position) -> Iterator[Position]:
        """The boards on the way, a checker lifted and set down after the other; the last is ``wanted``."""
        carries = [
            (player, place, sign)
            for player in Player
            for place, (have, want) in enumerate(
                zip(before.of(player).places, wanted.of(player).places, strict=True)
            )
            for sign in [1 if want > have else -1] * abs(want - have)
        ]
        board = before
        pairs = _pairs(carries)
        self.chance.shuffle(pairs)
        for player, start, end in pairs:
            if start is not None:
                board = board.with_side(player, put(board.of(player), start, -1))
                yield board
            if end is not None:
                board = board.with_side(player, put(board.of(player), end, +1))
                yield board

    # ---- the account

    def wrongly_recorded(self) -> list[str]:
        """Closed turns that claim to have been seen and were not like that."""
        found = []
        for closed in self.closed:
            truth = self.truths[closed.turn - 3]
            where = f"seed {self.seed} turn {closed.turn}: {closed.player.value} {closed.dice}"
            if (closed.player, closed.dice) != (truth.player, truth.dice):
                found.append(f"{where}, but {truth.player.value} threw {truth.dice}")
            elif closed.standing is Standing.ILLEGAL and not truth.wrong:
                found.append(f"{where} accused of {closed.violation} {closed.play!r}")
            elif closed.seen and truth.after is not None and _as_seen(closed.after) != _as_seen(truth.after):
                found.append(f"{where} {closed.play!r} is not what was played")
            elif closed.seen and truth.wrong and closed.standing is Standing.LEGAL:
                found.append(f"{where} {closed.play!r} was wrong and is called legal")
        numbers = [closed.turn for closed in self.closed]
        if numbers != list(range(3, 3 + len(numbers))):
            found.append(f"seed {self.seed}: turns {numbers}")
        return found


Carry = tuple[Player, int | None, int | None]


def _pairs(changes: list[tuple[Player, int, int]]) -> list[Carry]:
    pairs: list[Carry] = []
    for player in Player:
        starts: list[int | None] = sorted(
            (p for who, p, sign in changes if who is player and sign < 0), reverse=True
        )
        ends: list[int | None] = sorted(
            (p for who, p, sign in changes if who is player and sign > 0), reverse=True
        )
        longer = max(len(starts), len(ends))
        starts += [None] * (longer - len(starts))
        ends += [None] * (longer - len(ends))
        pairs += [(player, start, end) for start, end in zip(starts, ends, strict=True)]
    return pairs


def _as_seen(board: Position) -> Position:
    """Only what a camera sees: what is not on the board is off."""
    for player in Player:
        side = board.of(player)
        on = sum(side.points) + side.bar
        board = board.with_side(player, side.but(off=GAME.checkers - on, hand=0))
    return board
