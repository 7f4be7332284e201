"""The painted camera: a table drawn as a camera would see it, with the truth known exactly.

It serves tests, the tuning of the reader, training and the virtual table; it proves nothing about real
boards. It shares no code with the reader that it tests.

>>> import numpy
>>> rng = numpy.random.default_rng(7)
>>> painted = paint(random_scene(rng), random_position(rng), rng)
>>> painted.image.shape, painted.corners.shape
((720, 960, 3), (4, 2))
"""

from tabletop.devices.virtual.painter.film import Frame, Reel, lamp_on, lying_about, nudge
from tabletop.devices.virtual.painter.framing import framed
from tabletop.devices.virtual.painter.paint import (
    Negative,
    Painted,
    SeenChecker,
    compose,
    paint,
    paint_placement,
)
from tabletop.devices.virtual.painter.placement import Carry, Placement, Standing, carried_over, put_down
from tabletop.devices.virtual.painter.positions import random_play, random_position
from tabletop.devices.virtual.painter.scene import Quadrant, Scene
from tabletop.devices.virtual.painter.screenplay import Habits, random_script
from tabletop.devices.virtual.painter.session import Attempt, FilmError, Script, Turn, shoot
from tabletop.devices.virtual.painter.styles import contrast, random_props, random_scene
from tabletop.devices.virtual.painter.sweeps import SWEEPS

__all__ = [
    "SWEEPS",
    "Attempt",
    "Carry",
    "FilmError",
    "Frame",
    "Habits",
    "Negative",
    "Painted",
    "Placement",
    "Quadrant",
    "Reel",
    "Scene",
    "Script",
    "SeenChecker",
    "Standing",
    "Turn",
    "carried_over",
    "compose",
    "contrast",
    "framed",
    "lamp_on",
    "lying_about",
    "nudge",
    "paint",
    "paint_placement",
    "put_down",
    "random_play",
    "random_position",
    "random_props",
    "random_scene",
    "random_script",
    "shoot",
]
