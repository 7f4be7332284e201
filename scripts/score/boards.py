"""Comparing boards, and where the recorded ones are."""

from __future__ import annotations

import os
from pathlib import Path

from tabletop.backgammon import POINTS, Position

CHECKOUT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TABLETOP_SHARED", CHECKOUT.parent / "shared"))
BAR_SPOT = 0

Contents = tuple[tuple[int, int], ...]
"""(light, dark) on the bar, then on light's 1-point to 24-point."""


def contents(position: Position) -> Contents:
    """What can be seen of ``position``: points and bar. What is off or gone is not on the board."""
    points = ((position.light.on(n), position.dark.on(POINTS + 1 - n)) for n in range(1, POINTS + 1))
    return ((position.light.bar, position.dark.bar), *points)


def wrong_spots(seen: Position, truth: Position) -> list[int]:
    """The spots (0 is the bar, 1 to 24 light's points) on which ``seen`` is not ``truth``."""
    pairs = zip(contents(seen), contents(truth), strict=True)
    return [spot for spot, (one, other) in enumerate(pairs) if one != other]


def told(seen: Position, truth: Position) -> str:
    """Where and how ``seen`` differs from ``truth``, for people; empty where it does not."""
    saw, is_there = contents(seen), contents(truth)
    return ", ".join(
        f"{'bar' if spot == BAR_SPOT else spot}: seen {_checkers(saw[spot])}, is {_checkers(is_there[spot])}"
        for spot in wrong_spots(seen, truth)
    )


def sides_swapped(seen: Position, truth: Position) -> bool:
    """Whether ``seen`` is nearer to ``truth`` with light and dark exchanged."""
    exchanged = [(dark, light) for light, dark in contents(seen)]
    away = sum(one != other for one, other in zip(exchanged, contents(truth), strict=True))
    return away < len(wrong_spots(seen, truth))


def _checkers(counts: tuple[int, int]) -> str:
    light, dark = counts
    return "+".join([f"{light}L"] * bool(light) + [f"{dark}D"] * bool(dark)) or "0"
