"""``tabletop tower``: look at the dice tower, test it, calibrate it, read its memory, and ask whether its
dice are fair. Every command takes the port as a path (``/dev/serial/by-id/…``) or names a virtual tower
(``host:``, ``simavr:``, ``scripted:3-1,6-6``), so that all of it can be tried without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from tabletop.app import fairness_plot, tower_calibration, tower_words
from tabletop.app.tower_session import TowerSession, open_tower, random_rolls
from tabletop.tower import messages as m
from tabletop.tower.errors import TowerError
from tabletop.tower.fairness import dice_needed, examine, one_point
from tabletop.tower.happenings import Happening, Rolled

tower_app = typer.Typer(
    help="The dice tower: monitor, selftest, calibrate, log, fairness.",
    no_args_is_help=True,
    add_completion=False,
)

Port = Annotated[
    str, typer.Option("--port", envvar="TABLETOP_TOWER", help="a path, or host:, simavr:, scripted:3-1,6-6")
]
Seed = Annotated[int, typer.Option(help="of a simulated tower's world")]
DEFAULT_PORT: Final = "/dev/ttyUSB0"
_THROW_SECONDS: Final = 4.0


@tower_app.command()
def monitor(
    port: Port = DEFAULT_PORT,
    seconds: Annotated[float, typer.Option(help="how long to watch; 0: until interrupted")] = 0,
    record: Annotated[Path | None, typer.Option(help="append the rolls to this file, for `fairness`")] = None,
    throws: Annotated[int, typer.Option(help="throws into a virtual tower: its script, or random ones")] = 0,
    seed: Seed = 1,
) -> None:
    """Show what the tower says, as it says it."""
    with open_tower(port, seed=seed) as session:
        typer.echo(tower_words.introduction(session.find()))
        happenings = _throw(session, throws, seed) if throws else session.watch(seconds or float("inf"))
        try:
            for happening in happenings:
                _show(happening, record)
        except KeyboardInterrupt:
            typer.echo("")


def _show(happening: Happening, record: Path | None) -> None:
    words = tower_words.sentence(happening)
    if words is not None:
        typer.echo(f"{happening.at:9.2f}  {words}")
    if record is not None and isinstance(happening, Rolled):
        line = {"type": "roll", "seq": happening.number, "dice": [happening.left, happening.right]}
        try:
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise TowerError(
                f"{record} cannot be written ({error.strerror}): give --record another file"
            ) from error


def _throw(session: TowerSession, count: int, seed: int) -> Iterator[Happening]:
    """Throw dice into a virtual tower, those of its script or random ones, and lift them again."""
    hands = session.hands
    if hands is None:
        raise TowerError(
            "--throws is for virtual towers (host:, simavr:, scripted:): a real one needs real hands"
        )
    script = session.script or random_rolls(count, seed)
    for token, roll in enumerate(script[:count], start=1):
        session.link.arm(token, session.clock.now())
        yield from session.watch(1.0)
        hands.throw(*roll)
        yield from session.watch(_THROW_SECONDS)
        hands.lift("left")
        hands.lift("right")
        yield from session.watch(1.5)


@tower_app.command()
def selftest(port: Port = DEFAULT_PORT, seed: Seed = 1) -> None:
    """Ask the tower what it finds wrong with itself; exit status 1 when it finds something."""
    with open_tower(port, seed=seed) as session:
        hello = session.find()
        typer.echo(tower_words.introduction(hello))
        for _ in session.watch(2.0):
            pass  # a few rounds of its eye
        result = session.demand(m.SelfTest())
        if not isinstance(result, m.SelfTestResult):
            raise TowerError(
                "the dice tower gave an answer that makes no sense: write its firmware again (make flash)"
            )
        findings = tower_words.findings(result, calibrated=hello.calibration != 0)
    rail, reference, supply = result.led_rail_mv, result.reference_mv, result.supply_mv
    typer.echo(f"LED supply {rail} mV, reference {reference} mV, supply {supply} mV")
    for finding in findings:
        typer.echo(f"- {finding}")
    if findings:
        raise typer.Exit(1)
    typer.echo("all 14 sensors, both light barriers and the supply are well")


@tower_app.command()
def calibrate(
    port: Port = DEFAULT_PORT,
    blank: Annotated[bool, typer.Option(help="begin with an empty memory (simulated towers)")] = False,
    pips: Annotated[
        float | None, typer.Option(help="how bright the pips are, 0 to 1 (simulated towers)")
    ] = None,
    seed: Seed = 1,
) -> None:
    """Teach the tower its sensors with nothing, a white card and a black card; then measure the dice."""
    with open_tower(port, seed=seed, blank=blank) as session:
        session.find()
        helper = tower_calibration.helper_for(session, pips)
        for words in tower_calibration.calibrate(session, helper):
            typer.echo(words)


@tower_app.command()
def log(
    port: Port = DEFAULT_PORT,
    last: Annotated[int, typer.Option(min=1, max=40, help="how many rolls")] = 40,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object a line")] = False,
    throws: Annotated[int, typer.Option(help="throws into a virtual tower first")] = 0,
    seed: Seed = 1,
) -> None:
    """Show the rolls in the tower's own memory, the newest first."""
    with open_tower(port, seed=seed) as session:
        session.find()
        for _ in _throw(session, throws, seed) if throws else ():
            pass
        for back in range(last):
            reply = session.ask(m.AskRoll(back))
            if not isinstance(reply, m.LoggedRoll):
                break
            typer.echo(tower_words.logged_json(reply) if as_json else tower_words.logged(reply))


@tower_app.command()
def fairness(
    files: Annotated[
        list[Path], typer.Argument(help="rolls recorded by `monitor --record`, or events.jsonl")
    ],
    plot: Annotated[Path | None, typer.Option(help="also draw them as PNG")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object")] = False,
) -> None:
    """Chi-square tests of recorded rolls, each die alone and the pairs, and what such tests can see."""
    rolls = [roll for file in files for roll in _recorded(file)]
    if not rolls:
        raise TowerError(
            "there are no rolls in these files: record some with `tabletop tower monitor --record`"
        )
    result = examine(rolls)
    if plot is not None:
        try:
            fairness_plot.draw(result, plot)
        except (OSError, ValueError) as error:
            raise TowerError(
                f"{plot} cannot be written ({error}): give --plot a path that ends in .png"
            ) from error
    if as_json:
        typer.echo(tower_words.fairness_json(result))
        return
    for line in tower_words.fairness(result, dice_needed(one_point(6))):
        typer.echo(line)


def _recorded(path: Path) -> list[tuple[int, int]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise TowerError(f"{path} cannot be read: give a file of rolls, one JSON object a line") from error
    rolls = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
            if event.get("type") != "roll":
                continue
            left, right = event["dice"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TowerError(f"{path}, line {number}: this is no roll; one looks like {_EXAMPLE}") from error
        if not {left, right} <= {1, 2, 3, 4, 5, 6}:
            raise TowerError(f"{path}, line {number}: a die shows 1 to 6, not {left} and {right}")
        rolls.append((left, right))
    return rolls


_EXAMPLE: Final = '{"type": "roll", "seq": 1, "dice": [3, 1]}'
