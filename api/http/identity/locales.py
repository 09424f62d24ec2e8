"""The language of a message to a recipient without known settings."""

from __future__ import annotations

from typing import Any

from litestar import Request

LOCALES = ("en", "de", "fr", "es", "ar")


def locale_of(request: Request[Any, Any, Any]) -> str:
    """The shipped language that the browser likes best."""
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(request.headers.get("Accept-Language", "")[:200].split(",")):
        tag, _, weight = part.partition(";q=")
        language = tag.strip().lower().partition("-")[0]
        if language in LOCALES:
            liked.append((-_weight(weight), place, language))
    return min(liked)[2] if liked else LOCALES[0]


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
