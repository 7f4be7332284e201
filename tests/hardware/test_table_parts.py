"""The printed parts of the camera arm and the panel: solid, and fitting what is bought and each other."""

from __future__ import annotations

import math

import pytest

from tests.hardware.solids import BED, coordinates, open_edges, size, vertices, volume

ARM = ("table_clamp", "clamp_knob", "clamp_pad", "corner", "camera_saddle", "camera_tray")
PANEL = ("panel_box", "panel_lid", "lamp_rail")
CAMERA_HOLES = (21.0, 12.5)  # millimetres between the screws of a Camera Module 3
BUTTONS = 12


@pytest.mark.parametrize("part", ARM + PANEL)
def test_every_edge_joins_exactly_two_faces_that_agree_which_side_is_outside(part: str) -> None:
    assert open_edges(part) == []


@pytest.mark.parametrize("part", ARM + PANEL)
def test_every_part_is_solid_fits_the_printer_and_lies_on_its_bed(part: str) -> None:
    assert volume(part) > 1000
    assert max(size(part)) <= BED


def rims(part: str, height: float) -> list[tuple[float, float, float]]:
    """Round holes at this height: centre and diameter, found by the corners at their four quarters."""
    points = {(round(x, 2), round(y, 2)) for x, y, z in vertices(part) if abs(z - height) < 0.002}
    found = []
    for x, y in points:
        for diameter in (1.7, 2.2, 3.2, 5.4, 10.2, 12.2, 16.2):
            radius = diameter / 2
            quarters = [(x - diameter, y), (x - radius, y + radius), (x - radius, y - radius)]
            if all(any(near(q, dx, dy) in points for dx in STEPS for dy in STEPS) for q in quarters):
                found.append((round(x - radius, 1), round(y, 1), diameter))
    return sorted(set(found))


STEPS = (-0.01, 0.0, 0.01)  # coordinates are rounded to a hundredth


def near(point: tuple[float, float], dx: float, dy: float) -> tuple[float, float]:
    return (round(point[0] + dx, 2), round(point[1] + dy, 2))


def test_the_camera_fits_its_tray() -> None:
    top = max(z for _, _, z in vertices("camera_tray"))
    holes = next(
        found
        for height in sorted(coordinates("camera_tray", 2))
        if 3 < height < top and (found := [rim for rim in rims("camera_tray", height) if rim[2] == 1.7])
    )
    assert len(holes) == 4
    along, across = {x for x, _, _ in holes}, {y for _, y, _ in holes}
    assert max(across) - min(across) == pytest.approx(CAMERA_HOLES[0], abs=0.11)
    assert max(along) - min(along) == pytest.approx(CAMERA_HOLES[1], abs=0.11)


def test_the_tray_swings_between_the_ears_of_the_saddle() -> None:
    tray = size("camera_tray")
    inner = [y for y in coordinates("camera_saddle", 1) if y > 0]
    ear_inside = min(inner, key=lambda y: abs(y - tray[1] / 2))
    assert 0.2 <= 2 * ear_inside - tray[1] <= 1.5
    height = size("camera_saddle")[2]
    radius = math.hypot(tray[0] / 2, 18)  # from the axis to the tray's far corner
    assert radius < height - 18 - 6 + 0.01  # the axis is 18 mm from the ears' tips, the plate 6 mm thick


@pytest.mark.parametrize("degrees", [-30, 0, 30])
def test_the_camera_tilts_by_thirty_degrees_to_either_side(degrees: int) -> None:
    """The slot's centre line lies 11 mm from the axis; at both its ends a screw still fits."""
    points = vertices("camera_saddle")
    axis = max(z for _, _, z in points) - 18
    turn = math.radians(degrees)
    outer = (14.3 - 3.3 + 3.3 / 2) if degrees == 0 else None
    x, z = 11 * math.cos(turn), 11 * math.sin(turn)
    distances = [math.hypot(px - x, pz - axis - z) for px, _, pz in points]
    assert min(distances) >= 3.3 / 2 - 0.02  # nothing stands in the screw's way
    if outer is not None:
        assert any(abs(math.hypot(px, pz - axis) - outer) < 0.05 for px, _, pz in points)


def test_a_twenty_millimetre_profile_fits_clamp_and_corner() -> None:
    across = coordinates("table_clamp", 0)
    assert {0.0, 20.4} <= across
    lips = coordinates("corner", 0)
    assert {0.0, 20.4} <= lips


def test_the_clamp_goes_round_a_table_of_45_millimetres() -> None:
    levels = coordinates("table_clamp", 1)
    assert {0.0, -45.0} <= levels


def test_the_lid_has_a_hole_for_every_button_and_lamp() -> None:
    lid = size("panel_lid")
    holes = rims("panel_lid", 3.0)
    diameters = sorted(diameter for _, _, diameter in holes)
    assert diameters.count(12.2) == BUTTONS - 2
    assert diameters.count(16.2) == 2  # done
    assert diameters.count(10.2) == 2  # the lamps
    for x, y, diameter in holes:
        assert abs(x) + diameter / 2 < lid[0] / 2
        assert abs(y) + diameter / 2 < lid[1] / 2
    bodies = [(x, y) for x, y, diameter in holes if diameter > 10]
    for n, one in enumerate(bodies):
        for other in bodies[n + 1 :]:
            assert math.dist(one, other) > 20  # nuts and fingers beside each other


def test_each_player_sees_the_panel_as_the_other_does() -> None:
    holes = {rim for rim in rims("panel_lid", 3.0) if rim[2] > 10}
    assert holes == {(-x + 0.0, -y + 0.0, diameter) for x, y, diameter in holes}


def test_the_lid_lies_on_the_box_and_its_screws_meet_the_posts() -> None:
    box, lid = size("panel_box"), size("panel_lid")
    assert box[:2] == pytest.approx(lid[:2], abs=0.02)
    screws = [(x, y) for x, y, diameter in rims("panel_lid", 0.0) if diameter == 3.2]
    assert len(screws) == 4
    rim = max(z for _, _, z in vertices("panel_box"))
    posts = [p for p in vertices("panel_box") if rim - 1 < p[2] <= rim]
    for x, y in screws:
        assert any(abs(math.dist((px, py), (x, y)) - 1.3) < 0.11 for px, py, _ in posts)


def test_the_rail_carries_three_lamps_at_the_distance_of_the_points() -> None:
    length, width, _ = size("lamp_rail")
    assert length == pytest.approx(150.0)
    assert width < 20
