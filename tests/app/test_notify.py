"""What systemd hears, over a real datagram socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.app.notify import OLDEST_FRAME, ServiceManager, Watchdog

PATIENCE = 20.0


class Listener:
    """The manager's end of the line."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        lines = []
        while True:
            try:
                lines.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return lines


@pytest.fixture(params=["a path", "an abstract name"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "notify") if request.param == "a path" else f"@tabletop-test-{os.getpid()}"


@pytest.fixture
def listener(address: str) -> Iterator[Listener]:
    listener = Listener(address)
    yield listener
    listener.socket.close()


@pytest.fixture
def manager(address: str) -> ServiceManager:
    environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "77"}
    return ServiceManager.from_environment(environment, 77)


def test_ready_status_and_stopping_are_said_in_the_words_of_systemd(
    listener: Listener, manager: ServiceManager
) -> None:
    assert manager.ready()
    assert manager.status("camera lost:\n  plug it in")
    assert manager.stopping()
    assert listener.heard() == ["READY=1", "STATUS=camera lost: plug it in", "STOPPING=1"]


def test_without_a_manager_nothing_is_told_and_nothing_breaks() -> None:
    manager = ServiceManager.from_environment({}, 77)
    assert not manager.ready()
    assert Watchdog(manager).frame_read(1, 5.0, 5.0)


def test_a_manager_that_went_away_does_not_stop_the_match(tmp_path: Path) -> None:
    manager = ServiceManager(str(tmp_path / "gone"), PATIENCE)
    assert not manager.ready()
    assert Watchdog(manager).frame_read(1, 5.0, 5.0)


def test_a_manager_that_does_not_listen_does_not_stop_the_match(
    listener: Listener, manager: ServiceManager
) -> None:
    told = [manager.status("x" * 1000) for _ in range(5000)]
    assert told[0]
    assert not told[-1]  # its queue is full, and we did not wait
    assert listener.heard()


def test_a_watchdog_meant_for_another_process_is_not_fed(address: str, listener: Listener) -> None:
    environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "78"}
    manager = ServiceManager.from_environment(environment, 77)
    assert manager.patience is None
    assert Watchdog(manager).frame_read(1, 5.0, 5.0)
    assert listener.heard() == []


def test_the_first_fresh_frame_is_a_sign_of_life(listener: Listener, manager: ServiceManager) -> None:
    assert Watchdog(manager).frame_read(1, 5.0, 5.1)
    assert listener.heard() == ["WATCHDOG=1"]


def test_thirty_frames_a_second_do_not_flood_the_manager(listener: Listener, manager: ServiceManager) -> None:
    watchdog = Watchdog(manager)
    signs = []
    for number in range(30 * 60):
        assert watchdog.frame_read(number, number / 30, number / 30 + 0.05)
        signs += listener.heard()
    assert set(signs) == {"WATCHDOG=1"}
    assert len(signs) == 60 / (PATIENCE / 4)


def test_the_same_frame_again_is_no_sign_of_life(listener: Listener, manager: ServiceManager) -> None:
    watchdog = Watchdog(manager)
    watchdog.frame_read(1, 5.0, 5.0)
    listener.heard()
    for later in range(1, 600):
        assert not watchdog.frame_read(1, 5.0, 5.0 + later / 30)
        assert not watchdog.frame_read(1, 5.0 + later / 30, 5.0 + later / 30)  # a counter that stands still
        assert not watchdog.frame_read(1 + later, 5.0, 5.0 + later / 30)  # a clock that stands still
    assert listener.heard() == []


def test_a_frame_that_waited_too_long_is_no_sign_of_life(listener: Listener, manager: ServiceManager) -> None:
    watchdog = Watchdog(manager)
    assert not watchdog.frame_read(1, 5.0, 5.0 + OLDEST_FRAME + 0.01)
    assert listener.heard() == []
    assert watchdog.frame_read(2, 7.0, 7.0 + OLDEST_FRAME - 0.01)
    assert listener.heard() == ["WATCHDOG=1"]


def test_a_frame_from_the_future_is_no_sign_of_life(listener: Listener, manager: ServiceManager) -> None:
    assert not Watchdog(manager).frame_read(1, 1000.0, 5.0)
    assert listener.heard() == []


def test_frames_that_come_back_after_a_stall_are_signs_of_life_again(
    listener: Listener, manager: ServiceManager
) -> None:
    watchdog = Watchdog(manager)
    watchdog.frame_read(1, 5.0, 5.0)
    assert not watchdog.frame_read(2, 5.1, 15.0)
    assert watchdog.frame_read(3, 15.0, 15.0)
    assert listener.heard() == ["WATCHDOG=1", "WATCHDOG=1"]
