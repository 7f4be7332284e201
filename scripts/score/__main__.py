"""Prints how well the program sees and referees.

    python -m scripts.score [SECTION ...] [--json] [--write]

Recorded sessions, real photographs and painted pictures are never added up: what holds on a painted board
proves nothing about a wooden one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from scripts.score import bad_pictures, known, nudges, painted, photos, sessions, simulate, starts
from scripts.score.boards import CHECKOUT
from scripts.score.report import Report, merged

Section = Callable[[argparse.Namespace], Report]

SECTIONS: dict[str, Section] = {
    "sessions": lambda _: sessions.report(),
    "photos": lambda _: photos.report(),
    "simulate": lambda asked: simulate.report(asked.seed, asked.turns),
    "starts": lambda asked: starts.report(120 if asked.full else 40, asked.seed),
    "known": lambda asked: known.report(12 if asked.full else 3, asked.seed),
    "nudges": lambda asked: nudges.report(10 if asked.full else 3, asked.seed),
    "bad_pictures": lambda asked: bad_pictures.report(6 if asked.full else 2, asked.seed),
    "painted": lambda asked: painted.report(asked.seed, asked.full),
}
DOCUMENT = CHECKOUT / "docs" / "score.md"
HEAD = "# The score\n\nWritten by `make score SCORE=--write`; every figure was measured, none is typed in.\n"


def main() -> int:
    """Measures the sections asked for, all of them when none is named."""
    parser = argparse.ArgumentParser(prog="make score")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--write", action="store_true", help=f"also write {DOCUMENT.relative_to(CHECKOUT)}")
    parser.add_argument("--full", action="store_true", help="many more painted pictures")
    parser.add_argument("--turns", type=int, default=60, help="simulated turns")
    parser.add_argument("--seed", type=int, default=1, help="of what is painted")
    asked = parser.parse_args()
    if unknown := set(asked.sections) - set(SECTIONS):
        parser.error(f"no section is called {', '.join(sorted(unknown))}; there are: {', '.join(SECTIONS)}")
    console = Console(width=None if sys.stdout.isatty() else 150)
    reports: list[Report] = []
    for name in asked.sections or SECTIONS:
        reports.append(SECTIONS[name](asked))
        if not asked.json:
            reports[-1].show(console)
    if asked.json:
        print(json.dumps({report.name: asdict(report) for report in reports}, indent=2))
    if asked.write:
        _write(DOCUMENT, reports)
    return 0


def _write(path: Path, reports: list[Report]) -> None:
    document = path.read_text("utf-8") if path.exists() else HEAD
    path.write_text(merged(document, reports), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
