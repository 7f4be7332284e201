"""A glance is enough to nod; before the referee objects the board is looked at closely."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.app.consulting import consult
from tabletop.backgammon import Match, MatchRules, Position, variant
from tabletop.referee import BoardSeen, Illegal, Legal, OpeningRolled, State, advance
from tabletop.referee.effects import VerdictGiven
from tabletop.referee.observation import Observation

GAME = variant("standard")
LEGAL = Position.from_dict(
    {"light": {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
)
"""8/5 6/5."""
ILLEGAL = Position.from_dict(
    {"light": {"24": 2, "13": 5, "8": 2, "6": 4, "4": 2}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
)


@dataclass
class Closer:
    """Looks closely and sees ``board``; counts how often it was asked to."""

    board: Position | None
    asked: list[float] = field(default_factory=list)

    def __call__(self, at: float) -> BoardSeen | None:
        self.asked.append(at)
        return None if self.board is None else BoardSeen(at=at, observation=Observation.certain(self.board))


def rolled() -> State:
    """Light has opened with 3-1."""
    state = State.new(GAME, Match.start(MatchRules(length=5)), None)
    for event in (
        BoardSeen(at=0.0, observation=Observation.certain(GAME.start_position)),
        OpeningRolled(at=1.0, light=3, dark=1),
    ):
        state, _ = advance(state, event)
    return state


def glanced(board: Position) -> BoardSeen:
    return BoardSeen(at=2.0, observation=Observation.certain(board))


def verdicts(effects: tuple[object, ...]) -> list[object]:
    return [effect.verdict for effect in effects if isinstance(effect, VerdictGiven)]


def test_a_glance_is_enough_for_a_legal_play() -> None:
    closer = Closer(ILLEGAL)
    _, _, effects = consult(rolled(), glanced(LEGAL), closer)
    assert isinstance(verdicts(effects)[0], Legal)
    assert not closer.asked


def test_nobody_is_accused_at_a_glance() -> None:
    closer = Closer(LEGAL)
    event, state, effects = consult(rolled(), glanced(ILLEGAL), closer)
    assert closer.asked == [2.0]
    assert isinstance(event, BoardSeen)
    assert event.observation.position == LEGAL
    assert [type(verdict) for verdict in verdicts(effects)] == [Legal], "the glance was never told"
    assert state == advance(rolled(), event)[0]


def test_an_error_that_is_still_there_at_a_close_look_is_told() -> None:
    _, _, effects = consult(rolled(), glanced(ILLEGAL), Closer(ILLEGAL))
    assert isinstance(verdicts(effects)[0], Illegal)


def test_what_was_looked_at_closely_is_not_looked_at_again() -> None:
    closer = Closer(None)
    _, _, effects = consult(rolled(), glanced(ILLEGAL), closer)
    assert isinstance(verdicts(effects)[0], Illegal)
    assert closer.asked == [2.0]


def test_a_play_half_made_is_looked_at_closely() -> None:
    half = Position.from_dict(
        {"light": {"24": 2, "13": 5, "8": 2, "6": 5, "5": 1}, "dark": {"24": 2, "13": 5, "8": 3, "6": 5}}
    )
    closer = Closer(LEGAL)
    consult(rolled(), glanced(half), closer)
    assert closer.asked, "it might be a checker overlooked"


def test_what_is_heard_needs_no_look() -> None:
    closer = Closer(ILLEGAL)
    state = State.new(GAME, Match.start(MatchRules(length=5)), None)
    consult(state, OpeningRolled(at=1.0, light=3, dark=1), closer)
    assert not closer.asked
