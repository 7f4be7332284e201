"""GNU Backgammon as the judge of our match files: what does it load, and does it complain?"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

_SCRIPT = """
import json
gnubg.command("set confirm new off")
gnubg.command("set confirm save off")
for number, path in enumerate(json.load(open({paths!r}))):
    print("@@LOAD %d" % number)
    gnubg.command(("load match " if path.endswith(".sgf") else "import mat ") + path)
    print("@@LOADED")
    print("@@MATCH " + json.dumps(gnubg.match(analysis=0, boards=1, statistics=0)))
    print("@@NOW " + json.dumps([gnubg.positionid(), gnubg.matchid()]))
    gnubg.command("show score")
    if {export!r}:
        gnubg.command("export match mat " + path + ".exported")
"""
_NO_COMPLAINT = ("The cube has been", "GNU Backgammon  Position ID", "Match ID", "No game in progress")


@dataclass(frozen=True)
class Loaded:
    """What GNU Backgammon made of a file."""

    complaints: tuple[str, ...]
    games: list[dict[str, Any]]
    info: dict[str, Any]
    position_id: str
    match_id: str
    score: tuple[int, int]


def gnubg_program() -> str:
    """The program; the test skips where it is missing."""
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    if not Path(program).exists():
        pytest.skip("GNU Backgammon is not installed (Debian: apt install gnubg)")
    return program


def load_in_gnubg(folder: Path, paths: list[Path], export: bool = False) -> list[Loaded]:
    """Load every file in one GNU Backgammon; ``export`` also writes ``<path>.exported`` as ``.mat``."""
    program = gnubg_program()
    listing, script = folder / "paths.json", folder / "load.py"
    listing.write_text(json.dumps([str(path) for path in paths]), "utf-8")
    script.write_text(_SCRIPT.format(paths=str(listing), export=export), "utf-8")
    run = subprocess.run(
        [program, "-t", "-q", "-r", "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"HOME": str(folder), "LANG": "C.UTF-8"},
        check=False,
    )
    parts = (run.stdout + run.stderr).split("@@LOAD ")[1:]
    assert len(parts) == len(paths), run.stdout[-2000:] + run.stderr[-2000:]
    return [_loaded(part) for part in parts]


def _loaded(part: str) -> Loaded:
    output, _, rest = part.partition("@@LOADED")
    match = json.loads(rest.split("@@MATCH ", 1)[1].splitlines()[0])
    position_id, match_id = json.loads(rest.split("@@NOW ", 1)[1].splitlines()[0])
    complaints = [line.strip() for line in output.splitlines()[1:] if line.strip()]
    complaints = [
        line
        for line in complaints
        # The drawn board that it shows after loading starts with these.
        if line[0] not in "+|v^" and not line.startswith(_NO_COMPLAINT)
    ]
    score = re.search(r"The score .* is: .* (\d+), .* (\d+) \(", rest)
    assert score, rest[-500:]
    return Loaded(
        tuple(complaints),
        match["games"],
        match["match-info"],
        position_id,
        match_id,
        (int(score[1]), int(score[2])),
    )
