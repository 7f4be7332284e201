"""Checkers are put down untidily, but nobody moves one without touching it."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from tabletop.backgammon import BAR, HAND, Fault, Player, Position, variant
from tabletop.devices.virtual.painter import (
    Scene,
    carried_over,
    put_down,
    random_play,
    random_position,
    random_scene,
)
from tabletop.devices.virtual.painter.placement import Placement, counts
from tabletop.devices.virtual.painter.scene import BoardStyle, Tray

START = variant("standard").start_position


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def shown(placement: Placement) -> Counter[tuple[Player, int]]:
    return Counter((c.player, c.place) for c in placement.checkers)


def in_sight(position: Position, scene: Scene) -> Counter[tuple[Player, int]]:
    return Counter(
        {s: n for s, n in counts(position).items() if s[1] != 0 or scene.board.tray.value != "none"}
    )


def test_a_play_touches_no_other_checkers() -> None:
    for seed in range(40):
        generator = rng(seed)
        scene, position = random_scene(generator), START
        placement = put_down(scene, position, generator)
        player = Player.LIGHT
        for _ in range(30):
            position = random_play(position, player, generator)
            after, carries = carried_over(scene, placement, position, generator)
            lifted = {c.start for c in carries}
            assert set(placement.checkers) - lifted <= set(after.checkers)
            assert len(carries) == max(
                (shown(placement) - shown(after)).total(), (shown(after) - shown(placement)).total()
            )
            assert shown(after) == in_sight(position, scene)
            placement, player = after, player.opponent


def test_the_uppermost_checker_of_a_stack_is_lifted() -> None:
    before = Position.from_dict({"light": {"6": 7}, "dark": {}})
    after = Position.from_dict({"light": {"6": 6, "4": 1}, "dark": {}})
    _, (carry,) = carried_over(Scene(), put_down(Scene(), before, rng(1)), after, rng(2))
    assert carry.start is not None
    assert carry.start.slot == 6


def test_a_hit_checker_leaves_before_the_hitter_lands() -> None:
    before = Position.from_dict({"light": {"8": 1}, "dark": {"20": 1}})
    after = Position.from_dict({"light": {"5": 1}, "dark": {"bar": 1}})
    placement = put_down(Scene(), before, rng(1))
    _, carries = carried_over(Scene(), placement, after, rng(2))
    assert [c.player for c in carries] == [Player.DARK, Player.LIGHT]
    assert carries[0].end is not None
    assert carries[0].end.place == BAR
    assert carries[1].end is not None
    assert carries[1].end.slot == 0


def test_two_checkers_never_fill_the_same_space() -> None:
    for seed in range(60):
        generator = rng(seed)
        scene = random_scene(generator, generator.random())
        standing = put_down(scene, random_position(generator), generator).checkers
        diameter, thickness = scene.light_checkers.diameter, scene.light_checkers.height
        for n, one in enumerate(standing):
            for other in standing[:n]:
                if abs(one.z - other.z) < 0.5 * thickness:
                    assert math.dist((one.x, one.y), (other.x, other.y)) > 0.9 * diameter, (seed, one, other)


def test_two_colours_on_one_point_stand_in_one_row() -> None:
    position = Position.from_dict({"light": {"7": 2}, "dark": {"18": 1}})
    standing = put_down(Scene(), position, rng(1)).checkers
    assert sorted(c.slot for c in standing) == [0, 1, 2]
    assert {c.place for c in standing} == {7}


def test_random_positions_hold_fifteen_checkers_a_side_and_every_kind_of_board() -> None:
    positions = [random_position(rng(seed), illegal=0.0) for seed in range(200)]
    assert not any(p.faults() for p in positions)
    assert any(p.light.bar or p.dark.bar for p in positions)
    assert any(p.light.off or p.dark.off for p in positions)
    assert any(max(p.light.points) >= 8 for p in positions)


def test_a_share_of_random_positions_comes_from_errors() -> None:
    positions = [random_position(rng(seed), illegal=1.0) for seed in range(50)]
    assert any(fault is Fault.TWO_COLOURS for p in positions for fault, _ in p.faults())
    assert all(p.light.total == p.dark.total == 15 for p in positions)


def test_checkers_in_hand_lie_in_the_tray_where_there_is_one() -> None:
    start = variant("dutch").start_position
    with_tray = Scene(board=BoardStyle(tray=Tray.RIGHT))
    assert shown(put_down(with_tray, start, rng(1))) == {(p, HAND): 15 for p in Player}
    assert put_down(Scene(), start, rng(1)).checkers == ()


def test_a_checker_borne_off_goes_to_the_tray_or_out_of_sight() -> None:
    before = Position.from_dict({"light": {"1": 1, "off": 14}, "dark": {"1": 15}})
    after = Position.from_dict({"light": {"off": 15}, "dark": {"1": 15}})
    for scene in (Scene(), Scene(board=BoardStyle(tray=Tray.BOTH))):
        _, (carry,) = carried_over(scene, put_down(scene, before, rng(1)), after, rng(2))
        assert carry.start is not None
        assert carry.start.place == 1
        assert (carry.end is None) is (scene.board.tray is Tray.NONE)
