"""What the referee makes of turns that nobody saw: he believes what can have been, and accuses nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletop.backgammon import Dice, Match, MatchRules, Player, variant
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceLifted,
    DiceSettled,
    Event,
    HandSeen,
    Observation,
    SessionEnded,
    State,
    Trouble,
    replay,
)
from tabletop.referee.effects import Effect, GameEnded, Standing, TurnClosed, VerdictGiven
from tabletop.referee.verdicts import Illegal
from tests.referee.blinking import Blinking, Habits
from tests.referee.scenario import board

GAME = variant("standard")
LIGHT, DARK = Player.LIGHT, Player.DARK
START = "light 24:2 13:5 8:3 6:5 | dark 24:2 13:5 8:3 6:5"


def told(position: str, *events: Event) -> tuple[State, tuple[Effect, ...]]:
    first = State.resumed(GAME, Match.start(MatchRules()), board(position), LIGHT)
    return replay(first, events)


def closed(effects: tuple[Effect, ...]) -> list[TurnClosed]:
    return [effect for effect in effects if isinstance(effect, TurnClosed)]


def accused(effects: tuple[Effect, ...]) -> list[VerdictGiven | TurnClosed]:
    live = [e for e in effects if isinstance(e, VerdictGiven) and isinstance(e.verdict, Illegal)]
    return [*live, *(e for e in closed(effects) if e.standing is Standing.ILLEGAL)]


def roll(at: float, high: int, low: int) -> DiceSettled:
    return DiceSettled(at=at, dice=Dice(high, low))


def see(at: float, text: str) -> BoardSeen:
    return BoardSeen(at=at, observation=Observation.certain(board(text)))


LOST = CameraLost(at=2.0, trouble=Trouble.LOST)
FOUND = CameraFound(at=7.0)


def test_a_play_nobody_saw_with_a_hit_on_top_of_it_is_believed_with_the_hit() -> None:
    hit = "light 24:2 13:4 10:1 8:3 6:4 bar:1 | dark 24:1 20:1 13:5 8:2 6:5 2:1"
    _, effects = told(START, roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, hit))
    assert [(c.play, c.standing, c.seen) for c in closed(effects)] == [("13/10 6/5", Standing.LEGAL, True)]
    assert accused(effects) == []


def test_the_blot_that_the_next_player_lifts_first_is_no_error_of_the_turn_before() -> None:
    lifted_first = "light 24:2 13:4 10:1 8:3 6:4 bar:1 | dark 24:2 13:5 8:3 6:5"
    hit = "light 24:2 13:4 10:1 8:3 6:4 bar:1 | dark 24:1 20:1 13:5 8:2 6:5 2:1"
    events = (roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, lifted_first))
    _, effects = told(START, *events)
    assert accused(effects) == []
    _, effects = told(START, *events, HandSeen(at=9), see(10, hit))
    assert [(c.play, c.seen) for c in closed(effects)] == [("13/10 6/5", True)]
    assert accused(effects) == []


def test_a_checker_entered_unseen_and_hit_again_is_not_taken_for_one_that_never_entered() -> None:
    before = "light 13:5 8:3 6:5 24:1 bar:1 | dark 24:2 13:5 8:3 6:4 5:1"
    entered_and_hit = "light 13:5 8:2 6:5 5:1 24:1 bar:1 | dark 24:2 13:5 8:2 6:4 5:1 4:1"
    _, effects = told(
        before, roll(1, 4, 3), LOST, DiceLifted(at=3), roll(5, 4, 1), FOUND, see(8, entered_and_hit)
    )
    assert accused(effects) == []
    assert all(c.after != board(before) for c in closed(effects) if c.seen)


def test_a_blot_hit_and_entered_back_to_its_place_leaves_open_what_was_played() -> None:
    before = "light 19:1 15:1 11:1 6:4 3:2 2:4 1:2 | dark 20:2 13:1 12:2 7:2 3:2 2:1 1:5"
    back = "light 19:1 15:1 11:1 6:4 3:2 2:4 1:2 | dark 20:2 12:2 9:1 7:2 3:2 2:1 1:5"
    first = State.resumed(GAME, Match.start(MatchRules()), board(before), DARK)
    events = (roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, back), DiceLifted(at=9))
    _, effects = replay(first, events)
    assert closed(effects) == []  # 13/9 and nothing yet, or 13/10*/9 and bar/21/15
    assert accused(effects) == []


def test_an_error_first_seen_after_the_next_throw_is_owned_up_to_as_unseen() -> None:
    wrong = "light 24:2 13:4 9:1 8:3 6:4 5:1 | dark 24:2 13:5 8:3 6:5"
    state, effects = told(START, roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, wrong))
    assert accused(effects) == []
    assert [c.seen for c in closed(effects)] == [False]
    assert state.turn is not None
    assert state.turn.before == board(wrong)


def test_an_error_seen_before_the_throw_and_still_there_after_it_stands() -> None:
    wrong = "light 24:2 13:4 9:1 8:3 6:4 5:1 | dark 24:2 13:5 8:3 6:5"
    _, effects = told(START, roll(1, 3, 1), see(2, wrong), HandSeen(at=3), roll(5, 6, 4), see(8, wrong))
    assert [(c.standing, c.seen) for c in closed(effects)] == [(Standing.ILLEGAL, True)]


def test_where_no_two_legal_plays_explain_the_board_neither_player_is_accused() -> None:
    nonsense = "light 24:2 13:4 10:1 8:3 6:4 5:1 | dark 24:1 22:1 13:5 8:2 6:5 4:1"
    _, effects = told(
        START,
        *(roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, nonsense)),
        *(DiceLifted(at=9), roll(10, 5, 2)),
    )
    assert accused(effects) == []
    assert [c.seen for c in closed(effects)] == [False, False]


def test_the_game_is_seen_again_one_turn_after_the_board_is() -> None:
    lies = "light 24:2 13:4 8:2 6:5 5:1 4:1 | dark 24:1 18:1 13:5 9:1 8:2 6:5"
    played = "light 24:2 13:4 8:1 6:5 5:1 4:2 | dark 24:1 18:1 13:5 9:1 8:2 6:5"
    state, effects = told(
        START,
        *(roll(1, 3, 1), LOST, roll(3, 6, 4), roll(5, 5, 2), FOUND, see(8, lies)),
        *(HandSeen(at=9), see(10, played), roll(11, 5, 3)),
    )
    assert [c.seen for c in closed(effects)] == [False, False, False]
    assert state.turn is not None
    assert state.turn.before == board(played)
    assert state.turn.before_sure > 0.99


def test_a_blot_lifted_before_its_roll_is_told_is_nobodys_error() -> None:
    whole = "light 24:2 13:4 10:1 8:3 6:4 5:1 | dark 24:2 13:5 8:3 6:5"
    lifted = "light 24:2 13:4 10:1 8:3 6:4 bar:1 | dark 24:2 13:5 8:3 6:5"
    events = (roll(1, 3, 1), see(2, whole), DiceLifted(at=3), HandSeen(at=4), see(5, lifted))
    _, effects = told(START, *events)
    assert accused(effects) == []
    _, effects = told(START, *events, roll(6, 6, 4))
    assert [(c.play, c.seen) for c in closed(effects)] == [("13/10 6/5", True)]


def test_nobody_is_accused_of_ending_early_from_a_board_nobody_saw() -> None:
    wrong = "light 24:2 13:4 9:1 8:3 6:4 5:1 | dark 24:2 13:5 8:3 6:5"
    half = "light 24:2 13:4 9:1 8:3 6:4 5:1 | dark 24:2 13:4 8:3 7:1 6:5"
    _, effects = told(
        START,
        *(roll(1, 3, 1), LOST, DiceLifted(at=3), roll(5, 6, 4), FOUND, see(8, wrong)),
        *(see(9, half), DiceLifted(at=10)),
    )
    assert accused(effects) == []


LAST = "light 1:2 off:13 | dark 6:5 13:5 8:5"
BARE = "light off:15 | dark 6:5 13:5 8:5"


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ((ButtonPressed(at=4, player=DARK, button=Button.DOUBLE),), "dropped"),
        ((ButtonPressed(at=4, player=DARK, button=Button.RESIGN),), "resigned"),
    ],
)
def test_the_last_turn_of_a_game_given_up_is_recorded_though_nobody_saw_it(
    answer: tuple[Event, ...], result: str
) -> None:
    button = Button.DROP if result == "dropped" else Button.TAKE
    last = ButtonPressed(at=5, player=LIGHT, button=button)
    _, effects = told(START, roll(1, 3, 1), LOST, DiceLifted(at=3), *answer, last)
    assert [(c.turn, c.seen, c.standing) for c in closed(effects)] == [(3, False, Standing.LEGAL)]
    assert [e.result for e in effects if isinstance(e, GameEnded)] == [result]


def test_a_turn_that_waits_is_recorded_too_when_the_game_is_given_up() -> None:
    events = (roll(1, 3, 1), LOST, DiceLifted(at=3), roll(4, 6, 4), DiceLifted(at=5))
    resigns = ButtonPressed(at=6, player=LIGHT, button=Button.RESIGN)
    takes = ButtonPressed(at=7, player=DARK, button=Button.TAKE)
    _, effects = told(START, *events, resigns, takes)
    assert [(c.turn, c.player, c.seen) for c in closed(effects)] == [(3, LIGHT, False), (4, DARK, False)]


def test_when_play_ends_a_turn_nobody_could_see_is_owned_up_to() -> None:
    _, effects = told(START, roll(1, 3, 1), LOST, SessionEnded(at=9))
    assert [(c.turn, c.seen) for c in closed(effects)] == [(3, False)]


def test_when_play_ends_a_turn_that_waits_is_recorded_and_the_one_under_way_is_not() -> None:
    events = (roll(1, 3, 1), LOST, DiceLifted(at=3), roll(4, 6, 4), FOUND)
    _, effects = told(START, *events, SessionEnded(at=9))
    assert [(c.turn, c.seen) for c in closed(effects)] == [(3, False)]


def test_a_board_set_up_anew_tells_that_the_turn_nobody_saw_has_won_the_game() -> None:
    _, effects = told(LAST, roll(1, 3, 1), LOST, DiceLifted(at=3), FOUND, see(8, START))
    assert [(c.turn, c.seen, c.after) for c in closed(effects)] == [(3, False, board(BARE))]
    assert [e.winner for e in effects if isinstance(e, GameEnded)] == [LIGHT]


# ---- at length


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "habits",
    [Habits(errors=0.0), Habits(errors=0.0, hasty=0.4), Habits(errors=0.0, blind=0.6, found=0.25)],
    ids=["the camera blinks", "the roll is told late", "mostly blind"],
)
def test_whoever_plays_by_the_rules_is_never_accused_whatever_was_not_seen(seed: int, habits: Habits) -> None:
    match = Blinking(seed, habits)
    match.play(40)
    assert match.false == []
    assert match.wrongly_recorded() == []
    assert any(turn.seen for turn in match.closed)


@pytest.mark.parametrize("seed", range(6))
def test_an_unseen_error_is_not_laid_to_the_other_player(seed: int) -> None:
    match = Blinking(seed, Habits(errors=0.15))
    match.play(40)
    assert match.false == []
    assert any(turn.standing is Standing.ILLEGAL for turn in match.closed)


def test_a_match_that_is_seen_all_the_time_is_recorded_as_it_was_played() -> None:
    match = Blinking(1, replace(Habits(), blind=0.0, at_the_end=1.0))
    match.play(40)
    assert match.false == []
    assert match.wrongly_recorded() == []
    assert all(turn.seen for turn in match.closed)
