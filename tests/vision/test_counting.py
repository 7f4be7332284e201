from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tabletop.vision.counting import KINDS, LOGITS, Counter, counter, plainly, told
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


def test_a_strip_is_looked_at_together_with_its_mirror_image() -> None:
    shown = strips(2)
    network = Told(np.concatenate([says(3, 5, sure=1.0), says(3, 6, sure=2.0)]))
    counts = Counter(network).count(shown)
    assert counts.light.argmax(axis=1).tolist() == [3, 6], "the two looks are weighed together"
    np.testing.assert_array_equal(network.shown[0], np.concatenate([shown, shown[..., ::-1]]))


def test_only_what_leaves_no_doubt_is_plain() -> None:
    doubtful, half_covered = says(5, sure=2.0), says(2)
    half_covered[0, -1] = 0.5
    counts = told(np.concatenate([says(3), doubtful, half_covered, says(0)]))
    assert plainly(counts).tolist() == [True, False, False, True]


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
