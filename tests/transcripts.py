"""Matches to write down: the recorded ones, and matches played at random, with or without mistakes."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tabletop.backgammon import Dice, Play, Player, Position, Side, legal_plays, variant
from tabletop.backgammon.notation.writing import after_moves
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

T = TypeVar("T")
SESSIONS = ("dev-blue-lamp", "dev-brown-oblique", "dev-green-overhead")


def assert_roundtrip(write: Callable[[T], Any], read: Callable[[Any], T], value: T) -> None:
    """What is written is read back as it was, and written again it is the same text."""
    written = write(value)
    assert read(written) == value
    assert write(read(written)) == written


def shared() -> Path:
    """The folder with the recorded sessions; the test skips where it is missing."""
    checkout = Path(__file__).resolve().parents[1]
    folder = Path(os.environ.get("TABLETOP_SHARED", checkout.parent / "shared"))
    if not (folder / "sessions").is_dir():
        pytest.skip(f"no recorded sessions in {folder} (TABLETOP_SHARED names another place)")
    return folder


def session_transcript(name: str) -> Transcript:
    """The recorded match ``name`` as it truly happened."""
    folder = shared() / "sessions" / name
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    game = variant(truth["variant"])
    actions: list[Action] = []
    buttons = [json.loads(line) for line in (folder / "events.jsonl").read_text("utf-8").splitlines()]
    buttons = [event for event in buttons if event["type"] == "button"]
    for turn in truth["turns"]:
        while buttons and buttons[0]["t"] < turn["t_roll"]:
            actions.append(_button(buttons.pop(0)))
        actions.append(_true_turn(turn, game.key))
    start = Position.from_dict(truth["setup"]["position"])
    length = {"dev-blue-lamp": 3, "dev-brown-oblique": 7, "dev-green-overhead": 5}[name]
    return Transcript("Lena", "Dirk", length, game.key, (GameTranscript(0, 0, False, start, tuple(actions)),))


def _button(event: dict[str, Any]) -> Action:
    player = Player(event["player"])
    return {"double": Doubled(player, 2), "take": Took(player), "drop": Dropped(player)}[event["button"]]


def _true_turn(turn: dict[str, Any], game: str) -> Turn:
    player, dice = Player(turn["player"]), Dice(*turn["dice"])
    before, after = Position.from_dict(turn["before"]), Position.from_dict(turn["after"])
    if not turn["legal"]:
        violation = turn["attempts"][-1]["violation"]
        return Turn(player, dice, None, turn["final_play"], before, after, violation)
    plays = legal_plays(before, player, dice, variant(game))
    play = plays.play_to(after) if plays else Play()
    assert play is not None
    return Turn(player, dice, play, str(play), before, after)


def random_transcript(
    seed: int, game: str = "standard", length: int = 5, mistakes: float = 0.0
) -> Transcript:
    """A match played at random to its end, with doubles, drops and resignations.

    ``mistakes`` is the share of turns that leave some board which no rule allows.
    """
    chance = random.Random(seed)
    scores = {Player.LIGHT: 0, Player.DARK: 0}
    games: list[GameTranscript] = []
    crawford_played = False
    while max(scores.values()) < (length or 2) and len(games) < 12:
        one_away = [player for player in Player if scores[player] == length - 1]
        crawford = length > 0 and len(one_away) == 1 and not crawford_played
        crawford_played |= crawford
        cube = variant(game).cube and length != 1 and not crawford
        played = _RandomGame(chance, game, cube, mistakes).play()
        games.append(
            replace(
                played, light_score=scores[Player.LIGHT], dark_score=scores[Player.DARK], crawford=crawford
            )
        )
        assert played.result is not None
        scores[played.result.player] += played.result.points
    return Transcript(
        "Ann-Kathrin", "Bo", length, game, tuple(games), crawford_rule=length > 0, event=f"Seed {seed}"
    )


class _RandomGame:
    def __init__(self, chance: random.Random, game: str, cube: bool, mistakes: float) -> None:
        self.chance = chance
        self.game = variant(game)
        self.cube_allowed = cube
        self.mistakes = mistakes
        self.cube = 1
        self.owner: Player | None = None
        self.board = self.game.start_position
        self.actions: list[Action] = []

    def play(self) -> GameTranscript:
        player = self.chance.choice(list(Player))
        for _ in range(2000):
            result = self._cube_action(player) or self._turn(player)
            if result:
                return GameTranscript(0, 0, False, self.game.start_position, tuple(self.actions), result)
            player = player.opponent
        raise AssertionError("a game without end")

    def _cube_action(self, player: Player) -> Won | None:
        if self.actions and self.chance.random() < 0.002:
            kind = self.chance.choice(list(WinKind))
            self.actions.append(Resigned(player, kind.value * self.cube))
            return Won(player.opponent, kind.value * self.cube, kind)
        if not self.cube_allowed or not self.actions or self.owner is player.opponent or self.cube > 8:
            return None
        if self.chance.random() > 0.03:
            return None
        self.actions.append(Doubled(player, 2 * self.cube))
        if self.chance.random() < 0.3:
            self.actions.append(Dropped(player.opponent))
            return Won(player, self.cube, WinKind.SINGLE)
        self.actions.append(Took(player.opponent))
        self.cube, self.owner = 2 * self.cube, player.opponent
        return None

    def _turn(self, player: Player) -> Won | None:
        dice = Dice(self.chance.randint(1, 6), self.chance.randint(1, 6))
        before = self.board
        plays = legal_plays(before, player, dice, self.game)
        if self.chance.random() < self.mistakes:
            after = disturbed(self.chance, before)
            if after != before and after not in plays.positions and _still_on(after):
                self.actions.append(Turn(player, dice, None, "", before, after, "wrong_distance"))
                self.board = after
                return None
        play = self.chance.choice(list(plays)) if plays else Play()
        after = after_moves(before, player, play)
        assert after is not None
        self.actions.append(Turn(player, dice, play, str(play), before, after))
        self.board = after
        return self._won(player)

    def _won(self, player: Player) -> Won | None:
        if not _is_off(self.board.of(player)):
            return None
        loser = self.board.of(player.opponent)
        kind = WinKind.SINGLE if loser.off else WinKind.GAMMON
        if not loser.off and (loser.bar or any(loser.points[18:])):
            kind = WinKind.BACKGAMMON
        return Won(player, kind.value * self.cube, kind)


def _is_off(side: Side) -> bool:
    return side.total == side.off


def _still_on(position: Position) -> bool:
    return not any(_is_off(position.of(player)) for player in Player)


def disturbed(chance: random.Random, position: Position) -> Position:
    """The board after somebody did something odd to it: any checker anywhere, or gone."""
    for _ in range(chance.randint(1, 3)):
        player = chance.choice(list(Player))
        side = position.of(player)
        counts = [side.off, *side.points, side.bar, side.hand]
        places = [place for place, count in enumerate(counts[:26]) if count]
        if not places:
            continue
        counts[chance.choice(places)] -= 1
        if chance.random() < 0.85:
            counts[chance.randint(1, 25)] += 1
        position = position.with_side(
            player, Side(tuple(counts[1:25]), bar=counts[25], off=counts[0], hand=counts[26])
        )
    return position
