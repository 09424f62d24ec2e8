"""Valkey hangs or is cut off, as the API meets it: who needs it is told in time, everybody else works on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from api.http import deadlines
from infrastructure import valkey
from tests.support.attended import within
from tests.support.house import House, Person, an_open_house
from tests.support.own_servers import OwnServers, StoppingProxy, own_servers, through
from tests.support.sockets import Closed, a_socket

# What one caller may wait for the cache in all, however often it is asked on the way.
CACHE = 2.0
TRY_AGAIN = 1013


@pytest.fixture(scope="module")
def servers() -> Iterator[OwnServers]:
    with own_servers() as servers:
        yield servers


@pytest.fixture
async def proxy(servers: OwnServers) -> AsyncIterator[StoppingProxy]:
    async with StoppingProxy("127.0.0.1", servers.valkey.port).running() as proxy:
        yield proxy


@pytest.fixture
async def house(servers: OwnServers, proxy: StoppingProxy, tmp_path: Path) -> AsyncIterator[House]:
    url = through(servers.valkey.url, proxy)
    async with an_open_house(servers.database, url, tmp_path, seals=False) as house:
        yield house


class Asked(NamedTuple):
    method: str
    path: str
    body: object = None


SIGN_IN = {"email": "nobody@example.com", "password": "x" * 12}
OF_STRANGERS: Sequence[Asked] = (
    Asked("GET", "/api/auth/get-session"),
    Asked("POST", "/api/auth/sign-in/email", SIGN_IN),
    Asked("POST", "/api/auth/sign-up/email", {**SIGN_IN, "name": "Ann", "callbackURL": "/"}),
    Asked(
        "POST", "/api/auth/email-otp/send-verification-otp", {"email": SIGN_IN["email"], "type": "sign-in"}
    ),
    Asked("POST", "/api/auth/sign-in/email-otp", {"email": SIGN_IN["email"], "otp": "123456"}),
    Asked("GET", "/api/auth/passkey/generate-authenticate-options"),
)
OF_MEMBERS: Sequence[Asked] = (
    Asked("GET", "/api/auth/get-session"),
    Asked("GET", "/api/accounts"),
    Asked("POST", "/document", {}),
    Asked("POST", "/api/accounts/language", {"language": "de"}),
)

Hang = Callable[[OwnServers, StoppingProxy], contextlib.AbstractContextManager[None]]


def frozen(servers: OwnServers, _: StoppingProxy) -> contextlib.AbstractContextManager[None]:
    """It takes what is sent, and answers nothing."""
    return servers.frozen_valkey()


@contextlib.contextmanager
def cut_off(_: OwnServers, proxy: StoppingProxy) -> Iterator[None]:
    """Nothing arrives any more, on connections that are open and on new ones."""
    proxy.stop()
    try:
        yield
    finally:
        proxy.cut()


both = pytest.mark.parametrize("hang", [frozen, cut_off], ids=["hangs", "cut off"])


async def member(house: House) -> Person:
    ann = await house.person().arrived()
    await ann.subscribed()
    return ann


def ask(http: httpx.AsyncClient, asked: Asked) -> Awaitable[httpx.Response]:
    return http.request(asked.method, asked.path, json=asked.body)


def reason_of(answer: httpx.Response) -> str:
    said = answer.json()
    return said["details"].get("reason") or said["code"].lower()


async def is_back(house: House) -> None:
    async with asyncio.timeout(30):
        while (await house.browser().get("/get-session")).status_code != 200:  # noqa: ASYNC110 - a server
            await asyncio.sleep(0.1)


def test_what_is_promised_is_what_the_product_is_made_of() -> None:
    assert deadlines.SECONDS == 5.0
    assert valkey.ANSWER_SECONDS <= CACHE / 2, (
        "a caller may meet it twice: for its pace, and for what it asks"
    )


@both
async def test_whoever_the_cache_has_to_let_in_is_refused_in_time_and_told_when_to_come_again(
    house: House, servers: OwnServers, proxy: StoppingProxy, hang: Hang
) -> None:
    await member(house)
    with hang(servers, proxy):
        # The second crowd finds a server that is left alone, or connections that were given up.
        for _ in range(2):
            answers = await asyncio.gather(
                *(within(CACHE, ask(house.browser().http, asked)) for asked in OF_STRANGERS)
            )
            # What ended it was the deadline of the cache, and not that of the request.
            assert {(a.status_code, reason_of(a)) for a in answers} == {(503, "limits_unavailable")}
            assert all(int(answer.headers["Retry-After"]) >= 1 for answer in answers)
    await is_back(house)


@both
async def test_who_is_signed_in_works_on_without_it(
    house: House, servers: OwnServers, proxy: StoppingProxy, hang: Hang
) -> None:
    ann = await member(house)
    with hang(servers, proxy):
        for _ in range(2):
            answers = await asyncio.gather(
                *(within(deadlines.SECONDS, ask(ann.http, asked)) for asked in OF_MEMBERS)
            )
            assert {answer.status_code for answer in answers} == {200}
    await is_back(house)


@both
async def test_what_a_member_needs_it_for_is_refused_in_time(
    house: House, servers: OwnServers, proxy: StoppingProxy, hang: Hang
) -> None:
    """A challenge cannot be kept, and invitations cannot be counted; nothing else is refused for it."""
    ann = await member(house)
    invited = {"email": "guest@example.com", "roleId": await ann.role("member")}
    with hang(servers, proxy):
        passkey, invitation = await asyncio.gather(
            within(deadlines.SECONDS, ann.get("/passkey/generate-register-options")),
            within(deadlines.SECONDS, ann.http.post("/api/invitations", json=invited)),
        )
    assert (passkey.status_code, reason_of(passkey)) == (503, "ceremonies_unavailable")
    assert (invitation.status_code, reason_of(invitation)) == (503, "limits_unavailable")
    await is_back(house)
    assert (await ann.http.post("/api/invitations", json=invited)).status_code == 201


@both
async def test_a_socket_is_sent_away_in_time_to_come_again(
    house: House, servers: OwnServers, proxy: StoppingProxy, hang: Hang
) -> None:
    ann = await member(house)
    cookie = "; ".join(f"{one.name}={one.value}" for one in ann.http.cookies.jar)
    opened = a_socket(house.app, "/socket/stream", origin=str(ann.http.base_url).rstrip("/"), cookie=cookie)
    with hang(servers, proxy):
        async with opened as socket:
            with pytest.raises(Closed) as closed:
                await within(deadlines.SECONDS, socket.frame(wait=60))
    assert closed.value.code == TRY_AGAIN
