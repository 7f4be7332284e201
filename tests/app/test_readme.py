"""What the README tells people to type does what it says."""

from __future__ import annotations

import itertools
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tabletop.app.config import load_config
from tests.app.demo import CHECKOUT, tabletop

TOML = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)\)")


def commands() -> list[str]:
    lines = "".join(BLOCK.findall((CHECKOUT / "README.md").read_text("utf-8"))).splitlines()
    return [line for line in lines if line.startswith("tabletop ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place like the checkout, in which commands may write."""
    place = tmp_path_factory.mktemp("reader")
    shutil.copytree(CHECKOUT / "demo", place / "demo")
    return place


def test_the_readme_shows_every_command() -> None:
    assert {shlex.split(line)[1] for line in commands()} == {"calibrate", "read", "replay"}


@pytest.mark.parametrize("line", commands())
def test_a_command_of_the_readme_runs_as_it_stands(folder: Path, line: str) -> None:
    arguments = shlex.split(line)[1:]
    if "--board" in arguments and not (folder / "out/board.toml").exists():
        first = next(line for line in commands() if "calibrate" in line)
        assert tabletop(*shlex.split(first)[1:], cwd=folder).status == 0
    ran = tabletop(*arguments, cwd=folder)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out
    for option, value in itertools.pairwise(arguments):
        if option in ("--out", "--overlay"):
            assert (folder / value).exists()


def test_the_configuration_of_the_readme_is_one(tmp_path: Path) -> None:
    (text,) = TOML.findall((CHECKOUT / "README.md").read_text("utf-8"))
    (tmp_path / "tabletop.toml").write_text(text, "utf-8")
    config = load_config(tmp_path / "tabletop.toml")
    assert (config.match.profile, config.clock.preset, config.virtual) == ("ukbgf", "ukbgf", True)


@pytest.mark.parametrize(
    "document", ["README.md", *(f"docs/{p.name}" for p in (CHECKOUT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(document: str) -> None:
    path = CHECKOUT / document
    for target in LINK.findall(path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{document}: {target}"


def test_the_demo_is_small() -> None:
    assert sum(path.stat().st_size for path in (CHECKOUT / "demo").rglob("*") if path.is_file()) <= 3_000_000
