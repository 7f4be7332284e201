"""The service behind the page: what is to be seen, as one stream, and the hands on the virtual table.

``GET /`` is the page. ``GET /api/events`` tells the present view and then every new one, as server-sent
events; pictures are fetched one by one when the view says that there is a new one. Everything that is done at
a virtual table is a ``POST`` and is answered by the view that follows from it. At a real table there are no
hands: the same page only shows.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import FileResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from tabletop.backgammon import variant_names
from tabletop.web.broadcast import Broadcast
from tabletop.web.guard import LOOPBACK, Guard
from tabletop.web.language import LANGUAGES, Spoken
from tabletop.web.ports import Feed, Hands
from tabletop.web.problems import Problem, answer_with_problems
from tabletop.web.wire import (
    MatchWanted,
    MoveChecker,
    Nothing,
    OneHand,
    PickUp,
    Press,
    PutDown,
    TableKind,
    ViewWire,
    told,
)

STATIC = resources.files("tabletop.web") / "static"
HEARTBEAT = 5.0
"""Seconds after which a stream with nothing to tell says that it is still there."""
MOST_STREAMS = 32
"""Pages that may listen at the same time."""

_WRONG: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "content": {"application/problem+json": {}}, "description": description}
    for code, description in {
        400: "not readable at all",
        403: "asked by a foreign page",
        413: "too long",
        415: "not JSON",
        421: "addressed to a foreign name",
        422: "not what is asked for here",
    }.items()
}
_CANNOT: dict[int | str, dict[str, Any]] = _WRONG | {
    409: {
        "model": Problem,
        "content": {"application/problem+json": {}},
        "description": "hands cannot do that",
    }
}


def make_app(feed: Feed, hands: Hands | None = None, hosts: Iterable[str] = LOOPBACK) -> FastAPI:
    """The service for one table; without ``hands`` nothing can be done, only watched.

    ``hosts`` are the names under which it may be addressed. It holds no thread of its own until it runs.
    """
    ending = threading.Event()
    broadcast = Broadcast(feed, ending)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with broadcast.running():
            yield

    app = FastAPI(
        title="Tabletop",
        version="1",
        summary="A table at which backgammon is refereed: what is to be seen, and hands where it is virtual.",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's page of documentation comes from a CDN; the schema does not
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.ending = ending
    answer_with_problems(app, feed)
    app.include_router(_watching(feed, broadcast, virtual=hands is not None))
    if hands is not None:
        app.include_router(_playing(feed, hands))
    app.include_router(_page())
    app.mount("/static", StaticFiles(directory=str(STATIC)), name="static")
    app.add_middleware(Guard, hosts=tuple(hosts))
    return app


def _sent_as_json(request: Request) -> None:
    """A form on a foreign page can send anything but JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "what is asked of the table is sent as application/json")


def _page() -> APIRouter:
    page = APIRouter(include_in_schema=False)

    @page.get("/")
    def index() -> FileResponse:
        return FileResponse(str(STATIC / "index.html"), headers={"Cache-Control": "no-cache"})

    @page.get("/favicon.ico")
    def favicon() -> FileResponse:
        return FileResponse(str(STATIC / "icon.svg"), media_type="image/svg+xml")

    return page


def _watching(feed: Feed, broadcast: Broadcast, virtual: bool) -> APIRouter:
    """What everybody may see."""
    api = APIRouter(prefix="/api", tags=["watching"], responses=_WRONG)
    streams = 0

    @api.get("/table")
    def table() -> TableKind:
        """What kind of table this is, and what can be played at it."""
        return TableKind(virtual=virtual, variants=variant_names(), languages=LANGUAGES)

    @api.get("/view")
    def view(language: Spoken) -> ViewWire:
        """What is to be seen now."""
        return told(feed.latest(), language)

    @api.get("/events", response_class=StreamingResponse)
    async def events(request: Request, language: Spoken) -> StreamingResponse:
        """The present view and every new one, as server-sent events: ``view`` with a view as its data, and
        ``alive`` where there has been nothing to tell for some seconds."""
        if streams >= MOST_STREAMS:
            raise HTTPException(503, f"{MOST_STREAMS} pages are listening already; close one")

        async def stream() -> AsyncIterator[str]:
            nonlocal streams
            streams += 1
            try:
                yield "retry: 1000\n\n"
                number = -1
                while not broadcast.over and not await request.is_disconnected():
                    view = await broadcast.after(number, HEARTBEAT)
                    if view is None:
                        yield "event: alive\ndata: {}\n\n"
                        continue
                    number = view.number
                    data = told(view, language).model_dump_json()
                    yield f"event: view\nid: {number}\ndata: {data}\n\n"
            finally:
                streams -= 1

        return StreamingResponse(
            stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    @api.get("/picture.jpg", response_class=Response, responses={404: {"model": Problem}})
    def picture() -> Response:
        """The camera's last picture, with what is read drawn over it."""
        jpeg = feed.picture()
        if jpeg is None:
            raise HTTPException(404, "the camera has not given a picture yet")
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @api.get("/screen.png", response_class=Response)
    def screen() -> Response:
        """The small display, its pixels enlarged."""
        return Response(feed.screen(), media_type="image/png", headers={"Cache-Control": "no-store"})

    return api


def _playing(feed: Feed, hands: Hands) -> APIRouter:
    """What hands do at a virtual table. Nothing here knows the rules: any checker may go anywhere."""
    api = APIRouter(
        prefix="/api/hands", tags=["playing"], responses=_CANNOT, dependencies=[Depends(_sent_as_json)]
    )

    @api.post("/pick-up")
    def pick_up(act: PickUp, language: Spoken) -> ViewWire:
        """A hand takes a checker between its fingers."""
        hands.pick_up(act.hand, act.checker, act.origin)
        return told(feed.latest(), language)

    @api.post("/put-down")
    def put_down(act: PutDown, language: Spoken) -> ViewWire:
        """A hand puts down what it holds; it stays over the board."""
        hands.put_down(act.hand, act.target)
        return told(feed.latest(), language)

    @api.post("/move")
    def move(act: MoveChecker, language: Spoken) -> ViewWire:
        """A hand takes a checker, puts it down elsewhere and goes away."""
        hands.move(act.hand, act.checker, act.origin, act.target)
        return told(feed.latest(), language)

    @api.post("/reach")
    def reach(act: OneHand, language: Spoken) -> ViewWire:
        """A hand is held over the board."""
        hands.reach(act.hand)
        return told(feed.latest(), language)

    @api.post("/withdraw")
    def withdraw(act: OneHand, language: Spoken) -> ViewWire:
        """A hand goes away from the board."""
        hands.withdraw(act.hand)
        return told(feed.latest(), language)

    @api.post("/throw")
    def throw(_: Nothing, language: Spoken) -> ViewWire:
        """Both dice are thrown into the tower."""
        hands.throw()
        return told(feed.latest(), language)

    @api.post("/lift")
    def lift(_: Nothing, language: Spoken) -> ViewWire:
        """The dice are lifted from the tower's tray."""
        hands.lift()
        return told(feed.latest(), language)

    @api.post("/press")
    def press(act: Press, language: Spoken) -> ViewWire:
        """A player presses one of his buttons."""
        hands.press(act.player, act.button)
        return told(feed.latest(), language)

    @api.post("/set-up")
    def set_up(_: Nothing, language: Spoken) -> ViewWire:
        """All checkers are put where the game starts."""
        hands.set_up()
        return told(feed.latest(), language)

    @api.post("/start")
    def start(match: MatchWanted, language: Spoken) -> ViewWire:
        """Another match begins."""
        hands.start(match.asked())
        return told(feed.latest(), language)

    return api
