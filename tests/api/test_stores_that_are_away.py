"""A store that hangs, or was restarted, as clients meet it: told in time, with its reason, never as 500."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.support.attended import within
from tests.support.door import Browser
from tests.support.house import House, Person, an_open_house
from tests.support.own_servers import OwnServers, StoppingProxy, own_servers, through

# What is promised (docs/operating.md).
ANSWERED = 5.0
HEALTH_ANSWERED = 2.0


@pytest.fixture(scope="module")
def servers() -> Iterator[OwnServers]:
    with own_servers() as servers:
        yield servers


@pytest.fixture
async def house(servers: OwnServers, tmp_path: Path) -> AsyncIterator[House]:
    async with an_open_house(servers.database, servers.valkey.url, tmp_path, seals=False) as house:
        yield house


async def asked(person: Person, method: str, path: str, **more: Any) -> tuple[int, str]:
    """The status, and the reason of a refusal in either of its shapes."""
    answer = await within(ANSWERED, person.http.request(method, path, **more))
    if answer.status_code < 400:
        return answer.status_code, ""
    said = answer.json()
    return answer.status_code, said["details"].get("reason") or said["code"].lower()


async def written(person: Person, **headers: str) -> tuple[int, str]:
    return await asked(person, "POST", "/api/accounts/language", json={"language": "de"}, headers=headers)


async def answers_again(browser: Browser, path: str) -> None:
    async with asyncio.timeout(20):
        while (await browser.http.get(path)).status_code != 200:  # noqa: ASYNC110 - the other side is a server
            await asyncio.sleep(0.1)


async def is_back(house: House, person: Person) -> None:
    """It comes back by itself, as soon as the store does."""
    await answers_again(person, "/api/accounts")
    await answers_again(house.browser(), "/health")


async def test_a_database_that_hangs_is_told_in_time(house: House, servers: OwnServers) -> None:
    ann = await house.person().arrived()
    await ann.subscribed()
    with servers.frozen_postgres():
        answers = await asyncio.gather(
            asked(ann, "GET", "/api/accounts"),
            asked(ann, "GET", "/api/auth/get-session"),
            written(ann),
            asked(
                house.person(),
                "POST",
                "/api/auth/sign-in/email-otp",
                json={"email": ann.email, "otp": "123456"},
            ),
        )
        assert {status for status, _ in answers} == {503}, answers
        # A second crowd finds lines that were given up, and no way to get new ones.
        again = await asyncio.gather(*(asked(ann, "GET", "/api/accounts") for _ in range(20)))
        assert {status for status, _ in again} == {503}, again
        assert {reason for _, reason in answers} <= {"store_unavailable", "outcome_unknown"}
        assert {reason for _, reason in again} == {"store_unavailable"}
    await is_back(house, ann)


async def test_health_is_told_in_time_whatever_hangs(house: House, servers: OwnServers) -> None:
    nobody = house.browser()
    assert (await nobody.http.get("/health")).status_code == 200
    for freeze, part in ((servers.frozen_postgres, "store"), (servers.frozen_valkey, "cache")):
        with freeze():
            for _ in range(3):
                answer = await within(HEALTH_ANSWERED, nobody.http.get("/health"))
                assert (answer.status_code, answer.json()["checks"][part]) == (503, "down")
        await answers_again(nobody, "/health")


async def test_after_a_restart_the_first_of_all_succeed(house: House, servers: OwnServers) -> None:
    people = [await house.person().arrived() for _ in range(4)]
    for person in people:
        await person.subscribed()
    # Lines of every kind are open: many at once, so that the pools have many.
    await asyncio.gather(*(asked(person, "GET", "/api/accounts") for person in people for _ in range(6)))
    await asyncio.gather(*(written(person) for person in people))
    for _ in range(3):
        await asyncio.to_thread(servers.restart_postgres)
        answers = await asyncio.gather(*(written(person) for person in people))
        assert answers == [(200, "")] * len(people)
        codes = await asyncio.gather(
            *(house.browser().post("/email-otp/send-verification-otp", {"email": p.email, "type": "sign-in"})
              for p in people)
        )  # fmt: skip
        assert [answer.status_code for answer in codes] == [200] * len(people)


async def test_who_comes_while_it_restarts_waits_and_is_answered(house: House, servers: OwnServers) -> None:
    ann = await house.person().arrived()
    await ann.subscribed()
    await asyncio.to_thread(servers.postgres.stop)
    waiting = [asyncio.create_task(written(ann)) for _ in range(3)]
    await asyncio.to_thread(servers.postgres.start)
    assert await asyncio.gather(*waiting) == [(200, "")] * 3


async def test_a_partition_is_told_in_time_and_a_lost_answer_is_found_again(
    servers: OwnServers, tmp_path: Path
) -> None:
    async with (
        StoppingProxy("127.0.0.1", servers.postgres.port).running() as proxy,
        an_open_house(through(servers.database, proxy), servers.valkey.url, tmp_path, seals=False) as house,
    ):
        house.owner_url = servers.database
        ann = await house.person().arrived()
        await ann.subscribed()
        before = await house.facts("language.changed")
        key = str(uuid4())
        proxy.swallow_answers()
        # The session is read first: only a write whose line was there already gets as far as its end.
        status, reason = await written(ann, **{"Idempotency-Key": key})
        assert (status, bool(reason)) == (503, True)
        proxy.stop()
        assert (await within(HEALTH_ANSWERED, ann.http.get("/health"))).status_code == 503
        assert (await asked(ann, "GET", "/api/accounts"))[0] == 503
        proxy.cut()
        await is_back(house, ann)
        assert (await written(ann, **{"Idempotency-Key": key}))[0] == 200
        assert (await written(ann, **{"Idempotency-Key": key}))[0] == 200
        assert await house.facts("language.changed") == before + 1
