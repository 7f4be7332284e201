"""What the buzzer says: few things, each with its own rhythm."""

from __future__ import annotations

import enum


class Signal(enum.Enum):
    """Something to be heard, once."""

    ERROR = "error"
    """A play was not legal."""
    AGAIN = "again"
    """A roll is void: both dice again."""
    ATTENTION = "attention"
    """Somebody has to do something: answer a double, look after the camera or the tower."""
    TIME = "time"
    """A clock has run out."""
    OVER = "over"
    """A game or the match is over."""
