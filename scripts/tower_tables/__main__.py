"""Makes every file that comes from the dice tower's tables: `python scripts/tower_tables [--check]`.

With --check nothing is written; the exit status is 1 and the stale files are named when one differs.
"""

from __future__ import annotations

import subprocess
import sys

import c_side
import document
import python_side
import templates
import wiring
from tables import ROOT, load, pins, protocol


def everything() -> dict[str, str]:
    """Path from the checkout -> text."""
    table, pin_table, sensing = protocol(), pins(), load("sensing")
    return {
        "firmware/generated/pins.h": c_side.pins_header(pin_table),
        "firmware/generated/channels.h": c_side.channels_header(pin_table),
        "firmware/generated/sim_pins.h": c_side.sim_header(pin_table),
        "firmware/generated/messages.h": c_side.messages_header(table),
        "firmware/generated/messages.c": c_side.messages_source(table),
        "firmware/generated/templates.h": templates.templates_header(sensing),
        "firmware/generated/geometry.h": templates.geometry_header(sensing),
        "hardware/scad/sensing.scad": templates.scad(sensing),
        "hardware/wiring/tower.yml": wiring.wireviz(pin_table),
        "hardware/wiring/sensors.yml": wiring.sensors(pin_table, sensing),
        "tabletop/tower/messages.py": formatted(python_side.messages_module(table)),
        "docs/protocol.md": document.protocol_document(table),
    }


def formatted(source: str) -> str:
    """The module as `ruff format` leaves it, so that the two never disagree."""
    command = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--stdin-filename",
        str(ROOT / "tabletop/tower/messages.py"),
        "-",
    ]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def main() -> int:
    """Write the files, or compare them."""
    stale = []
    for name, text in everything().items():
        path = ROOT / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv[1:]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if "--check" in sys.argv[1:]:
        for name in stale:
            print(f"stale: {name} (run `make tables`)")
        return 1 if stale else 0
    print("tables: " + (", ".join(stale) if stale else "everything is up to date"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
