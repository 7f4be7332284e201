"""``tabletop play``: what it can be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from tabletop.app import playing
from tabletop.app.consoles import console, errors
from tabletop.errors import TabletopError

ERRORS: Final = 0.05


class UsageError(TabletopError):
    """Options that do not go together."""


def play(
    config: Annotated[
        Path | None,
        typer.Option(help="a TOML file: what stands at the table, and what is played (docs/live.md)"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="a folder: match.mat, .sgf, .ogxm and .json are written there")
    ] = None,
    keep_session: Annotated[
        Path | None,
        typer.Option(help="a folder: film, dice and buttons are kept there, for `tabletop replay`"),
    ] = None,
    keep_matches: Annotated[
        bool,
        typer.Option(
            "--keep-matches", help="instead of --out: match files go where the system keeps such things"
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="for other programs: a JSON object a line, as things happen")
    ] = False,
    virtual: Annotated[
        bool, typer.Option("--virtual", help="the virtual table, whatever is configured or attached")
    ] = False,
    auto: Annotated[
        bool, typer.Option("--auto", help="two programs play at the virtual table, as fast as they can")
    ] = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="with --auto: they play at the pace of people, on the page in the browser"
        ),
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="with --auto: how many games")] = 1,
    errors_made: Annotated[
        float,
        typer.Option(
            "--errors", min=0.0, max=1.0, help="with --auto: share of turns that are played wrongly, 0 to 1"
        ),
    ] = ERRORS,
    seed: Annotated[
        int, typer.Option(min=0, help="of the virtual table: the same seed gives the same dice")
    ] = 1,
) -> None:
    """Referee a live match, at a real board or at the virtual table in the browser.

    The table is that of --config; left out, the camera, the board.toml and the dice tower that are found
    here; where there is no camera, the virtual one.
    """
    if not auto and (watch or games != 1 or errors_made != ERRORS):
        raise UsageError("--watch, --games and --errors are for two programs that play: give --auto as well")
    asked = playing.Options(
        config, out, keep_session, as_json, auto, watch, games, errors_made, seed, virtual, keep_matches
    )
    if auto and not watch:
        from tabletop.app import auto as unattended  # eyes and all, which the page does not wait for

        unattended.run(asked, console, errors)
    else:
        playing.run(asked, console, errors)
