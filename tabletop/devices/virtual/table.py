"""One simulated table: the board and its checkers, the dice tower, the cube, the buttons, people's hands.

Whoever plays here does with checkers what people do, right or wrong: picks any checker up, puts it down
anywhere, throws, lifts the dice, presses a button. The table knows no rules. The painted camera looks at it,
the virtual tower has its dice, the virtual panel its buttons, so that picture, roll and press agree as they
do in the world, and whatever referees it sees only these.
"""

from __future__ import annotations

import math
import threading
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from tabletop.backgammon import BAR, HAND, OFF, POINTS, Player, Position, Side
from tabletop.devices.clock import Clock
from tabletop.devices.errors import DeviceError
from tabletop.devices.ports import Press, VirtualTower
from tabletop.devices.virtual.painter.geometry import Layout
from tabletop.devices.virtual.painter.placement import (
    Placement,
    Standing,
    carried_over,
    picked_up,
    put_down,
    set_down,
)
from tabletop.devices.virtual.painter.scene import Scene
from tabletop.present.sentences import Message, Sentence, say
from tabletop.present.sentences import Place as Told
from tabletop.referee.events import Button

Place = int | Literal["bar", "off", "hand"]
"""Where a checker can be: a point in light's numbers (for both players), or a place by its name."""

_BY_NAME: Final[dict[str, int]] = {"bar": BAR, "off": OFF, "hand": HAND}
_POCKETS: Final = ("left", "right")
PRESSES_KEPT: Final = 64
"""Presses that wait to be asked for; nobody presses more in a moment, and nothing here may grow for ever."""


class NoPlaceError(DeviceError):
    """There is no such place at the table."""


class TableError(DeviceError):
    """Something that hands cannot do at this table now: there is no such checker, no dice lie there."""

    def __init__(self, sentence: Sentence) -> None:
        """``sentence`` says what cannot be done, and what to do first."""
        super().__init__(say(sentence, "en"))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand over the board."""

    player: Player
    tip: tuple[float, float]
    """Where the fingers are, in points from the middle of the board."""
    holds: Standing | None = None
    """The checker between the fingers."""
    taken_from: Place = "off"
    """Where it was taken from."""


@dataclass(frozen=True, slots=True)
class CubeLying:
    """The doubling cube as it lies."""

    value: int = 1
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The table at one moment."""

    number: int
    """Grows with every change that a camera could see."""
    position: Position
    """What stands on the board and was borne off; a checker between somebody's fingers is nowhere."""
    placement: Placement
    """The same, checker by checker."""
    hands: tuple[HandOver, ...] = ()
    dice: tuple[int, int] | None = None
    """What lies in the tower's two pockets, left and right."""
    cube: CubeLying = field(default_factory=CubeLying)


class Table:
    """See above. May be used by several threads: every act is done whole."""

    def __init__(
        self,
        scene: Scene,
        clock: Clock,
        tower: VirtualTower | None = None,
        *,
        position: Position,
        seed: int = 1,
    ) -> None:
        """``tower``: where the dice fall; must itself stand several threads (`TimedTower`)."""
        self.scene = scene
        self.tower = tower
        self._clock = clock
        self._layout = Layout(scene.board, scene.light_home)
        self._rng = np.random.default_rng(seed)
        self._lock = threading.RLock()
        self._pressed = threading.Condition(self._lock)
        self._presses: deque[Press] = deque(maxlen=PRESSES_KEPT)
        self._placement = put_down(scene, position, self._rng)
        self._beside = _beside(position)
        self._hands: dict[Player, HandOver] = {}
        self._dice: tuple[int, int] | None = None
        self._cube = CubeLying()
        self._number = 1

    # ---- what is there

    def look(self) -> TableSnapshot:
        """The table as it is now."""
        with self._lock:
            hands = tuple(self._hands.values())
            return TableSnapshot(
                self._number, self._position(), self._placement, hands, self._dice, self._cube
            )

    def presses(self, timeout: float = 0.0) -> list[Press]:
        """The buttons pressed since the last call; waits up to ``timeout`` seconds for one."""
        with self._pressed:
            if not self._presses and timeout > 0:
                self._pressed.wait(timeout)
            found = list(self._presses)
            self._presses.clear()
            return found

    # ---- hands

    def reach(self, player: Player, over: Place | None = None) -> None:
        """A hand of ``player`` comes over the board, over a place or over the middle of his own side."""
        with self._lock:
            tip = self._over(player, over)
            hand = self._hands.get(player, HandOver(player, tip))
            self._hands[player] = replace(hand, tip=tip, holds=_carried(hand.holds, tip))
            self._number += 1

    def withdraw(self, player: Player) -> None:
        """The hand leaves; what it holds goes with it and lies off the board."""
        with self._lock:
            hand = self._hands.pop(player, None)
            if hand is not None and hand.holds is not None:
                self._beside[hand.holds.player, OFF] += 1
            self._number += hand is not None

    def pick_up(self, checker: Player, place: Place, by: Player | None = None) -> None:
        """A hand (``by``; the checker's owner when None) takes a checker from a place.

        Raises `TableError` where there is none, or the hand holds one already.
        """
        by = by or checker
        with self._lock:
            if by in self._hands and self._hands[by].holds is not None:
                raise TableError(Sentence.of(Message.HAND_FULL, player=by))
            taken = self._take(checker, place)
            tip = self._over(by, place)
            self._hands[by] = HandOver(by, tip, _carried(taken, tip), place)
            self._number += 1

    def put_down(self, by: Player, place: Place) -> None:
        """The hand of ``by`` puts down what it holds. Raises `TableError` where it holds nothing."""
        with self._lock:
            hand = self._hands.get(by)
            if hand is None or hand.holds is None:
                raise TableError(Sentence.of(Message.HAND_EMPTY, player=by))
            self._put(hand.holds.player, place)
            self._hands[by] = HandOver(by, self._over(by, place))
            self._number += 1

    def move(self, checker: Player, origin: Place, target: Place) -> None:
        """A checker goes from one place to another, legal or not. Raises `TableError` where there is none."""
        with self._lock:
            _number_of(target)
            self._take(checker, origin)
            self._put(checker, target)
            self._number += 1

    def rearrange(self, position: Position) -> None:
        """The whole board becomes ``position``, with as few checkers touched as can be."""
        with self._lock:
            self._placement, _ = carried_over(self.scene, self._placement, position, self._rng)
            for place in range(1, POINTS + 1):
                self._settle(place)
            self._beside = _beside(position)
            self._number += 1

    # ---- dice, cube, buttons

    def roll(self) -> tuple[int, int]:
        """Throw both dice into the tower. Raises `TableError` where they lie there, or there is no tower."""
        with self._lock:
            left, right = (int(face) for face in self._rng.integers(1, 7, size=2))
            self.throw(left, right)
            return left, right

    def throw(self, left: int, right: int) -> None:
        """`roll`, with dice that come to lie like this."""
        with self._lock:
            if self.tower is None:
                raise TableError(Sentence(Message.NO_TOWER))
            if self._dice is not None:
                raise TableError(Sentence(Message.DICE_LIE))
            self._dice = left, right
            self.tower.throw(left, right)

    def lift(self) -> None:
        """Take the dice out of the tower. Raises `TableError` where none lie there."""
        with self._lock:
            if self.tower is None or self._dice is None:
                raise TableError(Sentence(Message.NO_DICE))
            self._dice = None
            for pocket in _POCKETS:
                self.tower.lift(pocket)

    def press(self, player: Player, button: Button) -> None:
        """``player`` presses one of his buttons."""
        with self._pressed:
            self._presses.append(Press(player, button, self._clock.now()))
            self._pressed.notify_all()

    def turn_cube(self, value: int, owner: Player | None) -> None:
        """Somebody turns the cube and puts it on ``owner``'s side (None: in the middle)."""
        with self._lock:
            self._cube = CubeLying(value, owner)
            self._number += 1

    # ---- checkers

    def _position(self) -> Position:
        standing = Counter((c.player, c.place) for c in self._placement.checkers)

        def side(player: Player) -> Side:
            numbers = range(1, POINTS + 1) if player is Player.LIGHT else range(POINTS, 0, -1)
            return Side(
                tuple(standing[player, point] for point in numbers),
                bar=standing[player, BAR],
                off=self._beside[player, OFF],
                hand=self._beside[player, HAND],
            )

        return Position(side(Player.LIGHT), side(Player.DARK))

    def _take(self, checker: Player, place: Place) -> Standing:
        spot = checker, _number_of(place)
        none = TableError(Sentence.of(Message.NO_CHECKER, player=checker, place=_told(checker, spot[1])))
        if spot[1] in (OFF, HAND):
            if self._beside[spot] == 0:
                raise none
            self._beside[spot] -= 1
        try:
            self._placement, taken = picked_up(self._placement, spot)
            self._settle(spot[1])
        except LookupError:
            if spot[1] not in (OFF, HAND):
                raise none from None
            taken = Standing(checker, HAND, 0, 0.0, 0.0, 0.0, 0.0, 1.0)
        return taken

    def _settle(self, place: int) -> None:
        """A checker was taken from below others of a point: they are pushed up to the rail."""
        here = sorted((c for c in self._placement.checkers if c.place == place), key=lambda c: c.slot)
        if not 1 <= place <= POINTS:
            return
        for checker in [c for n, c in enumerate(here) if c.slot != n]:
            rest = tuple(c for c in self._placement.checkers if c is not checker)
            self._placement = set_down(self.scene, Placement(rest), checker.player, place, self._rng)

    def _put(self, checker: Player, place: Place) -> None:
        number = _number_of(place)
        if number in (OFF, HAND):
            self._beside[checker, number] += 1
        self._placement = set_down(self.scene, self._placement, checker, number, self._rng)

    def _over(self, player: Player, place: Place | None) -> tuple[float, float]:
        own_side = 1.0 if self.scene.light_home.top is (player is Player.LIGHT) else -1.0
        number = None if place is None else _number_of(place)
        if number is None:
            return 1.5, own_side * 2.0
        if 1 <= number <= POINTS:
            return self._layout.place(number, 2.0)
        return (0.0, own_side * 1.5) if number == BAR else (0.0, own_side * (self._layout.surface[3] - 0.5))


def _number_of(place: Place) -> int:
    """The painter's number of a place. Raises `NoPlaceError` for what is none."""
    number = _BY_NAME.get(place) if isinstance(place, str) else place
    if number is None or (isinstance(place, int) and not 1 <= place <= POINTS):
        raise NoPlaceError(f"{place!r} is no place: give a point from 1 to 24, bar, off or hand")
    return number


def _told(player: Player, number: int) -> Told:
    """A place of the painter's in ``player``'s own numbers, as sentences have it."""
    return Told(POINTS + 1 - number if player is Player.DARK and 1 <= number <= POINTS else number)


def _beside(position: Position) -> Counter[tuple[Player, int]]:
    beside: Counter[tuple[Player, int]] = Counter()
    for player in Player:
        beside[player, OFF], beside[player, HAND] = position.of(player).off, position.of(player).hand
    return beside


def _carried(checker: Standing | None, tip: tuple[float, float]) -> Standing | None:
    """A checker between fingers above a place."""
    if checker is None:
        return None
    return replace(checker, place=HAND, slot=0, x=tip[0], y=tip[1], z=_LIFTED)


_LIFTED: Final = 0.6
"""Above the board, in points."""


def shoulder(scene: Scene, player: Player) -> tuple[float, float]:
    """Where ``player``'s arm comes from: he sits at his home's long side, outside the picture."""
    side = 1.0 if scene.light_home.top is (player is Player.LIGHT) else -1.0
    return math.copysign(1.0, side) * 1.2, side * (scene.board.height / 2 + 7.5)
