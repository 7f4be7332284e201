"""The counting network: a strip's features in, how many checkers of either side it holds out.

It is small (230,000 numbers), was trained on painted boards only (``scripts/reader``), and answers with
probabilities. It never sees rules or history.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

KINDS = 16
"""0 to 15 checkers of a side on one point."""
BATCHES = (2, 4, 8, 26)
"""Strips per call; a call is filled up to the next of these, so that the network is laid out but four
times."""
TEMPERATURE = 1.0
"""The network's logits are divided by this before they are believed; measured on painted boards kept
aside."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What the network makes of some strips; natural logs of probabilities."""

    light: Floats
    """(strips, KINDS)."""
    dark: Floats
    both: Floats
    """Checkers of any side together; the only answer when colours were not given."""
    covered: Floats
    """Probability that a hand, a cup or the like hides the strip, (strips,)."""


class Counter:
    """Runs the network through ``cv2.dnn``."""

    def __init__(self) -> None:
        content = (resources.files("tabletop.vision") / "counts.onnx").read_bytes()
        buffer = np.frombuffer(content, np.uint8)
        self._nets = {size: cv2.dnn.readNetFromONNX(buffer) for size in BATCHES}

    def count(self, features: Floats) -> Counts:
        """The counts of ``features`` (strips, CHANNELS, ALONG, ACROSS)."""
        answers: list[NDArray[Any]] = [np.empty((0, 3 * KINDS + 1), dtype=np.float32)]
        first = 0
        while first < len(features):
            part = features[first : first + BATCHES[-1]]
            size = next(batch for batch in BATCHES if batch >= len(part))
            batch = np.zeros((size, *features.shape[1:]), dtype=np.float32)
            batch[: len(part)] = part
            net = self._nets[size]
            net.setInput(batch)
            answers.append(np.asarray(net.forward()).reshape(size, -1)[: len(part)])
            first += len(part)
        logits = np.concatenate(answers).astype(np.float32) / np.float32(TEMPERATURE)
        light, dark, both = (_log_softmax(logits[:, i * KINDS : (i + 1) * KINDS]) for i in range(3))
        covered = 1.0 / (1.0 + np.exp(-np.clip(logits[:, 3 * KINDS], -30.0, 30.0)))
        return Counts(light, dark, both, covered.astype(np.float32))


def _log_softmax(logits: Floats) -> Floats:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), dtype=np.float32)


@functools.cache
def counter() -> Counter:
    """The one counter of this process; loading it takes a few milliseconds."""
    return Counter()
