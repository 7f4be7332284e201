"""What is wrong with a request, in one clear line: a JSON problem (RFC 9457)."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from tabletop.backgammon import BackgammonError
from tabletop.present.sentences import say
from tabletop.web.language import language_of
from tabletop.web.ports import Feed, Refused


class Problem(BaseModel):
    """Why a request was not answered."""

    title: str
    """The kind of problem, as HTTP calls it."""
    status: int
    detail: str
    """One line: what was wrong and what would have been right."""


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An answer that says what is wrong."""
    content = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail).model_dump()
    return JSONResponse(content, status, headers, media_type="application/problem+json")


def answer_with_problems(app: FastAPI, feed: Feed) -> None:
    """Let ``app`` tell everything that goes wrong as a `Problem`; ``feed`` knows the players' names."""

    @app.exception_handler(Refused)
    async def _refused(request: Request, error: Refused) -> Response:
        return problem(409, say(error.sentence, language_of(request), feed.latest().names))

    @app.exception_handler(BackgammonError)
    async def _unknown(_: Request, error: BackgammonError) -> Response:
        return problem(422, str(error))

    @app.exception_handler(RequestValidationError)
    async def _malformed(_: Request, error: RequestValidationError) -> Response:
        return problem(422, "; ".join(_complaints(error.errors())))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> Response:
        return problem(error.status_code, error.detail, dict(error.headers or {}))


def _complaints(errors: Sequence[Any]) -> list[str]:
    """Each complaint once, with the key that it is about."""
    lines = [
        f"{'.'.join(str(key) for key in error['loc'][1:]) or 'the request'}: {error['msg']}"
        for error in errors
    ]
    return list(dict.fromkeys(lines))
