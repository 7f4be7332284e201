"""The printed parts: every surface closed, every size as the die demands. The drawings are checked in; `make
hardware` makes them again."""

from __future__ import annotations

import math
import tomllib

import pytest

from tests.hardware.solids import BED, CHECKOUT, coordinates, open_edges, size, volume

PARTS = ("tower", "funnel", "pockets", "sensor_plate", "lid")
SENSING = tomllib.loads((CHECKOUT / "firmware" / "tables" / "sensing.toml").read_text())
DIE = SENSING["die"]["edge_mm"]
POCKET = DIE + SENSING["pocket"]["clearance_mm"]
CHUTE = math.ceil(1.8 * DIE + 1)
WALL = 3.0
PITCH = CHUTE + WALL


@pytest.mark.parametrize("part", PARTS)
def test_every_edge_joins_exactly_two_faces_that_agree_which_side_is_outside(part: str) -> None:
    assert open_edges(part) == []


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_solid_and_fits_the_printer(part: str) -> None:
    assert volume(part) > 1000
    assert max(size(part)) <= BED


def test_the_pockets_are_the_die_and_its_clearance_and_no_more() -> None:
    across, along = coordinates("pockets", 0), coordinates("pockets", 1)
    for centre in (-PITCH / 2, PITCH / 2):
        assert {round(centre - POCKET / 2, 2), round(centre + POCKET / 2, 2)} <= across
    assert {round(-POCKET / 2, 2), round(POCKET / 2, 2)} <= along
    assert SENSING["pocket"]["depth_mm"] in coordinates("pockets", 2)


def test_a_die_can_neither_bridge_the_chute_nor_the_baffles() -> None:
    diagonal = math.sqrt(3) * DIE
    across, along = coordinates("tower", 0), coordinates("tower", 1)
    assert {round(PITCH / 2 - CHUTE / 2, 2), round(PITCH / 2 + CHUTE / 2, 2)} <= across
    assert diagonal < CHUTE
    back = max(y for y in along if y < max(along))  # the inner face of the back wall
    tips = [y for y in along if -back < y < 0]
    assert min(back - y for y in tips) > diagonal  # from the tip of a front baffle to the back wall
    assert -back in along


def test_the_funnel_ends_in_the_pocket_and_begins_as_wide_as_the_chute() -> None:
    across = coordinates("funnel", 0)
    for half in (POCKET / 2, CHUTE / 2):
        for edge in (PITCH / 2 - half, PITCH / 2 + half):
            assert min(abs(x - edge) for x in across) < 0.02
    assert size("funnel")[2] == pytest.approx((CHUTE - POCKET) / 2 * math.tan(math.radians(60)), abs=0.01)


def test_the_sensors_sit_under_the_pips() -> None:
    """A seat is 3.7 by 3.0 mm; the sensors of the corners are not turned."""
    pitch = DIE * SENSING["die"]["pip_pitch"]
    across = {round(x, 1) for x in coordinates("sensor_plate", 0)}
    for column in (-1, 1):
        for edge in (-1.85, 1.85):
            assert round(PITCH / 2 + column * pitch + edge, 1) in across
    assert DIE * 0.26 - 1.85 - 1.5 > 0.5  # what is left between a turned and an unturned body


def test_the_pictures_and_drawings_are_there_and_shown() -> None:
    pages = [page.read_text() for page in (CHECKOUT / "hardware").glob("*.md")]
    for picture in sorted((CHECKOUT / "hardware").glob("*/*.png")):
        assert picture.stat().st_size > 5000
        assert f"{picture.parent.name}/{picture.name}" in "".join(pages)
