"""What happens at the door when somebody is suspicious: who is held up, who is told, and who sees it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.cli.__main__ import main
from api.composition.backtesting import backtest_of
from domain.oversight.suspicion.thresholds import Thresholds
from tests.support.door import KEY, PASSWORD, SECRET, Browser
from tests.support.geo_file import place, write_geo_file
from tests.support.house import House, Person, an_open_house
from tests.support.responding import Respond, responding

ACTIVITIES = "/api/auth/suspicious-activities"
LONDON, NEW_YORK = "198.51.100.", "203.0.113."
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
_hosts = itertools.count(1)


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    places = {"198.51.100.0/24": place("GB", 51.5, -0.25), "203.0.113.0/24": place("US", 40.75, -74.0)}
    more = {
        "COFFER_GEO_FILE": str(write_geo_file(folder / "places.mmdb", places)),
        "COFFER_TRUSTED_PROXIES": "10.0.0.0/8",
    }
    async with an_open_house(module_product_database_url, valkey_url, folder, **more) as house:
        yield house


@pytest.fixture(scope="module")
async def respond(house: House) -> AsyncIterator[Respond]:
    async with responding(house) as respond:
        yield respond


def browser(house: House, network: str | None = None, agent: str = FIREFOX, email: str = "") -> Person:
    """Somebody's browser; its address is told by a proxy that is believed."""
    here = {} if network is None else {"X-Forwarded-For": f"{network}{next(_hosts)}"}
    headers = {"User-Agent": agent} | here
    person = Person(house, headers, house=house)
    person.email = email or person.email
    return person


async def by_password(who: Browser, email: str, password: str = PASSWORD) -> tuple[int, str | None]:
    who_house = who.door
    who_house.clock.advance(seconds=11)
    answer = await who.post("/sign-in/email", {"email": email, "password": password})
    return answer.status_code, answer.json().get("code")


async def found(who: Person, **query: str) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return await who.data("GET", f"{ACTIVITIES}?{asked}")


async def bare(who: Person, method: str, path: str, body: Any = None) -> Any:
    answer = await who.call(method, path, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def detected(who: Person) -> list[tuple[str, str]]:
    return [(one["detector"], one["state"]) for one in await found(who)]


async def templates(house: House, person: Person) -> list[str]:
    return [letter.template for letter in await house.letters(person.email)]


async def confirm(who: Browser) -> None:
    who.door.clock.advance(seconds=11)
    assert (await who.post("/confirm", {"password": PASSWORD})).status_code == 200


async def test_guessed_codes_are_off_for_strangers_and_not_for_the_own_browser(
    house: House, respond: Respond
) -> None:
    ann = await browser(house).arrived()
    await ann.post("/sign-out")
    for tries in (3, 2):
        house.clock.advance(seconds=61)
        code = await ann.ask_for_code(ann.email)
        for guess in range(tries):
            wrong = f"{(int(code) + 1 + guess) % 1_000_000:06d}"
            await browser(house).post("/sign-in/email-otp", {"email": ann.email, "otp": wrong})
    assert await respond() == 1
    right = {"email": ann.email, "otp": code}
    refused = await browser(house).post("/sign-in/email-otp", right)
    assert (refused.status_code, refused.json()["code"]) == (403, "TOO_MANY_ATTEMPTS")
    assert (await ann.post("/sign-in/email-otp", right)).status_code == 200
    (one,) = await found(ann)
    assert (one["detector"], one["severity"], one["state"]) == ("D01", 3, "open")
    assert (one["summaryKey"], one["params"]) == ("otpBruteForce", {"count": "5", "minutes": "15"})
    assert one["response"] == ["codesOff"]
    log = await ann.data("GET", "/api/auth/audit-logs/me?limit=50")
    evidence = {entry["seq"]: entry["action"] for entry in log if entry["seq"] in one["evidence"]}
    assert list(evidence.values()) == ["code.rejected"] * 5
    house.clock.advance(minutes=60)
    late = browser(house)
    code = await late.ask_for_code(ann.email)
    assert (await late.post("/sign-in/email-otp", {"email": ann.email, "otp": code})).status_code == 200


async def test_guessed_passwords_make_strangers_wait_longer_and_longer(
    house: House, respond: Respond
) -> None:
    ann = await browser(house).arrived()
    for number in range(10):
        assert await by_password(browser(house), ann.email, f"wrong-{number}-password") == (
            401,
            "INVALID_EMAIL_OR_PASSWORD",
        )
    assert await respond() == 1
    assert await templates(house, ann) == ["sign_in_code", "sign_in_guessed"]
    body = {"email": ann.email, "password": PASSWORD}
    stranger = browser(house)
    wrong = await stranger.post("/sign-in/email", {**body, "password": "wrong-once-more-wrong"})
    assert wrong.status_code == 401
    held = await browser(house).post("/sign-in/email", body)
    assert (held.status_code, held.headers["X-Retry-After"]) == (429, "2")
    assert (await ann.post("/sign-in/email", body)).status_code == 200, "the own browser never waits"
    house.clock.advance(seconds=2)
    assert (await browser(house).post("/sign-in/email", body)).status_code == 200


async def test_an_address_that_nobody_has_is_treated_alike(house: House, respond: Respond) -> None:
    nobody = "nobody-at-all@example.com"
    for number in range(10):
        assert (await by_password(browser(house), nobody, f"wrong-{number}-password"))[0] == 401
    await respond()
    body = {"email": nobody, "password": PASSWORD}
    house.clock.advance(seconds=11)
    answers = [await browser(house).post("/sign-in/email", body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [401, 429]
    assert await house.letters(nobody) == []


async def test_a_new_browser_is_told_and_was_me(house: House, respond: Respond) -> None:
    ann = await browser(house).arrived()
    await ann.subscribed()
    laptop = browser(house, agent=CHROME, email=ann.email)
    assert await by_password(laptop, ann.email) == (200, None)
    await respond()
    assert await templates(house, ann) == ["sign_in_code", "sign_in_new_device"]
    (notice,) = await ann.data("GET", "/api/notifications")
    assert (notice["kind"], notice["about"]) == ("security", "suspicious")
    (one,) = await found(ann)
    assert (one["detector"], one["params"], one["subject"]["kind"]) == (
        "D06",
        {"browser": "Chrome on Windows"},
        "user",
    )
    answer = await bare(ann, "POST", f"{ACTIVITIES}/acknowledge", {"activityId": one["id"]})
    assert answer == {"status": True}
    (one,) = await found(ann)
    assert (one["state"], one["verdict"]) == ("resolved", "falsePositive")
    assert await found(ann, state="open") == []
    assert await ann.data("GET", "/api/notifications") == []


async def test_impossible_travel_closes_the_keys_until_the_person_confirms(
    house: House, respond: Respond
) -> None:
    ann = await browser(house, LONDON).arrived()
    await ann.subscribed()
    thief = browser(house, NEW_YORK, CHROME, ann.email)
    assert await by_password(thief, ann.email) == (200, None)
    log = "/api/auth/keys/log"
    assert (await thief.call("GET", log)).status_code == 200
    await respond()
    assert ("D07", "open") in await detected(ann)
    for path in (log, "/roles/wraps?devicePublicKeyB64u=" + "A" * 87, "/devices/public-keys"):
        status, code, reason = await thief.refusal("GET", path)
        assert (status, "STEP_UP_REQUIRED" in (code, reason.upper())) == (400, True), path
    assert (await ann.call("GET", log)).status_code == 200, "the other session is not suspicious"
    assert (await thief.call("GET", "/api/accounts")).status_code == 200
    assert "sign_in_doubtful" in await templates(house, ann)
    await confirm(thief)
    assert (await thief.call("GET", log)).status_code == 200


async def test_a_signed_out_session_that_comes_back_is_a_copy(house: House, respond: Respond) -> None:
    ann = await browser(house, LONDON).arrived()
    copy = browser(house, LONDON)
    copy.http.cookies = ann.http.cookies.__class__(ann.http.cookies)
    await ann.post("/sign-out")
    house.clock.advance(seconds=30)
    assert await copy.session() is None
    assert (await copy.call("GET", "/api/accounts")).status_code == 401
    assert await house.facts("session.used_after_end") == 1, "once an hour is enough"
    await respond()
    assert await by_password(ann, ann.email) == (200, None)
    assert ("D09", "open") in await detected(ann)
    assert "session_ended" in await templates(house, ann)


async def test_one_session_in_two_countries_ends(house: House, respond: Respond) -> None:
    ann = await browser(house, LONDON).arrived()
    copy = browser(house, NEW_YORK)
    copy.http.cookies = ann.http.cookies.__class__(ann.http.cookies)
    await confirm(copy)
    await respond()
    assert await copy.session() is None
    assert await ann.session() is None
    assert ("D09", "open") in await detected(await browser_again(ann, house))


async def browser_again(ann: Person, house: House) -> Person:
    assert await by_password(ann, ann.email) == (200, None)
    return ann


async def test_securing_ends_what_others_have(house: House, respond: Respond) -> None:
    ann = await browser(house, LONDON).arrived()
    thief = browser(house, NEW_YORK, CHROME, ann.email)
    assert await by_password(thief, ann.email) == (200, None)
    await respond()
    house.clock.advance(minutes=11)
    secure = f"{ACTIVITIES}/secure"
    assert (await ann.refusal("POST", secure))[:2] == (400, "STEP_UP_REQUIRED")
    await confirm(ann)
    assert await bare(ann, "POST", secure) == {"ended": 1, "settled": 2}
    assert await thief.session() is None
    await house.follow()
    assert {(one["state"], one["verdict"]) for one in await found(ann)} == {("resolved", "mitigated")}
    assert await bare(ann, "POST", secure) == {"ended": 0, "settled": 0}


async def test_this_was_me_needs_a_proof_where_it_opens_something(house: House, respond: Respond) -> None:
    ann = await browser(house, LONDON).arrived()
    await ann.subscribed()
    thief = browser(house, NEW_YORK, CHROME, ann.email)
    assert await by_password(thief, ann.email) == (200, None)
    await respond()
    (travel,) = [one for one in await found(ann) if one["detector"] == "D07"]
    house.clock.advance(minutes=11)
    body = {"activityId": travel["id"]}
    refused = await thief.refusal("POST", f"{ACTIVITIES}/acknowledge", body)
    assert refused[:2] == (400, "STEP_UP_REQUIRED")
    assert (await thief.call("GET", "/api/auth/keys/log")).status_code == 400
    await confirm(ann)
    await bare(ann, "POST", f"{ACTIVITIES}/acknowledge", body)
    assert (await thief.call("GET", "/api/auth/keys/log")).status_code == 200


async def test_those_who_look_after_an_account_see_its_members_and_nobody_else_does(
    house: House, respond: Respond
) -> None:
    owner = await browser(house).arrived("Clara")
    await owner.subscribed()
    ben = browser(house)
    await ben.arrived("Ben")
    await owner.admits(ben)
    stranger = await browser(house).arrived("Mallory")
    await stranger.subscribed(name="Elsewhere")
    laptop = browser(house, agent=CHROME, email=ben.email)
    assert await by_password(laptop, ben.email) == (200, None)
    await respond()
    (seen,) = await found(owner)
    (own,) = await found(ben)
    assert seen == own
    assert await found(stranger) == []
    body = {"activityId": own["id"]}
    path = f"{ACTIVITIES}/acknowledge"
    missing = await stranger.refusal("POST", path, body)
    assert missing == await stranger.refusal("POST", path, {"activityId": str(UUID(int=5))})
    assert missing[:2] == (404, "NOT_FOUND")
    await bare(owner, "POST", path, body)
    await house.follow()
    assert [one["state"] for one in await found(ben)] == ["acknowledged"]
    await bare(ben, "POST", path, body)
    await house.follow()
    assert [(one["state"], one["verdict"]) for one in await found(owner)] == [("resolved", "falsePositive")]


async def test_pages_of_a_list_go_on_where_they_ended(house: House, respond: Respond) -> None:
    ann = await browser(house, LONDON).arrived()
    for agent in (CHROME, CHROME.replace("Windows NT 10.0; Win64; x64", "X11; Linux x86_64")):
        assert await by_password(browser(house, agent=agent), ann.email) == (200, None)
        await respond()
        house.clock.advance(days=2)
    whole = [one["id"] for one in await found(ann)]
    first = (await ann.call("GET", f"{ACTIVITIES}?limit=1")).json()
    rest = (await ann.call("GET", f"{ACTIVITIES}?limit=1&cursor={first['page']['nextCursor']}")).json()
    assert whole
    assert [one["id"] for one in (*first["data"], *rest["data"])] == whole[:2]


async def test_the_history_tested_again_says_what_was_found(house: House, respond: Respond) -> None:
    await respond()
    tested = list(backtest_of(house.settings).run(Thresholds()))
    ((made,),) = await house.rows(
        "select count(*) from es.event where type in ('activity.detected', 'activity.repeated')"
    )
    assert len(tested) == made > 5
    assert all(one.was_made for one in tested)
    strict = msgspec.convert({"otp_brute_force": {"count": 2}}, Thresholds)
    more = [one for one in backtest_of(house.settings).run(strict) if not one.was_made]
    assert {one.finding.detector for one in more} == {"D01"}


async def test_the_command_line_shows_what_other_numbers_would_find(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings = {
        "COFFER_MODE": "development",
        "DATABASE_URL": house.settings.database_url,
        "COFFER_PROJECTOR_DATABASE_URL": house.settings.projector_database_url,
        "REDIS_URL": house.settings.redis_url,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "mine.toml"
    file.write_text("[password_brute_force]\ncount = 3\n")
    asked = ["detectors", "backtest", "--thresholds", str(file), "--detector", "D02"]
    assert await asyncio.to_thread(main, [*asked, "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert {one["detector"] for one in found} == {"D02"}
    assert any(not one["wasMade"] for one in found)
    assert await asyncio.to_thread(main, asked) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert len(lines) == len(found)
    assert total.startswith(f"{len(found)} findings, ")
    file.write_text("[password_brute_force]\ncount = none\n")
    assert await asyncio.to_thread(main, asked) == 2
    assert capsys.readouterr().err.startswith("mine.toml: ")


async def test_sessions_are_listed_with_the_country_they_came_from(house: House) -> None:
    ann = await browser(house, LONDON).arrived()
    there = browser(house, NEW_YORK, CHROME, ann.email)
    assert await by_password(there, ann.email) == (200, None)
    listed = (await ann.get("/list-sessions")).json()
    assert [session["country"] for session in listed] == ["GB", "US"]
    assert listed[1]["ipAddress"].startswith(NEW_YORK)
