"""Anything may happen at a table, in any order: the referee never stumbles, and the record tells it again."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, legal_plays, variant
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    Observation,
    OpeningRolled,
    Overruled,
    SessionEnded,
    Spot,
    State,
    TowerFound,
    TowerLost,
    Trouble,
    advance,
    profile,
    profile_names,
    replay,
)
from tabletop.referee.effects import Effect, Ignored, TurnClosed
from tabletop.referee.ledger import by_place, put
from tabletop.referee.state import ALWAYS, TABLE

die = st.integers(1, 6)
players = st.sampled_from(Player)


class AnyOrder(RuleBasedStateMachine):
    """Players, dice, camera and tower, all unruly."""

    @initialize(
        game=st.sampled_from(["standard", "dutch", "hypergammon"]),
        rules=st.sampled_from(profile_names()),
        length=st.sampled_from([None, 1, 3]),
        on_roll=st.sampled_from([None, *Player]),
    )
    def begin(self, game: str, rules: str, length: int | None, on_roll: Player | None) -> None:
        self.game = variant(game)
        match = Match.start(MatchRules(length=length))
        if on_roll is None:
            self.first = State.new(self.game, match, profile(rules))
        else:
            start = self.game.start_position
            self.first = State.resumed(self.game, match, start, on_roll, profile(rules))
        self.state = self.first
        self.events: list[Event] = []
        self.effects: tuple[Effect, ...] = ()
        self.now = 0.0

    def tell(self, event: Event) -> None:
        before = self.state
        self.state, effects = advance(self.state, event)
        self.events.append(event)
        self.effects += effects
        undone = isinstance(event, ButtonPressed) and event.button is Button.UNDO
        if type(event) in ALWAYS:
            assert self.state.phase is before.phase
        elif type(event) not in TABLE[before.phase]:
            assert self.state == before
            assert isinstance(effects[0], Ignored)
        elif not undone:
            assert self.state.phase in TABLE[before.phase][type(event)]

    def time(self) -> float:
        self.now += 1.0
        return self.now

    @rule(light=die, dark=die)
    def opening(self, light: int, dark: int) -> None:
        self.tell(OpeningRolled(at=self.time(), light=light, dark=dark))

    @rule(one=die, other=die)
    def roll(self, one: int, other: int) -> None:
        self.tell(DiceSettled(at=self.time(), dice=Dice(one, other)))

    def board(self) -> Position:
        turn = self.state.turn
        return (turn.before if turn else None) or self.state.board

    @precondition(lambda self: self.state.turn is not None)
    @rule(data=st.data())
    def play_legally(self, data: st.DataObject) -> None:
        assert self.state.turn is not None
        legal = legal_plays(self.board(), self.state.turn.player, self.state.turn.dice, self.game)
        boards = sorted(legal.positions | legal.prefixes, key=by_place)
        self.see(data.draw(st.sampled_from(boards)) if boards else self.board(), [])

    @rule(player=players, start=st.integers(0, 26), end=st.integers(0, 26), hidden=st.lists(die, max_size=2))
    def move_anything(self, player: Player, start: int, end: int, hidden: list[int]) -> None:
        board = self.board()
        if board.of(player).places[start]:
            board = board.with_side(player, put(put(board.of(player), start, -1), end, +1))
        self.see(board, hidden)

    def see(self, board: Position, hidden: list[int]) -> None:
        seen = Observation.certain(board)
        spots = list(seen.spots)
        for spot in hidden:
            spots[spot] = Spot((), floor=0.0, covered=True)
        seen = Observation(tuple(spots), board, confidence=0.5 if hidden else 1.0, unsure=tuple(hidden))
        self.tell(BoardSeen(at=self.time(), observation=seen))

    @rule()
    def agree(self) -> None:
        self.tell(Overruled(at=self.time(), position=self.board()))

    @rule(player=players, button=st.sampled_from(Button))
    def press(self, player: Player, button: Button) -> None:
        self.tell(ButtonPressed(at=self.time(), player=player, button=button))

    @rule(
        kind=st.sampled_from(
            [HandSeen, DiceThrown, DiceCocked, DiceLifted, TowerLost, TowerFound, CameraFound]
        )
    )
    def happen(self, kind: type[Event]) -> None:
        self.tell(kind(at=self.time()))

    @rule(trouble=st.sampled_from(Trouble))
    def lose_the_camera(self, trouble: Trouble) -> None:
        self.tell(CameraLost(at=self.time(), trouble=trouble))

    @rule()
    def end(self) -> None:
        self.tell(SessionEnded(at=self.time()))

    @invariant()
    def turns_follow_each_other(self) -> None:
        closed = [effect for effect in self.effects if isinstance(effect, TurnClosed)]
        for effect in closed:
            assert (effect.violation is None) == (effect.standing.value == "legal")
            if effect.violation is None and effect.seen:
                for player in Player:
                    assert effect.after.of(player).total == effect.before.of(player).total

    def teardown(self) -> None:
        assert replay(self.first, self.events) == (self.state, self.effects)


AnyOrder.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestAnyOrder = AnyOrder.TestCase
