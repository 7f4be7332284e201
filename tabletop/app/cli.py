"""The command line: every command in one line each, and one way to fail.

Bad input ends with exit status 2 and one line that says what is wrong and what to do about it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

import typer
from rich.console import Console

from calibration.headless import calibrate_headless, corners_from
from tabletop.app import auto as unattended
from tabletop.app import looking, playing, replaying
from tabletop.app.doctor import doctor
from tabletop.app.panel_cli import panel_app
from tabletop.app.snap import snap
from tabletop.app.tower_cli import tower_app
from tabletop.app.writing import check_file, make_room
from tabletop.backgammon import BackgammonError, Position, variant
from tabletop.devices.film import load_picture
from tabletop.errors import TabletopError
from tabletop.vision.calibration import CalibrationError
from tabletop.vision.geometry import HOMES

app = typer.Typer(
    name="tabletop",
    help="Referees and records backgammon played on a real wooden board.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(tower_app, name="tower", help="the dice tower: monitor, selftest, calibrate, log, fairness")
app.add_typer(panel_app, name="panel", help="lamps, buzzer, display and buttons: test")
app.command()(doctor)
app.command()(snap)
console = Console()
errors = Console(stderr=True)

Home = Enum("Home", {home: home for home in HOMES}, type=str)  # type: ignore[misc]
Dialect = Enum("Dialect", {"literal": "literal", "snowie": "snowie"}, type=str)

USAGE = cast("type[Exception]", typer.BadParameter.__mro__[1])
"""An option or a value that there is not. Typer takes this family from click, or from its own copy of it."""

CORNERS = 'the playing surface, "x,y x,y x,y x,y", TL TR BR BL in pixels; found by itself when left out'


@app.command()
def calibrate(
    image: Annotated[Path, typer.Option(help="a picture of the starting position, or of --position")],
    light_home: Annotated[Home, typer.Option(help="the quarter of the picture with light's points 1 to 6")],
    out: Annotated[Path, typer.Option(help="where to write the calibration")] = Path("board.toml"),
    corners: Annotated[str, typer.Option(help=CORNERS)] = "",
    empty: Annotated[
        Path | None, typer.Option(help="a picture of the empty board by the same camera")
    ] = None,
    position: Annotated[Path | None, typer.Option(help="the position in the picture, as JSON")] = None,
    overlay: Annotated[Path | None, typer.Option(help="write a picture of what was seen")] = None,
) -> None:
    """Learn a camera and a board from one picture of a known position."""
    check_file("--out", out)
    check_file("--out", out.with_suffix(".png"))
    looking.check_overlay(overlay)
    known = _position(position) if position else variant("standard").start_position
    picture = load_picture(image)
    bare = load_picture(empty) if empty else None
    given = corners_from(corners) if corners else None
    with errors.status("looking at the board"):
        result = calibrate_headless(picture, light_home.value, known, given, bare)
    if overlay:  # of a failure above all
        looking.write_overlay(overlay, picture, result.calibration, result.reading)
    if not result.passed:
        raise CalibrationError(f"{image}: only {result.exact} of 25 places are read rightly; {result.advice}")
    make_room(out)
    result.calibration.save(out)
    tell = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    tell(f"{result.exact} of 25 places read as they were set up")
    for wrong in result.misplaced:
        tell(f"set-up error: {wrong}")
    tell(f"pass: written to {out} and {out.with_suffix('.png')}")


def _position(path: Path) -> Position:
    try:
        return Position.from_dict(json.loads(path.read_text("utf-8")))
    except FileNotFoundError as error:
        raise CalibrationError(f"{path}: no such file") from error
    except (OSError, ValueError, TypeError, BackgammonError) as error:
        raise CalibrationError(f"{path}: is not a position as JSON: {error}") from error


@app.command()
def read(
    image: Annotated[Path, typer.Argument(help="a picture of the board")],
    board: Annotated[Path | None, typer.Option(help="a calibration made by `tabletop calibrate`")] = None,
    corners: Annotated[str, typer.Option(help=CORNERS)] = "",
    light_home: Annotated[Home | None, typer.Option(help="needed without --board")] = None,
    checkers: Annotated[int, typer.Option(min=1, max=15, help="checkers a side, without --board")] = 15,
    as_json: Annotated[bool, typer.Option("--json", help="for other programs")] = False,
    overlay: Annotated[Path | None, typer.Option(help="write a picture of what was seen")] = None,
) -> None:
    """Read one picture: which checkers stand where."""
    looking.check_overlay(overlay)
    picture = load_picture(image)
    given = corners_from(corners) if corners else None
    with errors.status("looking at the board"):
        look = looking.look(picture, board, given, light_home.value if light_home else None, checkers)
    if overlay:
        looking.write_overlay(overlay, picture, look.calibration, look.reading)
    if as_json:
        print(json.dumps(look.to_dict()))
    else:
        console.print(look.to_text(), highlight=False, markup=False)


@app.command()
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


@app.command()
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
        unattended.run(asked, console, errors)
    else:
        playing.run(asked, console, errors)


def main(arguments: Sequence[str] | None = None) -> None:
    """The program, with ``sys.argv`` or ``arguments``; always ends with `SystemExit`.

    The status is 0, 2 for bad input, 130 when interrupted.
    """
    try:
        told = list(sys.argv[1:] if arguments is None else arguments)
        status = app(args=told or ["--help"], standalone_mode=False)
    except TabletopError as error:
        _complain(str(error))
    except USAGE as error:
        _complain(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our lines has seen enough; nothing may be written on the way out either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        sys.exit(status if isinstance(status, int) else 0)
    sys.exit(0)


def _complain(message: str) -> NoReturn:
    """One line on stderr, whatever the message looked like, and exit status 2."""
    line = " ".join(message.split())
    errors.print(f"tabletop: {line}", style="red", highlight=False, markup=False, soft_wrap=True)
    sys.exit(2)


def _usage(error: Any) -> str:
    context = error.ctx.command_path if error.ctx else "tabletop"
    return f"{error.format_message().rstrip('.')}; `{context} --help` lists what there is"


if __name__ == "__main__":
    main()
