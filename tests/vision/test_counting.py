from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tabletop.vision.counting import KINDS, LOGITS, Counter, counter
from tabletop.vision.features import CHANNELS
from tabletop.vision.sampling import ACROSS, ALONG


@dataclass
class Told:
    """A network that says what it is told to, strip by strip, and remembers what it was shown."""

    logits: np.ndarray
    shown: list[np.ndarray] = field(default_factory=list)

    def __call__(self, features: np.ndarray) -> np.ndarray:
        self.shown.append(features)
        return self.logits[: len(features)].copy()


def says(*counts: int, sure: float = 12.0) -> np.ndarray:
    """Logits of strips with these checkers of light's, none of dark's, none covered."""
    logits = np.zeros((len(counts), LOGITS), dtype=np.float32)
    for strip, count in enumerate(counts):
        logits[strip, [count, KINDS, 2 * KINDS + count]] = sure
    logits[:, -1] = -12.0
    return logits


def strips(n: int) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(n, CHANNELS, ALONG, ACROSS)).astype(np.float32)


def test_a_strip_without_doubt_is_looked_at_once() -> None:
    quick, thorough = Told(says(3, 0, 7)), Told(says(9, 9, 9))
    counts = Counter(quick, thorough).count(strips(3))
    assert counts.light.argmax(axis=1).tolist() == [3, 0, 7]
    assert not thorough.shown


def test_a_doubted_strip_is_looked_at_again_and_in_the_mirror() -> None:
    doubtful = np.concatenate([says(3), says(5, sure=2.0), says(0)])
    quick, thorough, shown = Told(doubtful), Told(says(6, 6)), strips(3)
    counts = Counter(quick, thorough).count(shown)
    assert counts.light.argmax(axis=1).tolist() == [3, 6, 0]
    plain, mirrored = thorough.shown[0]
    np.testing.assert_array_equal(plain, shown[1])
    np.testing.assert_array_equal(mirrored, shown[1, :, :, ::-1])


def test_a_strip_that_may_be_covered_is_looked_at_again() -> None:
    half_covered = says(2)
    half_covered[0, -1] = 0.5
    thorough = Told(says(2, 2))
    Counter(Told(half_covered), thorough).count(strips(1))
    assert thorough.shown


def test_the_shipped_networks_answer_alike_in_every_batch() -> None:
    shown = strips(30)
    together = counter().count(shown)
    alone = [counter().count(shown[n : n + 1]) for n in range(30)]
    np.testing.assert_allclose(together.both, np.concatenate([one.both for one in alone]), atol=1e-3)


def test_what_is_told_are_probabilities() -> None:
    counts = counter().count(strips(4))
    for logs in (counts.light, counts.dark, counts.both):
        np.testing.assert_allclose(np.exp(logs).sum(axis=1), 1.0, atol=1e-4)


def test_no_strips_no_counts() -> None:
    assert counter().count(strips(0)).light.shape == (0, KINDS)
