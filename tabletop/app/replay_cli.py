"""``tabletop replay``: what it can be asked for."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from tabletop.app import replaying
from tabletop.app.consoles import console, errors

Dialect = Enum("Dialect", {"literal": "literal", "snowie": "snowie"}, type=str)


def replay(
    session: Annotated[Path, typer.Argument(help="the folder of a recorded session")],
    board: Annotated[
        Path | None, typer.Option(help="a calibration; else from the session's own start")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="write match.mat, .sgf, .ogxm and .json there")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="a JSON object a line, as things happen")] = False,
    realtime: Annotated[bool, typer.Option(help="as fast as it was filmed")] = False,
    speed: Annotated[float, typer.Option(min=0.1, help="with --realtime: times as fast")] = 1.0,
    mat_dialect: Annotated[
        Dialect, typer.Option(help="how match.mat tells an illegal play")
    ] = Dialect.literal,
    profile: Annotated[str, typer.Option(help="whose error rules hold")] = "official",
    overlay: Annotated[Path | None, typer.Option(help="write a film of what was seen (.mp4)")] = None,
) -> None:
    """Referee a recorded session: its film and its dice, through the same pipeline as a live match."""
    options = replaying.Options(board, out, as_json, realtime, speed, mat_dialect.value, profile, overlay)
    replaying.run(session, options, console, errors)
