"""The referee: events in, effects out. It owns no clock, no thread and no device.

>>> from tabletop.backgammon import Match, MatchRules, variant
>>> from tabletop.referee import OpeningRolled, State, advance
>>> state = State.new(variant("standard"), Match.start(MatchRules(length=5)))
>>> state, effects = advance(state, OpeningRolled(at=1.0, light=6, dark=1))
>>> [type(effect).__name__ for effect in effects][:2]
['GameStarted', 'TurnStarted']
"""

from tabletop.referee.events import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    OpeningRolled,
    Overruled,
    SessionEnded,
    TowerFound,
    TowerLost,
    Trouble,
)
from tabletop.referee.judge import judge
from tabletop.referee.observation import Observation, Spot
from tabletop.referee.profiles import Profile, Role, profile, profile_names
from tabletop.referee.referee import advance, replay
from tabletop.referee.state import Phase, State, Turn
from tabletop.referee.verdicts import Ambiguous, Illegal, Legal, Unfinished, Unreadable, Verdict
from tabletop.referee.violations import Violation

__all__ = [
    "Ambiguous",
    "BoardSeen",
    "Button",
    "ButtonPressed",
    "CameraFound",
    "CameraLost",
    "DiceCocked",
    "DiceLifted",
    "DiceSettled",
    "DiceThrown",
    "Event",
    "HandSeen",
    "Illegal",
    "Legal",
    "Observation",
    "OpeningRolled",
    "Overruled",
    "Phase",
    "Profile",
    "Role",
    "SessionEnded",
    "Spot",
    "State",
    "TowerFound",
    "TowerLost",
    "Trouble",
    "Turn",
    "Unfinished",
    "Unreadable",
    "Verdict",
    "Violation",
    "advance",
    "judge",
    "profile",
    "profile_names",
    "replay",
]
