"""The plain question who is signed in: answered in front of the framework, and as the framework would."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import psycopg
import pytest
from redis.exceptions import ConnectionError as NoConnection

from api.http import deadlines
from infrastructure.identity.by_cookie import CookieReader
from tests.support.door import Browser, Door, an_address
from tests.support.house import House, an_open_house

# A query makes it a question for the framework; this one changes nothing.
BY_THE_FRAMEWORK = {"disableCookieCache": "true"}

Whose = Callable[[Door], Awaitable[Browser]]


async def nobody(door: Door) -> Browser:
    return door.browser()


async def somebody(door: Door) -> Browser:
    browser = door.browser()
    await browser.registered(an_address())
    return browser


async def somebody_after_a_day(door: Door) -> Browser:
    browser = await somebody(door)
    door.clock.advance(days=1, minutes=1)
    return browser


async def with_a_forged_cookie(door: Door) -> Browser:
    return door.browser(Cookie=f"__Secure-better-auth.session_token={'x' * 32}.{'A' * 43}%3D")


async def who_signed_out(door: Door) -> Browser:
    browser = await somebody(door)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.http.cookies.jar)
    assert (await browser.post("/sign-out")).status_code == 200
    return door.browser(Cookie=cookies)


async def who_asked_too_often(door: Door) -> Browser:
    browser = door.browser()
    for _ in range(50):
        await browser.get("/get-session")
        await browser.get("/get-session", params=BY_THE_FRAMEWORK)
    return browser


EVERYBODY = [
    nobody,
    somebody,
    somebody_after_a_day,
    with_a_forged_cookie,
    who_signed_out,
    who_asked_too_often,
]


def told(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
    """What a browser learns, but for what is different every time."""
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    cookies = [line.split("=", 1)[0] for line in answer.headers.get_list("set-cookie")]
    return answer.status_code, answer.content, {**headers, "cookies": ",".join(cookies)}


@pytest.mark.parametrize("whose", EVERYBODY)
async def test_it_is_answered_as_the_framework_answers_it(door: Door, whose: Whose) -> None:
    by_framework = await (await whose(door)).get("/get-session", params=BY_THE_FRAMEWORK)
    plain = await (await whose(door)).get("/get-session")
    status, _, headers = told(plain)
    assert (status, headers.keys()) == (by_framework.status_code, told(by_framework)[2].keys())
    if whose is not somebody and whose is not somebody_after_a_day:
        assert told(plain) == told(by_framework)


async def test_of_one_person_it_says_the_same_in_every_byte(door: Door) -> None:
    browser = await somebody(door)
    plain = await browser.get("/get-session")
    assert plain.json()["session"]["userId"] == plain.json()["user"]["id"]
    assert plain.headers["X-Read-Position"].isdecimal()
    assert told(plain) == told(await browser.get("/get-session", params=BY_THE_FRAMEWORK))


async def test_a_refresh_sends_the_cookie_again(door: Door) -> None:
    browser = await somebody_after_a_day(door)
    (line, _) = (await browser.get("/get-session")).headers.get_list("set-cookie")
    for attribute in ("__Secure-better-auth.session_token=", "HttpOnly", "Secure", "Max-Age=604800"):
        assert attribute in line


@pytest.mark.parametrize(
    ("broken", "status", "code"),
    [
        ("limits", 503, "LIMITS_UNAVAILABLE"),
        ("code", 500, "INTERNAL"),
        ("store", 503, "STORE_UNAVAILABLE"),
        ("disk", 503, "DISK_FULL"),
        ("time", 503, "TOO_SLOW"),
    ],
)
async def test_what_does_not_answer_is_told_as_the_framework_tells_it(
    door: Door, broken: str, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Windows count strangers; who is known is held up by nothing that guards against haste only.
    browser = door.browser() if broken == "limits" else await somebody(door)
    # What no adapter has put into words.
    failures = {
        "limits": NoConnection(),
        "code": ZeroDivisionError(),
        "store": psycopg.InterfaceError("the connection is closed"),
        "disk": OSError(errno.ENOSPC, "no space left on device"),
    }

    async def fail(*_: object) -> None:
        if broken == "time":
            await asyncio.Event().wait()
        raise failures[broken]

    if broken == "limits":
        monkeypatch.setattr("infrastructure.grouped_script.GroupedScript.__call__", fail)
    else:
        monkeypatch.setattr(CookieReader, "one", fail)
    if broken == "time":
        monkeypatch.setattr(deadlines, "SECONDS", 0.1)
    async with asyncio.timeout(30):
        plain = await browser.get("/get-session")
        by_framework = await browser.get("/get-session", params=BY_THE_FRAMEWORK)
    assert plain.status_code == by_framework.status_code == status
    assert plain.json()["code"] == code
    one, other = plain.json(), by_framework.json()
    assert one["details"].pop("requestId") != other["details"].pop("requestId")
    assert one == other
    assert plain.headers.keys() == by_framework.headers.keys()


async def test_only_the_plain_question_goes_around_the_framework(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await somebody(door)
    reached: list[str] = []

    async def framework(scope, receive, send) -> None:
        reached.append(f"{scope['method']} {scope['raw_path'].decode()}")
        await send({"type": "http.response.start", "status": 418, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(door.app, "asgi_handler", framework)
    assert (await browser.get("/get-session")).json()["user"]["name"] == "Ann"
    assert reached == []
    for answer in (
        browser.get("/get-session", params=BY_THE_FRAMEWORK),
        browser.get("/get-session", headers={"X-Min-Position": "1"}),
        browser.get("/get-session/"),
        browser.get("//get-session"),
        browser.http.head("/api/auth/get-session"),
        browser.post("/get-session"),
    ):
        assert (await answer).status_code == 418
    assert len(reached) == 6


async def test_from_the_answer_to_signing_out_on_nobody_is_signed_in_however_many_ask(door: Door) -> None:
    """Reads are grouped, so some are always on their way: none that begins later may know the session."""
    browser = await somebody(door)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.http.cookies.jar)
    askers = [door.browser(Cookie=cookies) for _ in range(16)]
    ended = asyncio.Event()
    known_before: list[bool] = []
    known_after: list[bool] = []

    async def asks(asker: Browser) -> None:
        for _ in range(4):
            heard = known_after if ended.is_set() else known_before
            heard.append(await asker.session() is not None)

    asking = [asyncio.create_task(asks(asker)) for asker in askers]
    await asyncio.sleep(0.02)
    assert (await browser.post("/sign-out")).status_code == 200
    ended.set()
    known_after += [await asker.session() is not None for asker in askers]
    await asyncio.gather(*asking)
    assert any(known_before)
    assert known_after
    assert not any(known_after)


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    mail = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, mail, seals=False) as house:
        yield house


async def test_who_asks_at_the_same_moment_sees_the_own_account_and_no_other(house: House) -> None:
    people = [await house.person().arrived(f"Person {number}") for number in range(4)]
    names = {}
    for number, person in enumerate(people[:3]):
        await person.subscribed(name=f"Account {number}")
        names[person.email] = f"Account {number}"
    await house.follow()
    crowd = [person for person in people for _ in range(6)]
    strangers = [house.browser(Cookie=f"__Secure-better-auth.session_token=x.{n}") for n in range(6)]
    mixed = [asker for pair in zip(crowd, strangers * 4, strict=True) for asker in pair]
    for asker, session in zip(mixed, await asyncio.gather(*(each.session() for each in mixed)), strict=True):
        if asker in strangers:
            assert session is None
            continue
        assert session["user"]["email"] == asker.email
        assert (session["account"] or {}).get("displayName") == names.get(asker.email)
        if session["account"] is not None:
            assert [user["email"] for user in session["account"]["users"]] == [asker.email]
