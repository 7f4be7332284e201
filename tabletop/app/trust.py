"""How long a camera is believed.

A referee must not judge yesterday's picture, and a camera that has stopped is soon told. Before its first
picture it is another matter: a camera warms up, a program loads, and what has not been found yet is not lost.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trust:
    """Patience with one camera, in seconds."""

    stale: float = 0.5
    """Seconds after its exposure at which a frame is too old to be looked at."""
    lost: float = 1.5
    """Seconds without a frame that counts after which the camera is lost."""
    first: float = 20.0
    """The same before the first frame has come: the table is still being set up."""
