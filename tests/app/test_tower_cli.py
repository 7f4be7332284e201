"""``tabletop tower`` as it is typed: what it says, and that bad input gets one line that says what to do."""

from __future__ import annotations

import json
import os
import pty
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from tabletop.app import tower_words
from tabletop.app.tower_cli import tower_app
from tabletop.app.tower_session import open_tower
from tabletop.devices.errors import DeviceError
from tabletop.devices.serial_port import open_serial
from tabletop.devices.simulated_tower import host_command
from tabletop.errors import TabletopError
from tabletop.tower import messages as m
from tabletop.tower.errors import TowerError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tower_app, list(arguments))


def refused(result: Result) -> str:
    assert isinstance(result.exception, TabletopError), result.output  # tabletop.app.cli makes one line of it
    words = str(result.exception)
    assert "\n" not in words
    return words


@pytest.fixture
def firmware() -> None:
    try:
        host_command()
    except DeviceError as error:
        pytest.skip(str(error))


@pytest.fixture
def quiet_port() -> Iterator[str]:
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def rolls_file(path: Path, rolls: list[tuple[int, int]]) -> Path:
    path.write_text("".join(json.dumps({"type": "roll", "dice": roll}) + "\n" for roll in rolls))
    return path


def test_monitor_shows_the_script_of_a_scripted_tower_and_records_it(tmp_path: Path) -> None:
    record = tmp_path / "rolls.jsonl"
    result = run("monitor", "--port", "scripted:3-1,6-6", "--throws", "2", "--record", str(record))
    assert result.exit_code == 0, result.output
    assert "ROLL 3 1" in result.output
    assert "ROLL 6 6" in result.output
    assert [json.loads(line)["dice"] for line in record.read_text().splitlines()] == [[3, 1], [6, 6]]


def test_the_firmwares_own_journal_is_shown_newest_first(firmware: None) -> None:
    result = run("log", "--port", "host:", "--throws", "3", "--json")
    assert result.exit_code == 0, result.output
    assert [json.loads(line)["seq"] for line in result.output.splitlines()] == [3, 2, 1]


def test_selftest_says_that_all_is_well(firmware: None) -> None:
    result = run("selftest", "--port", "host:")
    assert result.exit_code == 0, result.output
    assert "all 14 sensors" in result.output


def test_calibrating_a_blank_tower_gives_it_an_identity_and_accepts_good_dice(firmware: None) -> None:
    result = run("calibrate", "--port", "host:", "--blank")
    assert result.exit_code == 0, result.output
    assert "this tower is now" in result.output
    assert result.output.count("accepted") == 3


def test_dice_without_contrast_are_refused_with_the_contrast_measured(firmware: None) -> None:
    result = run("calibrate", "--port", "host:", "--pips", "0.5")
    assert "use opaque white dice with black pips" in refused(result)
    assert "REFUSED" in result.output


def test_a_scripted_tower_has_nothing_to_calibrate() -> None:
    assert "no sensors" in refused(run("calibrate", "--port", "scripted:"))


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    assert "plug the dice tower in" in refused(run("monitor", "--port", str(tmp_path / "ttyUSB9")))


def test_a_port_that_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("not a port")
    assert "not a serial port" in refused(run("selftest", "--port", str(path)))


def test_a_port_in_use(quiet_port: str) -> None:
    line = open_serial(quiet_port)
    try:
        assert "in use by another program" in refused(run("selftest", "--port", quiet_port))
    finally:
        line.close()


def test_an_unknown_kind_of_tower() -> None:
    assert "host: or simavr:" in refused(run("monitor", "--port", "oracle:"))
    assert "is no roll" in refused(run("monitor", "--port", "scripted:3-7"))


def test_fairness_finds_nothing_in_fair_dice_and_a_loaded_die_in_loaded_ones(tmp_path: Path) -> None:
    dice = random.Random(5)
    fair = [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(6000)]
    loaded = [(dice.choice([1, 2, 3, 4, 5, 6, 6]), right) for _, right in fair]
    told = json.loads(run("fairness", str(rolls_file(tmp_path / "fair", fair)), "--json").output)
    assert not told["left"]["suspicious"]
    assert not told["right"]["suspicious"]
    told = json.loads(run("fairness", str(rolls_file(tmp_path / "loaded", loaded)), "--json").output)
    assert told["left"]["suspicious"]
    assert not told["right"]["suspicious"]
    assert told["rolls"] == 6000


def test_fairness_draws_a_picture(tmp_path: Path) -> None:
    dice = random.Random(6)
    rolls = [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(500)]
    picture = tmp_path / "rolls.png"
    result = run("fairness", str(rolls_file(tmp_path / "rolls", rolls)), "--plot", str(picture))
    assert result.exit_code == 0, result.output
    assert "17,800 dice" in result.output
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert len(image.getcolors(1 << 16) or []) > 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rolls in these files"),
        ('{"type": "roll", "dice": [1, 7]}', "line 1: a die shows 1 to 6"),
        ('{"type": "roll"}', "line 1: this is no roll"),
        ("3 1", "line 1: this is no roll"),
    ],
)
def test_fairness_of_rolls_that_are_none(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rolls"
    path.write_text(text)
    assert words in refused(run("fairness", str(path)))


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    words = refused(run("monitor", "--port", "scripted:3-1", "--throws", "1", "--record", str(tmp_path)))
    assert "cannot be written" in words


def test_a_tower_with_a_blank_memory_is_introduced_with_what_to_do(firmware: None) -> None:
    with open_tower("host:", blank=True) as session:
        assert "NOT CALIBRATED: run `tabletop tower calibrate`" in tower_words.introduction(session.find())
        with pytest.raises(TowerError, match="run `tabletop tower calibrate`"):
            session.demand(m.Arm(1, m.Mode.TURN))


def test_every_fault_is_told_with_what_to_look_at() -> None:
    sentences = {tower_words.fault_words(fault, 1) for fault in m.Fault}
    assert len(sentences) == len(m.Fault)
    assert all(":" in sentence for sentence in sentences)


def test_the_self_test_names_every_channel_and_beam_it_found() -> None:
    result = m.SelfTestResult(1 << 9, 1 << 3, 0, m.Pockets.RIGHT, 100, 3000, 4300)
    found = "\n".join(tower_words.findings(result, calibrated=True))
    for words in (
        "right pocket, north-west",
        "left pocket, south-west",
        "right light barrier",
        "100 mV",
        "4300 mV",
    ):
        assert words in found
