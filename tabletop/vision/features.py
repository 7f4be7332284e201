"""What the counting network is shown of a strip.

Not colours: those differ from board to board. It sees how bright a sample is against how bright the felt
would be, how strange it is, how much it looks like either side's checkers, and the fine relief - rims, rings,
the gaps between neighbours - all measured in units of the board's own contrast. What it has learnt on painted
boards then holds on wooden ones.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.background import Expected
from tabletop.vision.evidence import CAP, Evidence, strangeness
from tabletop.vision.sampling import ACROSS, ALONG, BAR_MIDDLE, PER_DIAMETER, Picture

Floats = NDArray[np.float32]

CHANNELS = 7
LUMA = np.array([0.114, 0.587, 0.299], dtype=np.float32)
"""Brightness of blue, green, red (ITU-R BT.601)."""


def _softening(length: int) -> Floats:
    """The matrix that blurs a row of ``length`` samples by a quarter of a checker; its ends are mirrored."""
    sigma = PER_DIAMETER / 4.0
    reach = round(4 * sigma)
    kernel = np.asarray(cv2.getGaussianKernel(2 * reach + 1, sigma, cv2.CV_32F))[:, 0]
    mirrored = np.pad(np.arange(length), reach, mode="reflect")
    out = np.zeros((length, length), dtype=np.float32)
    for sample in range(length):
        np.add.at(out[sample], mirrored[sample : sample + 2 * reach + 1], kernel)
    return out


SOFT_ALONG, SOFT_ACROSS = _softening(ALONG), _softening(ACROSS)


def board_scale(expected: Expected) -> tuple[float, float]:
    """Mean and standard deviation of the empty board's brightness: the board's own grey scale."""
    luma = expected.mean[:BAR_MIDDLE] @ LUMA
    return float(luma.mean()), max(float(luma.std()), 12.0)


def features(
    samples: Picture, expected: Expected, evidence: Evidence | None, scale: tuple[float, float], bar: Floats
) -> Floats:
    """The network's input for some strips, (strips, CHANNELS, ALONG, ACROSS).

    ``samples`` and ``expected`` are of those strips alone, ``samples`` evened to the light of ``expected``;
    without ``evidence`` the colours are not known yet and those channels are 0. ``scale`` is `board_scale` of
    the whole board, ``bar`` (strips,) is 1 for the bar and 0 for a point.
    """
    mean, spread = scale
    values = samples.astype(np.float32)
    luma = values @ LUMA
    out = np.zeros((len(samples), CHANNELS, *luma.shape[1:]), dtype=np.float32)
    out[:, 0] = (luma - mean) / spread
    out[:, 1] = (expected.mean @ LUMA - mean) / spread
    out[:, 2] = strangeness(values, expected) if evidence is None else evidence.strange
    if evidence is not None:
        out[:, 3] = evidence.light / CAP
        out[:, 4] = evidence.dark / CAP
    out[:, 5] = np.clip((luma - SOFT_ALONG @ luma @ SOFT_ACROSS.T) / 10.0, -2.0, 2.0)
    out[:, 6] = bar[:, None, None]
    return out
