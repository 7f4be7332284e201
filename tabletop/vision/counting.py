"""The counting networks: a strip's features in, how many checkers of either side it holds out.

Two networks share the work. A quick one looks at every strip; where it is not all but certain a thorough one
looks again, at the strip and at its mirror image. Both were taught on painted boards only
(``scripts/reader``), and answer with probabilities. They never see rules or history.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

KINDS = 16
"""0 to 15 checkers of a side on one point."""
HEADS = (slice(0, KINDS), slice(KINDS, 2 * KINDS), slice(2 * KINDS, 3 * KINDS))
"""The logits of light's count, of dark's, and of both together; one more says that the strip is covered."""
LOGITS = 3 * KINDS + 1
BATCHES = (1, 2, 3, 4, 5, 6, 8, 12, 26)
"""Strips per call; a call is filled up to the next of these, as a network is laid out anew for every
size."""
CERTAIN = 0.995
"""What the quick network is surer of than this is not looked at again."""
PLAINLY = 0.02
"""Probability up to which a strip is plainly not covered, and from one minus which it plainly is."""
RESERVE = 0.002
"""The networks were taught to keep this share of belief for what they do not see (label smoothing, Szegedy et
al., 2016); it is taken back before they are believed."""
LEAST = 3e-6
"""No count is held to be less probable than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What the networks make of some strips; natural logs of probabilities."""

    light: Floats
    """(strips, KINDS)."""
    dark: Floats
    both: Floats
    """Checkers of any side together; the only answer when colours were not given."""
    covered: Floats
    """Probability that a hand, a cup or the like hides the strip, (strips,)."""


@dataclass(slots=True, eq=False)
class Network:
    """One network through ``cv2.dnn``, laid out for a few sizes of batch."""

    model: NDArray[np.uint8]
    """An ONNX file."""
    _laid_out: dict[int, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, name: str) -> Network:
        """One of those shipped with the package."""
        return cls(np.frombuffer((resources.files("tabletop.vision") / name).read_bytes(), np.uint8))

    def __call__(self, features: Floats) -> Floats:
        """(strips, LOGITS) for ``features`` (strips, CHANNELS, ALONG, ACROSS)."""
        answers: list[NDArray[Any]] = [np.empty((0, LOGITS), dtype=np.float32)]
        for first in range(0, len(features), BATCHES[-1]):
            part = features[first : first + BATCHES[-1]]
            size = next(batch for batch in BATCHES if batch >= len(part))
            if size > len(part):
                part = np.concatenate([part, np.zeros((size - len(part), *part.shape[1:]), dtype=np.float32)])
            if size not in self._laid_out:
                self._laid_out[size] = cv2.dnn.readNetFromONNX(self.model)
            net = self._laid_out[size]
            net.setInput(part)
            answers.append(np.asarray(net.forward()).reshape(size, -1)[: len(features) - first])
        return np.concatenate(answers).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """Counts the checkers of strips."""

    quick: Callable[[Floats], Floats]
    thorough: Callable[[Floats], Floats]

    def count(self, features: Floats) -> Counts:
        """The counts of ``features`` (strips, CHANNELS, ALONG, ACROSS)."""
        logits = self.quick(features)
        doubted = np.flatnonzero(_doubted(_told(logits)))
        if len(doubted):
            again = features[doubted]
            both_ways = self.thorough(np.concatenate([again, again[..., ::-1]]))
            logits[doubted] = (both_ways[: len(doubted)] + both_ways[len(doubted) :]) / 2
        return _told(logits)


def _told(logits: Floats) -> Counts:
    light, dark, both = (_log_probabilities(logits[:, head]) for head in HEADS)
    covered = 1.0 / (1.0 + np.exp(-np.clip(logits[:, -1], -30.0, 30.0)))
    return Counts(light, dark, both, covered.astype(np.float32))


def _log_probabilities(logits: Floats) -> Floats:
    """Softmax without the reserve, natural logs."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = np.maximum(odds / odds.sum(axis=1, keepdims=True) - RESERVE / KINDS, LEAST)
    return np.asarray(np.log(shares / shares.sum(axis=1, keepdims=True)), dtype=np.float32)


def _doubted(counts: Counts) -> NDArray[np.bool_]:
    """The strips, (strips,), on which anything is left to doubt."""
    surest = np.minimum.reduce([logs.max(axis=1) for logs in (counts.light, counts.dark, counts.both)])
    halfway = np.minimum(counts.covered, 1.0 - counts.covered)
    return np.asarray((surest < np.log(CERTAIN)) | (halfway > PLAINLY))


@functools.cache
def counter() -> Counter:
    """The one counter of this process; loading it takes a few milliseconds."""
    return Counter(Network.load("counts-quick.onnx"), Network.load("counts.onnx"))
