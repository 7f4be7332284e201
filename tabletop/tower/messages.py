"""What the dice tower and its host say to each other, one frozen dataclass a message.

Made from firmware/tables/messages.toml by `make tables`; do not edit. The meaning in prose stands
in docs/protocol.md, made from the same table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntFlag
from typing import Final

from tabletop.tower.fields import HEX16, HEX32, UINT8, UINT16, UINT32, Kind, Spec

VERSION: Final = 1
BAUD: Final = 38400
FRAME_LIMIT: Final = 80
HOST_TIMEOUT_MS: Final = 250
HOST_TRIES: Final = 5
EVENT_FIRST_RETRY_MS: Final = 300
EVENT_LAST_RETRY_MS: Final = 2000
HEARTBEAT_MS: Final = 1000
SILENCE_MS: Final = 3000
TABLE: Final = 0x4CF1
"""Check sum of the message table this side was built from."""


class State(Enum):
    """What the tower is doing."""

    TESTING = "TESTING"
    """Looking at its own sensors after a start."""
    IDLE = "IDLE"
    """Ready, no roll asked for."""
    ARMED = "ARMED"
    """A roll is asked for."""
    TUMBLING = "TUMBLING"
    """A die has passed a beam."""
    SETTLING = "SETTLING"
    """Waiting until the readings agree."""
    SAVING = "SAVING"
    """Writing the roll or the calibration to its memory."""
    HELD = "HELD"
    """A roll was reported; the dice still lie there."""
    VOID = "VOID"
    """The throw does not count; waiting for empty pockets."""
    BLOCKED = "BLOCKED"
    """Not calibrated, or a part is faulty: no roll can count."""


class Mode(Enum):
    """Which roll is asked for."""

    TURN = "TURN"
    """Two dice thrown together."""
    OPENING = "OPENING"
    """One die each, light's in the left chute, dark's in the right, each in their own time."""


class Reason(Enum):
    """Why a request was refused."""

    UNKNOWN = "UNKNOWN"
    """No such request."""
    FIELDS = "FIELDS"
    """The request has missing, extra or unreadable fields."""
    VERSION = "VERSION"
    """No protocol version in common."""
    BUSY = "BUSY"
    """A pocket is not empty, or a roll is under way."""
    UNCALIBRATED = "UNCALIBRATED"
    """The tower has no valid calibration."""
    FAULT = "FAULT"
    """A part is faulty; ask for the self-test."""
    NONE = "NONE"
    """There is no such entry in the journal."""
    RANGE = "RANGE"
    """The value is out of range."""
    LOCKED = "LOCKED"
    """The value can only be set once."""


class Fault(Enum):
    """What is broken."""

    LED_RAIL = "LED_RAIL"
    """The infrared LEDs get no current; argument: millivolts read."""
    REFERENCE = "REFERENCE"
    """The reading multiplexer or converter is off; argument: millivolts read."""
    DEAD = "DEAD"
    """A sensor gives no signal; argument: its channel."""
    STUCK = "STUCK"
    """A sensor sees white in an empty pocket; argument: its channel."""
    AMBIENT = "AMBIENT"
    """Too much light falls on a sensor; argument: its channel."""
    BEAM = "BEAM"
    """A light barrier stays broken; argument: 1 left, 2 right."""
    MEMORY = "MEMORY"
    """The memory lost the calibration or could not store a roll; argument: address."""
    SUPPLY = "SUPPLY"
    """The supply is too low; argument: millivolts."""


class Level(Enum):
    """Which of a pocket's seven values are wanted."""

    DARK = "DARK"
    """Converter counts with the LED off."""
    LIT = "LIT"
    """Converter counts with the LED on."""
    SCALED = "SCALED"
    """Signals, black card 0, white card 200."""
    EMPTY = "EMPTY"
    """Calibration: lit minus dark with nothing in the pocket, averaged, in sixteenths of a count."""
    WHITE = "WHITE"
    """Calibration: the white card."""
    BLACK = "BLACK"
    """Calibration: the black card."""
    MEAN = "MEAN"
    """Lit minus dark now, averaged over about two seconds, in sixteenths of a count."""


class Step(Enum):
    """A step of the calibration."""

    EMPTY = "EMPTY"
    """Take the present signals as those of empty pockets."""
    WHITE = "WHITE"
    """Take the present signals as those of the white card."""
    BLACK = "BLACK"
    """Take the present signals as those of the black card."""
    SAVE = "SAVE"
    """Check the three and store them."""
    DROP = "DROP"
    """Forget what was taken."""


class Key(Enum):
    """A setting."""

    UID = "UID"
    """The tower's identity, set once."""
    SETTLE_MS = "SETTLE_MS"
    """Milliseconds between switching to a sensor and reading it, 1 to 10."""
    NUDGES = "NUDGES"
    """How often the motor may shake an unreadable die, 0 to 5."""


class Reset(Enum):
    """Why the tower last started."""

    POWER = "POWER"
    """It was switched on."""
    EXTERNAL = "EXTERNAL"
    """The reset line, for instance a program opening the port."""
    BROWNOUT = "BROWNOUT"
    """The supply dipped."""
    WATCHDOG = "WATCHDOG"
    """The firmware hung and was restarted."""


class Pockets(IntFlag):
    """A set of pockets."""

    NONE = 0
    LEFT = 1
    """Left."""
    RIGHT = 2
    """Right."""


class RollFlags(IntFlag):
    """How a roll came about."""

    NONE = 0
    UNARMED = 1
    """No roll was asked for; the referee decides whether it stands."""
    OPENING = 2
    """One die each."""
    NUDGED = 4
    """The motor had to help."""
    REPLAY = 8
    """Told again from the journal."""
    UNSAVED = 16
    """The journal could not store it."""


class Health(IntFlag):
    """What is not as it should be, in a heartbeat."""

    NONE = 0
    UNCALIBRATED = 1
    """No valid calibration."""
    FAULTY = 2
    """The self-test found something."""
    EVENTS_LOST = 4
    """More happened than could be remembered while nobody listened."""
    SUPPLY_LOW = 8
    """Below 4.5 V."""


@dataclass(frozen=True, slots=True)
class Greet:
    """Who are you? The first thing said after a connection; answered by HEL, or refused with VERSION."""

    lowest: int
    """Lowest protocol version the host speaks."""
    highest: int
    """Highest."""


@dataclass(frozen=True, slots=True)
class Arm:
    """Allow one roll for the turn `token` names. Refused while a pocket is not empty or a part is faulty."""

    token: int
    """Names the turn; never 0."""
    mode: Mode
    """Which roll."""


@dataclass(frozen=True, slots=True)
class Disarm:
    """No roll is asked for any more. A throw under way is not stopped."""


@dataclass(frozen=True, slots=True)
class AskStatus:
    """Tell the present state; answered by STA."""


@dataclass(frozen=True, slots=True)
class AskRoll:
    """Tell the n-th last roll of the journal (0 is the last); answered by LOG, or refused with NONE."""

    back: int
    """How many rolls back."""


@dataclass(frozen=True, slots=True)
class AskRaw:
    """Tell seven values of a pocket; answered by VAL."""

    pocket: int
    """0 left, 1 right."""
    level: Level
    """Which values."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """One step of the calibration."""

    step: Step
    """Which."""


@dataclass(frozen=True, slots=True)
class Set:
    """Change a setting and store it."""

    key: Key
    """Which."""
    value: int
    """To what."""


@dataclass(frozen=True, slots=True)
class Get:
    """Tell a setting; answered by CFG."""

    key: Key
    """Which."""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Tell what the continuous self-test has found; answered by HLT."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """Shake the pockets once. Refused with BUSY while a roll is held or under way."""


@dataclass(frozen=True, slots=True)
class Received:
    """The event was received; it need not be repeated."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the tower is. Sent once after a start, and in answer to HI."""

    protocol: int
    """Protocol version it speaks."""
    table: int
    """Check sum of the message table it was built from."""
    firmware: int
    """Version of the firmware, hundredfold (100 is 1.00)."""
    uid: int
    """Identity of this tower, 0 when never set."""
    boot: int
    """How often it was started."""
    reset: Reset
    """Why it last started."""
    calibration: int
    """Check sum of the calibration, 0 when there is none."""
    last_roll: int
    """Number of the last roll in the journal, 0 when there is none."""


@dataclass(frozen=True, slots=True)
class Ok:
    """Done."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Not done."""

    reason: Reason
    """Why."""


@dataclass(frozen=True, slots=True)
class Status:
    """The present state. Sent once at every change, and in answer to STQ."""

    state: State
    """What the tower is doing."""
    beams: Pockets
    """Chutes whose light barrier is broken now."""
    present: Pockets
    """Pockets that are not empty."""
    left: int
    """Face read in the left pocket (top), 0 for none or unreadable."""
    right: int
    """Face read in the right pocket (top), 0 for none or unreadable."""


@dataclass(frozen=True, slots=True)
class LoggedRoll:
    """A roll of the journal."""

    number: int
    """Number of the roll, counted since the tower was made."""
    left: int
    """Left die, 1 to 6."""
    right: int
    """Right die, 1 to 6."""
    token: int
    """The turn it was rolled for, 0 when none was armed."""
    boot: int
    """In which boot it was rolled."""
    flags: RollFlags
    """How it came about."""


@dataclass(frozen=True, slots=True)
class RawValues:
    """Seven values, in the order centre, NE, NW, SW, SE, W, N."""

    centre: int
    north_east: int
    north_west: int
    south_west: int
    south_east: int
    west: int
    north: int


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a setting."""

    value: int
    """The value."""


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """What the continuous self-test has found."""

    dead: int
    """Bit n: channel n gives no signal."""
    stuck: int
    """Bit n: channel n sees white in an empty pocket."""
    dazzled: int
    """Bit n: too much light falls on channel n."""
    beams: Pockets
    """Light barriers that stay broken."""
    led_rail_mv: int
    """Test channel of the LED supply."""
    reference_mv: int
    """Test channel of the reading multiplexer."""
    supply_mv: int
    """The chip's supply."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Still here. Every second."""

    uptime_ms: int
    """Since the start."""
    boot: int
    """How often it was started."""
    state: State
    """What the tower is doing."""
    health: Health
    """What is not as it should be."""
    supply_mv: int
    """The chip's supply."""
    bad_frames: int
    """Frames from the host that were dropped as damaged."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Both dice lie flat and were read. Top and bottom of a die always add up to 7: a second check."""

    number: int
    """Number of the roll, counted since the tower was made."""
    left: int
    """Left die (top), 1 to 6."""
    right: int
    """Right die (top), 1 to 6."""
    left_down: int
    """Bottom of the left die, as read."""
    right_down: int
    """Bottom of the right die, as read."""
    doubt: int
    """The nearest other face, in percent: 0 is certain, 50 is refused."""
    token: int
    """The turn it was armed for, 0 when none was."""
    took_ms: int
    """From the first beam to the last agreeing reading."""
    flags: RollFlags
    """How it came about."""


@dataclass(frozen=True, slots=True)
class Cocked:
    """A die does not lie flat, even after nudging. The throw is void: both dice again."""

    pockets: Pockets
    """Which."""
    nudges: int
    """How often the motor tried."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A die did not arrive in its pocket. The throw is void."""

    pockets: Pockets
    """Which."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A die of the reported roll was lifted: the turn is over (US Rules 4.5)."""

    pockets: Pockets
    """Which."""


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The reading of a reported die changed without its being lifted: somebody bumped the tower. The roll
    stands as reported."""

    pockets: Pockets
    """Which."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A die lies in a pocket without having passed the beam: put there by hand. Not a roll."""

    pockets: Pockets
    """Which."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """A part is broken."""

    fault: Fault
    """What."""
    argument: int
    """See the fault."""


Message = (
    Greet
    | Arm
    | Disarm
    | AskStatus
    | AskRoll
    | AskRaw
    | Calibrate
    | Set
    | Get
    | SelfTest
    | Nudge
    | Received
    | Hello
    | Ok
    | Refused
    | Status
    | LoggedRoll
    | RawValues
    | Setting
    | SelfTestResult
    | Heartbeat
    | Roll
    | Cocked
    | Missing
    | Lifted
    | Disturbed
    | Placed
    | Faulty
)

SPECS: Final[Mapping[type, Spec]] = {
    Greet: Spec(
        "HI",
        (Kind.REQUEST,),
        (
            ("lowest", UINT8),
            ("highest", UINT8),
        ),
    ),
    Arm: Spec(
        "ARM",
        (Kind.REQUEST,),
        (
            ("token", HEX32),
            ("mode", Mode),
        ),
    ),
    Disarm: Spec("DIS", (Kind.REQUEST,), ()),
    AskStatus: Spec("STQ", (Kind.REQUEST,), ()),
    AskRoll: Spec("RLQ", (Kind.REQUEST,), (("back", UINT8),)),
    AskRaw: Spec(
        "RAW",
        (Kind.REQUEST,),
        (
            ("pocket", UINT8),
            ("level", Level),
        ),
    ),
    Calibrate: Spec("CAL", (Kind.REQUEST,), (("step", Step),)),
    Set: Spec(
        "SET",
        (Kind.REQUEST,),
        (
            ("key", Key),
            ("value", UINT32),
        ),
    ),
    Get: Spec("GET", (Kind.REQUEST,), (("key", Key),)),
    SelfTest: Spec("TST", (Kind.REQUEST,), ()),
    Nudge: Spec("NUD", (Kind.REQUEST,), ()),
    Received: Spec("ACK", (Kind.ACKNOWLEDGEMENT,), ()),
    Hello: Spec(
        "HEL",
        (
            Kind.REPLY,
            Kind.NOTICE,
        ),
        (
            ("protocol", UINT8),
            ("table", HEX16),
            ("firmware", UINT16),
            ("uid", HEX32),
            ("boot", UINT16),
            ("reset", Reset),
            ("calibration", HEX16),
            ("last_roll", UINT32),
        ),
    ),
    Ok: Spec("OK", (Kind.REPLY,), ()),
    Refused: Spec("NAK", (Kind.REPLY,), (("reason", Reason),)),
    Status: Spec(
        "STA",
        (
            Kind.REPLY,
            Kind.NOTICE,
        ),
        (
            ("state", State),
            ("beams", Pockets),
            ("present", Pockets),
            ("left", UINT8),
            ("right", UINT8),
        ),
    ),
    LoggedRoll: Spec(
        "LOG",
        (Kind.REPLY,),
        (
            ("number", UINT32),
            ("left", UINT8),
            ("right", UINT8),
            ("token", HEX32),
            ("boot", UINT16),
            ("flags", RollFlags),
        ),
    ),
    RawValues: Spec(
        "VAL",
        (Kind.REPLY,),
        (
            ("centre", UINT16),
            ("north_east", UINT16),
            ("north_west", UINT16),
            ("south_west", UINT16),
            ("south_east", UINT16),
            ("west", UINT16),
            ("north", UINT16),
        ),
    ),
    Setting: Spec("CFG", (Kind.REPLY,), (("value", UINT32),)),
    SelfTestResult: Spec(
        "HLT",
        (Kind.REPLY,),
        (
            ("dead", HEX16),
            ("stuck", HEX16),
            ("dazzled", HEX16),
            ("beams", Pockets),
            ("led_rail_mv", UINT16),
            ("reference_mv", UINT16),
            ("supply_mv", UINT16),
        ),
    ),
    Heartbeat: Spec(
        "HB",
        (Kind.NOTICE,),
        (
            ("uptime_ms", UINT32),
            ("boot", UINT16),
            ("state", State),
            ("health", Health),
            ("supply_mv", UINT16),
            ("bad_frames", UINT16),
        ),
    ),
    Roll: Spec(
        "ROL",
        (Kind.EVENT,),
        (
            ("number", UINT32),
            ("left", UINT8),
            ("right", UINT8),
            ("left_down", UINT8),
            ("right_down", UINT8),
            ("doubt", UINT8),
            ("token", HEX32),
            ("took_ms", UINT16),
            ("flags", RollFlags),
        ),
    ),
    Cocked: Spec(
        "CKD",
        (Kind.EVENT,),
        (
            ("pockets", Pockets),
            ("nudges", UINT8),
        ),
    ),
    Missing: Spec("MIS", (Kind.EVENT,), (("pockets", Pockets),)),
    Lifted: Spec("LFT", (Kind.EVENT,), (("pockets", Pockets),)),
    Disturbed: Spec("DST", (Kind.EVENT,), (("pockets", Pockets),)),
    Placed: Spec("PLC", (Kind.EVENT,), (("pockets", Pockets),)),
    Faulty: Spec(
        "FLT",
        (Kind.EVENT,),
        (
            ("fault", Fault),
            ("argument", UINT16),
        ),
    ),
}
"""How each message is written: its letters, its kinds, its fields in order."""
