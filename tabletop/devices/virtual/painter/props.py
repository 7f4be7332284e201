"""What lies about on a table: dice, the cube, cups, cards, and people's hands.

Dice and cube are small boxes with drawn faces, a cup is a hollow cylinder, a hand is built of rounded limbs
(a forearm in its sleeve, a palm, five fingers), each shaded across like a cylinder.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.devices.virtual.painter.geometry import Floats, View
from tabletop.devices.virtual.painter.light import LightMaps, Occluder, direction
from tabletop.devices.virtual.painter.scene import Arm, Card, Colour, Cube, Cup, Die, Props, Scene
from tabletop.devices.virtual.painter.surfaces import bgr, blend, noise, polygon_alpha

FACE = 48
"""Side of a drawn face of a die, in texels."""

_ABOVE = 2.0
"""Higher above the fingertips than any limb: light arrives there unhindered by the arm itself."""

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


@dataclass(frozen=True, slots=True)
class _Block:
    """A box that may be turned about the vertical."""

    place: tuple[float, float]
    size: tuple[float, float, float]
    turn: float
    faces: tuple[Floats, Floats, Floats]
    """Pictures of the top and of the two pairs of sides."""

    def footprint(self) -> NDArray[np.float64]:
        """4x2, counter-clockwise."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(self.size[:2]) / 2
        return np.asarray(half @ np.array([[c, s], [-s, c]]) + self.place)


def _die_face(number: int, colour: Colour, pips: Colour) -> Floats:
    face = np.empty((FACE, FACE, 3), dtype=np.uint8)
    face[:] = colour[::-1]
    for row, column in _PIPS[number]:
        cv2.circle(face, (12 + 12 * column, 12 + 12 * row), 5, pips[::-1], -1, cv2.LINE_AA)
    return face.astype(np.float32)


def _cube_face(shows: int, colour: Colour) -> Floats:
    face = np.empty((FACE, FACE, 3), dtype=np.uint8)
    face[:] = colour[::-1]
    text = str(shows)
    scale = 0.9 if len(text) > 1 else 1.1
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    origin = ((FACE - width) // 2, (FACE + height) // 2)
    cv2.putText(face, text, origin, cv2.FONT_HERSHEY_DUPLEX, scale, (20, 20, 24), 2, cv2.LINE_AA)
    return face.astype(np.float32)


def _plain_face(colour: Colour) -> Floats:
    return np.broadcast_to(bgr(colour), (FACE, FACE, 3)).copy()


def _card_face(colour: Colour) -> Floats:
    face = _plain_face(colour)
    for row in range(8, FACE - 6, 6):
        face[row, 6:-8] *= 0.7
    return face


def _die(die: Die) -> _Block:
    sides = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}[die.number]
    faces = tuple(_die_face(n, die.colour, die.pips) for n in (die.number, *sides))
    return _Block(die.place, (die.size,) * 3, die.turn, (faces[0], faces[1], faces[2]))


def _cube(cube: Cube) -> _Block:
    faces = (_cube_face(n, cube.colour) for n in (cube.shows, 4, 16))
    return _Block(cube.place, (cube.size,) * 3, cube.turn, (next(faces), next(faces), next(faces)))


def _card(card: Card) -> _Block:
    side = _plain_face(card.colour)
    return _Block(card.place, (*card.size, 0.02), card.turn, (_card_face(card.colour), side, side))


def _blocks(props: Props) -> list[_Block]:
    return [*map(_card, props.cards), *map(_die, props.dice), *map(_cube, props.cubes)]


@dataclass(frozen=True, slots=True)
class _Limb:
    """A rounded limb from one place to another."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    colour: Colour
    cloth: bool = False


_FINGERS = ((-0.30, 0.70, 0.115), (-0.11, 0.86, 0.12), (0.10, 0.82, 0.12), (0.29, 0.62, 0.105))
"""Of the four fingers: offset across the palm, length, radius, in hand widths."""


def limbs(arm: Arm) -> list[_Limb]:
    """A hand that reaches for the tip, lowest limb first. A hand is about two points wide."""
    width = 1.9
    tip, shoulder = np.asarray(arm.tip, dtype=np.float64), np.asarray(arm.shoulder, dtype=np.float64)
    back = (shoulder - tip) / max(float(np.linalg.norm(shoulder - tip)), 1e-6)
    across = np.array([-back[1], back[0]])
    h = arm.height

    def at(along: float, side: float, z: float) -> tuple[float, float, float]:
        x, y = tip + back * along * width + across * side * width
        return float(x), float(y), h + z

    wrist, cuff = at(1.95, 0.0, 0.65), at(2.25, 0.0, 0.7)
    thumb = at(0.75, -0.48, 0.3)
    skin = [
        (wrist, cuff, 0.23, 0.26),
        (at(1.5, 0.0, 0.65), wrist, 0.30, 0.23),
        (at(1.25, -0.40, 0.4), thumb, 0.17, 0.14),
        (thumb, at(0.14, -0.12, 0.05), 0.14, 0.10),
        (at(1.0, 0.16, 0.7), at(1.55, 0.10, 0.65), 0.26, 0.28),
        (at(1.0, -0.14, 0.7), at(1.55, -0.10, 0.65), 0.26, 0.28),
    ]
    for side, length, radius in _FINGERS:
        knuckle, joint = at(1.0, side * 0.95, 0.75), at(1.0 - 0.5 * length, side * 0.8, 0.8)
        skin.append((joint, at(0.98 - length, side * 0.28, 0.05), radius, 0.85 * radius))
        skin.append((knuckle, joint, 1.1 * radius, radius))
    found = [_Limb(start, end, (a * width, b * width), arm.skin) for start, end, a, b in skin]
    elbow = (float(shoulder[0]), float(shoulder[1]), h + 1.2)
    colour, girth = (arm.sleeve, (0.34, 0.50)) if arm.sleeve else (arm.skin, (0.25, 0.38))
    found.append(_Limb(cuff, elbow, (girth[0] * width, girth[1] * width), colour, arm.sleeve is not None))
    return found


def _strip(limb: _Limb) -> Occluder:
    a, b = np.array(limb.start[:2]), np.array(limb.end[:2])
    length = float(np.linalg.norm(b - a))
    along = (b - a) / length if length else np.array([1.0, 0.0])
    side = np.array([-along[1], along[0]])
    ring = [a + side * limb.radii[0], a - along * limb.radii[0], a - side * limb.radii[0]]
    ring += [b - side * limb.radii[1], b + along * limb.radii[1], b + side * limb.radii[1]]
    height = (limb.start[2] + limb.end[2]) / 2
    return Occluder(np.array(ring), height - 0.2, height + 0.1)


def _circle(place: tuple[float, float], radius: float, count: int = 28) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([place[0] + radius * np.cos(angles), place[1] + radius * np.sin(angles)], axis=1)


def prop_occluders(props: Props) -> list[Occluder]:
    """What throws shadows."""
    found = [Occluder(block.footprint(), 0.0, block.size[2]) for block in _blocks(props)]
    found += [Occluder(_circle(cup.place, cup.radius), 0.0, cup.height) for cup in props.cups]
    found += [_strip(limb) for arm in props.arms for limb in limbs(arm)]
    return found


@dataclass(slots=True)
class PropPainter:
    """Draws props into a picture and marks what they cover."""

    scene: Scene
    view: View
    light: LightMaps
    image: Floats
    seen: NDArray[np.int16]
    mark: int

    def paint(self) -> None:
        """Everything but the arms from far to near, then the arms, which are above all."""
        eye = self.view.eye
        props = self.scene.props
        things: list[_Block | Cup] = [*_blocks(props), *props.cups]
        things.sort(key=lambda t: -math.hypot(t.place[0] - eye[0], t.place[1] - eye[1]))
        for thing in things:
            if isinstance(thing, Cup):
                self._cup(thing)
            else:
                self._block(thing)
        for arm in props.arms:
            for limb in limbs(arm):
                self._limb(limb, arm.height + _ABOVE)

    def _light_at(self, x: float, y: float, z: float) -> Floats:
        across, up = (np.full((1, 1), v, dtype=np.float32) for v in (x, y))
        return np.asarray(self.light.at(across, up, z)[0, 0])

    def _lay(self, window: tuple[slice, slice], alpha: Floats, colour: Floats) -> None:
        blend(self.image, window, alpha, colour)
        self.seen[window][alpha > 0.5] = self.mark

    def _fill(self, ring: NDArray[np.float64], colour: Floats) -> None:
        pixels = self.view.project(ring)
        window = self.view.window(pixels, 1)
        if window is not None:
            self._lay(window, polygon_alpha(pixels, window), colour)

    def _block(self, block: _Block) -> None:
        foot, top = block.footprint(), block.size[2]
        lit = self._light_at(*block.place, top)
        for side in range(4):
            a, b = foot[side], foot[(side + 1) % 4]
            outwards = np.array([b[1] - a[1], a[0] - b[0]])
            if outwards @ (self.view.eye[:2] - a) > 0:
                quad = np.array([[*a, top], [*b, top], [*b, 0.0], [*a, 0.0]])
                self._picture(quad, block.faces[1 + side % 2] * (lit * self._facing(outwards)))
        self._picture(np.insert(foot[::-1], 2, top, axis=1), block.faces[0] * lit)

    def _facing(self, outwards: NDArray[np.float64]) -> float:
        """How bright an upright wall is beside a level one."""
        normal = outwards / np.linalg.norm(outwards)
        lamps = self.scene.lighting.lamps
        return 0.62 + 0.25 * sum(float(direction(lamp)[:2] @ normal) for lamp in lamps)

    def _picture(self, quad: NDArray[np.float64], face: Floats) -> None:
        pixels = self.view.project(quad)
        window = self.view.window(pixels, 1)
        if window is None:
            return
        rows, columns = window
        target = (pixels - [columns.start, rows.start]).astype(np.float32)
        source = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], dtype=np.float32) - np.float32(0.5)
        size = (columns.stop - columns.start, rows.stop - rows.start)
        warp = cv2.getPerspectiveTransform(source, target)
        seen = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self._lay(window, polygon_alpha(pixels, window), np.asarray(seen, dtype=np.float32))

    def _cup(self, cup: Cup) -> None:
        lit = self._light_at(*cup.place, cup.height)
        foot, rim = (np.insert(_circle(cup.place, cup.radius), 2, z, axis=1) for z in (0.0, cup.height))
        hull = cv2.convexHull(self.view.project(np.concatenate([foot, rim])).astype(np.float32))
        outline = hull[:, 0].astype(np.float64)
        window = self.view.window(outline, 1)
        if window is None:
            return
        self._lay(window, polygon_alpha(outline, window), bgr(cup.colour) * (lit * 0.75))
        self._fill(rim, bgr(cup.colour) * (lit * 1.25))
        inside = np.insert(_circle(cup.place, cup.radius * 0.88), 2, cup.height, axis=1)
        self._fill(inside, bgr(cup.colour) * (lit * 0.4))

    def _limb(self, limb: _Limb, lit_at: float) -> None:
        ends = self.view.project([limb.start, limb.end])
        radii = [r * self.view.scale_at(p) for r, p in zip(limb.radii, (limb.start, limb.end), strict=True)]
        window = self.view.window(ends, max(radii) + 2)
        if window is None:
            return
        rows, columns = window
        v, u = np.mgrid[rows, columns].astype(np.float32)
        axis = ends[1] - ends[0]
        length = max(float(np.linalg.norm(axis)), 1e-3)
        du, dv = u - np.float32(ends[0, 0]), v - np.float32(ends[0, 1])
        along = (du * axis[0] + dv * axis[1]) / length
        share = np.clip(along / length, 0, 1)
        radius = radii[0] + (radii[1] - radii[0]) * share
        off_u, off_v = du - share * axis[0], dv - share * axis[1]
        distance = np.hypot(off_u, off_v)
        alpha = np.clip(radius - distance + 0.5, 0, 1).astype(np.float32)
        shade = self._round(off_u / radius, off_v / radius)
        x, y = ((a + b) / 2 for a, b in zip(limb.start[:2], limb.end[:2], strict=True))
        lit = self._light_at(x, y, lit_at)
        if limb.cloth:
            shade = shade * self._weave(along, (off_u * -axis[1] + off_v * axis[0]) / length)
        colour = bgr(limb.colour) * (shade[..., None] * lit)
        self._lay(window, alpha, np.asarray(colour, dtype=np.float32))

    def _round(self, nu: Floats, nv: Floats) -> Floats:
        """The brightness over the width of a limb; the normal's part in the picture is given."""
        up = np.sqrt(np.maximum(0.0, 1.0 - nu * nu - nv * nv))
        total = self.scene.lighting.ambient * (0.45 + 0.55 * up)
        level = self.scene.lighting.ambient
        for lamp in self.scene.lighting.lamps:
            towards = direction(lamp) @ self.view.rotation.T
            total = total + lamp.intensity * np.maximum(
                0.05, nu * towards[0] + nv * towards[1] - up * towards[2]
            )
            level += lamp.intensity
        return np.asarray(np.sqrt(total / level), dtype=np.float32)

    def _weave(self, along: Floats, across: Floats) -> Floats:
        """Folds and threads of a sleeve."""
        folds = noise(np.random.default_rng(3), (64, 64), (9, 4))
        where = (np.abs(across * 0.35) % 64).astype(np.float32), (np.abs(along * 0.5) % 64).astype(np.float32)
        sampled = cv2.remap(folds, where[0], where[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        return np.asarray(1.0 + 0.08 * sampled, dtype=np.float32)
