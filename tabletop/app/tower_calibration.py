"""The set-up of a dice tower, step by step: nothing in the pockets, a white card, a black card; then the
dice are looked at and accepted or refused. A person does what the steps say; with a virtual tower its own
hands do."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import typer

from tabletop.app.tower_session import TowerSession
from tabletop.devices.calibrating import BLACK_CARD, WHITE_CARD
from tabletop.devices.simulated_tower import SimulatedTower
from tabletop.tower import messages as m
from tabletop.tower.errors import TowerError

AVERAGE_SECONDS: Final = 10.0
"""The tower averages its signals over about two seconds; after ten nothing is left of what lay before."""
LEAST_CONTRAST: Final = 3.0
"""White over pip at 940 nm (firmware/tables/sensing.toml): below it a 4 and a 5 come too close."""
LEAST_WHITE: Final = 0.5
"""Of the white card: less, and the die swallows the light that should come back."""
SHOWN: Final = 2
"""The dice are laid with the 2 on top: of the 5 on the glass the centre and the corners are dark, west and
north white."""
_PIPS: Final = slice(0, 5)
_WHITES: Final = slice(5, 7)


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done before a step, and how a virtual tower's hands do it."""

    words: str
    virtual: str


EMPTY: Final = Step("Take everything out of both pockets.", "card -1")
WHITE: Final = Step("Lay the white card over both pockets, flat on the glass.", f"card {WHITE_CARD}")
BLACK: Final = Step("Lay the black card over both pockets, flat on the glass.", f"card {BLACK_CARD}")
LAY_DICE: Final = Step(
    f"Take the card away and put a die into each pocket by hand, the {SHOWN} on top.", "card -1"
)
REMOVE: Final = Step("Take the dice out again.", "card -1")

Helper = Callable[[Step], None]


def helper_for(session: TowerSession, pips: float | None) -> Helper:
    """Whoever does what the steps say: a person who presses Enter, or the hands of a virtual tower.

    Raises `TowerError` for a tower that has no sensors to calibrate.
    """
    if not isinstance(session.port, SimulatedTower):
        if session.hands is not None:
            raise TowerError("a scripted tower has no sensors to calibrate: try host: or simavr:")
        return _person
    tower = session.port
    if pips is not None:
        tower.command(f"pips {pips}")

    def hands(step: Step) -> None:
        tower.command(step.virtual)
        for pocket in ("left", "right"):
            if step is LAY_DICE:
                tower.place(pocket, SHOWN)
            elif step is REMOVE:
                tower.lift(pocket)

    return hands


def _person(step: Step) -> None:
    typer.prompt(f"{step.words} Then press Enter", default="", show_default=False, prompt_suffix=" ")


def calibrate(session: TowerSession, do: Helper) -> Iterator[str]:
    """The whole set-up; yields what to tell. Raises `TowerError` when the tower or the dice are refused."""
    yield from _identity(session)
    for step, level in ((EMPTY, m.Step.EMPTY), (WHITE, m.Step.WHITE), (BLACK, m.Step.BLACK)):
        do(step)
        _wait(session)
        session.demand(m.Calibrate(level))
        yield f"{level.name.lower()}: taken"
    if isinstance(session.ask(m.Calibrate(m.Step.SAVE)), m.Refused):
        raise TowerError(
            "white and black hardly differ on at least one sensor: check that the cards lay over all of both "
            "pockets and that no sensor is dead (`tabletop tower selftest`), then calibrate again"
        )
    _wait(session)
    yield "calibration stored"
    yield from _dice(session, do)


def _identity(session: TowerSession) -> Iterator[str]:
    hello = session.link.hello
    if hello is not None and hello.uid == 0:
        uid = secrets.randbits(32) | 1
        session.demand(m.Set(m.Key.UID, uid))
        for _ in session.watch(1.0):
            pass  # it is being written
        yield f"this tower is now {uid:08X}"


def _wait(session: TowerSession) -> None:
    for _ in session.watch(AVERAGE_SECONDS):
        pass


def _dice(session: TowerSession, do: Helper) -> Iterator[str]:
    do(LAY_DICE)
    _wait(session)
    refused = []
    for index, pocket in enumerate(("left", "right")):
        white, contrast = measure(session, index)
        fine = contrast >= LEAST_CONTRAST and white >= LEAST_WHITE
        verdict = "accepted" if fine else "REFUSED"
        yield f"{pocket} die: white {white:.0%} of the card, contrast {contrast:.1f} : 1, {verdict}"
        refused += [] if fine else [pocket]
    do(REMOVE)
    if refused:
        raise TowerError(
            f"the {' and '.join(refused)} die has too little contrast in infrared (its white must be "
            f"{LEAST_WHITE:.0%} of the card and {LEAST_CONTRAST:.0f} times as bright as its pips): use "
            f"opaque white dice with black pips, laid with the {SHOWN} on top"
        )
    yield "the dice are accepted: the tower is ready"


def measure(session: TowerSession, pocket: int) -> tuple[float, float]:
    """The die in a pocket: its white relative to the card, and how many times brighter than its pips."""
    levels = {
        level: _values(session, pocket, level) for level in (m.Level.MEAN, m.Level.EMPTY, m.Level.WHITE)
    }
    reflectance = [
        max(0.0, mean - empty) / max(1, white - empty)
        for mean, empty, white in zip(
            levels[m.Level.MEAN], levels[m.Level.EMPTY], levels[m.Level.WHITE], strict=True
        )
    ]
    white = max(reflectance[_WHITES])
    # a sensor half beside its pip sees some white: the darkest of the five tells how dark a pip is
    pip = max(min(reflectance[_PIPS]), 0.01)
    return white, white / pip


def _values(session: TowerSession, pocket: int, level: m.Level) -> tuple[int, ...]:
    reply = session.demand(m.AskRaw(pocket, level))
    if not isinstance(reply, m.RawValues):
        raise TowerError(
            "the dice tower gave an answer that makes no sense: write its firmware again (make flash)"
        )
    left_half = (reply.centre, reply.north_east, reply.north_west, reply.south_west)
    return (*left_half, reply.south_east, reply.west, reply.north)
