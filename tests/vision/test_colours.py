"""What colour a side's checkers are."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.colours import CELLS, UNLIKELY, ColourError, cells_of, learn_colours

IVORY, CRIMSON = np.array([214.0, 230.0, 236.0]), np.array([36.0, 28.0, 150.0])


def sample_of(colour: np.ndarray, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(colour, 6.0, size=(900, 3)).clip(0, 255).astype(np.float32)


def test_the_density_over_all_colours_sums_to_one() -> None:
    model = learn_colours(np.concatenate([sample_of(CRIMSON), sample_of(np.array([90.0, 90.0, 110.0]), 1)]))
    cell = (256 / CELLS) ** 3
    total = float(np.exp(model.table().astype(float)).sum()) * cell
    assert total - UNLIKELY * 256**3 == pytest.approx(1.0, abs=0.05)


def test_a_side_s_own_colour_is_likelier_than_the_other_s() -> None:
    ivory, crimson = learn_colours(sample_of(IVORY)), learn_colours(sample_of(CRIMSON))
    pixels = np.rint(np.stack([IVORY, CRIMSON])).astype(np.uint8)
    gain = (ivory.table() - crimson.table()).ravel()[cells_of(pixels)]
    assert gain[0] > 5
    assert gain[1] < -5


def test_a_checker_of_two_colours_has_both() -> None:
    model = learn_colours(np.concatenate([sample_of(IVORY), sample_of(CRIMSON)]))
    seen = model.table().ravel()[cells_of(np.rint(np.stack([IVORY, CRIMSON])).astype(np.uint8))]
    stranger = model.table().ravel()[cells_of(np.array([[30, 160, 30]], dtype=np.uint8))]
    assert (seen > stranger + 5).all()


def test_a_handful_of_pixels_teaches_no_colour() -> None:
    with pytest.raises(ColourError, match="too few"):
        learn_colours(np.zeros((10, 3), dtype=np.float32))
