"""Where each single checker stands, and which of them a play picks up.

Nobody puts a checker on the exact middle of a point, and a checker that nobody touches stays exactly where
it is. A `Placement` remembers every checker with its own small untidiness; `carried_over` turns one position
into the next by lifting the uppermost checkers of the points that lose some and putting them down where they
are missing, so that all others keep their place to the last decimal.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from tabletop.backgammon import BAR, HAND, OFF, POINTS, Player, Position
from tabletop.devices.virtual.painter.geometry import Layout
from tabletop.devices.virtual.painter.scene import BarHabit, Scene, SecondLayer

Spot = tuple[Player, int]
"""A player and a place: light's number of a point (for both players), or `BAR`, `OFF`, `HAND`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One physical checker."""

    player: Player
    place: int
    """Light's number of the point (1 to 24), `BAR`, `OFF` or `HAND`."""
    slot: int
    """Its number in the row, from the rail; the second layer follows the first."""
    x: float
    y: float
    z: float
    """Middle of its lower face, in points."""
    turn: float
    """Degrees by which its pattern is turned."""
    shade: float
    """This checker's own brightness, around 1."""


@dataclass(frozen=True, slots=True)
class Carry:
    """One checker taken from one place to another; None is outside the picture."""

    player: Player
    start: Standing | None
    end: Standing | None


@dataclass(frozen=True, slots=True)
class Placement:
    """All checkers on the table (borne-off ones only where there is a tray to see them in)."""

    checkers: tuple[Standing, ...] = ()

    def at(self, spot: Spot) -> list[Standing]:
        """One player's checkers at a place, in the order of their slots."""
        return sorted((c for c in self.checkers if (c.player, c.place) == spot), key=lambda c: c.slot)


def counts(position: Position) -> Counter[Spot]:
    """How many checkers a position wants at each place."""
    wanted: Counter[Spot] = Counter()
    for player in Player:
        side = position.of(player)
        for point in range(1, POINTS + 1):
            wanted[player, point if player is Player.LIGHT else POINTS + 1 - point] = side.on(point)
        wanted.update({(player, BAR): side.bar, (player, OFF): side.off, (player, HAND): side.hand})
    return +wanted


class _Table:
    """Puts checkers down one after the other."""

    def __init__(self, scene: Scene, checkers: tuple[Standing, ...], rng: np.random.Generator) -> None:
        self.scene, self.rng = scene, rng
        self.layout = Layout(scene.board, scene.light_home)
        self.stacking = scene.stacking
        self.diameter = max(scene.checkers_of(p).diameter for p in Player)
        self.thickness = max(scene.checkers_of(p).height for p in Player)
        self.checkers = list(checkers)

    def lift(self, spot: Spot) -> Standing:
        """Takes the uppermost checker of a player from a place."""
        top = max((c for c in self.checkers if (c.player, c.place) == spot), key=lambda c: c.slot)
        self.checkers.remove(top)
        return top

    def put(self, player: Player, place: int) -> Standing | None:
        """Puts a checker on the lowest free slot; None where that is outside the picture."""
        if place in (OFF, HAND) and not self.layout.trays:
            return None
        slot = self._free_slot(player, place)
        if place == BAR:
            x, y, z = self._on_bar(player, slot)
        elif place in (OFF, HAND):
            x, y, z = self._in_tray(player, slot)
        else:
            x, y, z = self._on_point(place, slot)
        shade = 1.0 + float(self.rng.normal()) * self.scene.checkers_of(player).variety
        standing = Standing(player, place, slot, x, y, z, float(self.rng.uniform(0, 360)), shade)
        self.checkers.append(standing)
        return standing

    def _free_slot(self, player: Player, place: int) -> int:
        """A point's slots are shared by both colours; bar and tray have a half for each player."""
        shared = 1 <= place <= POINTS
        here = (OFF, HAND) if place in (OFF, HAND) else (place,)
        taken = {c.slot for c in self.checkers if c.place in here and (shared or c.player is player)}
        return next(n for n in range(len(taken) + 1) if n not in taken)

    def _layer(self, slot: int, row: int) -> tuple[int, float]:
        """Layer and place in the row (in steps from the rail) of a slot."""
        if self.stacking.second_layer is not SecondLayer.HALF:
            return slot // row, float(slot % row)
        layer, first, length = 0, 0, row
        while slot >= first + length:
            layer, first, length = layer + 1, first + length, max(1, length - 1)
        return layer, slot - first + 0.5 * min(layer, row - 1)

    def _row(self, place: int) -> int:
        """How many stand in one layer of this point."""
        if self.stacking.second_layer is not SecondLayer.SQUEEZED:
            return self.stacking.row
        opposite = sum(c.place == POINTS + 1 - place and c.z == 0.0 for c in self.checkers)
        room = self.scene.board.height - max(opposite, self.stacking.row) * self.diameter - 0.1
        return max(self.stacking.row, min(8, int(room / self.diameter)))

    def _on_point(self, place: int, slot: int) -> tuple[float, float, float]:
        layer, steps = self._layer(slot, self._row(place))
        squeezed = self.stacking.second_layer is SecondLayer.SQUEEZED
        pitch = self.diameter * (1.0 + (0.0 if squeezed else max(0.0, self.stacking.gap)))
        along = self.diameter / 2 + 0.01 + steps * pitch
        along += abs(float(self.rng.normal())) * self.stacking.jitter * (0.2 if squeezed else 0.5)
        x, y = self.layout.place(place, along)
        z = layer * self.thickness
        across = float(np.clip(self.rng.normal() * self.stacking.jitter, -0.3, 0.3))
        push = math.copysign(1.0, -self.layout.rail_side(place))
        for _ in range(40):  # a checker gives way to those that stand already: inwards, then to the middle
            here = self._within_half(x, x + across), y
            blocker = self._overlapped(*here, z)
            if blocker is None:
                break
            y += push * 0.6 * max(0.02, self.diameter - math.dist(here, (blocker.x, blocker.y)))
            across *= 0.7
        return self._within_half(x, x + across), y, z

    def _overlapped(self, x: float, y: float, z: float) -> Standing | None:
        level = (c for c in self.checkers if abs(c.z - z) < 0.5 * self.thickness)
        return next((c for c in level if math.dist((c.x, c.y), (x, y)) < self.diameter - 1e-3), None)

    def _within_half(self, column: float, x: float) -> float:
        """Not through a rail or the bar."""
        inner = self.scene.board.bar_width / 2 + self.diameter / 2
        outer = self.scene.board.width / 2 - self.diameter / 2
        return math.copysign(min(max(abs(x), min(inner, abs(column))), max(outer, abs(column))), column)

    def _home_side(self, player: Player) -> float:
        light = 1.0 if self.scene.light_home.top else -1.0
        return light if player is Player.LIGHT else -light

    def _on_bar(self, player: Player, slot: int) -> tuple[float, float, float]:
        board, habit = self.scene.board, self.stacking.bar
        half = self._home_side(player) * (1.0 if habit is BarHabit.OWN_SIDE else -1.0)
        pitch = self.diameter * (1.08 + max(0.0, self.stacking.gap))
        row = max(1, int((board.height / 2 - 0.2) / pitch))
        layer, steps = divmod(slot, row)
        from_middle = 0.1 + self.diameter / 2 + steps * pitch
        if habit is BarHabit.BY_THE_RAIL:
            from_middle = board.height / 2 - 0.8 - self.diameter / 2 - steps * pitch
        x, along = (float(j) for j in self.rng.normal(size=2) * min(self.stacking.jitter, 0.08))
        z = (board.bar_height if board.bar_width > 0 else 0.0) + layer * self.thickness
        y = half * (from_middle + abs(along) * 0.5)
        while self._overlapped(x, y, z):  # beside a narrow bar stands a long row: it lies upon that
            z += self.thickness
        return x, y, z

    def _in_tray(self, player: Player, slot: int) -> tuple[float, float, float]:
        tray = self.layout.trays[-1 if self.scene.light_home.right else 0]
        layer, steps = divmod(slot, 5)
        along = self.scene.board.height / 2 - self.diameter * (0.53 + 1.02 * steps)
        slack = max(0.0, (tray[2] - tray[0] - self.diameter) / 2)
        x = (tray[0] + tray[2]) / 2 + float(self.rng.uniform(-slack, slack))
        return x, self._home_side(player) * along, layer * self.thickness


def put_down(scene: Scene, position: Position, rng: np.random.Generator) -> Placement:
    """Sets a position up, checker by checker."""
    return carried_over(scene, Placement(), position, rng)[0]


def carried_over(
    scene: Scene, placement: Placement, position: Position, rng: np.random.Generator
) -> tuple[Placement, tuple[Carry, ...]]:
    """The placement that shows ``position`` with as few checkers touched as can be, and what was carried.

    Checkers that were hit leave first, as a tidy player does it.
    """
    table = _Table(scene, placement.checkers, rng)
    wanted = counts(position)
    present = Counter((c.player, c.place) for c in placement.checkers)
    if not table.layout.trays:
        wanted = Counter({spot: n for spot, n in wanted.items() if spot[1] not in (OFF, HAND)})
    carries: list[Carry] = []
    hit_first = sorted(Player, key=lambda p: (wanted - present)[p, BAR] == 0)
    for player in hit_first:
        lifted = [table.lift(spot) for spot in (present - wanted).elements() if spot[0] is player]
        targets = [place for owner, place in (wanted - present).elements() if owner is player]
        for start, target in itertools.zip_longest(lifted, targets):
            end = None if target is None else table.put(player, target)
            carries.append(Carry(player, start, end))
    return Placement(tuple(table.checkers)), tuple(carries)


def picked_up(placement: Placement, spot: Spot) -> tuple[Placement, Standing]:
    """The placement without the uppermost checker of a player at a place, and that checker.

    Raises `LookupError` where he has none there.
    """
    here = placement.at(spot)
    if not here:
        raise LookupError(spot)
    return Placement(tuple(c for c in placement.checkers if c is not here[-1])), here[-1]


def set_down(
    scene: Scene, placement: Placement, player: Player, place: int, rng: np.random.Generator
) -> Placement:
    """The placement with one more checker of ``player`` at a place; the same where that is not seen."""
    table = _Table(scene, placement.checkers, rng)
    table.put(player, place)
    return Placement(tuple(table.checkers))


def straightened(scene: Scene, placement: Placement, which: int, rng: np.random.Generator) -> Placement:
    """Somebody puts one checker straight: the same position, one place a little different."""
    checker = placement.checkers[which]
    shift = rng.normal(size=2) * scene.stacking.jitter
    moved = replace(checker, x=checker.x + float(shift[0]), y=checker.y + float(shift[1]))
    return Placement((*placement.checkers[:which], moved, *placement.checkers[which + 1 :]))
