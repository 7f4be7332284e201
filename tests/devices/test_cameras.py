"""What is particular to each camera: what it locks, what it throws away, how it misbehaves."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tabletop.devices.choices import CameraChoice, CameraKind
from tabletop.devices.errors import CameraGone, CameraStalled, DeviceError
from tabletop.devices.factory import open_camera
from tabletop.devices.film_camera import FilmCamera
from tabletop.devices.fresh_camera import FreshCamera
from tabletop.devices.pi_camera import PiCamera
from tabletop.devices.ports import Frame, Lock
from tabletop.devices.rude_camera import Misconduct, RudeCamera
from tabletop.devices.usb_camera import UsbCamera, open_usb_camera
from tests.devices.worlds import FPS, SIZE, SMALL, FakeCapture, FakePicamera2, World


def pi_camera() -> tuple[PiCamera, FakePicamera2]:
    library = FakePicamera2(World())
    return PiCamera(library, SMALL, FPS), library


# ---- the Raspberry Pi's


def test_the_small_picture_is_the_brightness_without_the_padding() -> None:
    camera, _ = pi_camera()
    small = camera.grab(1.0).small
    assert small is not None
    assert small.shape == (SMALL[1], SMALL[0])
    assert set(np.unique(small)) == {77}


def test_every_picture_asked_for_is_fetched_and_given_back_also_after_a_stall() -> None:
    camera, library = pi_camera()
    camera.grab(1.0)
    library.world.stopped = True
    for _ in range(4):
        with pytest.raises(CameraStalled):
            camera.grab(0.02)
    library.world.stopped = False
    camera.grab(1.0)
    assert (library.asked, library.held) == (2, 0)


def test_a_camera_that_stays_silent_is_lost_after_five_seconds() -> None:
    now = [100.0]
    camera = PiCamera(FakePicamera2(World()), SMALL, FPS, now=lambda: now[0])
    camera._camera.world.stopped = True
    with pytest.raises(CameraStalled):
        camera.grab(0.0)
    now[0] += 6.0
    with pytest.raises(CameraGone, match="ribbon cable"):
        camera.grab(0.0)


def test_what_the_camera_found_by_itself_is_what_it_is_locked_to() -> None:
    camera, library = pi_camera()
    lock = camera.measure(5.0)
    camera.lock(lock)
    assert library.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 10_000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 1.8),
        "LensPosition": 1.4,
    }


def test_an_exposure_that_does_not_settle_is_told() -> None:
    class Flicker(World):
        def picture(self) -> np.ndarray:
            self.exposure *= 1.1
            return super().picture()

    camera = PiCamera(FakePicamera2(Flicker()), SMALL, FPS)
    with pytest.raises(CameraStalled, match="flicker"):
        camera.measure(0.5)


def test_a_camera_without_autofocus_leaves_the_focus_alone() -> None:
    camera, library = pi_camera()
    camera.lock(Lock((("ExposureTime", 5000.0),)))
    assert "AfMode" not in library.controls


@pytest.mark.skipif("picamera2" in sys.modules, reason="picamera2 is here")
def test_without_picamera2_it_is_told_how_to_get_it() -> None:
    with pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
        open_camera(CameraChoice(CameraKind.PICAMERA2))


# ---- webcams


def test_pictures_that_had_been_waiting_are_thrown_away() -> None:
    world = World()
    capture = FakeCapture(world)
    camera = UsbCamera(capture, "the webcam", FPS)
    camera.grab(1.0)
    time.sleep(0.2)
    old = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    capture.waiting = [old, old, old]
    assert camera.grab(1.0).picture.any()


def test_a_webcam_is_locked_by_hand_to_what_it_had_found() -> None:
    capture = FakeCapture(World())
    camera = UsbCamera(capture, "the webcam", FPS)
    capture.properties = {}
    camera.lock(Lock((("exposure", 120.0), ("focus", 30.0), ("of another camera", 1.0))))
    assert sorted(capture.properties.values()) == [0.0, 0.0, 1.0, 30.0, 120.0]


def test_a_webcam_that_is_not_there_is_told_with_where_to_look() -> None:
    with pytest.raises(DeviceError, match="/dev/v4l/by-id"):
        open_usb_camera("/dev/video-that-is-not-there", SIZE, FPS)


def test_a_path_that_is_no_camera_is_told(tmp_path: Path) -> None:
    path = tmp_path / "not-a-camera"
    path.write_bytes(b"hello")
    with pytest.raises(DeviceError, match="is it a camera"):
        open_usb_camera(str(path), SIZE, FPS)


# ---- films


def frames(fps: float, count: int = 100) -> FilmCamera:
    world = World()
    return FilmCamera(((n / fps, world.picture()) for n in range(count)), "the film")


def test_a_film_that_is_over_is_a_camera_that_is_gone() -> None:
    camera = frames(FPS, count=2)
    while camera.grab(1.0).number < 1:
        pass  # whoever is slow may miss the first
    with pytest.raises(CameraGone, match="the film is over"):
        camera.grab(1.0)


def test_a_film_does_not_wait_for_whoever_is_slow() -> None:
    camera = frames(FPS)
    first = camera.grab(1.0)
    time.sleep(0.3)
    assert camera.grab(1.0).number - first.number >= 10


def test_between_two_frames_of_a_slow_film_there_is_none() -> None:
    camera = frames(2.0)
    camera.grab(1.0)
    began = time.monotonic()
    with pytest.raises(CameraStalled):
        camera.grab(0.1)
    assert time.monotonic() - began < 0.4
    assert camera.grab(1.0).number == 1


def test_a_film_that_is_none_is_told() -> None:
    camera = open_camera(CameraChoice(CameraKind.FILM, "/nowhere/film.mp4"))
    with pytest.raises(CameraGone, match="is not a film"):
        camera.grab(1.0)


def test_a_session_is_a_film_too() -> None:
    camera = open_camera(CameraChoice(CameraKind.FILM, "demo/session"))
    assert camera.grab(2.0).picture.shape[2] == 3
    camera.close()


# ---- fresh ones, and rude ones


def rude() -> tuple[FreshCamera, RudeCamera]:
    world = World()
    inner = RudeCamera(UsbCamera(FakeCapture(world), "the webcam", FPS))
    return FreshCamera(inner), inner


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Misconduct.FREEZE, "the same picture again and again"),
        (Misconduct.OLD, "5.0 s old"),
        (Misconduct.STALL, "no picture"),
    ],
)
def test_no_stale_or_frozen_frame_gets_through(fault: Misconduct, words: str) -> None:
    fresh, camera = rude()
    last = fresh.grab(1.0)
    camera.misbehave(fault, grabs=1000)
    with pytest.raises(CameraStalled, match=words):
        fresh.grab(0.3)
    camera.misbehave(None)
    assert fresh.grab(1.0).number > last.number


def test_a_covered_lens_is_no_frozen_camera() -> None:
    fresh, camera = rude()
    fresh.grab(1.0)
    camera.misbehave(Misconduct.BLACK, grabs=10)
    assert not fresh.grab(1.0).picture.any()
    assert not fresh.grab(1.0).picture.any()


def test_a_lost_camera_is_lost_at_once() -> None:
    fresh, camera = rude()
    camera.misbehave(Misconduct.LOST)
    with pytest.raises(CameraGone):
        fresh.grab(1.0)


class Quick:
    """A camera that never waits."""

    def __init__(self) -> None:
        self.world = World()
        self.number = 0

    def grab(self, timeout: float) -> Frame:
        self.number += 1
        return Frame(self.world.picture(), time.monotonic(), self.number)

    def close(self) -> None:
        pass


def test_a_fresh_camera_lets_every_new_frame_through() -> None:
    fresh = FreshCamera(Quick())
    assert [fresh.grab(1.0).number for _ in range(500)] == list(range(1, 501))


def test_a_seed_decides_what_goes_wrong_and_when() -> None:
    def log(seed: int) -> list[str]:
        chances = dict.fromkeys(Misconduct, 0.02)
        camera = RudeCamera(Quick(), chances, seed, lasting=2, sleep=lambda _: None)
        told = []
        for _ in range(300):
            try:
                camera.grab(0.0)
                told.append("frame")
            except DeviceError as error:
                told.append(type(error).__name__)
        return told

    assert log(1) == log(1) != log(2)
    assert set(log(1)) == {"frame", "CameraStalled", "CameraGone"}
