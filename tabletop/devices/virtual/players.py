"""Two people who play at the virtual table by themselves, and not always by the rules.

They throw, lift, double, take and drop; a hand comes for every checker, sometimes leaves half-way, and now
and then puts one where it must not be. Some errors they mend, some they let stand. They see their dice before
the tower has told them, and do not always wait for it. They know nothing of the referee; what they really did
is kept as the truth that his record is held against.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from tabletop.backgammon import (
    BAR,
    HAND,
    OFF,
    POINTS,
    Dice,
    LegalPlays,
    Play,
    Player,
    Position,
    Variant,
    legal_plays,
)
from tabletop.devices.virtual.judgement import choice
from tabletop.devices.virtual.mistakes import Error, blunder
from tabletop.devices.virtual.table import Place, Table
from tabletop.referee import Button
from tabletop.referee.turn import closed_out

_NAMES: Final[dict[int, Place]] = {BAR: "bar", OFF: "off", HAND: "hand"}
TOP_OF_CUBE: Final = 64
SETTLING: Final = 1.5
"""Seconds that dice take to come to rest, however quick the players are."""
PATIENCE: Final = 24
"""Half seconds that they wait for a roll to be taken before they throw again."""
REACHING: Final = (0.3, 1.1)
"""Seconds from the throw to a hand that does not wait for the display."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How two people play. Shares are between 0 and 1."""

    errors: float = 0.05
    """Of all turns."""
    mended: float = 0.6
    """Of the errors: noticed and put right before the next throw."""
    pauses: float = 0.1
    """Of the plays: the hand leaves when they are half made, and the player thinks."""
    flits: float = 0.15
    """Of the checkers set down: the hand leaves the picture for a moment before it takes the next."""
    doubles: float = 0.02
    """Of the turns in which the player may."""
    takes: float = 0.75
    """Of the doubles."""
    cocked: float = 0.02
    """Of the throws."""
    reaches: float = 0.2
    """Of the rolls: begun to be played before they are told."""
    pace: float = 1.0
    """How slowly they do everything."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A board that was left standing."""

    position: Position
    error: Error | None = None


@dataclass(frozen=True, slots=True)
class TrueTurn:
    """A turn as it really was."""

    game: int
    player: Player
    dice: Dice
    before: Position
    after: Position
    errors: tuple[Error, ...] = ()
    """Errors that were made, in order."""
    stands: Error | None = None
    """The error that was there when the turn ended."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that lie in the tower."""

    left: int
    right: int
    before: int
    """Rolls that had been taken when they fell."""
    told: bool
    """Whether this one is known to have been taken."""

    @property
    def starter(self) -> Player | None:
        """Who begins, where this is the opening: left is light's die. None while they are equal."""
        if self.left == self.right:
            return None
        return Player.LIGHT if self.left > self.right else Player.DARK


@dataclass(frozen=True, slots=True)
class TrueGame:
    """How a game really ended."""

    winner: Player
    dropped: bool
    cube: int


@dataclass(frozen=True, slots=True)
class Display:
    """What the two read off the display, where they look at one."""

    rolls: int
    """Rolls that have been taken."""
    waits: bool = False
    """Nobody may throw: the tower is lost."""
    blind: bool = False
    """The camera sees nothing: the board is not cleared until it has seen how the game ended."""


@dataclass(slots=True, eq=False)
class Players:
    """Both players. Advance `evening` whenever the seconds that it last gave have passed."""

    table: Table
    game: Variant
    habits: Habits
    games: int
    seed: int
    display: Callable[[], Display] | None = None
    """What they look at before they throw, and after; None: they trust in the tower."""
    turns: list[TrueTurn] = field(default_factory=list)
    """What really happened."""
    ended: list[TrueGame] = field(default_factory=list)
    _rng: np.random.Generator = field(init=False)
    _cube: int = field(default=1, init=False)
    _owner: Player | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)

    def evening(self) -> Iterator[float]:
        """Plays all games. Yields the seconds to wait before the next thing is done."""
        for number in range(1, self.games + 1):
            yield from self._set_up()
            yield from self._game(number)
            yield self._takes(2.5)
            while self.display is not None and self.display().blind:
                yield self._takes(2.0)

    # ---- a game

    def _set_up(self) -> Iterator[float]:
        self._cube, self._owner = 1, None
        self.table.turn_cube(1, None)
        if self.table.look().dice is not None:
            self.table.lift()
        if self.table.look().position != self.game.start_position:
            self.table.reach(Player.LIGHT)
            yield self._takes(0.3)
            self.table.rearrange(self.game.start_position)
            yield self._takes(0.3)
            self.table.withdraw(Player.LIGHT)
        yield self._takes(1.5)

    def _game(self, number: int) -> Iterator[float]:
        on_roll: Player | None = None  # the opening tells who it is
        while True:
            thrown = yield from self._throw(opening=on_roll is None)
            player = on_roll or thrown.starter
            if player is None:
                self.table.lift()
                continue
            yield from self._turn(number, player, Dice(thrown.left, thrown.right))
            if not (yield from self._taken(thrown)):
                yield from self._put_back(player)
                continue
            board = self.table.look().position
            if board.of(player).off == board.of(player).total:
                self.ended.append(TrueGame(player, dropped=False, cube=self._cube))
                return
            self.table.lift()
            yield self._takes(0.4)
            on_roll = player if closed_out(board, player.opponent) else player.opponent
            if (yield from self._double(on_roll)):
                self.ended.append(TrueGame(on_roll, dropped=True, cube=self._cube))
                return

    def _throw(self, opening: bool) -> Generator[float, None, Thrown]:
        """Both dice; again while one is cocked, or nobody has taken the roll."""
        while True:
            yield self._takes(0.9)
            yield from self._wait()
            before = self.display().rolls if self.display else 0
            yield from self._cocked()
            left, right = self.table.roll()
            playable = left != right or not opening
            if playable and self.habits.reaches and self._rng.random() < self.habits.reaches:
                yield float(self._rng.uniform(*REACHING))
                return Thrown(left, right, before, told=False)
            yield max(SETTLING, self._takes(1.6))
            thrown = Thrown(left, right, before, told=self.display is None)
            if (yield from self._taken(thrown)):
                return replace(thrown, told=True)
            self.table.lift()

    def _taken(self, thrown: Thrown) -> Generator[float, None, bool]:
        """Look at the display until the roll has been taken; returns whether it was, in the end."""
        if thrown.told:
            return True
        if self.display is None:
            yield SETTLING
            return True
        for _ in range(PATIENCE):
            if self.display().rolls > thrown.before:
                return True
            yield self._takes(0.5)
        return False

    def _put_back(self, player: Player) -> Iterator[float]:
        """A roll was played that nobody has taken: the checkers go back, and the dice are thrown again."""
        yield from self._make(player, self.turns.pop().before)
        self.table.lift()

    def _wait(self) -> Iterator[float]:
        while self.display is not None and self.display().waits:
            yield self._takes(0.5)

    def _cocked(self) -> Iterator[float]:
        tower = self.table.tower
        while tower is not None and self._rng.random() < self.habits.cocked:
            tower.cock("left" if self._rng.random() < 0.5 else "right")
            self.table.roll()
            yield max(SETTLING, self._takes(1.8))
            self.table.lift()
            yield self._takes(0.9)

    def _double(self, player: Player) -> Generator[float, None, bool]:
        """Returns whether the game is over."""
        may = self._owner in (None, player) and self._cube < TOP_OF_CUBE
        if not may or self._rng.random() >= self.habits.doubles:
            return False
        self.table.press(player, Button.DOUBLE)
        yield self._takes(1.2)
        if self._rng.random() >= self.habits.takes:
            self.table.press(player.opponent, Button.DROP)
            yield self._takes(0.6)
            return True
        self.table.press(player.opponent, Button.TAKE)
        self._cube, self._owner = self._cube * 2, player.opponent
        self.table.turn_cube(self._cube, self._owner)
        yield self._takes(0.6)
        return False

    # ---- a turn

    def _turn(self, game: int, player: Player, dice: Dice) -> Iterator[float]:
        before = self.table.look().position
        legal = legal_plays(before, player, dice, self.game)
        turn = TrueTurn(game, player, dice, before, before)
        self.turns.append(turn)
        for attempt in self._attempts(legal):
            if attempt.error is not None:
                turn = replace(turn, errors=(*turn.errors, attempt.error))
            turn = replace(turn, stands=attempt.error)
            self.turns[-1] = turn
            yield from self._make(player, attempt.position)
            turn = replace(turn, after=self.table.look().position)
            self.turns[-1] = turn
            yield self._takes(1.3)
        yield self._takes(0.2)

    def _attempts(self, legal: LegalPlays) -> list[Attempt]:
        rng, habits = self._rng, self.habits
        meant = choice(legal.positions, legal.player, rng) if legal else legal.position
        right = [Attempt(meant)] if legal else []
        if rng.random() < habits.errors:
            error = blunder(legal, meant, rng)
            if error is not None and rng.random() < habits.mended:
                return [Attempt(error.position, error), *(right or [Attempt(legal.position)])]
            if error is not None:
                return [Attempt(error.position, error)]
        play = legal.play_to(meant)
        if play is not None and len(play) > 1 and rng.random() < habits.pauses:
            return [Attempt(Play(play.moves[:1]).on(legal.position, legal.player)), *right]
        return right

    def _make(self, player: Player, wanted: Position) -> Iterator[float]:
        """The hand of ``player`` makes the board ``wanted``, checker by checker, and leaves."""
        carries = list(_carries(self.table.look().position, wanted))
        if self._rng.random() < 0.5:
            carries.reverse()  # some take the blot off first, some set their own checker down first
        self.table.reach(player, carries[0][1] if carries else None)
        yield self._takes(0.15)
        for number, (checker, start, end) in enumerate(carries):
            if number and self._rng.random() < self.habits.flits:
                self.table.withdraw(player)
                yield float(self._rng.uniform(0.07, 0.45))
                self.table.reach(player, start)
                yield self._takes(0.1)
            self.table.pick_up(checker, start, by=player)
            yield self._takes(0.12)
            self.table.put_down(player, end)
            yield self._takes(0.12)
        self.table.withdraw(player)

    def _takes(self, seconds: float) -> float:
        return seconds * self.habits.pace * float(self._rng.uniform(0.9, 1.25))


def _carries(now: Position, wanted: Position) -> Iterator[tuple[Player, Place, Place]]:
    """The checkers that must be carried to turn one board into the other: (whose, from, to)."""
    for player in sorted(Player, key=lambda p: wanted.of(p).bar <= now.of(p).bar):
        have, want = now.of(player).places, wanted.of(player).places
        starts = [p for p in range(len(have)) for _ in range(have[p] - want[p])]
        ends = [p for p in range(len(have)) for _ in range(want[p] - have[p])]
        ends += [OFF] * (len(starts) - len(ends))  # a checker that is to be nowhere goes off the board
        for start, end in zip(sorted(starts, reverse=True), sorted(ends, reverse=True), strict=True):
            yield player, _place(player, start), _place(player, end)


def _place(player: Player, own: int) -> Place:
    """A place in ``player``'s own numbers, as the table names it."""
    if own in _NAMES:
        return _NAMES[own]
    return own if player is Player.LIGHT else POINTS + 1 - own
