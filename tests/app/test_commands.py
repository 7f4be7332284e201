"""The commands as somebody meets them who types one for the first time, rightly or wrongly."""

from __future__ import annotations

import pytest

from tabletop import __version__
from tabletop.app.cli import COMMANDS, main


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_found_and_says_what_it_does(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"Usage: tabletop {command}" in capsys.readouterr().out


def test_a_command_that_is_mistyped_is_answered_with_the_one_that_was_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Did you mean 'doctor'?" in refusal(capsys, "dcotor")


@pytest.mark.parametrize("alone", [("--watch",), ("--games", "3"), ("--errors", "0.5")])
def test_what_is_asked_of_two_programs_is_refused_where_people_play(
    capsys: pytest.CaptureFixture[str], alone: tuple[str, ...]
) -> None:
    assert "give --auto as well" in refusal(capsys, "play", "--virtual", *alone)


def test_a_value_that_is_wrong_is_told_in_the_words_of_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = refusal(capsys, "read", "board.jpg", "--light-home", "top")
    assert "'--light-home': 'top' is not one of 'bottom-right'" in told
    assert "greater than or equal to 1" in refusal(capsys, "play", "--games", "0")


@pytest.mark.parametrize("group", ["tower", "panel"])
def test_a_command_with_others_in_it_shows_them_and_says_nothing_else(
    capsys: pytest.CaptureFixture[str], group: str
) -> None:
    assert refusal(capsys, group) == ""


def test_the_program_says_which_version_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"Tabletop {__version__}\n")
