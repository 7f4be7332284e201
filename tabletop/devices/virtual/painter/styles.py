"""Boards, rooms and cameras that one might meet.

Everything is drawn at random from lists of what is sold and of how people live: felt, leather, cork and wood,
points of any two colours, ivory, black, red and pearl checkers, sometimes of the very colour of a point;
daylight, lamps and dusk; a camera from above or from the side. The two players' checkers always differ.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from tabletop.devices.virtual.painter.framing import framed
from tabletop.devices.virtual.painter.scene import (
    Arm,
    BarHabit,
    BoardStyle,
    CameraPose,
    Card,
    CheckerStyle,
    Colour,
    Cube,
    Cup,
    Die,
    Face,
    Lamp,
    Lighting,
    PointShape,
    Props,
    Quadrant,
    Scene,
    SecondLayer,
    Sensor,
    Stacking,
    Texture,
    Tray,
)

T = TypeVar("T")

GROUNDS: tuple[tuple[Colour, tuple[Texture, ...]], ...] = (
    ((30, 96, 56), (Texture.FELT, Texture.LEATHER)),
    ((26, 60, 124), (Texture.FELT, Texture.LEATHER)),
    ((132, 34, 36), (Texture.FELT, Texture.LEATHER)),
    ((140, 96, 74), (Texture.LEATHER, Texture.WOOD)),
    ((96, 92, 90), (Texture.FELT, Texture.LEATHER)),
    ((214, 202, 172), (Texture.LEATHER, Texture.FELT)),
    ((36, 35, 38), (Texture.LEATHER, Texture.FELT)),
    ((188, 142, 92), (Texture.CORK, Texture.WOOD)),
    ((120, 72, 40), (Texture.WOOD,)),
    ((206, 204, 200), (Texture.PLAIN, Texture.LEATHER)),
)
POINT_COLOURS: tuple[Colour, ...] = (
    (198, 180, 130),
    (226, 222, 210),
    (124, 28, 26),
    (178, 40, 34),
    (30, 30, 32),
    (84, 72, 68),
    (120, 156, 196),
    (36, 74, 130),
    (36, 92, 62),
    (160, 116, 62),
    (196, 150, 80),
    (128, 126, 124),
    (92, 48, 28),
)
LIGHT_COLOURS: tuple[Colour, ...] = (
    (234, 231, 222),
    (222, 210, 172),
    (206, 182, 130),
    (226, 224, 228),
    (210, 160, 60),
    (190, 186, 180),
    (214, 178, 140),
)
DARK_COLOURS: tuple[Colour, ...] = (
    (28, 28, 30),
    (148, 24, 30),
    (66, 42, 36),
    (96, 22, 30),
    (30, 52, 110),
    (40, 84, 52),
    (92, 88, 88),
    (120, 66, 34),
    (60, 30, 64),
)
WOODS: tuple[Colour, ...] = (
    (92, 58, 48),
    (150, 106, 68),
    (70, 58, 56),
    (36, 30, 30),
    (184, 142, 96),
    (110, 44, 34),
    (44, 42, 46),
)
TABLES: tuple[tuple[Colour, Texture], ...] = (
    ((164, 130, 94), Texture.WOOD),
    ((104, 78, 58), Texture.WOOD),
    ((142, 144, 138), Texture.PLAIN),
    ((222, 220, 214), Texture.PLAIN),
    ((46, 52, 86), Texture.FELT),
    ((40, 40, 42), Texture.PLAIN),
    ((196, 176, 148), Texture.WOOD),
)


def contrast(one: Colour, other: Colour) -> float:
    """How different two colours look, roughly: 0 the same, about 30 hard to tell, 600 black and white."""
    red = (one[0] + other[0]) / 2 / 256
    dr, dg, db = (a - b for a, b in zip(one, other, strict=True))
    return float(np.sqrt((2 + red) * dr * dr + 4 * dg * dg + (3 - red) * db * db))


def _pick(rng: np.random.Generator, choices: tuple[T, ...]) -> T:
    return choices[int(rng.integers(len(choices)))]


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def _tinted(rng: np.random.Generator, colour: Colour, by: float = 10.0) -> Colour:
    red, green, blue = (int(np.clip(c + rng.normal() * by, 8, 240)) for c in colour)
    return red, green, blue


def random_board(rng: np.random.Generator) -> BoardStyle:
    """A board and its table."""
    ground, textures = _pick(rng, GROUNDS)
    ground = _tinted(rng, ground)
    points = [c for c in POINT_COLOURS if contrast(c, ground) > 70]
    first, second = rng.permutation(len(points))[:2]
    table, table_texture = _pick(rng, TABLES)
    rail_height = _between(rng, 0.15, 0.6)
    bar_width = float(rng.choice([0.25, 0.9, 1.1, 1.3]))
    return BoardStyle(
        ground=ground,
        ground_texture=_pick(rng, textures),
        points=(_tinted(rng, points[first]), _tinted(rng, points[second])),
        point_length=_between(rng, 0.36, 0.46),
        point_shape=_pick(rng, tuple(PointShape)),
        point_width=_between(rng, 0.8, 1.0),
        outline=(40, 34, 30) if rng.random() < 0.25 else None,
        height=_between(rng, 10.6, 13.0),
        rail=_tinted(rng, _pick(rng, WOODS)),
        rail_texture=_pick(rng, (Texture.WOOD, Texture.WOOD, Texture.LEATHER, Texture.PLAIN)),
        rail_width=_between(rng, 0.35, 0.8),
        rail_height=rail_height,
        bar_width=bar_width,
        bar_height=float(rng.choice([0.0, 0.6, 1.0])) * rail_height,
        seam=bool(rng.random() < 0.7),
        hinges=_pick(rng, ((214, 206, 180), (196, 160, 80), (150, 150, 154), None)),
        tray=_pick(rng, tuple(Tray)),
        tray_width=_between(rng, 1.05, 1.6),
        logo=_tinted(rng, (80, 80, 84)) if rng.random() < 0.15 else None,
        table=_tinted(rng, table),
        table_texture=table_texture,
        grain=int(rng.integers(1, 40)),
    )


def random_checkers(rng: np.random.Generator, board: BoardStyle) -> tuple[CheckerStyle, CheckerStyle]:
    """Light's and dark's checkers, sometimes of the colour of a point, never of each other's."""
    diameter, thickness = _between(rng, 0.80, 0.98), _between(rng, 0.15, 0.35)
    face, gloss = _pick(rng, tuple(Face)), _between(rng, 0.0, 0.8)
    while True:
        colours = [_tinted(rng, _pick(rng, LIGHT_COLOURS)), _tinted(rng, _pick(rng, DARK_COLOURS))]
        if rng.random() < 0.2:
            luminance = [sum(c) for c in board.points]
            colours[int(rng.integers(2))] = board.points[int(np.argmax(luminance))]
        if contrast(*colours) > 150:
            break
    light, dark = (
        CheckerStyle(
            colour=colour,
            diameter=diameter,
            thickness=thickness,
            face=face,
            second_colour=_pick(rng, WOODS) if rng.random() < 0.25 else None,
            gloss=gloss,
            variety=_between(rng, 0.0, 0.05),
        )
        for colour in colours
    )
    return (dark, light) if sum(colours[0]) < sum(colours[1]) else (light, dark)


def random_lighting(rng: np.random.Generator, difficulty: float) -> Lighting:
    """Daylight, lamps, dusk: the harder, the further from even white light."""
    turn, low = _between(rng, 0, 2 * np.pi), _between(rng, 0.3, 0.3 + 0.9 * difficulty)
    level = float(np.exp(rng.normal() * 0.25 * difficulty)) * (
        1.0 if rng.random() > 0.15 * difficulty else 0.45
    )
    share = _between(rng, 0.3, 0.8)
    first = Lamp(
        towards=(float(np.cos(turn)) * low, float(np.sin(turn)) * low, 1.0),
        intensity=share * level,
        kelvin=_between(rng, 5500 - 2700 * difficulty, 5500 + 1500 * difficulty),
        softness=_between(rng, 0.08, 0.6),
    )
    lamps = [first]
    if rng.random() < 0.35 * difficulty:
        pool = (_between(rng, -6, 6), _between(rng, -5, 5), _between(rng, 4, 9))
        lamps.append(Lamp((_between(rng, -1, 1), _between(rng, -1, 1), 1.2), 0.5 * level, 2900, 0.15, pool))
    return Lighting(tuple(lamps), (1 - share) * level, _between(rng, 5000, 7200), _between(rng, 0, 0.35))


def random_camera(rng: np.random.Generator, board: BoardStyle, difficulty: float) -> CameraPose:
    """A camera that sees the whole playing surface; the trays only sometimes."""
    width, height = (960, 720) if rng.random() < 0.7 else (1280, 960)
    pose = CameraPose(
        tilt=_between(rng, 0, 4 + 31 * difficulty),
        azimuth=float(rng.choice([0, 0, 180, 90, -90])) + _between(rng, -20, 20),
        roll=_between(rng, -3 - 12 * difficulty, 3 + 12 * difficulty),
        focal=_between(rng, 0.75, 1.25),
        k1=_between(rng, -0.09, 0.03) * difficulty * 2,
        k2=_between(rng, -0.02, 0.02) * difficulty,
        width=width,
        height=height,
    )
    placed = framed(board, pose, _between(rng, 0.02, 0.09), trays=bool(rng.random() < 0.75))
    return replace(placed, shift=(_between(rng, -8, 8), _between(rng, -8, 8)))


def random_scene(rng: np.random.Generator, difficulty: float = 0.5) -> Scene:
    """A table one might meet. ``difficulty`` 0 is a board shop's window, 1 a café at night. No props."""
    board = random_board(rng)
    light, dark = random_checkers(rng, board)
    return Scene(
        board=board,
        light_checkers=light,
        dark_checkers=dark,
        camera=random_camera(rng, board, difficulty),
        lighting=random_lighting(rng, difficulty),
        stacking=Stacking(
            gap=_between(rng, 0.0, 0.06),
            jitter=_between(rng, 0.01, 0.03 + 0.07 * difficulty),
            second_layer=_pick(rng, tuple(SecondLayer)),
            bar=_pick(rng, (BarHabit.WHERE_IT_ENTERS, *BarHabit)),
        ),
        sensor=Sensor(
            noise=_between(rng, 0.5, 1.5 + 4 * difficulty),
            blur=_between(rng, 0.4, 0.8 + 0.9 * difficulty),
            jpeg_quality=int(rng.integers(70, 97)),
            white_balance=(_between(rng, 0.9, 1.1), _between(rng, 0.9, 1.1)),
            exposure=_between(rng, 0.85, 1.1),
        ),
        light_home=_pick(rng, tuple(Quadrant)),
    )


def _somewhere(rng: np.random.Generator, board: BoardStyle) -> tuple[float, float]:
    return _between(rng, -0.45, 0.45) * board.width, _between(rng, -0.42, 0.42) * board.height


def random_arm(rng: np.random.Generator, board: BoardStyle) -> Arm:
    """A hand that reaches somewhere over the board, from one of the players' sides."""
    side = float(rng.choice([-1.0, 1.0]))
    sleeve = _tinted(rng, _pick(rng, TABLES)[0], 20) if rng.random() < 0.7 else None
    return Arm(
        tip=_somewhere(rng, board),
        shoulder=(_between(rng, -5, 5), side * (board.height / 2 + 7)),
        height=_between(rng, 0.3, 1.2),
        skin=_tinted(rng, _pick(rng, ((204, 160, 132), (150, 104, 78), (110, 74, 56))), 8),
        sleeve=sleeve,
    )


def random_props(rng: np.random.Generator, board: BoardStyle, hands: float = 0.3) -> Props:
    """What may lie about: dice mostly, the cube often, a hand as often as ``hands``."""
    colour = _pick(rng, ((236, 234, 226), (150, 20, 30), (24, 60, 130), (30, 30, 32)))
    pips = (20, 20, 22) if sum(colour) > 400 else (236, 236, 236)
    spin = [_between(rng, 0, 90) for _ in range(6)]
    dice = tuple(
        Die(_somewhere(rng, board), int(rng.integers(1, 7)), spin[n], colour=colour, pips=pips)
        for n in range(2)
    )
    cube = Cube((0.0, _between(rng, -0.45, 0.45) * board.height), int(2 ** rng.integers(1, 7)), spin[2])
    return Props(
        arms=(random_arm(rng, board),) if rng.random() < hands else (),
        dice=dice if rng.random() < 0.7 else (),
        cubes=(cube,) if rng.random() < 0.4 else (),
        cups=(Cup(_somewhere(rng, board)),) if rng.random() < 0.1 else (),
        cards=(Card(_somewhere(rng, board), turn=spin[3]),) if rng.random() < 0.1 else (),
    )
