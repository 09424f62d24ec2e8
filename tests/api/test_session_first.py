"""Who has no session learns that and nothing of the form of a call; no foreign page writes at the door."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from api.http.session_first import needs_session
from tests.api.test_permissions import ROWS, handlers_of
from tests.support.door import ORIGIN
from tests.support.house import House, Person, an_open_house

FOREIGN = "https://evil.test"
# A provider's own page posts back to us; what it brings is signed, and bound to the browser by its state.
FROM_ELSEWHERE = "/api/auth/callback/"
REASONS = ("unauthenticated", "session_ended")
MALFORMED = (b"{", b"[]", b'{"surprise": 1}')


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    async with an_open_house(module_product_database_url, valkey_url, folder, seals=False) as house:
        yield house


def operations(house: House) -> list[tuple[str, str, Mapping[str, Any]]]:
    """Method, path and description of every operation of the OpenAPI document."""
    paths: Mapping[str, Mapping[str, Any]] = house.app.openapi_schema.to_schema()["paths"]  # pyright: ignore
    return [
        (method.upper(), path, operation)
        for path, item in paths.items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "operationId" in operation
    ]


def needing_a_session(house: House) -> list[tuple[str, str, Mapping[str, Any]]]:
    handlers = handlers_of(house.app)
    return [found for found in operations(house) if needs_session(handlers[f"{found[0]} {found[1]}"])]


async def ask(person: Person, method: str, path: str, body: bytes | None, **sent: Any) -> httpx.Response:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    named = "/".join(str(uuid4()) if part.startswith("{") else part for part in path.split("/"))
    return await person.http.request(
        method, named, content=body, headers=headers | sent.pop("headers", {}), **sent
    )


def with_cookies(person: Person, cookies: Mapping[str, str]) -> None:
    """Put back what a browser keeps that never saw the answer that ended its session."""
    person.http.cookies.clear()
    for name, value in cookies.items():
        person.http.cookies.set(name, value)


async def test_routes_say_which_of_them_need_a_session(house: House) -> None:
    """As the table of permissions has it, which is tried out route by route."""
    shown = {f"{method} {path}" for method, path, _ in operations(house)}
    assert len(shown) > 100
    said = {f"{method} {path}" for method, path, _ in needing_a_session(house)}
    assert said == {row.name for row in ROWS if row.who != "anyone"} & shown


@pytest.mark.parametrize("body", MALFORMED)
async def test_a_stranger_is_told_of_the_session_before_the_form(house: House, body: bytes) -> None:
    nobody, told = house.person(), dict[str, int]()
    for method, path, operation in needing_a_session(house):
        sent = body if "requestBody" in operation else None
        asked = {one["name"]: "\ufffd" for one in operation.get("parameters", ()) if one["in"] == "query"}
        answer = await ask(nobody, method, path, sent, params=asked)
        told[f"{method} {path}"] = answer.status_code
    assert len(told) > 90
    assert {name: status for name, status in told.items() if status != 401} == {}


async def test_so_is_who_comes_with_an_ended_session(house: House) -> None:
    person = await house.person().arrived()
    kept = dict(person.http.cookies)
    await person.post("/sign-out")
    told = dict[str, int]()
    for method, path, operation in needing_a_session(house):
        sent = b'{"surprise": 1}' if "requestBody" in operation else None
        asked = {one["name"]: "\ufffd" for one in operation.get("parameters", ()) if one["in"] == "query"}
        with_cookies(person, kept)
        answer = await ask(person, method, path, sent, params=asked)
        told[f"{method} {path}"] = answer.status_code
    assert len(told) > 90
    assert {name: status for name, status in told.items() if status != 401} == {}


def as_spelled(path: str, answer: httpx.Response) -> bool:
    """Whether a refusal without a session has the words of its part: auth-wire.md 4, or domain.md 7 and 8."""
    said = answer.json()
    if path.startswith("/api/auth/"):
        return said == {"message": "Unauthorized", "code": "UNAUTHORIZED"}
    details = said.pop("details")
    return said == {"code": "unauthenticated", "message": "Not authorized"} and details["reason"] in REASONS


@pytest.mark.parametrize("ended", [False, True], ids=["without a session", "with an ended session"])
async def test_every_route_refuses_a_missing_session_as_the_specification_spells_it(
    house: House, ended: bool
) -> None:
    person = house.person()
    if ended:
        await person.arrived()
    kept = dict(person.http.cookies)
    if ended:
        await person.post("/sign-out")
    told = dict[str, str]()
    for method, path, operation in needing_a_session(house):
        with_cookies(person, kept)
        answer = await ask(person, method, path, b"{}" if "requestBody" in operation else None)
        told[f"{method} {path}"] = "as spelled" if as_spelled(path, answer) else answer.text
    assert len([name for name in told if "/api/auth/" in name]) > 30
    assert len([name for name in told if "/api/auth/" not in name]) > 60
    assert {name: said for name, said in told.items() if said != "as spelled"} == {}


async def test_no_foreign_page_writes_at_the_door(house: House) -> None:
    """With this browser's cookies, and without any: the answer could be a session of somebody else."""
    writing = [(method, path) for method, path, _ in operations(house) if path.startswith("/api/auth/")]
    nobody, told = house.person(), dict[str, tuple[int, str]]()
    for method, path in writing:
        if method != "GET" and not path.startswith(FROM_ELSEWHERE):
            for cookie in ({}, {"Cookie": "any=1"}):
                answer = await ask(nobody, method, path, b"{}", headers={"Origin": FOREIGN, **cookie})
                told[f"{method} {path} {cookie}"] = (answer.status_code, answer.json().get("code", ""))
    assert len(told) > 80
    assert {name: said for name, said in told.items() if said != (403, "INVALID_ORIGIN")} == {}


async def test_our_own_page_does(house: House) -> None:
    answer = await ask(house.person(), "POST", "/api/auth/sign-out", b"{}", headers={"Origin": ORIGIN})
    assert answer.status_code == 200


async def test_what_is_not_described_is_for_anybody(house: House) -> None:
    """Pages, their files, and the way back from a provider, whose person has no session yet."""
    described = {f"{method} {path}" for method, path, _ in operations(house)}
    nobody, hidden = house.person(), sorted(handlers_of(house.app).keys() - described)
    assert "GET /api/auth/callback/{provider}" in hidden
    for route in hidden:
        method, path = route.split(" ")
        answer = await ask(nobody, method, path, None)
        assert answer.status_code != 401, route
