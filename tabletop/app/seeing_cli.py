"""``tabletop calibrate`` and ``tabletop read``: a camera learnt from one picture, and one picture read."""

from __future__ import annotations

import json
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from calibration.headless import calibrate_headless, corners_from
from tabletop.app import looking
from tabletop.app.consoles import console, errors
from tabletop.app.writing import check_file, make_room
from tabletop.backgammon import BackgammonError, Position, variant
from tabletop.devices.film import load_picture
from tabletop.vision.calibration import CalibrationError
from tabletop.vision.geometry import HOMES

Home = Enum("Home", {home: home for home in HOMES}, type=str)  # type: ignore[misc]

CORNERS = 'the playing surface, "x,y x,y x,y x,y", TL TR BR BL in pixels; found by itself when left out'


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
