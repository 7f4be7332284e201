"""The steps of setting a camera up, as data: what to ask, what to do, what to look at.

Whoever shows them - a terminal, a page - walks the same list and ends with the same calibration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do at the table."""

    key: str
    title: str
    instruction: str
    optional: bool = False


STEPS: tuple[Step, ...] = (
    Step(
        "camera",
        "Hang the camera",
        "Above the board, all of the playing surface in the picture, nothing else that moves. From 60° to "
        "straight down is best.",
    ),
    Step(
        "empty",
        "Take a picture of the empty board",
        "Take all checkers off the board. It helps where checkers and points have the same colour.",
        optional=True,
    ),
    Step(
        "start",
        "Set up the starting position",
        "All thirty checkers in their places, no dice, no hands, no cube on the points.",
    ),
    Step(
        "home",
        "Say where light's home is",
        "The quarter of the picture with light's points 1 to 6.",
    ),
    Step(
        "corners",
        "Check the corners",
        "The playing surface inside the frame: top left, top right, bottom right, bottom left.",
        optional=True,
    ),
    Step("score", "See the score", "Every point and the bar must be read as it was set up."),
)
