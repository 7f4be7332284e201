"""What is seen of a strip beside what lay there when its turn closed."""

from __future__ import annotations

import numpy as np

from tabletop.vision.counting import KINDS, Counts
from tabletop.vision.holding import Held
from tabletop.vision.memory import FROM_THE_RAIL, OWN, Memory
from tabletop.vision.sampling import ACROSS, ALONG, GLANCE, STRIPS

STRIP = 3
SAMPLES = (STRIPS, len(range(ALONG)[GLANCE[1]]), len(range(ACROSS)[GLANCE[2]]), 3)


def sure_of(counts: list[int]) -> np.ndarray:
    out = np.full((len(counts), KINDS), np.log(0.0001 / (KINDS - 1)), dtype=np.float32)
    out[np.arange(len(counts)), counts] = np.log(0.9999)
    return out


def counts_of(light: list[int], dark: list[int]) -> Counts:
    both = [one + other for one, other in zip(light, dark, strict=True)]
    return Counts(sure_of(light), sure_of(dark), sure_of(both), np.zeros(len(light), dtype=np.float32))


def remembered(light: int, dark: int) -> Memory:
    """So many checkers on `STRIP`, and nothing else that matters."""
    lights, darks = [0] * STRIPS, [0] * STRIPS
    lights[STRIP], darks[STRIP] = light, dark
    lights[10], darks[20] = 15 - light, 15 - dark
    noise = np.random.default_rng(1).integers(100, 103, size=SAMPLES, dtype=np.uint8)
    nowhere = np.zeros((SAMPLES[1], STRIPS, SAMPLES[2]), dtype=bool)
    held = Held.counted(counts_of(lights, darks), 15)
    return Memory(noise, held, np.zeros(STRIPS, dtype=bool), nowhere)


def now(memory: Memory, first: float, last: float, by: int = 40) -> np.ndarray:
    """The same picture, but that ``STRIP`` looks different from so many to so many diameters off the rail."""
    even = memory.glance.copy()
    even[STRIP, (first < FROM_THE_RAIL) & (last > FROM_THE_RAIL), OWN.start : OWN.stop] += by
    return even


def chance_of_none(logs: np.ndarray) -> float:
    return float(np.exp(logs[0, 0]))


def test_a_blot_whose_place_looks_different_all_over_was_hit() -> None:
    memory, counts = remembered(0, 1), counts_of([1], [1])
    memory.compare(now(memory, -1.0, 2.0), np.array([STRIP]), counts)
    assert chance_of_none(counts.dark) > 20 * 0.0001 / (KINDS - 1)
    assert np.isclose(np.exp(counts.dark[0]).sum(), 1.0, atol=1e-4)
    assert chance_of_none(counts.light) < 0.0001, "it is plain what came"


def test_a_blot_that_looks_as_it_did_still_lies_there_beside_what_came() -> None:
    memory, counts = remembered(0, 1), counts_of([1], [1])
    before = counts.dark.copy()
    memory.compare(now(memory, 1.0, 2.0), np.array([STRIP]), counts)
    assert np.array_equal(counts.dark, before)


def test_of_two_colours_that_one_has_gone_is_never_beyond_doubt() -> None:
    memory, counts = remembered(1, 2), counts_of([0], [2])
    memory.compare(now(memory, -1.0, 3.0), np.array([STRIP]), counts)
    assert counts.light[0, 1] > -4.0
    assert counts.light[0, 2] < -4.0


def test_a_point_of_one_colour_is_counted_as_it_is_seen() -> None:
    memory, counts = remembered(3, 0), counts_of([2], [0])
    before = counts.light.copy()
    memory.compare(now(memory, 2.0, 3.0), np.array([STRIP]), counts)
    assert np.array_equal(counts.light, before)
