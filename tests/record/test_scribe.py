"""The scribe: what the referee makes known, as a match record."""

from __future__ import annotations

from tabletop.backgammon import Dice, Match, MatchRules, Play, Player, Position, variant
from tabletop.backgammon.transcript import Doubled, Dropped, Resigned, Took, Transcript, Turn, WinKind, Won
from tabletop.record.scribe import Scribe
from tabletop.referee import Event, SessionEnded, State, advance
from tabletop.referee.events import Button, ButtonPressed, DiceSettled, OpeningRolled, Overruled

START = variant("standard").start_position
LIGHT, DARK = Player.LIGHT, Player.DARK


class Table:
    """Two players whose boards are told, not seen."""

    def __init__(self, length: int) -> None:
        rules = MatchRules(length=length)
        self.state = State.new(variant("standard"), Match.start(rules))
        self.scribe = Scribe(Transcript("Ivory", "Ebony", length, "standard"))
        self.clock = 0.0
        self.board: Position = START

    def tell(self, event: Event) -> None:
        self.state, effects = advance(self.state, event)
        self.scribe.note(effects)

    def now(self) -> float:
        self.clock += 1.0
        return self.clock

    def opens(self, light: int, dark: int) -> None:
        self.board = START
        self.tell(Overruled(at=self.now(), position=START))
        self.tell(OpeningRolled(at=self.now(), light=light, dark=dark))

    def rolls(self, one: int, other: int) -> None:
        self.tell(DiceSettled(at=self.now(), dice=Dice(one, other)))

    def plays(self, player: Player, play: str) -> None:
        self.board = Play.parse(play).on(self.board, player)
        self.tell(Overruled(at=self.now(), position=self.board))

    def presses(self, player: Player, button: Button) -> None:
        self.tell(ButtonPressed(at=self.now(), player=player, button=button))

    @property
    def record(self) -> Transcript:
        return self.scribe.transcript


def test_a_double_taken_and_a_resignation_are_in_the_record() -> None:
    table = Table(length=5)
    table.opens(3, 1)
    table.plays(LIGHT, "8/5 6/5")
    table.presses(DARK, Button.DOUBLE)
    table.presses(LIGHT, Button.TAKE)
    table.rolls(6, 4)
    table.plays(DARK, "24/14")
    table.presses(DARK, Button.RESIGN)
    table.presses(LIGHT, Button.TAKE)
    (game,) = table.record.games[:1]
    kinds = [type(action) for action in game.actions]
    assert kinds == [Turn, Doubled, Took, Turn, Resigned]
    assert game.result == Won(LIGHT, 2, WinKind.SINGLE)
    assert game.actions[1] == Doubled(DARK, 2)


def test_a_double_dropped_ends_the_game_at_the_old_value() -> None:
    table = Table(length=5)
    table.opens(3, 1)
    table.plays(LIGHT, "8/5 6/5")
    table.presses(DARK, Button.DOUBLE)
    table.presses(LIGHT, Button.DROP)
    game = table.record.games[0]
    assert [type(action) for action in game.actions] == [Turn, Doubled, Dropped]
    assert game.result == Won(DARK, 1, WinKind.SINGLE)


def test_the_next_game_begins_with_the_score_of_the_last() -> None:
    table = Table(length=2)
    table.opens(3, 1)
    table.plays(LIGHT, "8/5 6/5")
    table.presses(DARK, Button.DOUBLE)
    table.presses(LIGHT, Button.DROP)
    table.opens(2, 4)
    first, second = table.record.games
    assert (first.light_score, first.dark_score, first.crawford) == (0, 0, False)
    assert (second.light_score, second.dark_score, second.crawford) == (0, 1, True)


def test_a_play_that_stood_wrong_is_recorded_as_it_stood() -> None:
    table = Table(length=5)
    table.opens(3, 1)
    table.plays(LIGHT, "13/11 6/5")
    table.rolls(6, 4)
    table.tell(SessionEnded(at=table.now()))
    turn = table.record.games[0].actions[0]
    assert isinstance(turn, Turn)
    assert (turn.play, turn.violation) == (None, "wrong_distance")
    assert turn.after == Play.parse("13/11 6/5").on(START, LIGHT)


def test_a_run_of_both_numbers_is_two_moves_in_the_record() -> None:
    table = Table(length=5)
    table.opens(6, 4)
    table.plays(LIGHT, "24/14")
    table.rolls(3, 1)
    turn = table.record.games[0].actions[0]
    assert isinstance(turn, Turn)
    assert turn.play is not None
    assert len(turn.play) == 2
