"""What stands on the table, before anybody looks at it.

A scene is data: what the board is made of, what the checkers look like, where the camera hangs, which
lamps burn, how tidily people stack, what else lies about and how good the sensor is. Lengths are in
points: 1.0 is the width of one point of the board. The origin is the middle of the playing surface,
x runs to the right and y to the top of the picture (of a camera that is not rolled), z up from the surface.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tabletop.backgammon import Player

Colour = tuple[int, int, int]
"""Red, green, blue as painted (sRGB), 0 to 255."""


class Quadrant(enum.Enum):
    """A quarter of the board; light's home (points 1 to 6, the ace point outermost) fills one of them."""

    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM_RIGHT = "bottom-right"

    @property
    def right(self) -> bool:
        """Whether it lies to the right of the bar."""
        return self in (Quadrant.TOP_RIGHT, Quadrant.BOTTOM_RIGHT)

    @property
    def top(self) -> bool:
        """Whether it lies at the top of the picture."""
        return self in (Quadrant.TOP_LEFT, Quadrant.TOP_RIGHT)


class Texture(enum.Enum):
    """What a surface is made of."""

    FELT = "felt"
    LEATHER = "leather"
    CORK = "cork"
    WOOD = "wood"
    PLAIN = "plain"


class PointShape(enum.Enum):
    """How a point ends."""

    TRIANGLE = "triangle"
    ROUNDED = "rounded"
    BLUNT = "blunt"


class Tray(enum.Enum):
    """On which sides the borne-off checkers have a tray."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


class Face(enum.Enum):
    """What the top of a checker looks like."""

    FLAT = "flat"
    DISHED = "dished"
    ONE_RING = "one ring"
    TWO_RINGS = "two rings"
    RIM = "rim"
    PEARL = "pearl"
    WOOD = "wood"


class SecondLayer(enum.Enum):
    """Where the sixth checker of a point goes."""

    ON_TOP = "on_top"
    HALF = "half"
    SQUEEZED = "squeezed"
    """The row is pushed together and runs on: six to eight stand in one layer."""


class BarHabit(enum.Enum):
    """Where on the bar people put a checker that was hit."""

    WHERE_IT_ENTERS = "where it enters"
    OWN_SIDE = "own side"
    BY_THE_RAIL = "by the rail"


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """A board and the table under it."""

    ground: Colour = (30, 96, 56)
    ground_texture: Texture = Texture.FELT
    points: tuple[Colour, Colour] = ((196, 178, 128), (124, 30, 26))
    """The colours of odd and even points, as light numbers them."""
    point_length: float = 0.40
    """Of the height of the playing surface."""
    point_shape: PointShape = PointShape.TRIANGLE
    point_width: float = 0.98
    """Width of a point's foot; the rest is a gap."""
    outline: Colour | None = None
    height: float = 11.3
    """Of the playing surface, rail to rail."""
    rail: Colour = (92, 58, 48)
    rail_texture: Texture = Texture.WOOD
    rail_width: float = 0.6
    rail_height: float = 0.35
    bar_width: float = 1.15
    bar_height: float = 0.3
    bar_colour: Colour | None = None
    """None: as the rails."""
    seam: bool = True
    """A folding board: a dark line along the bar."""
    hinges: Colour | None = (214, 206, 180)
    tray: Tray = Tray.NONE
    tray_width: float = 1.2
    logo: Colour | None = None
    table: Colour = (160, 128, 92)
    table_texture: Texture = Texture.WOOD
    clutter: bool = True
    """Paper and pencil beside the board."""
    grain: int = 1
    """Seed of the grain of all surfaces: the same board has the same grain."""

    @property
    def width(self) -> float:
        """Of the playing surface, bar included."""
        return 12.0 + self.bar_width


@dataclass(frozen=True, slots=True)
class CheckerStyle:
    """One player's checkers."""

    colour: Colour
    diameter: float = 0.92
    thickness: float = 0.24
    """Of the diameter."""
    face: Face = Face.DISHED
    second_colour: Colour | None = None
    """Of the rim or of the rings; None: a shade of the colour."""
    gloss: float = 0.35
    """0 is chalk, 1 is polished."""
    variety: float = 0.02
    """How much one checker's shade differs from another's (standard deviation, as a fraction)."""

    @property
    def height(self) -> float:
        """Thickness in points."""
        return self.diameter * self.thickness


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the camera hangs and what its lens does. Angles in degrees, lengths in points."""

    tilt: float = 5.0
    """Away from straight down."""
    azimuth: float = 0.0
    """Towards which side it leans: 0 is the side at the bottom of the picture, 90 the right one."""
    roll: float = 0.0
    distance: float = 19.0
    aim: tuple[float, float] = (0.0, 0.0)
    """The place on the board in the middle of the lens."""
    focal: float = 0.95
    """Focal length in widths of the image."""
    shift: tuple[float, float] = (0.0, 0.0)
    """Of the principal point, in pixels; a small nudge of the camera is a change of this and of the roll."""
    k1: float = -0.03
    k2: float = 0.0
    """Radial distortion of normalised image coordinates (OpenCV's model)."""
    width: int = 960
    height: int = 720


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or a window."""

    towards: tuple[float, float, float] = (-0.5, 0.6, 1.0)
    """Direction from the board to the lamp; the length does not matter."""
    intensity: float = 0.55
    kelvin: float = 5200.0
    softness: float = 0.25
    """Width of the edge of its shadows, in points."""
    spot: tuple[float, float, float] | None = None
    """x, y and radius of the pool of light of a desk lamp; None lights everything alike."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """All the light there is; 1.0 in all is a well exposed picture."""

    lamps: tuple[Lamp, ...] = (Lamp(),)
    ambient: float = 0.45
    ambient_kelvin: float = 6000.0
    vignette: float = 0.15
    """Loss in the corners of the picture."""


@dataclass(frozen=True, slots=True)
class Stacking:
    """How tidily people put checkers down."""

    gap: float = 0.02
    """Between checkers of a row, in diameters; negative in no row."""
    jitter: float = 0.04
    """Standard deviation of the place, in points, along and across."""
    row: int = 5
    second_layer: SecondLayer = SecondLayer.ON_TOP
    bar: BarHabit = BarHabit.WHERE_IT_ENTERS


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand over the board, with forearm and sleeve."""

    tip: tuple[float, float]
    """Where the fingers are."""
    shoulder: tuple[float, float]
    """Where the arm comes from, outside the picture."""
    height: float = 0.5
    """Of the fingertips above the surface."""
    skin: Colour = (196, 150, 122)
    sleeve: Colour | None = (90, 96, 110)


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies on the board (ordinary dice, beside the tower)."""

    place: tuple[float, float]
    number: int
    turn: float = 0.0
    """Degrees."""
    size: float = 0.34
    colour: Colour = (236, 234, 226)
    pips: Colour = (20, 20, 22)


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube."""

    place: tuple[float, float]
    shows: int = 64
    turn: float = 0.0
    size: float = 0.72
    colour: Colour = (238, 236, 228)


@dataclass(frozen=True, slots=True)
class Cup:
    """A dice cup or a glass."""

    place: tuple[float, float]
    radius: float = 0.75
    height: float = 1.7
    colour: Colour = (52, 34, 28)


@dataclass(frozen=True, slots=True)
class Card:
    """Something flat: a score card, a note, a banknote."""

    place: tuple[float, float]
    size: tuple[float, float] = (1.6, 1.0)
    turn: float = 0.0
    colour: Colour = (232, 228, 214)


@dataclass(frozen=True, slots=True)
class Props:
    """What else is there."""

    arms: tuple[Arm, ...] = ()
    dice: tuple[Die, ...] = ()
    cubes: tuple[Cube, ...] = ()
    cups: tuple[Cup, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Sensor:
    """What is lost between the lens and the file."""

    noise: float = 2.0
    """Standard deviation in grey levels."""
    blur: float = 0.6
    """Standard deviation in pixels."""
    jpeg_quality: int | None = 90
    """None: not compressed."""
    white_balance: tuple[float, float] = (1.0, 1.0)
    """Gain of red and of blue."""
    exposure: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything but the position."""

    board: BoardStyle = field(default_factory=BoardStyle)
    light_checkers: CheckerStyle = CheckerStyle((238, 234, 224))
    dark_checkers: CheckerStyle = CheckerStyle((150, 24, 32))
    camera: CameraPose = field(default_factory=CameraPose)
    lighting: Lighting = field(default_factory=Lighting)
    stacking: Stacking = field(default_factory=Stacking)
    props: Props = field(default_factory=Props)
    sensor: Sensor = field(default_factory=Sensor)
    light_home: Quadrant = Quadrant.BOTTOM_RIGHT

    def checkers_of(self, player: Player) -> CheckerStyle:
        """The checkers of ``player``."""
        return self.light_checkers if player is Player.LIGHT else self.dark_checkers
