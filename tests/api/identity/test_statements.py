"""What a request asks the database, counted on the line to the real one: who calls is one statement."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.door import PASSWORD
from tests.support.house import House, Person, an_open_house
from tests.support.stack import seen_by
from tests.support.statements import Asked, overheard

COOKIE = "__Secure-better-auth.session_token"


@pytest.fixture(scope="module")
async def line(module_product_database_url: str) -> AsyncIterator[tuple[str, Asked]]:
    async with overheard(seen_by("coffer_app", module_product_database_url)) as line:
        yield line


@pytest.fixture(scope="module")
def asked(line: tuple[str, Asked]) -> Asked:
    return line[1]


@pytest.fixture(scope="module")
async def ann(
    line: tuple[str, Asked],
    module_product_database_url: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Person]:
    """Somebody with an account, in a house that speaks to its database over the line."""
    folder: Path = tmp_path_factory.mktemp("house")
    url, _ = line
    async with an_open_house(module_product_database_url, valkey_url, folder, DATABASE_URL=url) as house:
        yield await a_subscriber(house)


async def a_subscriber(house: House) -> Person:
    ann = await house.person().arrived()
    await ann.subscribed()
    await house.follow()
    return ann


async def test_what_is_asked_is_overheard(ann: Person, asked: Asked):
    asked.clear()
    await ann.house.base.reader.all("select 1 as one")
    await ann.house.base.reader.all("select 1 as one")
    assert asked == ["select 1 as one"] * 2


async def test_a_session_is_one_statement(ann: Person, asked: Asked):
    # The first time the keys are read under which names and addresses are stored.
    await ann.session()
    for _ in range(3):
        asked.clear()
        shown = await ann.session()
        assert (shown["user"]["email"], shown["account"] is not None) == (ann.email, True)
        assert len(asked) == 1, asked


async def test_sessions_asked_for_at_once_are_at_most_one_statement_each(ann: Person, asked: Asked):
    await ann.session()
    asked.clear()
    shown = await asyncio.gather(*(ann.session() for _ in range(16)))
    assert {each["user"]["email"] for each in shown} == {ann.email}
    assert 1 <= len(asked) <= 16


@pytest.mark.parametrize(
    ("comes_back", "most"), [(False, 6), (True, 10)], ids=["new browser", "known browser"]
)
async def test_a_password_lets_in_with_few_statements(ann: Person, asked: Asked, comes_back: bool, most: int):
    """What holds at the door, the person, the person's facts, the account to enter, the append, and then the
    session as everybody reads it. A browser that comes back is asked about before the password and after,
    and leaves the session that it was in."""
    browser = ann.house.browser()
    for _ in range(2):
        browser = browser if comes_back else ann.house.browser()
        asked.clear()
        answer = await browser.post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
    statements = asked.but_framing()
    assert len(statements) <= most, statements
    assert sum("append_batch" in each for each in statements) == 1


async def test_a_cookie_that_we_did_not_sign_asks_nothing(ann: Person, asked: Asked):
    stranger = ann.house.browser(Cookie=f"{COOKIE}={'x' * 32}.{'A' * 43}%3D")
    asked.clear()
    assert await stranger.session() is None
    assert (await stranger.http.get("/api/accounts")).status_code == 401
    assert asked == []


@pytest.mark.parametrize(
    ("method", "path", "body", "own"),
    [
        ("GET", "/api/accounts", None, 1),
        ("GET", "/api/roles", None, 1),
        ("GET", "/users", None, 1),
        ("GET", "/api/invitations", None, 1),
        ("GET", "/devices/public-keys", None, 1),
        ("POST", "/document", {}, 1),
        # A page, and what is said of all there is: how many are new, how the log ends.
        ("GET", "/api/notifications", None, 2),
        ("GET", "/api/auth/keys/log", None, 2),
    ],
)
async def test_who_calls_is_at_most_one_statement_before_those_that_answer(
    ann: Person, asked: Asked, method: str, path: str, body: dict[str, str] | None, own: int
):
    more = {} if body is None else {"json": body}
    assert (await ann.http.request(method, path, **more)).status_code == 200
    asked.clear()
    assert (await ann.http.request(method, path, **more)).status_code == 200
    statements = asked.but_framing()
    assert own <= len(statements) <= own + 1, statements
    assert "session" not in "".join(statements[-own:]), "whoever answers need not ask who calls"
