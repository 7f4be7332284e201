"""What everybody may see: right, and no help to anybody before his turn ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

from tabletop.backgammon import Crawford, Dice, Match, MatchRules, Play, Player, legal_plays, variant
from tabletop.present.lamps import DARK as UNLIT
from tabletop.present.lamps import Colour, Lamps, lamp_of
from tabletop.present.screen import Clocks, Look, Request
from tabletop.present.sentences import Message, Sentence
from tabletop.present.shown import Shown, awaited, nothing, show, time_up, with_clocks
from tabletop.present.signals import Signal
from tabletop.referee import (
    Ambiguous,
    BoardSeen,
    Button,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    Event,
    HandSeen,
    Illegal,
    Legal,
    OpeningRolled,
    Phase,
    Role,
    SessionEnded,
    Spot,
    State,
    TowerFound,
    TowerLost,
    Trouble,
    Unfinished,
    advance,
    replay,
)
from tabletop.referee.effects import Ignored
from tests.present.looks import GAME, LIFTED, OPENED, WRONG, press, see, told
from tests.referee.scenario import Table, scenarios

LIGHT, DARK = Player.LIGHT, Player.DARK
SCENARIOS = scenarios(Path(__file__).parents[1] / "scenarios")


def start(role: Role = Role.MONITOR) -> State:
    state = State.new(GAME, Match.start(MatchRules(length=5)))
    return replace(state, profile=replace(state.profile, role=role))


def shown(*events: Event, role: Role = Role.MONITOR) -> Shown:
    return told(start(role), events)


def steps(role: Role) -> Iterator[tuple[State, Shown]]:
    """Every step of every scenario, played under this role."""
    for scenario in SCENARIOS:
        table = Table(scenario)
        table.play()
        state = replace(table.first, profile=replace(table.first.profile, role=role))
        now = show(state, (), nothing())
        for event in table.events:
            state, effects = advance(state, event)
            now = show(state, effects, now)
            yield state, now


# ---- no help


def test_a_silent_referee_never_shows_or_says_what_he_thinks_of_a_play() -> None:
    judging = {
        Message.ILLEGAL,
        Message.ILLEGAL_NEAREST,
        Message.LEGAL,
        Message.DANCED,
        Message.UNCLEAR,
        Message.STANDS,
        Message.PLAYED,
        Message.SETUP_WRONG,
        Message.SETUP_RIGHT,
    }
    judged = 0
    for state, now in steps(Role.SILENT):
        judged += state.turn is not None and isinstance(state.turn.verdict, Illegal)
        assert now.screen.look is Look.NOTHING
        assert now.lamps.points == UNLIT
        assert {now.lamps.light, now.lamps.dark}.isdisjoint({Colour.RED, Colour.GREEN})
        assert judging.isdisjoint(sentence.message for sentence in now.said)
        assert now.signal is not Signal.ERROR
    assert judged > 0  # there was something to keep quiet about


def test_before_his_turn_ends_a_monitors_player_cannot_tell_legal_from_unfinished_or_danced() -> None:
    compared = 0
    for state, _ in steps(Role.MONITOR):
        turn = state.turn
        if turn is None or turn.before is None or turn.done or turn.moved_early is not None:
            continue
        plays = list(legal_plays(turn.before, turn.player, turn.dice, GAME))
        looks = {
            show(replace(state, turn=replace(turn, verdict=verdict)), (), nothing())
            for verdict in (
                None,
                Legal(turn.before, plays[0] if plays else Play(), 1.0),
                Legal(turn.before, Play(), 1.0),
                Unfinished(turn.before, 1.0),
                Unfinished(turn.before, 1.0, lifted=6),
            )
        }
        assert len(looks) == 1
        compared += 1
    assert compared > 100


def test_a_monitor_never_names_a_legal_play_while_it_is_being_looked_for() -> None:
    helping = {Message.LEGAL, Message.DANCED, Message.UNFINISHED, Message.ILLEGAL_NEAREST}
    for state, now in steps(Role.MONITOR):
        if state.phase is Phase.MOVING:
            assert helping.isdisjoint(sentence.message for sentence in now.said)
        assert not now.playable
        assert Colour.GREEN not in now.lamps.points
        assert Message.ILLEGAL_NEAREST not in {sentence.message for sentence in now.said}


def test_a_tutor_points_at_the_checkers_that_can_move_until_one_has() -> None:
    opened = shown(*OPENED, role=Role.TUTOR)
    lit = {lamp for lamp, colour in enumerate(opened.lamps.points) if colour is Colour.GREEN}
    assert lit == {24, 13, 8, 6}
    assert Colour.GREEN not in shown(*OPENED, see("8/5"), role=Role.TUTOR).lamps.points


def test_a_tutor_says_legal_at_once() -> None:
    assert shown(*OPENED, see("8/5", "6/5"), role=Role.TUTOR).screen.look is Look.LEGAL


# ---- what is shown


def test_a_wrong_distance_is_red_on_the_lamps_on_the_display_and_heard() -> None:
    now = shown(*OPENED, see("8/5", "13/8"))
    assert now.lamps.light is Colour.RED
    assert [lamp for lamp, colour in enumerate(now.lamps.points) if colour is Colour.RED] == [5, 13]
    assert (now.screen.look, now.screen.about, now.screen.places) == (Look.ILLEGAL, LIGHT, (13, 5))
    assert now.signal is Signal.ERROR
    assert [sentence.message for sentence in now.said] == [Message.ILLEGAL]


def test_a_mended_error_is_red_and_said_no_more() -> None:
    now = shown(*OPENED, see("8/5", "13/8"), see("8/5"))
    assert now.lamps == Lamps(light=Colour.BLUE)
    assert now.screen.look is Look.NOTHING
    assert now.sentence is None


def test_legal_is_said_once_when_the_dice_are_lifted() -> None:
    now = shown(*OPENED, see("8/5", "6/5"), LIFTED)
    assert [sentence.message for sentence in now.said] == [Message.LEGAL]
    assert now.lamps == Lamps(light=Colour.GREEN, dark=Colour.BLUE)
    again = shown(*OPENED, see("8/5", "6/5"), LIFTED, see("8/5", "6/5"))
    assert again.said == ()


def test_what_was_left_unfinished_is_illegal_once_the_dice_are_lifted() -> None:
    assert shown(*OPENED, see("8/5")).screen.look is Look.NOTHING
    assert shown(*OPENED, see("8/5"), LIFTED).lamps.light is Colour.RED


def test_dark_points_are_lit_where_they_lie_on_the_board() -> None:
    assert lamp_of(DARK, 8) == 17
    assert lamp_of(DARK, 25) == lamp_of(LIGHT, 25) == 0
    assert lamp_of(LIGHT, 26) is None


def test_a_wrong_set_up_is_lit_place_by_place() -> None:
    now = shown(WRONG)
    assert [lamp for lamp, colour in enumerate(now.lamps.points) if colour is Colour.RED] == [7, 8]
    assert (now.lamps.light, now.lamps.dark) == (Colour.RED, Colour.OFF)
    assert now.screen.request is Request.MEND_SET_UP


def test_a_cocked_roll_asks_for_both_dice_until_they_lie() -> None:
    ready = (*OPENED, see("8/5", "6/5"), LIFTED)
    cocked = shown(*ready, DiceCocked(at=6.0))
    assert (cocked.screen.request, cocked.signal) == (Request.AGAIN, Signal.AGAIN)
    assert shown(*ready, DiceCocked(at=6.0), see("8/5", "6/5")).screen.request is Request.AGAIN
    rolled = shown(*ready, DiceCocked(at=6.0), DiceSettled(at=8.0, dice=Dice(6, 4)))
    assert (rolled.screen.request, rolled.screen.dice, rolled.screen.on_roll) == (None, Dice(6, 4), DARK)


def test_a_double_waits_for_its_answer() -> None:
    doubled = shown(*OPENED, see("8/5", "6/5"), LIFTED, press(DARK, Button.DOUBLE))
    assert doubled.lamps == Lamps(light=Colour.AMBER)
    assert (doubled.screen.request, doubled.screen.asked, doubled.screen.offered) == (
        Request.ANSWER_DOUBLE,
        LIGHT,
        2,
    )
    taken = shown(*OPENED, see("8/5", "6/5"), LIFTED, press(DARK, Button.DOUBLE), press(LIGHT, Button.TAKE))
    assert (taken.screen.cube, taken.screen.owner, taken.screen.on_roll) == (2, LIGHT, DARK)


def test_an_undo_shows_the_moment_before() -> None:
    before = shown(*OPENED, see("8/5", "6/5"), LIFTED)
    undone = shown(*OPENED, see("8/5", "6/5"), LIFTED, press(DARK, Button.DOUBLE), press(DARK, Button.UNDO))
    assert (undone.lamps, undone.screen) == (before.lamps, before.screen)


@pytest.mark.parametrize("trouble", Trouble)
def test_a_camera_that_cannot_be_believed_is_told_and_the_lamps_say_so(trouble: Trouble) -> None:
    lost = shown(*OPENED, CameraLost(at=5.0, trouble=trouble))
    assert (lost.lamps.light, lost.lamps.dark) == (Colour.AMBER, Colour.AMBER)
    assert lost.screen.request in (Request.CAMERA_DARK, Request.CAMERA_LOST, Request.CAMERA_MOVED)
    assert lost.signal is Signal.ATTENTION
    found = shown(*OPENED, CameraLost(at=5.0, trouble=trouble), CameraFound(at=6.0))
    assert (found.lamps, found.screen.request) == (Lamps(light=Colour.BLUE), None)


def test_a_tower_that_does_not_answer_is_told() -> None:
    lost = shown(*OPENED, TowerLost(at=5.0))
    assert (lost.screen.request, lost.signal) == (Request.TOWER_LOST, Signal.ATTENTION)
    assert shown(*OPENED, TowerLost(at=5.0), TowerFound(at=6.0)).screen.request is None


def test_the_winner_is_white_until_the_next_game_is_set_up() -> None:
    resigned = (*OPENED, press(LIGHT, Button.RESIGN), press(DARK, Button.TAKE))
    won = shown(*resigned)
    assert (won.lamps, won.signal) == (Lamps(dark=Colour.WHITE), Signal.OVER)
    assert won.screen.score == (0, 1)
    assert shown(*resigned, DiceCocked(at=9.0)).lamps.dark is Colour.WHITE
    assert shown(*resigned, see()).lamps == Lamps(Colour.BLUE, Colour.BLUE)


def test_equal_opening_dice_are_said_and_heard() -> None:
    tied = shown(see(), OpeningRolled(at=2.0, light=4, dark=4))
    assert (tied.said[0].message, tied.signal) == (Message.TIED, Signal.AGAIN)


def test_everything_said_in_one_step_is_kept_in_order() -> None:
    now = shown(*OPENED, see("8/5", "6/5"), DiceLifted(at=5.0), DiceSettled(at=9.0, dice=Dice(6, 4)))
    assert [sentence.message for sentence in now.said] == [Message.PLAYED, Message.ROLLED]
    assert now.sentence == now.said[-1]


# ---- clocks


def test_clocks_change_nothing_else_until_one_has_run_out() -> None:
    now = shown(*OPENED)
    ticking = with_clocks(now, Clocks(100, 90, LIGHT))
    assert replace(ticking.screen, clocks=None) == now.screen
    late = with_clocks(now, Clocks(-1, 90, LIGHT))
    assert (late.screen.request, late.screen.asked) == (Request.TIME, LIGHT)
    said = time_up(late, LIGHT)
    assert (said.said[-1].message, said.signal) == (Message.TIME_UP, Signal.TIME)


def test_an_error_on_the_board_is_more_urgent_than_the_clock() -> None:
    late = with_clocks(shown(*OPENED, see("8/5", "13/8")), Clocks(-1, 90, LIGHT))
    assert late.screen.request is None


# ---- a hand over the board


PONDERING = see("8/5", hidden=("6", "5"))
"""One checker has been played, and a hand is held over the points where the other is to go."""


def test_who_ponders_with_his_hand_over_the_board_is_asked_nothing() -> None:
    state, _ = replay(start(), (*OPENED, PONDERING))
    assert state.turn is not None
    assert isinstance(state.turn.verdict, Ambiguous)  # there was something to ask
    now = shown(*OPENED, PONDERING)
    assert (now.screen.look, now.said, now.lamps) == (Look.NOTHING, (), Lamps(light=Colour.BLUE))


def test_what_is_still_covered_when_the_dice_are_lifted_is_asked_for_once() -> None:
    now = shown(*OPENED, PONDERING, LIFTED)
    assert (now.screen.look, now.lamps.light) == (Look.UNCLEAR, Colour.AMBER)
    assert [sentence.message for sentence in now.said] == [Message.COVERED]
    assert shown(*OPENED, PONDERING, LIFTED, HandSeen(at=5.0)).said == ()


def test_checkers_that_lie_unclearly_in_plain_view_are_asked_for_at_once() -> None:
    seen = see("8/5", "6/5").observation
    spots = list(seen.spots)
    for number, before, after in ((6, 5, 4), (5, 1, 2)):  # a checker lies between the two points
        spots[number] = Spot(((after, 0, log(0.5)), (before, 0, log(0.5))), floor=-25.0)
    between = replace(seen, spots=tuple(spots), unsure=(5, 6))
    now = shown(*OPENED, BoardSeen(at=4.0, observation=between))
    assert now.screen.look is Look.UNCLEAR
    assert [sentence.message for sentence in now.said] == [Message.UNCLEAR]


def test_an_error_is_red_also_while_a_hand_covers_something_else() -> None:
    assert shown(*OPENED, see("8/5", "13/8", hidden=("24",))).screen.look is Look.ILLEGAL


# ---- buttons that mean nothing

PLAYED = (*OPENED, see("8/5", "6/5"))
DONE = (*PLAYED, LIFTED)
DOUBLED = (*DONE, press(DARK, Button.DOUBLE))
TAKEN = (*DOUBLED, press(LIGHT, Button.TAKE))
UNHEEDED = (
    ((), LIGHT, Button.DOUBLE, Message.NO_GAME),
    ((), LIGHT, Button.DONE, Message.NO_GAME),
    ((), LIGHT, Button.RESIGN, Message.NO_GAME),
    ((), LIGHT, Button.UNDO, Message.NOTHING_TO_UNDO),
    (OPENED, DARK, Button.DONE, Message.NOT_HIS_PLAY),
    (OPENED, LIGHT, Button.DOUBLE, Message.NOT_BEFORE_HIS_THROW),
    (OPENED, DARK, Button.TAKE, Message.NOTHING_OFFERED),
    (OPENED, DARK, Button.DROP, Message.NOTHING_OFFERED),
    (DONE, LIGHT, Button.DONE, Message.NO_ROLL_PLAYED),
    (DOUBLED, LIGHT, Button.DOUBLE, Message.ANSWER_FIRST),
    (DOUBLED, LIGHT, Button.DONE, Message.ANSWER_FIRST),
    (DOUBLED, LIGHT, Button.RESIGN, Message.ANSWER_FIRST),
    (DOUBLED, DARK, Button.TAKE, Message.ANSWER_FIRST),
    (TAKEN, DARK, Button.DOUBLE, Message.NOT_HIS_CUBE),
)


@pytest.mark.parametrize(("before", "player", "button", "why"), UNHEEDED)
def test_a_button_that_means_nothing_says_why(
    before: tuple[Event, ...], player: Player, button: Button, why: Message
) -> None:
    now, after = shown(*before), shown(*before, press(player, button))
    assert [sentence.message for sentence in after.said] == [why]
    assert after.hint is not None
    assert after.hint.sentence == after.said[0]
    assert after.sentence == now.sentence, "what the referee said of the play stands"
    assert (after.lamps, after.signal) == (now.lamps, None)
    assert after.screen == replace(now.screen, unheeded=True)


def crawford(state: State) -> State:
    return replace(state, match=replace(state.match, crawford=Crawford.NOW))


def dead(state: State) -> State:
    return replace(state, match=replace(state.match, dark=4))


def without_cube(state: State) -> State:
    return replace(state, variant=variant("dutch"))


@pytest.mark.parametrize(
    ("at", "why"),
    [
        (crawford, Message.NO_DOUBLE_CRAWFORD),
        (dead, Message.CUBE_DEAD),
        (without_cube, Message.NO_CUBE),
        (lambda state: replace(state, turn=None, turns=0, on_roll=DARK), Message.NO_DOUBLE_OPENING),
    ],
)
def test_why_nobody_may_double_now(at: Callable[[State], State], why: Message) -> None:
    state = at(replay(start(), DONE)[0])
    now = show(state, (), nothing())
    state, effects = advance(state, press(DARK, Button.DOUBLE))
    assert [sentence.message for sentence in show(state, effects, now).said] == [why]


def test_why_a_button_meant_nothing_stays_until_anything_else_is_made_known() -> None:
    pressed = (*OPENED, press(DARK, Button.DONE))
    assert shown(*pressed, HandSeen(at=6.0)).hint is not None
    assert shown(*pressed, see("8/5", "13/8")).hint is None
    assert not shown(*pressed, see("8/5", "13/8")).screen.unheeded


def test_a_button_that_means_nothing_once_more_is_counted_and_another_one_is_not() -> None:
    once = (*OPENED, press(DARK, Button.DONE))
    thrice = (*once, HandSeen(at=6.0), press(DARK, Button.DONE), press(DARK, Button.DONE))
    counted = [shown(*pressed).hint for pressed in (once, thrice, (*thrice, press(LIGHT, Button.TAKE)))]
    assert [hint.times for hint in counted if hint is not None] == [1, 3, 1]


def test_before_the_board_has_been_seen_the_table_is_said_to_be_set_up() -> None:
    first = awaited(start())
    assert first.screen.length == 5
    assert first.sentence == Sentence(Message.BEING_SET_UP)
    still = show(start(), (), first)
    assert still.sentence == first.sentence
    state, effects = advance(start(), see())
    assert show(state, effects, still).sentence == Sentence(Message.SETUP_RIGHT)


def test_nobody_learns_from_a_dead_button_how_his_play_is_judged() -> None:
    for state, _ in steps(Role.MONITOR):
        turn = state.turn
        if turn is None or turn.before is None or turn.done or turn.moved_early is not None:
            continue
        for button in Button:
            ignored = Ignored(at=9.0, event=button.value, why="")
            verdicts = (None, Legal(turn.before, Play(), 1.0), Unfinished(turn.before, 1.0))
            looks = {
                show(replace(state, turn=replace(turn, verdict=verdict)), (ignored,), nothing())
                for verdict in verdicts
            }
            assert len(looks) == 1


def test_only_buttons_are_answered() -> None:
    assert shown(*OPENED, SessionEnded(at=9.0), DiceLifted(at=9.5)).hint is None
    assert shown(DiceLifted(at=1.0)).said == ()
