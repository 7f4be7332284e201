"""``tabletop play``: what it can be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabletop.app import playing
from tabletop.app.consoles import console, errors


def play(
    config: Annotated[Path | None, typer.Option(help="what the table has, and what is played (TOML)")] = None,
    out: Annotated[Path | None, typer.Option(help="write match.mat, .sgf, .ogxm and .json there")] = None,
    keep_session: Annotated[
        Path | None, typer.Option(help="keep what is seen and heard there, for `tabletop replay`")
    ] = None,
    keep_matches: Annotated[
        bool,
        typer.Option("--keep-matches", help="without --out: write them where the system keeps such things"),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="a JSON object a line, as things happen")] = False,
    virtual: Annotated[
        bool, typer.Option("--virtual", help="the virtual table, whatever is configured or attached")
    ] = False,
    auto: Annotated[
        bool, typer.Option("--auto", help="two programs play at the virtual table, faster than time")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="with --auto: at the pace of people, shown on the page")
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="with --auto: how many")] = 1,
    errors_made: Annotated[
        float,
        typer.Option("--errors", min=0.0, max=1.0, help="with --auto: share of turns played wrongly"),
    ] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="the same seed gives the same dice and plays")] = 1,
) -> None:
    """Referee a live match: at the table of --config, else with the camera, the board.toml and the dice
    tower that are found here, else at a virtual table in the browser."""
    asked = playing.Options(
        config, out, keep_session, as_json, auto, watch, games, errors_made, seed, virtual, keep_matches
    )
    if auto and not watch:
        from tabletop.app import auto as unattended  # eyes and all, which the page does not wait for

        unattended.run(asked, console, errors)
    else:
        playing.run(asked, console, errors)
