"""What a doctor finds: one line for each thing looked at, and what to do about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from tabletop.errors import TabletopError


class Health(enum.Enum):
    """How well something is."""

    WELL = "well"
    POOR = "poor"
    """It works, but could spoil an evening."""
    ILL = "ill"
    """No match can be refereed like that."""
    ABSENT = "absent"
    """Not asked for, or not to be looked at without something else; nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    part: str
    health: Health
    found: str
    """What was found, in a few words."""
    remedy: str = ""
    """What to do; empty where there is nothing to be done."""

    def to_dict(self) -> dict[str, str]:
        """For other programs."""
        return {"part": self.part, "health": self.health.value, "found": self.found, "remedy": self.remedy}


def well(part: str, found: str) -> Finding:
    """Nothing to be done."""
    return Finding(part, Health.WELL, found)


def poor(part: str, found: str, remedy: str) -> Finding:
    """Something to be improved."""
    return Finding(part, Health.POOR, found, remedy)


def ill(part: str, found: str, remedy: str) -> Finding:
    """Something to be put right."""
    return Finding(part, Health.ILL, found, remedy)


def absent(part: str, found: str) -> Finding:
    """Something that is not there and need not be."""
    return Finding(part, Health.ABSENT, found)


def optional(finding: Finding) -> Finding:
    """The same of something that a match can do without and nobody has asked for: it is not missing."""
    return replace(finding, health=Health.ABSENT) if finding.health is Health.ILL else finding


def told(part: str, error: TabletopError) -> Finding:
    """What an error says: they all tell first what is wrong, then what to do."""
    found, colon, remedy = str(error).partition(": ")
    return ill(part, found, remedy if colon else "see docs/devices.md")
