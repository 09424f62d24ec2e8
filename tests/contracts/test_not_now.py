"""Whoever is refused for the moment is told how long it is: every 503 and 429 that the code can answer.

`tests.support.answered` holds the answers of all other tests to the same.
"""

from __future__ import annotations

import ast
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler

from api.http.app import create_app
from api.http.health import Checks, health
from api.http.identity.errors import AUTH_HANDLERS
from api.http.web_app import web_app
from domain import errors
from domain.errors import A_MOMENT, Full, LimitReached, OutcomeUnknown, Refused, Unavailable
from infrastructure.disk import disk_full, no_space, refusal_of
from infrastructure.local.places import CHECKOUT
from tests.support.answered import WAITING_DOES_NOT_HELP

ORIGIN = "https://coffer.test"
PATHS = ("/product", "/api/auth/keys/product", "/api/auth/protocol")
LAYERS = ("domain", "application", "projections", "infrastructure", "api")
KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Refused)}
# Where a status is said outright, and not by way of a refusal of `domain.errors`.
SAID_OUTRIGHT = {
    # The table, and what becomes of it on the wire.
    "api/http/errors.py",
    "api/http/identity/errors.py",
    "api/http/again.py",
    # Descriptions for the reader of the interface.
    "api/http/description.py",
    # The two that are asked below.
    "api/http/health.py",
    "api/http/web_app.py",
}


class Source(NamedTuple):
    place: str
    kind: str
    said: frozenset[str]
    reason: str


def calls() -> Iterator[Source]:
    """Wherever something is refused, by the kind of the refusal."""
    for file in files(*LAYERS):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                reason = next((k.value for k in node.keywords if k.arg == "reason"), None)
                word = reason.value if isinstance(reason, ast.Constant) else ""
                said = frozenset(k.arg for k in node.keywords if k.arg)
                yield Source(f"{named(file)}:{node.lineno}", node.func.id, said, str(word))


def files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((CHECKOUT / folder).rglob("*.py"))


def named(file: Path) -> str:
    return str(file.relative_to(CHECKOUT))


ALL = list(calls())
UNAVAILABLE = [one for one in ALL if issubclass(getattr(errors, one.kind), Unavailable)]
LIMITS = [one for one in ALL if one.kind == "LimitReached"]
FULL = {one.reason for one in ALL if one.kind == "Full"}


def test_the_sources_are_found() -> None:
    assert len(UNAVAILABLE) > 20
    assert len({one.reason for one in UNAVAILABLE}) > 12
    assert len(LIMITS) > 7


@pytest.mark.parametrize("limit", LIMITS, ids=lambda one: one.place)
def test_a_limit_says_when_it_is_over(limit: Source) -> None:
    assert "retry_after" in limit.said


def test_what_is_full_is_known_by_its_reason() -> None:
    """Else the tests that look at every answer would let pass what only forgets to say it."""
    assert FULL == WAITING_DOES_NOT_HELP


def test_nothing_else_answers_one_of_the_two() -> None:
    found = {
        named(file)
        for file in files("api")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in (429, 503)
    }
    assert found == SAID_OUTRIGHT


def test_nobody_refuses_by_an_exception_of_the_framework_that_is_one_of_the_two() -> None:
    for file in files("api", "infrastructure"):
        text = file.read_text(encoding="utf-8")
        for name in ("ServiceUnavailableException", "TooManyRequestsException"):
            assert name not in text, named(file)


def a_client(*routes: HTTPRouteHandler) -> httpx.AsyncClient:
    app: Litestar = create_app(
        routes=routes, dependencies={}, lifespan=[], trusted_origins=frozenset({ORIGIN})
    )
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)  # pyright: ignore[reportArgumentType]
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN)


def refusing(refusal: Refused) -> tuple[HTTPRouteHandler, ...]:
    """Under each of the two shapes that refusals have, and by the handlers of the sign-in protocol."""

    @get(PATHS[0], operation_id="product")
    async def product() -> None:
        raise refusal

    @get(PATHS[1], operation_id="below")
    async def below() -> None:
        raise refusal

    @get(PATHS[2], operation_id="protocol", exception_handlers=AUTH_HANDLERS)
    async def protocol() -> None:
        raise refusal

    return product, below, protocol


@pytest.mark.parametrize(
    ("refusal", "status", "seconds"),
    [
        (Unavailable("Away."), 503, None),
        (OutcomeUnknown("Perhaps."), 503, None),
        (Unavailable("Away.", retry_after=60), 503, "60"),
        (LimitReached("Slowly.", reason="held_back", retry_after=7), 429, "7"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Refused) else str(value),
)
async def test_a_refusal_for_the_moment_says_how_long(
    refusal: Refused, status: int, seconds: str | None
) -> None:
    async with a_client(*refusing(refusal)) as client:
        for path in PATHS:
            answer = await client.get(path)
            assert answer.status_code == status
            assert int(answer.headers["Retry-After"]) >= 1
            assert answer.headers["X-Retry-After"] == answer.headers["Retry-After"]
            assert seconds in (None, answer.headers["Retry-After"])


@pytest.mark.parametrize("reason", sorted(FULL))
async def test_what_is_full_does_not_promise_that_waiting_helps(reason: str) -> None:
    async with a_client(*refusing(Full("Full.", reason=reason))) as client:
        for path in PATHS:
            answer = await client.get(path)
            assert answer.status_code == 429
            assert "Retry-After" not in answer.headers


async def test_a_part_that_is_down_is_looked_at_again_in_a_moment() -> None:
    async def checks() -> Checks:
        return Checks(store="down", read_models=(), cache="ok", mail="ok")

    async with a_client(health(checks, "1")) as client:
        answer = await client.get("/health")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) >= 1


async def test_a_page_that_is_not_built_yet_is_asked_for_again(tmp_path: Path) -> None:
    async with a_client(*web_app(tmp_path, name="coffer", version="1")) as client:
        answers = [await client.get(path, headers={"Accept": "text/html"}) for path in ("/", "/welcome")]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in answers)


@pytest.mark.parametrize(
    "refusal",
    [disk_full(), no_space(), refusal_of(OSError(errno.ENOSPC, "")), refusal_of(OSError(errno.EROFS, ""))],
)
def test_a_disk_is_not_said_to_have_room_in_a_moment(refusal: Unavailable) -> None:
    assert refusal.details["retry_after"] >= 60 > A_MOMENT
