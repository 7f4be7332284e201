"""Every scenario in ``tests/scenarios`` is told to the referee, who must say what it expects."""

from pathlib import Path

import pytest

from tabletop.referee import Violation, replay
from tests.referee.scenario import Scenario, Table, scenarios

FOLDER = Path(__file__).parents[1] / "scenarios"
ALL = scenarios(FOLDER)


@pytest.mark.parametrize("scenario", ALL, ids=lambda s: f"{s.file.removesuffix('.txt')}: {s.title}")
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    table = Table(scenario)
    table.play()
    assert table.events, "a scenario tells something"
    assert replay(table.first, table.events) == (table.state, tuple(table.all_effects))


@pytest.mark.parametrize("violation", Violation)
def test_every_violation_has_a_scenario(violation: Violation) -> None:
    named = {word for scenario in ALL for _, line in scenario.lines for word in line.split()}
    if violation is Violation.WRONG_SETUP:
        assert any(line.startswith("expect setup wrong") for s in ALL for _, line in s.lines)
    else:
        assert violation.value in named
