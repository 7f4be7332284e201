"""Everything a reader must know about one camera over one board, and the file it is kept in.

A calibration is made once, by the wizard or by ``tabletop calibrate``; the referee only reads it. It is a
TOML file that a person can read, and beside it a small picture of the empty board (same name, ``.png``).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.errors import TabletopError
from tabletop.vision.background import Expected, expect
from tabletop.vision.colours import ColourModel
from tabletop.vision.geometry import HOMES, Layout, View
from tabletop.vision.sampling import Picture, SampleMap, sample_map

VERSION = 1


class CalibrationError(TabletopError):
    """A board could not be calibrated, or a calibration could not be read."""


@dataclass(frozen=True)
class Calibration:
    """One camera over one board."""

    view: View
    layout: Layout
    light_home: str
    """Quadrant of light's points 1 to 6 in the picture, one of `HOMES`."""
    light: ColourModel
    dark: ColourModel
    background: Picture
    """The empty board, square-on, see `background.square_on`."""
    checkers: int = 15
    """Checkers a side."""
    score: float = 1.0
    """Share of points and bar that were read rightly from the picture it was made of."""

    @cached_property
    def samples(self) -> SampleMap:
        """Where the reader looks."""
        return sample_map(self.view, self.layout, self.light_home)

    @cached_property
    def expected(self) -> Expected:
        """The felt at every sample."""
        return expect(self.background, self.samples)

    def save(self, path: Path) -> None:
        """Write ``path`` (TOML) and the picture beside it; a file is replaced whole or not at all."""
        encoded, png = cv2.imencode(".png", self.background)
        if not encoded:
            raise CalibrationError("the picture of the empty board could not be encoded")
        try:
            _replace(path.with_suffix(".png"), png.tobytes())
            _replace(path, _to_toml(self).encode())
        except OSError as error:
            raise CalibrationError(f"{path}: cannot be written: {error.strerror}") from error


def _replace(path: Path, content: bytes) -> None:
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(content)
    partial.replace(path)


def _to_toml(calibration: Calibration) -> str:
    view, layout = calibration.view, calibration.layout
    lines = [
        "# One camera over one board, made by `tabletop calibrate`. Distances are in board heights.",
        f"version = {VERSION}",
        f'light_home = "{calibration.light_home}"',
        f"checkers = {calibration.checkers}",
        f"score = {calibration.score:.4f}",
        "",
        "[view]",
        f"size = {[int(side) for side in view.size]}",
        f"focal = {float(view.focal)!r}",
        f"aspect = {float(view.aspect)!r}",
        f"distortion = {float(view.distortion)!r}",
        f"matrix = {_plain(view.matrix)}",
        "",
        "[layout]",
        *(f"{key} = {float(getattr(layout, key))!r}" for key in _LAYOUT if key != "aspect"),
    ]
    for name, model in (("light", calibration.light), ("dark", calibration.dark)):
        lines += ["", f"[{name}]", f"weights = {_plain(model.weights)}"]
        lines += [f"means = {_plain(model.means)}"]
        lines += [f"covariances = {_plain(model.covariances)}"]
    return "\n".join(lines) + "\n"


def _plain(values: object) -> Any:
    """Nested sequences of numbers as lists of Python's own: what numpy calls a number TOML cannot read."""
    return np.asarray(values, dtype=float).tolist()


_LAYOUT = ("aspect", "bar", "bar_centre", "diameter", "thickness", "bar_height")


def load_calibration(path: Path) -> Calibration:
    """The calibration in ``path``; raises `CalibrationError` naming what is wrong with the file."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        background = cv2.imdecode(
            np.frombuffer(path.with_suffix(".png").read_bytes(), np.uint8), cv2.IMREAD_COLOR
        )
    except FileNotFoundError as error:
        raise CalibrationError(
            f"{error.filename}: no such file; make one with `tabletop calibrate`"
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CalibrationError(f"{path}: is not a calibration: {error}") from error
    if background is None:
        raise CalibrationError(f"{path.with_suffix('.png')}: is not a picture; calibrate again")
    if table.get("version") != VERSION:
        raise CalibrationError(
            f"{path}: is of version {table.get('version')}, this program reads {VERSION}; calibrate again"
        )
    try:
        return _from_table(table, np.asarray(background, dtype=np.uint8))
    except (KeyError, TypeError, ValueError) as error:
        raise CalibrationError(f"{path}: a value is missing or wrong ({error}); calibrate again") from error


def _from_table(table: dict[str, Any], background: Picture) -> Calibration:
    if table["light_home"] not in HOMES:
        raise ValueError(f"light_home is one of {', '.join(HOMES)}")
    view = table["view"]
    matrix = tuple(tuple(float(value) for value in row) for row in view["matrix"])
    return Calibration(
        view=View(matrix, tuple(view["size"]), view["focal"], view["aspect"], view["distortion"]),  # type: ignore[arg-type]
        layout=Layout(aspect=view["aspect"], **table["layout"]),
        light_home=table["light_home"],
        light=_model(table["light"]),
        dark=_model(table["dark"]),
        background=background,
        checkers=table["checkers"],
        score=table["score"],
    )


def _model(table: dict[str, Any]) -> ColourModel:
    return ColourModel(
        tuple(table["weights"]),
        tuple(tuple(mean) for mean in table["means"]),
        tuple(tuple(rows) for rows in table["covariances"]),
    )
