"""One suite for every camera: films, webcams, the Raspberry Pi's, and those around others."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.app.virtual_room import SMALL_SCENE
from tabletop.backgammon import variant
from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.clock import WallClock
from tabletop.devices.errors import CameraGone, CameraStalled, DeviceError
from tabletop.devices.factory import open_camera
from tabletop.devices.film_camera import FilmCamera
from tabletop.devices.fresh_camera import FreshCamera
from tabletop.devices.pi_camera import PiCamera
from tabletop.devices.ports import Camera
from tabletop.devices.rude_camera import RudeCamera
from tabletop.devices.usb_camera import UsbCamera
from tabletop.devices.virtual.camera import Misbehaviour, PaintedCamera
from tabletop.devices.virtual.table import Table
from tests.devices.worlds import FPS, SIZE, SMALL, FakeCapture, FakePicamera2, World


@dataclass
class Bench:
    """A camera, and what can be done to it; None where that cannot happen to it."""

    camera: Camera
    stop: Callable[[bool], None] | None = None
    lose: Callable[[], None] | None = None


def films(_: Path) -> Bench:
    world = World()
    return Bench(FilmCamera((n / FPS, world.picture()) for n in range(1000)))


def film_files(folder: Path) -> Bench:
    path = folder / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    world = World()
    for _ in range(200):
        writer.write(world.picture())
    writer.release()
    return Bench(open_camera(CameraChoice(CameraKind.FILM, str(path))))


def _stopper(world: World) -> Callable[[bool], None]:
    return lambda stopped: setattr(world, "stopped", stopped)


def _loser(world: World) -> Callable[[], None]:
    return lambda: setattr(world, "lost", True)


def webcams(_: Path) -> Bench:
    world = World()
    return Bench(UsbCamera(FakeCapture(world), "the webcam", FPS), _stopper(world), _loser(world))


def webcams_without_times(_: Path) -> Bench:
    world = World()
    camera = UsbCamera(FakeCapture(world, stamped=False), "the webcam", FPS)
    return Bench(camera, _stopper(world), _loser(world))


def pi_cameras(_: Path) -> Bench:
    world = World()
    return Bench(PiCamera(FakePicamera2(world), SMALL, FPS), _stopper(world), _loser(world))


def fresh_ones(folder: Path) -> Bench:
    inner = pi_cameras(folder)
    return Bench(FreshCamera(inner.camera), inner.stop, inner.lose)


def rude_ones_that_behave(folder: Path) -> Bench:
    inner = webcams(folder)
    return Bench(RudeCamera(inner.camera), inner.stop, inner.lose)


def painted_ones(_: Path) -> Bench:
    clock = WallClock()
    table = Table(SMALL_SCENE, clock, position=variant("standard").start_position)
    camera = PaintedCamera(table, clock, FPS)
    return Bench(
        camera,
        lambda stopped: camera.misbehave(Misbehaviour.STALLS if stopped else None),
        lambda: camera.misbehave(Misbehaviour.GONE),
    )


def real_ones(_: Path) -> Bench:
    """``TABLETOP_CAMERA=picamera2:0`` or ``usb:/dev/video0`` names one."""
    kind, _, device = os.environ.get("TABLETOP_CAMERA", "").partition(":")
    if not kind:
        pytest.skip("TABLETOP_CAMERA names no camera, as picamera2:0 or usb:/dev/video0")
    try:
        return Bench(open_camera(CameraChoice(CameraKind(kind), device)))
    except DeviceError as error:
        pytest.skip(str(error))


KINDS = [
    films,
    film_files,
    webcams,
    webcams_without_times,
    pi_cameras,
    fresh_ones,
    rude_ones_that_behave,
    painted_ones,
    pytest.param(real_ones, marks=pytest.mark.hardware),
]


@pytest.fixture(params=KINDS)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    bench = request.param(tmp_path)
    yield bench
    bench.camera.close()


@pytest.fixture(
    params=[webcams, webcams_without_times, pi_cameras, fresh_ones, rude_ones_that_behave, painted_ones]
)
def cabled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    """A camera at a cable, which may come off."""
    bench = request.param(tmp_path)
    yield bench
    bench.camera.close()


def test_frames_are_blue_green_red_bytes_of_one_size(bench: Bench) -> None:
    frames = [bench.camera.grab(2.0) for _ in range(3)]
    assert {frame.picture.dtype for frame in frames} == {np.dtype(np.uint8)}
    assert len({frame.picture.shape for frame in frames}) == 1
    assert frames[0].picture.ndim == 3
    assert frames[0].picture.shape[2] == 3


def test_every_frame_is_newer_than_the_last_and_none_comes_from_the_future(bench: Bench) -> None:
    began = time.monotonic()
    frames = [bench.camera.grab(2.0) for _ in range(10)]
    now = time.monotonic()
    for earlier, later in itertools.pairwise(frames):
        assert later.number > earlier.number
        assert later.at > earlier.at
    assert began - 0.5 < frames[0].at
    assert frames[-1].at <= now


def test_numbers_count_the_exposures_that_were_missed_too(bench: Bench) -> None:
    first = bench.camera.grab(2.0)
    time.sleep(0.2)
    bench.camera.grab(2.0)  # whatever was in store
    later = bench.camera.grab(2.0)
    assert later.number - first.number >= 3


def test_a_camera_that_stops_is_told_in_time_and_may_come_back(cabled: Bench) -> None:
    assert cabled.stop is not None
    last = cabled.camera.grab(2.0)
    cabled.stop(True)
    began = time.monotonic()
    with pytest.raises(CameraStalled):
        cabled.camera.grab(0.1)
    assert time.monotonic() - began < 1.5
    cabled.stop(False)
    assert cabled.camera.grab(2.0).number > last.number


def test_a_camera_that_is_lost_is_told_as_lost(cabled: Bench) -> None:
    assert cabled.lose is not None
    cabled.camera.grab(2.0)
    cabled.lose()
    with pytest.raises(CameraGone):
        cabled.camera.grab(0.5)


def test_a_closed_camera_says_that_it_is_closed(bench: Bench) -> None:
    bench.camera.grab(2.0)
    bench.camera.close()
    bench.camera.close()
    with pytest.raises(CameraGone):
        bench.camera.grab(0.1)
