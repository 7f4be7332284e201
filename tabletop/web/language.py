"""Which language a page is told in: the one that it asks for, else the one that its browser likes best."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from fastapi import Depends, Header, Query, Request

Language: TypeAlias = Literal["en", "de", "fr", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


def _asked(
    language: Annotated[Language | None, Query(description="of the sentences; else the browser's")] = None,
    accept_language: Annotated[str, Header(include_in_schema=False)] = "",
) -> Language:
    return language or _liked(accept_language)


Spoken = Annotated[Language, Depends(_asked)]
"""A request's language; one that there is not is a wrong request."""


def language_of(request: Request) -> Language:
    """The language of a request that is not to be answered, whatever is wrong with it."""
    asked = request.query_params.get("language")
    known = (language for language in LANGUAGES if language == asked)
    return next(known, None) or _liked(request.headers.get("accept-language", ""))


def _liked(accept_language: str) -> Language:
    """The first of a browser's languages (``nl, fr-CH;q=0.9``) that there is; English if there is none."""
    for tag in accept_language.lower().replace(" ", "").split(","):
        for language in LANGUAGES:
            if tag.startswith(language):
                return language
    return "en"
