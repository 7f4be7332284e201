"""What the painted camera says about its pictures agrees with the pixels."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tabletop.backgammon import BAR, Player, Position, variant
from tabletop.devices.virtual import painter
from tabletop.devices.virtual.painter import (
    SWEEPS,
    Painted,
    Quadrant,
    Scene,
    framed,
    paint,
    random_position,
    random_scene,
)
from tabletop.devices.virtual.painter.geometry import Layout, view_of
from tabletop.devices.virtual.painter.scene import (
    Arm,
    BoardStyle,
    CameraPose,
    CheckerStyle,
    Lamp,
    Lighting,
    Props,
    SecondLayer,
    Sensor,
    Stacking,
)

START = variant("standard").start_position
MIDDLE_GAME = Position.from_dict(
    {
        "light": {"24": 1, "20": 2, "13": 3, "8": 2, "6": 5, "4": 2},
        "dark": {"23": 1, "13": 4, "8": 3, "6": 4, "3": 2, "bar": 1},
    }
)
EMPTY = Position.from_dict({"light": {}, "dark": {}})
DAYLIGHT = Lighting((Lamp(kelvin=5500),), 0.45, 5500, 0.0)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def framed_scene(**changes: object) -> Scene:
    scene = replace(Scene(), **changes)
    return replace(scene, camera=framed(scene.board, scene.camera))


def middle_of(painted: Painted) -> tuple[float, float]:
    x, y = painted.corners.mean(axis=0)
    return float(x), float(y)


def around(painted: Painted, centre: tuple[float, float], radius: int = 2) -> np.ndarray:
    x, y = (round(v) for v in centre)
    patch = painted.image[y - radius : y + radius + 1, x - radius : x + radius + 1]
    return np.median(patch.reshape(-1, 3), axis=0)  # blue, green, red


def steps(*names: str) -> list[tuple[str, int]]:
    return [(name, n) for name in names for n in range(len(SWEEPS[name]))]


@pytest.mark.parametrize(
    ("sweep", "step"), steps("tilt", "azimuth", "roll", "lens", "size", "thickness", "stack")
)
def test_the_middle_of_every_visible_checker_shows_its_colour(sweep: str, step: int) -> None:
    white_and_red = framed_scene(lighting=DAYLIGHT)
    scene = SWEEPS[sweep][step].apply(white_and_red)
    painted = paint(scene, MIDDLE_GAME, rng())
    looked_at = [c for c in painted.checkers if c.visible > 0.9]
    assert len(looked_at) >= 15
    for checker in looked_at:
        blue, green, red = (float(v) for v in around(painted, checker.centre))
        assert red > 90
        assert (green > 0.75 * red and blue > 0.7 * red) is (checker.player is Player.LIGHT)
        assert (green < 0.45 * red) is (checker.player is Player.DARK)


@pytest.mark.parametrize(("sweep", "step"), steps("tilt", "azimuth", "roll", "lens", "resolution"))
def test_the_corners_lie_on_the_inner_edge_of_the_frame(sweep: str, step: int) -> None:
    flat_frame = BoardStyle(
        ground=(20, 160, 40),
        points=((20, 160, 40), (20, 160, 40)),
        rail=(170, 20, 150),
        rail_height=0.0,
        bar_width=0.0,
        hinges=None,
        seam=False,
    )
    scene = SWEEPS[sweep][step].apply(
        framed_scene(board=flat_frame, lighting=Lighting((), 1.0, 5500, 0.0), sensor=Sensor(0.0, 0.0, None))
    )
    painted = paint(scene, EMPTY, rng())
    middle = painted.corners.mean(axis=0)
    for corner in painted.corners:
        inwards = (middle - corner) / np.linalg.norm(middle - corner)
        inside, outside = around(painted, corner + 5 * inwards, 0), around(painted, corner - 5 * inwards, 0)
        assert inside[1] > 2 * inside[2], "the felt begins at the corner"
        assert outside[2] > 2 * outside[1], "the rail ends at the corner"


def test_a_place_projected_to_a_pixel_is_seen_by_that_pixel() -> None:
    pose = CameraPose(tilt=33, azimuth=25, roll=-12, k1=-0.15, k2=0.05, shift=(7.0, -4.0))
    view = view_of(pose)
    places = np.array([[x, y, z] for x in (-5, 0, 4) for y in (-4, 1, 5) for z in (0.0, 0.4)], dtype=float)
    for place, (u, v) in zip(places, view.project(places), strict=True):
        window = slice(round(v), round(v) + 1), slice(round(u), round(u) + 1)
        x, y = view.on_plane(place[2], window)
        half_a_pixel = 0.75 / view.scale_at((place[0], place[1], place[2])) / np.cos(np.radians(pose.tilt))
        assert abs(x[0, 0] - place[0]) < half_a_pixel
        assert abs(y[0, 0] - place[1]) < half_a_pixel


@pytest.mark.parametrize("home", list(Quadrant))
def test_lights_home_is_the_named_quadrant_with_the_ace_point_outermost(home: Quadrant) -> None:
    scene = framed_scene(light_home=home)
    position = Position.from_dict({"light": {"1": 1, "6": 1}, "dark": {"1": 1}})
    painted = paint(scene, position, rng())
    middle = middle_of(painted)
    ace, six = (next(c for c in painted.checkers if (c.player, c.place) == (Player.LIGHT, n)) for n in (1, 6))
    assert (ace.centre[0] > middle[0]) is home.right
    assert (ace.centre[1] < middle[1]) is home.top
    assert abs(ace.centre[0] - middle[0]) > abs(six.centre[0] - middle[0])


def test_darks_home_is_the_mirror_image_of_lights() -> None:
    layout = Layout(BoardStyle(), Quadrant.TOP_LEFT)
    for point in range(1, 13):
        assert layout.column(point) == layout.column(25 - point)
        assert layout.rail_side(point) == -layout.rail_side(25 - point)


@pytest.mark.parametrize("home", list(Quadrant))
def test_a_hit_checker_lies_on_the_half_of_the_bar_where_it_enters(home: Quadrant) -> None:
    position = Position.from_dict({"light": {"bar": 1}, "dark": {"bar": 2}})
    painted = paint(framed_scene(light_home=home), position, rng())
    middle = middle_of(painted)
    for checker in painted.checkers:
        assert checker.place == BAR
        enters_at_top = home.top is (checker.player is Player.DARK)
        assert (checker.centre[1] < middle[1]) is enters_at_top


def test_a_hand_covers_the_points_beneath_it_and_hides_their_checkers() -> None:
    scene = framed_scene()
    layout = Layout(scene.board, scene.light_home)
    over_six = Arm(layout.place(6, 3.5), layout.place(6, -8.0))
    free = paint(scene, START, rng())
    reached = paint(replace(scene, props=Props(arms=(over_six,))), START, rng())
    assert max(free.covered) == 0.0
    assert reached.covered[6] > 0.6
    assert reached.covered[19] == 0.0, "the point across the board is free"
    under = [c.visible for c in reached.checkers if c.place == 6]
    assert min(under) < 0.1
    assert min(c.visible for c in free.checkers) > 0.9


@pytest.mark.parametrize(
    ("second_layer", "layers"),
    [(SecondLayer.ON_TOP, [0] * 5 + [1]), (SecondLayer.HALF, [0] * 5 + [1]), (SecondLayer.SQUEEZED, [0] * 6)],
)
def test_the_sixth_checker_stands_where_the_habit_says(second_layer: SecondLayer, layers: list[int]) -> None:
    scene = framed_scene(stacking=Stacking(jitter=0.0, gap=0.0, second_layer=second_layer))
    painted = paint(scene, Position.from_dict({"light": {"8": 6}, "dark": {}}), rng())
    stack = sorted(painted.checkers, key=lambda c: c.slot)
    assert [c.layer for c in stack] == layers
    lowest = stack[0].visible
    assert (lowest < 0.35) is (second_layer is SecondLayer.ON_TOP)


def test_a_rail_hides_what_is_behind_it() -> None:
    steep = replace(CameraPose(), tilt=35.0)
    low, high = (
        paint(framed_scene(camera=steep, board=BoardStyle(rail_height=h)), START, rng()) for h in (0.0, 1.0)
    )

    def seen(painted: Painted) -> float:
        return min(c.visible for c in painted.checkers if c.place == 6 and c.slot == 0)

    assert seen(low) > 0.95
    assert seen(high) < 0.7


@pytest.mark.parametrize("lamp_on_the_left", [True, False])
def test_a_checker_throws_its_shadow_away_from_the_lamp(lamp_on_the_left: bool) -> None:
    lamp = Lamp((-1.0 if lamp_on_the_left else 1.0, 0.0, 1.0), 0.7, 5500, softness=0.05)
    ground = (120, 120, 120)
    board = BoardStyle(ground=ground, points=(ground, ground), rail_height=0.0, bar_height=0.0)
    scene = framed_scene(
        board=board, lighting=Lighting((lamp,), 0.3, 5500, 0.0), sensor=Sensor(0.0, 0.0, None)
    )
    painted = paint(scene, Position.from_dict({"light": {"9": 1}, "dark": {}}), rng())
    bare = paint(scene, EMPTY, rng())
    x, y = painted.checkers[0].centre
    aside = painted.checkers[0].radius * 1.25
    left, right = (
        float(around(painted, (x + d, y)).mean() / around(bare, (x + d, y)).mean()) for d in (-aside, aside)
    )
    shaded, lit = (right, left) if lamp_on_the_left else (left, right)
    assert shaded < 0.85 * lit
    assert lit > 0.85, "all around it is only a little darker"


def test_a_knock_moves_the_whole_picture() -> None:
    scene = framed_scene()
    knocked = painter.nudge((6.0, -3.0))(scene)
    before, after = (paint(s, EMPTY, rng()).corners for s in (scene, knocked))
    assert np.allclose(after - before, [6.0, -3.0], atol=0.2)


def test_a_lamp_makes_the_picture_brighter_and_warmer() -> None:
    scene = framed_scene()
    lit = painter.lamp_on(Lamp((0.5, 0.5, 1.0), 0.5, 2700))(scene)
    before, after = (paint(s, START, rng()).image.reshape(-1, 3).mean(axis=0) for s in (scene, lit))
    assert after.sum() > before.sum()
    assert after[2] / after[0] > before[2] / before[0]


def test_the_same_seed_paints_the_same_picture_and_another_does_not() -> None:
    def picture(seed: int) -> np.ndarray:
        generator = rng(seed)
        return paint(random_scene(generator), random_position(generator), generator).image

    first, again, other = picture(4), picture(4), picture(5)
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


@pytest.mark.parametrize("sweep", sorted(SWEEPS))
def test_every_step_of_every_sweep_paints_another_picture(sweep: str) -> None:
    small = replace(Scene(), camera=CameraPose(width=480, height=360), sensor=Sensor(0.0, 0.5, 90))
    small = replace(small, camera=framed(small.board, small.camera))
    position = Position.from_dict({"light": {"8": 7, "6": 5, "24": 2}, "dark": {"13": 6, "5": 5, "bar": 1}})
    pictures = []
    for step in SWEEPS[sweep]:
        scene = step.apply(small)
        image = paint(scene, position, rng()).image
        assert image.shape == (scene.camera.height, scene.camera.width, 3)
        assert image.std() > 10
        pictures.append(image.tobytes())
    assert len(set(pictures)) == len(pictures)


def test_light_and_dark_checkers_can_always_be_told_apart() -> None:
    for seed in range(200):
        scene = random_scene(rng(seed), difficulty=1.0)
        assert painter.contrast(scene.light_checkers.colour, scene.dark_checkers.colour) > 100


def test_the_painter_shares_no_code_with_the_reader() -> None:
    for path in Path(painter.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith("tabletop.vision") for name in names), path


def test_dark_checkers_on_dark_points_still_have_a_rim_or_a_shadow() -> None:
    """Low contrast must not mean an invisible checker: else the picture holds no truth at all."""
    brown = (84, 72, 68)
    board = BoardStyle(ground=(90, 76, 70), points=(brown, brown))
    scene = framed_scene(board=board, dark_checkers=CheckerStyle(brown), sensor=Sensor(0.0, 0.0, None))
    painted = paint(scene, Position.from_dict({"light": {}, "dark": {"5": 1}}), rng())
    bare = paint(scene, EMPTY, rng())
    (checker,) = painted.checkers
    x, y, r = *(round(v) for v in checker.centre), round(checker.radius * 1.2)
    window = np.s_[y - r : y + r, x - r : x + r]
    difference = np.abs(painted.image[window].astype(int) - bare.image[window].astype(int)).max(axis=2)
    assert (difference > 12).mean() > 0.15
