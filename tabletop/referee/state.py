"""The referee's mind: where a game stands, and what may happen next.

Rule 1: every change of phase is named in the table of this file. Rule 2: this file does not know that there
is a camera, only that boards are seen.

Theory of operation
-------------------
A game is set up (``SETTING_UP``) until the starting position has been seen; then (``OPENING``) each player
throws one die, and again while they are equal. The higher starts and plays both numbers (``MOVING``); in
games whose winner of the opening throws both dice anew he is first on roll (``ROLLING``).

A turn begins with its roll and ends with the *next* one, not before: until then every board is provisional.
Players try plays and put them back, a finished play is taken back, an error is mended; each time the board
lies quiet it is judged, and a verdict is given when it differs from the last one. Lifting the dice or
pressing the done button says "this is my play" (``ROLLING``): a play left unfinished is then called what it
is, but it can still be mended. So in ``ROLLING`` there usually is a turn on the board, and the player on
roll is the next one.

The throw closes the turn, though its numbers are told only when the dice have come to rest. From the moment
they fall what is seen is kept for the turn that they begin (`tabletop.referee.falling`); when nothing comes
of them it was seen of the turn on the board after all. Legal or not a turn stands, and the game goes on from
the board as it is. If the last picture proved nothing, the turn is *waiting*: the next player plays, and the
first clear picture closes it. If even that fails, the board is *adrift* and is taken as it lies when it is
seen again. Whose roll it is follows from the order of turns, never from the dice.

A double or a resignation (``OFFERED``) is answered by the opponent, and play returns to the phase it came
from. A game that is over leads to the next one's ``SETTING_UP``, or to ``MATCH_OVER``.

Whether the camera or the tower can be trusted is no phase: it may change at any moment, and changes nothing
in the game. While the camera cannot be trusted no board is judged; the dice still count.

An event that means nothing in a phase is recorded and ignored: people are not a protocol. The table says
which events mean something where, and which phases they may lead to.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tabletop.backgammon import Cube, Dice, Match, Player, Position, Variant
from tabletop.referee.events import (
    BoardSeen,
    ButtonPressed,
    CameraFound,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    DiceThrown,
    Event,
    HandSeen,
    OpeningRolled,
    Overruled,
    SessionEnded,
    TowerFound,
    TowerLost,
    Trouble,
)
from tabletop.referee.inherited_doubt import Doubts
from tabletop.referee.ledger import accounted
from tabletop.referee.observation import Observation
from tabletop.referee.profiles import Profile, profile
from tabletop.referee.verdicts import Illegal, Verdict
from tabletop.referee.violations import Violation


class Phase(enum.Enum):
    """Where a game stands."""

    SETTING_UP = "setting up"
    """The checkers are being put in their places."""
    OPENING = "opening"
    """The starting position stands; one die each decides who starts."""
    ROLLING = "rolling"
    """Somebody is on roll; the play before, if there was one, can still be mended."""
    MOVING = "moving"
    """A roll is being played."""
    OFFERED = "offered"
    """A double or a resignation waits for its answer."""
    MATCH_OVER = "match over"
    """The match is decided."""


BETWEEN_GAMES: Final = frozenset({Phase.SETTING_UP, Phase.OPENING, Phase.MATCH_OVER})
"""Nobody plays a turn. A board that tells that a game is over may be that of the next one, set up."""
_AT_THE_START = frozenset({Phase.SETTING_UP, Phase.OPENING})
_GAME_MAY_END = frozenset({Phase.SETTING_UP, Phase.MATCH_OVER})
_PLAY = frozenset({Phase.ROLLING, Phase.MOVING})

ALWAYS: Final[frozenset[type[Event]]] = frozenset({HandSeen, CameraLost, CameraFound, TowerLost, TowerFound})
"""Events that mean something in every phase and lead to no other."""

TABLE: Final[Mapping[Phase, Mapping[type[Event], frozenset[Phase]]]] = {
    Phase.SETTING_UP: {
        BoardSeen: _AT_THE_START,
        Overruled: _AT_THE_START,
        DiceThrown: _AT_THE_START,
        DiceCocked: _AT_THE_START,
        OpeningRolled: BETWEEN_GAMES | _PLAY,
        ButtonPressed: frozenset({Phase.SETTING_UP}),
    },
    Phase.OPENING: {
        BoardSeen: _AT_THE_START,
        Overruled: _AT_THE_START,
        DiceThrown: _AT_THE_START,
        DiceCocked: _AT_THE_START,
        OpeningRolled: BETWEEN_GAMES | _PLAY,
        ButtonPressed: frozenset({Phase.OPENING}),
    },
    Phase.ROLLING: {
        BoardSeen: BETWEEN_GAMES | {Phase.ROLLING},
        Overruled: BETWEEN_GAMES | {Phase.ROLLING},
        DiceThrown: BETWEEN_GAMES | {Phase.ROLLING},
        DiceCocked: BETWEEN_GAMES | {Phase.ROLLING},
        DiceSettled: BETWEEN_GAMES | _PLAY,
        OpeningRolled: BETWEEN_GAMES | _PLAY,
        DiceLifted: frozenset({Phase.ROLLING}),
        ButtonPressed: _GAME_MAY_END | _PLAY | {Phase.OFFERED},
        SessionEnded: _GAME_MAY_END | {Phase.ROLLING},
    },
    Phase.MOVING: {
        BoardSeen: BETWEEN_GAMES | {Phase.MOVING},
        Overruled: BETWEEN_GAMES | {Phase.MOVING},
        DiceThrown: BETWEEN_GAMES | {Phase.MOVING},
        DiceCocked: BETWEEN_GAMES | {Phase.MOVING},
        DiceSettled: BETWEEN_GAMES | {Phase.MOVING},
        OpeningRolled: BETWEEN_GAMES | _PLAY,
        DiceLifted: frozenset({Phase.ROLLING}),
        ButtonPressed: _GAME_MAY_END | _PLAY | {Phase.OFFERED},
        SessionEnded: _GAME_MAY_END | _PLAY,
    },
    Phase.OFFERED: {
        BoardSeen: BETWEEN_GAMES | {Phase.OFFERED},
        Overruled: BETWEEN_GAMES | {Phase.OFFERED},
        DiceThrown: BETWEEN_GAMES | {Phase.OFFERED},
        DiceCocked: BETWEEN_GAMES | {Phase.OFFERED},
        DiceSettled: BETWEEN_GAMES | _PLAY,
        OpeningRolled: BETWEEN_GAMES | _PLAY | {Phase.OFFERED},
        DiceLifted: frozenset({Phase.OFFERED}),
        ButtonPressed: _GAME_MAY_END | _PLAY | {Phase.OFFERED},
        SessionEnded: _GAME_MAY_END | _PLAY,
    },
    Phase.MATCH_OVER: dict.fromkeys((DiceCocked, ButtonPressed), frozenset({Phase.MATCH_OVER})),
}
"""Phase by phase: the events that mean something there, and the phases each may lead to. Only the undo
button is not bound by it: it leads back to where the last button was pressed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and what is made of it."""

    number: int
    player: Player
    dice: Dice
    thrown_at: float
    before: Position | None
    """The board the turn began from; None while the turn before is waiting or the board adrift."""
    before_sure: float = 1.0
    """Probability, 0 to 1, that `before` is right."""
    doubts: Doubts | None = None
    """What else may have stood on `before`; None where nobody can tell what, or need not."""
    verdict: Verdict | None = None
    seen: Observation | None = None
    """The last picture of this turn."""
    stirred: bool = False
    """Something moved over the board since that picture."""
    done: bool = False
    """The player said that this is his play."""
    complete: Position | None = None
    """The last board of this turn that was a whole legal play."""
    accused: tuple[Violation, ...] = ()
    """The violations shown in this turn, each once."""
    moved_early: Illegal | None = None
    """The next player has moved without having thrown."""
    late_hand: bool = False
    """The turn before stands as an error, and a hand came between this throw and its report: to play, or to
    mend the error too late."""

    def mended(self, standing: Violation | None) -> tuple[Violation, ...]:
        """The violations that were shown and did not stand."""
        return tuple(v for v in self.accused if v is not standing)


@dataclass(frozen=True, slots=True)
class Falling:
    """Dice that were thrown and have not been told yet, and what was seen since they fell."""

    at: float
    """When they fell."""
    seen: Observation | None = None
    """The last picture since."""
    stirred: bool = False
    """Something moved over the board since that picture, or since they fell."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How the game was set up, while that still matters."""

    found: Position
    """The board before the opening roll."""
    ok: bool
    """Whether it was, or has been put, right."""
    proven: bool = True
    """Whether it was seen beyond doubt."""
    told: bool = True
    """Whether the players were told."""


class OfferKind(enum.Enum):
    """What is offered."""

    DOUBLE = "double"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Offer:
    """A double or a resignation on the table."""

    kind: OfferKind
    player: Player
    """Who offers."""
    times: int
    """Double: the new value of the cube. Resignation: 1 single, 2 gammon, 3 backgammon."""
    back: Phase
    """Where play goes on if it is not the end of the game."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything the referee knows. A value: an earlier state is an earlier moment."""

    variant: Variant
    profile: Profile
    match: Match
    phase: Phase
    board: Position
    """The board at the last closed turn, or before the first."""
    board_sure: float = 1.0
    """Probability, 0 to 1, that `board` is right."""
    doubts: Doubts | None = None
    """What else may stand on `board`; None where nobody can tell what, or need not."""
    game: int = 1
    turns: int = 0
    """Turns begun in this game."""
    on_roll: Player | None = None
    """Who is on roll where no turn tells it: the winner of the opening who throws anew."""
    turn: Turn | None = None
    waiting: Turn | None = None
    """A turn the throw has ended, whose last board was not seen well enough."""
    falling: Falling | None = None
    """The next throw, from the fall of its dice until it is told or void."""
    setup: Setup | None = None
    cube: Cube = field(default_factory=Cube)
    offer: Offer | None = None
    held: Dice | None = None
    """A roll thrown too early, for the player at play to accept or refuse."""
    trouble: Trouble | None = None
    """Why the camera cannot be believed now."""
    tower: bool = True
    """Whether the tower answers."""
    unheard: bool = False
    """Dice may have fallen and nobody was told: the tower is lost, or has been since the last roll."""
    adrift: bool = False
    """The board is unknown and will be taken as it lies when it is seen again."""
    undo: State | None = None
    """The moment before the last button, until the next throw."""

    @classmethod
    def new(cls, variant: Variant, match: Match, rules: Profile | None = None) -> State:
        """A match about to begin, under the official rules unless ``rules`` says otherwise."""
        return cls(
            variant=variant,
            profile=rules or profile("official"),
            match=match,
            phase=Phase.SETTING_UP,
            board=variant.start_position,
        )

    def whole(self, seen: Position) -> Position:
        """A board as seen, its missing checkers put down as off, in hand or vanished as the game has it."""
        turn = self.turn
        before = turn.before if turn and turn.before else self.board
        player = turn.player if turn else self.on_roll or Player.LIGHT
        return accounted(before, player, seen, self.variant.checkers)

    @classmethod
    def resumed(
        cls, variant: Variant, match: Match, board: Position, on_roll: Player, rules: Profile | None = None
    ) -> State:
        """A game taken up in the middle: ``board`` stands, and ``on_roll`` throws next."""
        return replace(
            cls.new(variant, match, rules),
            phase=Phase.ROLLING,
            board=board,
            on_roll=on_roll,
            turns=_PAST_THE_OPENING,
        )


_PAST_THE_OPENING = 2
"""Turns played, at least, in a game taken up in the middle: its set-up is no longer looked at."""
