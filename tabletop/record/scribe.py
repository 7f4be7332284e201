"""Writes the match down as it is refereed: from what the referee makes known to a transcript."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tabletop.backgammon import Player, Position, legal_plays, variant
from tabletop.backgammon.transcript import (
    Action,
    Doubled,
    Dropped,
    GameTranscript,
    Resigned,
    Took,
    Transcript,
    Turn,
    WinKind,
    Won,
)
from tabletop.referee.effects import (
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Effect,
    GameEnded,
    GameStarted,
    SetupChecked,
    Standing,
    TurnClosed,
    TurnStarted,
    Undone,
)

KINDS = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass(slots=True)
class Scribe:
    """Keeps the transcript of one match; hand every effect to `note`, in order."""

    transcript: Transcript
    _start: Position = field(init=False)
    _score: tuple[int, int] = field(default=(0, 0), init=False)
    _open: set[int] = field(default_factory=set, init=False)
    """The turns begun and not closed, by number."""
    _held: list[tuple[int, Action]] = field(default_factory=list, init=False)
    """What was done with the cube after a turn that is not closed yet, with the number of that turn."""

    def __post_init__(self) -> None:
        self._start = variant(self.transcript.variant).start_position

    def note(self, effects: Iterable[Effect]) -> None:
        """Write down what of ``effects`` belongs into a match record."""
        for effect in effects:
            self._note(effect)

    def _note(self, effect: Effect) -> None:
        match effect:
            case SetupChecked(position=position):
                self._start = position
            case GameStarted():
                self._begin()
            case TurnStarted(turn=turn):
                self._open.add(turn)
            case TurnClosed():
                self._turn(effect)
            case CubeOffered(player=player, value=value):
                self._cube(Doubled(player, value))
            case CubeTaken(player=player):
                self._cube(Took(player))
            case CubeDropped(player=player):
                self._cube(Dropped(player))
            case Undone():
                self._undo()
            case GameEnded():
                self._end(effect)
            case _:
                pass

    def _begin(self) -> None:
        light, dark = self._score
        length = self.transcript.match_length
        one_away = [score == length - 1 for score in self._score]
        crawford = bool(length) and any(one_away) and not any(game.crawford for game in self.transcript.games)
        game = GameTranscript(light, dark, crawford and self.transcript.crawford_rule, self._start)
        self.transcript = replace(self.transcript, games=(*self.transcript.games, game))

    def _turn(self, closed: TurnClosed) -> None:
        legal = closed.standing is Standing.LEGAL
        game = variant(self.transcript.variant)
        # Asked of the rules, not of the text, in which a run like 24/14 no longer shows its two moves.
        play = (
            legal_plays(closed.before, closed.player, closed.dice, game).play_to(closed.after)
            if legal
            else None
        )
        violation = closed.violation.value if closed.violation and not legal else None
        self._add(Turn(closed.player, closed.dice, play, closed.play, closed.before, closed.after, violation))
        self._open.discard(closed.turn)
        self._release(closed.turn)

    def _cube(self, action: Action) -> None:
        """A turn is closed by the next throw, and a double comes before it: it waits for its turn's end."""
        if self._open:
            self._held.append((max(self._open), action))
        else:
            self._add(action)

    def _release(self, turn: float) -> None:
        for after, action in self._held:
            if after <= turn:
                self._add(action)
        self._held = [(after, action) for after, action in self._held if after > turn]

    def _add(self, action: Action) -> None:
        if not self.transcript.games:
            self._begin()
        game = self.transcript.games[-1]
        self._last(replace(game, actions=(*game.actions, action)))

    def _undo(self) -> None:
        if self._held:
            self._held.pop()
        elif self.transcript.games and self.transcript.games[-1].actions:
            game = self.transcript.games[-1]
            if not isinstance(game.actions[-1], Turn):
                self._last(replace(game, actions=game.actions[:-1], result=None))

    def _end(self, ended: GameEnded) -> None:
        self._release(math.inf)
        self._open.clear()
        if not self.transcript.games:
            return
        game = self.transcript.games[-1]
        loser: Player = ended.winner.opponent
        if ended.result == "resigned":
            game = replace(game, actions=(*game.actions, Resigned(loser, ended.points)))
        times = KINDS.get(ended.result) or max(1, min(3, ended.points // max(1, game.cube)))
        kind = WinKind.SINGLE if ended.result == "dropped" else WinKind(times)
        self._last(replace(game, result=Won(ended.winner, ended.points, kind)))
        self._score = ended.score
        self._start = variant(self.transcript.variant).start_position

    def _last(self, game: GameTranscript) -> None:
        self.transcript = replace(self.transcript, games=(*self.transcript.games[:-1], game))
