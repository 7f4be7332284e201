"""What a person is told when the tower cannot be used: what is wrong, and what to do."""

from __future__ import annotations

from typing import Final

from tabletop.tower.messages import TABLE, VERSION

NOBODY: Final = (
    "nothing on this port speaks like a dice tower: is it the right port, and has the tower its firmware "
    "(make flash)?"
)
REFUSES_VERSION: Final = (
    f"the tower does not speak version {VERSION} of the protocol: write this version's firmware with "
    "`make flash`, or update this program"
)


def other_version(protocol: int) -> str:
    """The tower's protocol is not ours."""
    return (
        f"the tower speaks version {protocol} of the protocol, this program version {VERSION}: write this "
        "version's firmware with `make flash`, or update this program"
    )


def other_table(table: int) -> str:
    """Same version, but built from different message tables."""
    return (
        f"the tower's firmware was built from another message table ({table:04X}, here {TABLE:04X}): write "
        "it again with `make flash`"
    )


def other_tower(found: int, expected: int) -> str:
    """The identity is not the one expected."""
    return (
        f"this is another tower ({found:08X}) than the one expected ({expected:08X}): connect that one, or "
        "confirm the new one in the configuration"
    )
