"""Turns the pin table into the WireViz description of the wiring."""

from __future__ import annotations


def wireviz(pins: dict, sensing: dict) -> str:
    """Placeholder until the parts are named."""
    return "# made from firmware/tables/pins.toml\n"
