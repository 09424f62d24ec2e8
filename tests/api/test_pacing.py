"""The pace of a session: what may be done at once and with every second, and what an answer says of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import httpx
import pytest
from redis.asyncio import Redis

from client.api import Api
from tests.support.door import Browser
from tests.support.house import House, Person, an_open_house

READS, WRITES, BUNDLES = 12, 6, 3
NOBODY = "018f0000-0000-7000-8000-0000000000ff"
FORMAT = {"dateFormat": "ddmmyyyy", "dateInputFormat": "ddmmyyyy", "dateSeparator": "/"}


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    async with an_open_house(
        module_product_database_url,
        valkey_url,
        tmp_path_factory.mktemp("house"),
        seals=False,
        COFFER_READS_PACE=f"0.1/{READS}",
        COFFER_WRITES_PACE=f"0.1/{WRITES}",
        COFFER_BUNDLES_PACE=f"0.1/{BUNDLES}",
    ) as house:
        yield house


@pytest.fixture
async def ann(house: House) -> Person:
    """Somebody with a session that has read and written nothing yet."""
    return await house.person().arrived()


def shares_address(first: Browser, second: Browser) -> httpx.AsyncClient:
    """The second one's client, moved to the address of the first."""
    transport = first.http._transport  # pyright: ignore[reportPrivateUsage] - nothing public leads to it
    return httpx.AsyncClient(
        transport=transport,
        base_url=second.http.base_url,
        headers=second.http.headers,
        cookies=second.http.cookies,
    )


async def as_if_a_second_had_passed(valkey: Redis) -> None:
    """Valkey's own clock cannot be moved: what it keeps of buckets is."""
    async for key in valkey.scan_iter("pace:*:protocol"):
        at = await valkey.hget(key, "at")
        await valkey.hset(key, "at", int(at or 0) - 1000)


async def all_at_once(person: Person, method: str, path: str, times: int, **more: object) -> Sequence[int]:
    answers = await asyncio.gather(*(person.http.request(method, path, **more) for _ in range(times)))  # type: ignore[arg-type]
    return sorted(answer.status_code for answer in answers)


async def test_reads_at_once_are_as_many_as_may_be_and_not_one_more(ann: Person) -> None:
    statuses = await all_at_once(ann, "GET", "/api/accounts", READS + 5)
    assert statuses == [200] * READS + [429] * 5


async def test_a_refusal_says_how_long_to_wait(ann: Person, house: House) -> None:
    before = await house.facts("rate.limited")
    await all_at_once(ann, "GET", "/api/accounts", READS)
    answers = [await ann.http.get("/api/accounts") for _ in range(3)]
    error = answers[0].json()
    assert (answers[0].status_code, error["code"]) == (429, "resource_exhausted")
    assert error["details"]["reason"] == "rate_limited"
    assert error["details"]["requestId"]
    assert answers[0].headers["Retry-After"] == str(error["details"]["retryAfter"])
    assert 1 <= int(answers[0].headers["Retry-After"]) <= 10
    # Who goes on in spite of it is noted once, not every time.
    assert await house.facts("rate.limited") == before + 1


async def test_every_answer_says_what_is_left(ann: Person) -> None:
    def told(answer: httpx.Response) -> tuple[str, str]:
        return answer.headers["RateLimit-Limit"], answer.headers["RateLimit-Remaining"]

    assert told(await ann.http.get("/api/accounts")) == (str(READS), str(READS - 1))
    answer = await ann.http.get("/api/accounts")
    assert told(answer) == (str(READS), str(READS - 2))
    assert 0 < int(answer.headers["RateLimit-Reset"]) <= 20


async def test_writes_have_a_pace_of_their_own_and_lists_by_post_are_reads(ann: Person) -> None:
    answer = await ann.http.post("/api/accounts/language", json={"language": "en"})
    assert answer.headers["RateLimit-Limit"] == str(WRITES)
    answer = await ann.http.post("/document", json={})
    assert answer.headers["RateLimit-Limit"] == str(READS)
    statuses = await all_at_once(ann, "POST", "/api/accounts/date-format", WRITES + 2, json=FORMAT)
    assert statuses.count(429) == 3
    assert (await ann.http.get("/api/accounts")).status_code == 200


async def test_what_is_refused_for_its_haste_is_not_done(house: House) -> None:
    ann = await house.person().arrived()
    await ann.subscribed()
    before = await house.rows("select count(*) from es.event where type = 'language.changed'")
    words = ["de", "fr", "es", "ar", "en", "de", "fr", "es"]
    statuses = [
        (await ann.http.post("/api/accounts/language", json={"language": word})).status_code for word in words
    ]
    after = await house.rows("select count(*) from es.event where type = 'language.changed'")
    assert 429 in statuses
    assert after[0][0] - before[0][0] == statuses.count(200)


async def test_bundles_are_counted_beside_the_other_reads(ann: Person) -> None:
    path = f"/api/uploads/{NOBODY}/bundle"
    answers = [await ann.http.get(path) for _ in range(BUNDLES + 1)]
    assert [answer.status_code == 429 for answer in answers] == [False] * BUNDLES + [True]
    assert answers[0].headers["RateLimit-Limit"] == str(BUNDLES)
    assert (await ann.http.get("/api/accounts")).headers["RateLimit-Remaining"] == str(READS - BUNDLES - 1)


async def test_a_program_that_is_too_fast_waits_and_goes_on(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        # As if the time had passed.
        await valkey.flushdb()

    monkeypatch.setattr("client.api.asyncio.sleep", sleep)
    async with Redis.from_url(ann.house.settings.redis_url) as valkey:
        api = Api(ann.http)
        accounts = [await api.get("/api/accounts") for _ in range(READS + 1)]
    assert accounts == [[]] * (READS + 1)
    assert len(waits) == 1
    assert 1 <= waits[0] <= 10


async def test_sessions_do_not_share_and_strangers_share_their_address(house: House) -> None:
    ann, ben = [await house.person().arrived() for _ in range(2)]
    assert await all_at_once(ann, "GET", "/api/accounts", READS + 1) == [200] * READS + [429]
    assert (await ben.http.get("/api/accounts")).status_code == 200
    stranger, other = house.browser(), house.browser()
    answers = [await stranger.http.get("/api/accounts") for _ in range(READS + 1)]
    assert [answer.status_code for answer in answers] == [401] * READS + [429]
    assert (await other.http.get("/api/accounts")).status_code == 401


async def test_a_cookie_that_we_did_not_sign_gives_no_pace_of_its_own(house: House) -> None:
    stranger = house.browser()
    statuses: list[int] = []
    for number in range(READS + 1):
        cookie = f"__Secure-better-auth.session_token=forged{number}.c2lnbmF0dXJl"
        answer = await stranger.http.get("/api/accounts", headers={"Cookie": cookie})
        statuses.append(answer.status_code)
    assert statuses[-1] == 429


async def test_what_belongs_to_nobody_is_not_counted(house: House) -> None:
    stranger = house.browser()
    for path in ("/health", "/openapi.json", "/blobs/nothing", "/nothing"):
        answers = [await stranger.http.get(path) for _ in range(3)]
        assert all("RateLimit-Limit" not in answer.headers for answer in answers), path


async def test_our_own_paths_below_the_base_keep_the_pace_of_the_session(ann: Person) -> None:
    mixed = ["/api/auth/keys/log", "/api/accounts"] * (READS // 2)
    answers = [await ann.http.get(path) for path in mixed]
    assert all(answer.status_code != 429 for answer in answers)
    refused = await ann.http.get("/api/auth/keys/log")
    assert refused.status_code == 429
    assert refused.json() | {"details": None} == {
        "message": "Too many requests. Please try again later.",
        "code": "RATE_LIMITED",
        "details": None,
    }
    assert refused.headers["X-Retry-After"] == refused.headers["Retry-After"]
    assert refused.headers["RateLimit-Remaining"] == "0"
    # The protocol's own paths have a pace beside it.
    assert (await ann.get("/get-session")).status_code == 200


async def test_a_session_that_goes_on_and_on_is_not_refused_where_a_stranger_is(house: House) -> None:
    """Eight a second, for longer than any window; a house full of people has one address."""
    ann, ben = [await house.person().arrived() for _ in range(2)]
    ben.http = shares_address(ann, ben)
    stranger = house.browser()
    stranger.http = shares_address(ann, stranger)
    refused: dict[str, int] = {"ann": 0, "ben": 0, "stranger": 0}
    async with Redis.from_url(house.settings.redis_url) as valkey:
        for _second in range(30):
            for name, browser in (("ann", ann), ("ben", ben), ("stranger", stranger)):
                answers = [await browser.get("/get-session") for _ in range(14 if name == "stranger" else 8)]
                refused[name] += sum(answer.status_code == 429 for answer in answers)
            house.clock.advance(seconds=1)
            await as_if_a_second_had_passed(valkey)
    assert (refused["ann"], refused["ben"]) == (0, 0)
    assert refused["stranger"] > 0


async def test_a_session_has_a_pace_for_the_protocol_too(ann: Person) -> None:
    answers = await asyncio.gather(*(ann.get("/get-session") for _ in range(150)))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 30 <= len(refused) <= 50
    assert refused[0].headers["X-Retry-After"] == "1"


async def test_a_session_does_not_widen_what_tries_codes_and_passwords(ann: Person) -> None:
    body = {"email": ann.email, "otp": "000000"}
    answers = [await ann.post("/sign-in/email-otp", body) for _ in range(4)]
    assert answers[-1].status_code == 429


async def test_without_a_session_our_own_paths_are_held_to_the_table_of_the_wire(house: House) -> None:
    stranger = house.browser()
    answers = [await stranger.get("/keys/log") for _ in range(101)]
    assert [answer.status_code for answer in answers] == [401] * 100 + [429]
    assert answers[-1].json() == {"message": "Too many requests. Please try again later."}
    # They all came at once: none may come before they are ten seconds ago.
    house.clock.advance(seconds=9)
    assert (await stranger.get("/keys/log")).headers["X-Retry-After"] == "1"
    house.clock.advance(seconds=1)
    assert (await stranger.get("/keys/log")).status_code == 401


async def test_a_session_that_has_ended_counts_as_a_stranger(house: House) -> None:
    """Its cookie is one that we signed. Strangers share what their address has."""
    stranger = house.browser()
    gone: list[httpx.AsyncClient] = []
    for _ in range(3):
        person = await house.person().arrived()
        cookies = {cookie.name: cookie.value for cookie in person.http.cookies.jar}
        assert (await person.post("/sign-out")).status_code == 200
        person.http = shares_address(stranger, person)
        for name, value in cookies.items():
            person.http.cookies.set(name, value or "")
        gone.append(person.http)
    for path, allowed in (
        ("/api/auth/get-session", 100),
        ("/api/auth/keys/log", 100),
        ("/api/accounts", READS),
    ):
        # What was found to be dead once is known from then on.
        answers = [(await client.get(path)).status_code for client in gone]
        assert 429 not in answers
        for client in gone:
            answers += [(await client.get(path)).status_code for _ in range(allowed // 2)]
        assert allowed <= len(answers) - answers.count(429) <= allowed + len(gone), path
        assert answers[-1] == 429, path
