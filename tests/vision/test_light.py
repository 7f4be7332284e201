"""A change of light is measured, and divided out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.devices.virtual.painter import Scene
from tabletop.vision.light import LightMeter
from tabletop.vision.reader import Reader
from tests.vision.conftest import MIDDLE_GAME, PaintedTable


def dimmed(scene: Scene, factor: float) -> Scene:
    lamps = tuple(replace(lamp, intensity=lamp.intensity * factor) for lamp in scene.lighting.lamps)
    lighting = replace(scene.lighting, lamps=lamps, ambient=scene.lighting.ambient * factor)
    return replace(scene, lighting=lighting)


@pytest.mark.parametrize("factor", [0.45, 0.7, 1.25])
def test_a_lamp_turned_up_or_down_is_undone(table: PaintedTable, factor: float) -> None:
    calibration = table.calibration
    picture = table.shows(MIDDLE_GAME, scene=dimmed(table.scene, factor)).image
    samples, glance = calibration.samples.sample(picture), calibration.samples.glance(picture)
    as_it_was = calibration.samples.sample(table.shows(MIDDLE_GAME).image)
    light = LightMeter(calibration.expected, calibration.samples).measure(glance)
    before = np.abs(samples.astype(float) - as_it_was)[:24].mean()
    after = np.abs(light.even(samples).astype(float) - as_it_was)[:24].mean()
    assert after < 0.35 * before


def test_the_light_of_the_calibration_is_no_change(table: PaintedTable) -> None:
    calibration = table.calibration
    glance = calibration.samples.glance(table.start.image)
    light = LightMeter(calibration.expected, calibration.samples).measure(glance)
    assert np.quantile(np.abs(light.gain[:24] - 1.0), 0.99) < 0.1
    assert light.agreement > 0.6


def test_a_board_in_half_the_light_reads_the_same(table: PaintedTable) -> None:
    picture = table.shows(MIDDLE_GAME, scene=dimmed(table.scene, 0.5)).image
    assert Reader(table.calibration).read(picture).observation.position == MIDDLE_GAME
