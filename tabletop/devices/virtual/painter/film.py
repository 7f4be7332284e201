"""People playing in front of the camera.

A `Reel` is wound on frame by frame: it holds still, a hand comes from its player's side, lifts checkers, puts
them down and leaves, a lamp is switched on, somebody knocks against the camera. Checkers nobody touches stay
exactly where they are. The reel knows at what time which hand-free board could be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.backgammon import HAND, Player, Position
from tabletop.devices.virtual.painter.paint import Negative, compose
from tabletop.devices.virtual.painter.placement import (
    Carry,
    Placement,
    Standing,
    carried_over,
    put_down,
    straightened,
)
from tabletop.devices.virtual.painter.scene import Arm, Colour, Lamp, Props, Scene

Place = tuple[float, float]

_REACH = 4.5
"""Points that a hand covers in one frame at five frames a second: a calm player."""
_SLEEVES: tuple[Colour, ...] = ((96, 104, 118), (148, 140, 128), (48, 52, 70), (136, 52, 50), (70, 92, 76))
_SKINS: tuple[Colour, ...] = ((204, 160, 132), (150, 104, 78), (110, 74, 56), (222, 180, 154))


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a film."""

    t: float
    """Seconds from the start."""
    image: NDArray[np.uint8]
    """HxWx3, blue green red."""
    hand: bool
    """Whether a hand is in the picture or a checker in the air."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """A stretch in which the board could be seen without a hand."""

    start: float
    end: float
    """Time of the last such frame."""
    position: Position


@dataclass(frozen=True, slots=True)
class _Sleeve:
    sleeve: Colour | None
    skin: Colour
    shoulder: Place


def lamp_on(lamp: Lamp) -> Callable[[Scene], Scene]:
    """Somebody switches a lamp on."""

    def change(scene: Scene) -> Scene:
        lamps = (*scene.lighting.lamps, lamp)
        return replace(scene, lighting=replace(scene.lighting, lamps=lamps))

    return change


def nudge(pixels: tuple[float, float], roll: float = 0.0) -> Callable[[Scene], Scene]:
    """Somebody knocks against the camera: the picture moves by ``pixels`` and turns by ``roll`` degrees."""

    def change(scene: Scene) -> Scene:
        camera = scene.camera
        shift = (camera.shift[0] + pixels[0], camera.shift[1] + pixels[1])
        return replace(scene, camera=replace(camera, shift=shift, roll=camera.roll + roll))

    return change


def lying_about(props: Props) -> Callable[[Scene], Scene]:
    """Other things lie on the table from now on; an elbow that rests on the board is one of them."""
    return lambda scene: replace(scene, props=props)


class Reel:
    """A film in the making. Iterate what its methods return: each frame is painted when it is asked for."""

    def __init__(
        self, scene: Scene, position: Position, rng: np.random.Generator, frames_per_second: float = 5.0
    ) -> None:
        self.scene, self.position, self._rng = scene, position, rng
        self.fps = frames_per_second
        self.placement = put_down(scene, position, rng)
        self.quiet: list[Quiet] = []
        self._frames = 0
        self._negative: tuple[Scene, Placement, Negative] | None = None
        self._people = {player: self._person(player) for player in Player}

    @property
    def now(self) -> float:
        """Seconds filmed so far: the time of the next frame."""
        return round(self._frames / self.fps, 3)

    def _person(self, player: Player) -> _Sleeve:
        """Somebody sits where his home is."""
        colours = self._rng.integers([len(_SLEEVES), len(_SKINS)])
        side = 1.0 if self.scene.light_home.top is (player is Player.LIGHT) else -1.0
        place = (float(self._rng.uniform(-3, 3)), side * (self.scene.board.height / 2 + 7.5))
        return _Sleeve(_SLEEVES[colours[0]], _SKINS[colours[1]], place)

    def hold(self, seconds: float) -> Iterator[Frame]:
        """Nothing happens, hands off the board."""
        return self.hold_until(self.now + seconds)

    def hold_until(self, t: float) -> Iterator[Frame]:
        """Nothing happens until the time ``t``."""
        while self.now < t - 1e-6:
            yield self._shot(self.scene, self.placement, hand=bool(self.scene.props.arms))

    def change(self, how: Callable[[Scene], Scene]) -> None:
        """Something about the room changes from the next frame on."""
        self.scene = how(self.scene)

    def play(self, player: Player, position: Position) -> Iterator[Frame]:
        """A hand of ``player`` turns the board into ``position`` and leaves."""
        _, carries = carried_over(self.scene, self.placement, position, self._rng)
        return self._hand(player, carries, position)

    def straighten(self, player: Player, which: int) -> Iterator[Frame]:
        """A hand puts one checker straight; the position stays."""
        after = straightened(self.scene, self.placement, which, self._rng)
        old, new = self.placement.checkers[which], after.checkers[which]
        return self._hand(player, (Carry(old.player, old, new),), self.position)

    def _hand(self, player: Player, carries: tuple[Carry, ...], position: Position) -> Iterator[Frame]:
        person = self._people[player]
        tip = self._outside(person)
        for carry in carries:
            start = (carry.start.x, carry.start.y) if carry.start else self._outside(person)
            yield from self._travel(person, tip, start, None)
            checker = carry.start or carry.end
            if carry.start is not None:
                left = tuple(c for c in self.placement.checkers if c != carry.start)
                self.placement = Placement(left)
            tip = (carry.end.x, carry.end.y) if carry.end else self._outside(person)
            yield from self._travel(person, start, tip, checker)
            if carry.end is not None:
                self.placement = Placement((*self.placement.checkers, carry.end))
        self.position = position
        yield from self._travel(person, tip, self._outside(person), None)

    def _outside(self, person: _Sleeve) -> Place:
        """Where a hand rests: a little outside the board, out of the picture."""
        x, y = person.shoulder
        return x, y + math.copysign(1.0, y)

    def _travel(self, person: _Sleeve, start: Place, end: Place, checker: Standing | None) -> Iterator[Frame]:
        """The hand moves; first and last frame lie on the way, so that nothing is lifted from afar."""
        steps = max(2, round(math.dist(start, end) / _REACH * self.fps / 5))
        for step in range(1, steps + 1):
            share = (1 - math.cos(math.pi * step / steps)) / 2
            tip = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            lift = 0.35 + 0.7 * math.sin(math.pi * share)
            yield self._shot(*self._with_arm(person, tip, lift, checker), hand=True)

    def _with_arm(
        self, person: _Sleeve, tip: Place, lift: float, checker: Standing | None
    ) -> tuple[Scene, Placement]:
        arm = Arm(tip, person.shoulder, lift, person.skin, person.sleeve)
        if math.dist(tip, person.shoulder) < 1.5:
            return self.scene, self.placement
        scene = replace(self.scene, props=replace(self.scene.props, arms=(*self.scene.props.arms, arm)))
        if checker is None:
            return scene, self.placement
        carried = replace(checker, place=HAND, slot=0, x=tip[0], y=tip[1], z=lift)
        return scene, Placement((*self.placement.checkers, carried))

    def _shot(self, scene: Scene, placement: Placement, hand: bool) -> Frame:
        if self._negative is None or self._negative[:2] != (scene, placement):
            self._negative = scene, placement, compose(scene, placement)
        picture = self._negative[2].expose(self._rng)
        frame = Frame(self.now, picture.image, hand)
        if not hand:
            self._note_quiet()
        self._frames += 1
        return frame

    def _note_quiet(self) -> None:
        step = 1.5 / self.fps
        if self.quiet and self.quiet[-1].position == self.position and self.now - self.quiet[-1].end < step:
            self.quiet[-1] = replace(self.quiet[-1], end=self.now)
        else:
            self.quiet.append(Quiet(self.now, self.now, self.position))
