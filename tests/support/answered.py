"""Whether an answer is one to what was asked, by the table that the browser has: `keyring/answered.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from uuid import UUID

import httpx
import pytest

from domain.records import bytes_of
from infrastructure.local.places import CHECKOUT

TABLE: Mapping[str, Mapping[str, Any]] = json.loads((CHECKOUT / "web/src/keyring/answered.json").read_text())
_PATTERNS = [
    (re.compile("^" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route) + "$"), route) for route in TABLE
]

WAITING_DOES_NOT_HELP = {
    "limit",
    "comment_limit",
    "version_limit",
    "invitation_limit",
    "replay_too_long",
    "bundle_too_large",
}
"""Reasons of 429 that promise no time: there are as many as there may be."""


class Question(NamedTuple):
    method: str
    path: str
    query: Mapping[str, Any]
    body: Any


class _Found(NamedTuple):
    route: str
    members: Mapping[str, str]


def fault_in(question: Question, status: int, answer: Any) -> str | None:
    """What the answer names that the question did not, or names twice; None where it answers the question."""
    found = _route_of(question)
    if found is None:
        return None
    rule, asked = TABLE[found.route], _asked(question, found)
    if status >= 300:
        told = _ids(answer, "details.current.id") if isinstance(answer, dict) else []
        return _stranger(found.route, told, asked)
    listed = _ids(answer, rule["rows"]) if "rows" in rule else []
    beside = _ids(answer, rule["beside"]) if "beside" in rule else []
    if rule.get("inOrder"):  # each in its place, also one that was asked for twice
        return None if listed == asked else f"{found.route} was asked for {asked} and names {listed}"
    for ids in (listed, beside):
        if len(set(ids)) < len(ids):
            return f"{found.route} answers an object twice: {ids}"
    for error in _at(answer, ["errors", "[]"]):
        own = [one for one in _ids(error, "details.current.id") if one != error["id"]]
        if own:
            return f"{found.route} refuses {error['id']} and tells of {own}"
    named = [*listed, *(id for place in rule.get("about", ()) for id in _ids(answer, place))]
    if "of" in rule:
        named += [str(UUID(bytes=bytes_of(each))) for each in _ids(answer, rule["of"])]
    return _stranger(found.route, named, asked)


def _stranger(route: str, named: Sequence[Any], asked: Sequence[str] | None) -> str | None:
    strangers = [] if asked is None else [id for id in named if id not in asked]
    return f"{route} was asked for {asked} and names {strangers}" if strangers else None


def _route_of(question: Question) -> _Found | None:
    asked = f"{question.method} {question.path}"
    if asked in TABLE:  # `/contact/ids` is no contact
        return _Found(asked, {})
    for pattern, route in _PATTERNS:
        if (fits := pattern.match(asked)) is not None:
            return _Found(route, fits.groupdict())
    return None


def _asked(question: Question, found: _Found) -> list[str] | None:
    """None where the question names no object: its answer may have any."""
    body: dict[str, Any] = question.body if isinstance(question.body, dict) else {}
    members: dict[str, Any] = {**question.query, **body, **found.members}
    places: Sequence[str] = TABLE[found.route].get("asked", ())
    named = [id for place in places for id in _flat(_ids(members, place))]
    is_named = named or any(isinstance(members.get(re.split(r"[.[]", place)[0]), list) for place in places)
    return [str(id).lower() for id in named] if is_named else None


def _ids(value: Any, place: str) -> list[Any]:
    return [one for one in _at(value, place.replace("[]", ".[]").split(".")) if one is not None]


def _at(value: Any, steps: list[str]) -> list[Any]:
    if not steps:
        return [value]
    step, *rest = steps
    if step == "[]":
        return [each for one in _list(value) for each in _at(one, rest)]
    members: dict[str, Any] = value if isinstance(value, dict) else {}
    return _at(members[step], rest) if step in members else []


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _flat(values: list[Any]) -> list[Any]:
    return [one for value in values for one in (_list(value) or [value])]


async def demand_answered(request: httpx.Request, response: httpx.Response, body: bytes) -> None:
    """Fails the test whose call is answered with anything else than was asked for."""
    if "json" not in response.headers.get("content-type", "") or not body:
        return
    query = {
        name: values if name.endswith("ids") or len(values) > 1 else values[0]
        for name, values in parse_qs(request.url.query.decode()).items()
    }
    asked = await request.aread()
    try:
        question = Question(request.method, request.url.path, query, json.loads(asked) if asked else None)
    except (ValueError, RecursionError):  # a test of what is no JSON, or too deep for anybody
        return
    fault = fault_in(question, response.status_code, json.loads(body))
    if fault is not None:
        pytest.fail(fault)


def demand_told_when(response: httpx.Response, body: bytes) -> None:
    """Fails the test whose call is refused for the moment, and not told how long that is."""
    if response.status_code not in (429, 503) or "retry-after" in response.headers:
        return
    said: dict[str, Any] = json.loads(body) if body.startswith(b"{") else {}
    reason = said.get("details", {}).get("reason") or str(said.get("code")).lower()
    if response.status_code == 503 or reason not in WAITING_DOES_NOT_HELP:
        pytest.fail(f"{response.status_code} without Retry-After: {body!r}")


class Checked(httpx.ASGITransport):
    """Calls the application itself, and takes no answer about anything that was not asked for, and no refusal
    for the moment that does not say how long it is."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        body = b"".join([part async for part in response.stream])
        await demand_answered(request, response, body)
        demand_told_when(response, body)
        return response
