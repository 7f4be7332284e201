"""The bundled session and the command line, as the tests of this room use them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
SESSION = CHECKOUT / "demo" / "session"


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str


def tabletop(*arguments: str | Path, cwd: Path = CHECKOUT) -> Ran:
    """Run the program as a user does."""
    command = [sys.executable, "-m", "tabletop.app.cli", *map(str, arguments)]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    return Ran(run.returncode, run.stdout, run.stderr)
