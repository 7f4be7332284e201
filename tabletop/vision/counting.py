"""The counting networks: a strip's features in, how many checkers of either side it holds out.

Two networks share the work. One knows a strip from the few samples of a glance; where it is all but certain
that may do. The other looks closely, at every sample of the strip and at its mirror image. Both were taught
on painted boards only (``scripts/reader``), and answer with probabilities. They never see rules or history.
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
LOGITS = 3 * KINDS + 1
"""Of light's count, of dark's, and of both together; one more says that the strip is covered."""
BATCHES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 26)
"""Strips per call; a call is filled up to the next of these, as a network is laid out anew for every
size."""
CERTAIN = 0.995
"""What a glance is surer of than this is plain."""
PLAINLY = 0.02
"""Probability up to which a strip is plainly not covered."""
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

    def of(self, which: NDArray[np.bool_]) -> Counts:
        """The same for some of the strips only."""
        return Counts(self.light[which], self.dark[which], self.both[which], self.covered[which])


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
        if len(features) in BATCHES:
            return self._forward(features)
        answers: list[NDArray[Any]] = [np.empty((0, LOGITS), dtype=np.float32)]
        for first in range(0, len(features), BATCHES[-1]):
            part = features[first : first + BATCHES[-1]]
            size = next(batch for batch in BATCHES if batch >= len(part))
            if size > len(part):
                part = np.concatenate([part, np.zeros((size - len(part), *part.shape[1:]), dtype=np.float32)])
            answers.append(self._forward(part)[: len(features) - first])
        return np.concatenate(answers)

    def _forward(self, batch: Floats) -> Floats:
        if len(batch) not in self._laid_out:
            self._laid_out[len(batch)] = cv2.dnn.readNetFromONNX(self.model)
        net = self._laid_out[len(batch)]
        net.setInput(batch)
        return np.asarray(net.forward(), dtype=np.float32).reshape(len(batch), -1)


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """Counts the checkers of strips that are looked at closely."""

    network: Callable[[Floats], Floats]

    def count(self, features: Floats) -> Counts:
        """The counts of ``features`` (strips, CHANNELS, ALONG, ACROSS)."""
        both_ways = self.network(np.concatenate([features, features[..., ::-1]]))
        return told((both_ways[: len(features)] + both_ways[len(features) :]) * np.float32(0.5))


def told(logits: Floats) -> Counts:
    """The answer (strips, LOGITS) of a network, as probabilities."""
    light, dark, both = _log_probabilities(logits[:, : LOGITS - 1].reshape(-1, 3, KINDS)).swapaxes(0, 1)
    covered = 1.0 / (1.0 + np.exp(np.minimum(np.maximum(-logits[:, -1], -30.0), 30.0)))
    return Counts(light, dark, both, covered.astype(np.float32))


def _log_probabilities(logits: Floats) -> Floats:
    """Softmax without the reserve, natural logs."""
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares = np.maximum(odds / odds.sum(axis=-1, keepdims=True) - RESERVE / KINDS, LEAST)
    return np.asarray(np.log(shares / shares.sum(axis=-1, keepdims=True)), dtype=np.float32)


def plainly(counts: Counts) -> NDArray[np.bool_]:
    """The strips, (strips,), on which next to nothing is left to doubt."""
    surest = np.minimum.reduce([logs.max(axis=1) for logs in (counts.light, counts.dark, counts.both)])
    return np.asarray((surest > np.log(CERTAIN)) & (counts.covered < PLAINLY))


@functools.cache
def counter() -> Counter:
    """The one counter of this process; loading it takes a few milliseconds."""
    return Counter(Network.load("counts.onnx"))


@functools.cache
def glancer() -> Network:
    """The one network of this process that counts at a glance."""
    return Network.load("counts-glance.onnx")
