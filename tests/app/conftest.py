"""A calibration of the demo's board, as a person would make it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.app.cli import main
from tests.app.demo import SESSION


@pytest.fixture(scope="session")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of pictures of 960x720."""
    path = tmp_path_factory.mktemp("calibration") / "board.toml"
    with pytest.raises(SystemExit) as end:
        main(["calibrate", "--image", str(SESSION / "start.jpg"), "--light-home", "bottom-right",
              "--corners", "156,87 798,81 828,642 143,652", "--out", str(path)])  # fmt: skip
    assert end.value.code == 0
    return path
