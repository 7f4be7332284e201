"""Filmed matches: quiet boards are quiet, hands are seen, and the folder is a session."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.backgammon import Player, Position, Side, variant
from tabletop.devices.virtual.painter import Reel, Scene, framed, lying_about, nudge, random_play
from tabletop.devices.virtual.painter.scene import Arm, CameraPose, Props, Sensor, Stacking
from tabletop.devices.virtual.painter.session import Attempt, Script, Turn, shoot

START = variant("standard").start_position


def small_scene(noise: float = 1.0) -> Scene:
    scene = Scene(camera=CameraPose(width=320, height=240), sensor=Sensor(noise, 0.5, None))
    return replace(scene, camera=framed(scene.board, scene.camera))


def careless_turns(count: int, seed: int) -> tuple[Turn, ...]:
    rng, position, player, turns = np.random.default_rng(seed), START, Player.LIGHT, []
    for _ in range(count):
        position = random_play(position, player, rng)
        turns.append(Turn(player, (3, 1), (Attempt(position),), play="as it came"))
        player = player.opponent
    return tuple(turns)


def test_nothing_moves_while_the_hands_are_off_the_board() -> None:
    reel = Reel(small_scene(noise=0.0), START, np.random.default_rng(1))
    frames = list(reel.hold(1.0))
    assert [f.t for f in frames] == [0.0, 0.2, 0.4, 0.6, 0.8]
    assert all(np.array_equal(frames[0].image, f.image) for f in frames)


def test_a_play_is_seen_as_a_hand_and_changes_only_the_points_it_concerns() -> None:
    reel = Reel(small_scene(noise=0.0), START, np.random.default_rng(1))
    (before,) = list(reel.hold(0.2))
    after_position = random_play(START, Player.LIGHT, np.random.default_rng(2))
    moving = list(reel.play(Player.LIGHT, after_position))
    (after,) = list(reel.hold(0.2))
    assert all(f.hand for f in moving)
    assert max(np.abs(f.image.astype(int) - before.image).max() for f in moving) > 60
    changed = np.abs(after.image.astype(int) - before.image).max(axis=2) > 12
    assert 0.001 < changed.mean() < 0.06


def test_the_reel_knows_when_which_board_could_be_seen() -> None:
    reel = Reel(small_scene(), START, np.random.default_rng(1))
    list(reel.hold(2.0))
    then = random_play(START, Player.DARK, np.random.default_rng(2))
    hands = list(reel.play(Player.DARK, then))
    list(reel.hold(1.0))
    first, second = reel.quiet
    assert (first.start, first.position) == (0.0, START)
    assert second.position == then
    assert second.start - first.end == pytest.approx(0.2 * (len(hands) + 1))


def test_straightening_a_checker_leaves_the_position_as_it_was() -> None:
    reel = Reel(small_scene(), START, np.random.default_rng(1))
    before = reel.placement
    list(reel.straighten(Player.LIGHT, 0))
    assert reel.position == START
    assert len(set(before.checkers) - set(reel.placement.checkers)) == 1


def test_a_script_becomes_the_folder_of_a_session(tmp_path: Path) -> None:
    script = Script(small_scene(), (3, 1), careless_turns(3, seed=4), incidents={2: nudge((2.0, 1.0))})
    shoot(script, tmp_path, np.random.default_rng(3))
    truth = json.loads((tmp_path / "truth.json").read_text("utf-8"))
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text("utf-8").splitlines()]
    film = cv2.VideoCapture(str(tmp_path / "camera.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == truth["frames"]
    assert (film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FPS)) == (320, 5)
    assert [e["seq"] for e in events] == [1, 2, 3]
    assert events[0]["opening"] is True
    assert (
        tomllib.loads((tmp_path / "session.toml").read_text("utf-8"))["board"]["light_home"] == "bottom-right"
    )
    assert np.array(json.loads((tmp_path / "corners.json").read_text("utf-8"))["corners"]).shape == (4, 2)
    for name in ("start.jpg", "empty.jpg"):
        assert cv2.imread(str(tmp_path / name)).shape == (240, 320, 3)
    for turn, scripted in zip(truth["turns"], script.turns, strict=True):
        (attempt,) = turn["attempts"]
        assert Position.from_dict(attempt["position"]) == scripted.attempts[0].position
        assert turn["t_roll"] < attempt["t_stable"][0] < attempt["t_stable"][1]
        assert turn["standing"] == "legal"
        assert any(quiet["t"] == attempt["t_stable"] for quiet in truth["stable"])


def test_an_error_that_nobody_corrects_stands() -> None:
    wrong = Attempt(START, "illegal", violation="wrong_distance")
    assert Turn(Player.LIGHT, (3, 1), (wrong,)).standing == "condoned_error"
    assert Turn(Player.LIGHT, (3, 1), (wrong, Attempt(START, correction=True))).standing == "legal"


def test_the_picture_of_the_start_shows_the_very_checkers_of_the_film(tmp_path: Path) -> None:
    scene = replace(small_scene(noise=0.0), stacking=Stacking(jitter=0.08))
    shoot(Script(scene, (3, 1), ()), tmp_path, np.random.default_rng(3))
    film = cv2.VideoCapture(str(tmp_path / "camera.mp4"))
    _, first = film.read()
    start = cv2.imread(str(tmp_path / "start.jpg"))
    assert np.abs(first.astype(int) - start).mean() < 4


def test_an_elbow_on_the_board_is_not_a_quiet_board(tmp_path: Path) -> None:
    elbow = Props(arms=(Arm((-9.0, -2.4), (1.5, -9.5)),))
    incidents = {1: lying_about(elbow), 2: lying_about(Props())}
    shoot(
        Script(small_scene(), (3, 1), careless_turns(2, seed=4), incidents=incidents),
        tmp_path,
        np.random.default_rng(3),
    )
    truth = json.loads((tmp_path / "truth.json").read_text("utf-8"))
    assert [len(turn["attempts"]) for turn in truth["turns"]] == [0, 1]
    assert truth["turns"][0]["after"] != truth["turns"][0]["before"]


def test_checkers_enter_from_outside_the_picture_where_the_game_starts_without_any() -> None:
    start = variant("dutch").start_position
    reel = Reel(small_scene(noise=0.0), start, np.random.default_rng(1))
    (before,) = list(reel.hold(0.2))
    entered = start.with_side(Player.LIGHT, Side.from_dict({"20": 1, "hand": 14}))
    assert all(f.hand for f in reel.play(Player.LIGHT, entered))
    (after,) = list(reel.hold(0.2))
    assert [(c.player, c.place) for c in reel.placement.checkers] == [(Player.LIGHT, 20)]
    assert not np.array_equal(before.image, after.image)
