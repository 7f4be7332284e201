"""The table of phases: complete, and drawn in the manual as it is."""

import runpy
from pathlib import Path

import pytest

from tabletop.referee import events
from tabletop.referee.events import Event
from tabletop.referee.referee import _ANSWERS
from tabletop.referee.state import ALWAYS, TABLE, Phase

ROOT = Path(__file__).parents[2]
KINDS = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)} - {
    Event
}


def test_every_phase_has_a_row() -> None:
    assert set(TABLE) == set(Phase)


@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda kind: kind.__name__))
def test_every_event_means_something_somewhere_and_is_answered(kind: type[Event]) -> None:
    assert kind in ALWAYS or any(kind in row for row in TABLE.values())
    assert kind in _ANSWERS


def test_every_phase_can_be_reached_from_the_set_up() -> None:
    reached, todo = {Phase.SETTING_UP}, [Phase.SETTING_UP]
    while todo:
        for after in TABLE[todo.pop()].values():
            todo += [phase for phase in after if phase not in reached]
            reached |= after
    assert reached == set(Phase)


def test_the_drawing_of_the_phases_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "draw_phases.py"))
    assert (ROOT / "docs" / "phases.md").read_text("utf-8") == script["drawing"]()
