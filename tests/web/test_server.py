"""What the service tells, what hands can do through it, and what it answers to nonsense."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from fastapi.testclient import TestClient

from tabletop.backgammon import variant
from tabletop.errors import TabletopError
from tabletop.web.ports import Feed, Hands
from tabletop.web.server import make_app
from tabletop.web.serving import LEAVING, Service
from tests.web.conftest import running
from tests.web.tables import RefereedTable

Serve = Callable[[Feed, Hands | None], Service]


def do(client: TestClient, what: str, **about: object) -> httpx.Response:
    return client.post(f"/api/hands/{what}", json=about)


def play(client: TestClient, player: str, *moves: tuple[int | str, int | str]) -> dict[str, object]:
    for origin, target in moves:
        answer = do(client, "move", hand=player, checker=player, origin=origin, target=target)
        assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_view_tells_the_starting_position_and_what_is_to_be_done(client: TestClient) -> None:
    view = client.get("/api/view").json()
    assert view["table"]["position"] == variant("standard").start_position.to_dict()
    assert view["phase"] == "opening"
    assert view["light"]["score"] == view["dark"]["score"] == 0
    assert len(view["lamps"]) == 26


def test_a_wrong_distance_is_named_and_its_points_are_lit_red(client: TestClient) -> None:
    do(client, "throw")
    view = play(client, "light", (13, 8))
    assert view["verdict"] == {"look": "illegal", "player": "light", "places": [13, 8]}
    assert "13/8 takes more than the two numbers of 3-1" in str(view["sentence"])
    lit = [lamp for lamp, colour in enumerate(view["lamps"]) if colour == "red"]  # type: ignore[arg-type, var-annotated]
    assert lit == [8, 13]
    assert view["light"]["lamp"] == "red"  # type: ignore[index]


def test_a_legal_play_is_not_told_before_the_dice_are_lifted(client: TestClient) -> None:
    do(client, "throw")
    view = play(client, "light", (8, 5), (6, 5))
    assert view["verdict"]["look"] == "nothing"  # type: ignore[index]
    assert do(client, "lift").json()["verdict"]["look"] == "legal"


def test_darks_places_are_lit_where_they_are_in_lights_numbers(client: TestClient) -> None:
    do(client, "throw")
    play(client, "light", (8, 5), (6, 5))
    do(client, "lift")
    do(client, "throw")
    view = play(client, "dark", (1, 9))
    assert view["verdict"] == {"look": "illegal", "player": "dark", "places": [1, 9]}
    assert "24/16 is 8 pips" in str(view["sentence"])


def test_any_checker_may_be_put_anywhere(client: TestClient) -> None:
    answer = do(client, "move", hand="light", checker="dark", origin=1, target="off")
    assert answer.json()["table"]["position"]["dark"]["off"] == 1


def test_a_checker_between_the_fingers_lies_nowhere(client: TestClient) -> None:
    view = do(client, "pick-up", hand="light", checker="light", origin=24).json()
    assert view["table"]["position"]["light"]["24"] == 1
    assert view["table"]["held"] == [{"hand": "light", "checker": "light", "origin": 24}]
    assert view["table"]["over"] == ["light"]
    do(client, "put-down", hand="light", target=24)
    view = do(client, "withdraw", hand="light").json()
    assert view["table"]["held"] == view["table"]["over"] == []


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Illegal"), ("de", "Regelwidrig"), ("fr", "Irrégulier"), ("es", "Ilegal")],
)
def test_the_referee_speaks_the_language_that_is_asked_for(
    client: TestClient, language: str, word: str
) -> None:
    do(client, "throw")
    play(client, "light", (13, 8))
    view = client.get("/api/view", params={"language": language}).json()
    assert word in view["sentence"]
    assert word in view["log"][-1]["text"]


def test_without_being_asked_he_speaks_what_the_browser_likes_first(client: TestClient) -> None:
    view = client.get("/api/view", headers={"Accept-Language": "nl, fr-CH;q=0.9, en;q=0.5"}).json()
    assert view["log"][-1]["text"] == client.get("/api/view?language=fr").json()["log"][-1]["text"]


def test_a_new_match_clears_score_log_and_board(client: TestClient, table: RefereedTable) -> None:
    do(client, "throw")
    play(client, "light", (13, 8))
    asked = {"variant": "hypergammon", "length": 3, "light_name": "Ada", "dark_name": "Bo"}
    view = do(client, "start", **asked).json()
    assert view["match"] == {"variant": "hypergammon", "length": 3, "game": 1, "crawford": False}
    assert view["light"]["name"] == "Ada"
    assert view["table"]["position"]["light"] == {"24": 1, "23": 1, "22": 1, "bar": 0, "off": 0}
    assert table.state.match.rules.length == 3


def test_the_pictures_are_what_they_say(client: TestClient) -> None:
    assert client.get("/api/picture.jpg").content.startswith(b"\xff\xd8")
    assert client.get("/api/screen.png").content.startswith(b"\x89PNG")
    assert client.get("/api/picture.jpg").headers["cache-control"] == "no-store"


def test_while_the_camera_has_given_nothing_there_is_no_picture(table: RefereedTable) -> None:
    table.picture = lambda: None  # type: ignore[method-assign, return-value, assignment]
    with TestClient(make_app(table, table), base_url="http://localhost") as client:
        answer = client.get("/api/picture.jpg")
    assert answer.status_code == 404
    assert "not given a picture" in answer.json()["detail"]


def test_at_a_real_table_there_are_no_hands(table: RefereedTable) -> None:
    with TestClient(make_app(table), base_url="http://localhost") as client:
        assert client.get("/api/table").json()["virtual"] is False
        assert client.post("/api/hands/throw", json={}).status_code == 404
        assert client.get("/api/view").status_code == 200


# ---- wrong requests: a 4xx and one clear line


@pytest.mark.parametrize(
    ("what", "about", "status", "line"),
    [
        ("move", {"hand": "light", "checker": "light", "origin": 25, "target": 1}, 422, "origin"),
        ("move", {"hand": "light", "checker": "light", "origin": 0, "target": 1}, 422, "origin"),
        ("move", {"hand": "light", "checker": "light", "origin": True, "target": 1}, 422, "origin"),
        ("move", {"hand": "white", "checker": "light", "origin": 1, "target": 1}, 422, "'light' or 'dark'"),
        ("move", {"hand": "light", "checker": "light", "origin": 1, "target": 2, "x": 1}, 422, "x: Extra"),
        (
            "move",
            {"hand": "light", "checker": "light", "origin": 2, "target": 1},
            409,
            "Light has no checker on the 2-point",
        ),
        ("put-down", {"hand": "dark", "target": 3}, 409, "holds no checker"),
        ("lift", {}, 409, "throw them first"),
        ("press", {"player": "dark", "button": "explode"}, 422, "button"),
        ("start", {"variant": "chess"}, 422, "no game is called 'chess'"),
        ("start", {"length": -1}, 422, "length"),
        ("start", {"length": 1e9}, 422, "length"),
        ("start", {"light_name": "a\nb"}, 422, "light_name"),
    ],
)
def test_a_wrong_request_is_answered_by_one_clear_line(
    client: TestClient, what: str, about: dict[str, object], status: int, line: str
) -> None:
    before = client.get("/api/view").json()["number"]
    answer = do(client, what, **about)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert line in told["detail"]
    assert "\n" not in told["detail"]
    assert told["status"] == status
    assert client.get("/api/view").json()["number"] == before, "something happened all the same"


def test_an_unknown_page_and_an_unknown_language_are_problems_too(client: TestClient) -> None:
    for path, status in (("/nowhere", 404), ("/static/../server.py", 404), ("/api/view?language=xx", 422)):
        answer = client.get(path)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"


def test_broken_json_is_told_to_be_broken(client: TestClient) -> None:
    answer = client.post(
        "/api/hands/press", content=b"{player:", headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert "JSON" in answer.json()["detail"]


# ---- the stream


def events(answer: httpx.Response) -> Iterator[tuple[str, dict[str, object]]]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def test_the_stream_tells_the_present_view_and_then_every_new_one(table: RefereedTable, serve: Serve) -> None:
    address = serve(table, table).address
    with httpx.stream("GET", f"{address}api/events?language=de", timeout=60) as answer:
        told = events(answer)
        name, view = next(told)
        assert (name, view["phase"]) == ("view", "opening")
        httpx.post(f"{address}api/hands/throw", json={}, timeout=60)
        assert view["number"] < next(told)[1]["number"]  # type: ignore[operator]


def test_a_page_that_comes_back_is_told_everything_again(table: RefereedTable, serve: Serve) -> None:
    address = serve(table, table).address
    for _ in range(3):
        with httpx.stream("GET", f"{address}api/events", timeout=60) as answer:
            assert next(events(answer))[1]["phase"] == "opening"


def test_a_stream_with_nothing_to_tell_says_that_it_is_there(
    table: RefereedTable, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.web.server.HEARTBEAT", 0.05)
    address = serve(table, table).address
    with httpx.stream("GET", f"{address}api/events", timeout=60) as answer:
        told = events(answer)
        next(told)
        assert next(told) == ("alive", {})


def test_too_many_pages_are_told_so(
    table: RefereedTable, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.web.server.MOST_STREAMS", 1)
    address = serve(table, table).address
    with httpx.stream("GET", f"{address}api/events", timeout=60) as answer:
        told = events(answer)
        next(told)
        assert httpx.get(f"{address}api/events", timeout=60).status_code == 503


def test_a_port_that_is_taken_is_told_at_once(table: RefereedTable, serve: Serve) -> None:
    taken = serve(table, table).port
    with pytest.raises(TabletopError, match=f"port {taken} of 127.0.0.1: .*TABLETOP_PORT"):
        Service(make_app(table), port=taken)
    with pytest.raises(TabletopError, match="no such port"):
        Service(make_app(table), port=70000)


def test_a_service_that_stops_ends_its_streams_and_complains_of_nothing(
    table: RefereedTable, capfd: pytest.CaptureFixture[str]
) -> None:
    service = Service(make_app(table, table), port=0)
    with running(service), httpx.Client(timeout=60) as browser:
        with browser.stream("GET", f"{service.address}api/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            began = time.monotonic()
            service.stop()
            for _ in lines:
                pass
        assert time.monotonic() - began < LEAVING + 5
    assert capfd.readouterr().err == ""
