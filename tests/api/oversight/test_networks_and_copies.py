"""What the door does about a network that guesses, a sign-in after guesses, and a passkey that is twice."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from tests.api.identity.test_passkeys import added, an_authenticator, refusal, signed
from tests.api.oversight.test_suspicious_activities import (
    ACTIVITIES,
    bare,
    confirm,
    detected,
    found,
    templates,
)
from tests.support.door import PASSWORD, an_address
from tests.support.house import House, Person, an_open_house
from tests.support.responding import Respond, responding

KEYS = "/api/auth/keys/log"
_networks, _hosts = itertools.count(1), itertools.count(1)


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """Behind a proxy, so that each request comes from the network that it names."""
    folder: Path = tmp_path_factory.mktemp("house")
    more = {"COFFER_TRUSTED_PROXIES": "10.0.0.0/8"}
    async with an_open_house(module_product_database_url, valkey_url, folder, **more) as house:
        yield house


@pytest.fixture(scope="module")
async def respond(house: House) -> AsyncIterator[Respond]:
    async with responding(house) as respond:
        yield respond


@pytest.fixture
def network() -> str:
    """The first three numbers of the addresses of a network that no other test comes from."""
    return f"198.18.{next(_networks)}."


def browser_at(house: House, network: str, email: str = "") -> Person:
    """A browser somewhere in a network, at an address of its own."""
    person = Person(house, {"X-Forwarded-For": f"{network}{next(_hosts) % 250 + 1}"}, house=house)
    person.email = email or person.email
    return person


async def attempt(
    who: Person, password: str = "wrong-horse-wrong-battery", email: str = ""
) -> httpx.Response:
    return await who.post("/sign-in/email", {"email": email or who.email, "password": password})


async def fails(house: House, network: str, email: str) -> None:
    assert (await attempt(browser_at(house, network, email))).status_code == 401


async def statuses(house: House, network: str, times: int) -> list[int]:
    """What strangers in a network are answered who try one address each."""
    return [(await attempt(browser_at(house, network, an_address()))).status_code for _ in range(times)]


async def test_a_network_that_tries_many_addresses_is_slowed_down_as_a_whole(
    house: House, respond: Respond, network: str
) -> None:
    elsewhere = f"198.19.{next(_networks)}."
    ann = await browser_at(house, network).arrived()
    for _ in range(8):
        await fails(house, network, an_address())
    assert await respond() == 1
    assert await statuses(house, network, 6) == [401] * 5 + [429]
    held = await attempt(browser_at(house, network, ann.email), PASSWORD)
    assert (held.status_code, held.headers["X-Retry-After"]) == (429, "60")
    code = await browser_at(house, elsewhere).ask_for_code(ann.email)
    body = {"email": ann.email, "otp": code}
    assert (await browser_at(house, network).post("/sign-in/email-otp", body)).status_code == 429
    assert (await attempt(ann, PASSWORD)).status_code == 200, "who is known there never waits"
    assert await statuses(house, elsewhere, 6) == [401] * 6
    house.clock.advance(seconds=60)
    assert await statuses(house, network, 6) == [401] * 5 + [429]
    house.clock.advance(minutes=60)
    assert await statuses(house, network, 6) == [401] * 6


async def test_a_network_that_fails_a_hundred_times_is_slowed_down_and_the_operator_told(
    house: House, respond: Respond, network: str
) -> None:
    # Seven addresses are not many: this is about how often, the test before about how wide.
    *victims, last = (an_address() for _ in range(7))
    for number in range(99):
        await fails(house, network, victims[number % len(victims)])
    with capture_logs() as early:
        await respond()
    assert [line for line in early if line.get("detector") == "D04"] == []
    await fails(house, network, last)
    with capture_logs() as lines:
        assert await respond() == 1
    (told,) = [line for line in lines if line["event"] == "authn_login_fail_max"]
    assert (told["detector"], told["severity"], told["count"], told["log_level"]) == (
        "D04",
        4,
        "100",
        "warning",
    )
    assert not any(address in str(told) for address in (*victims, last, network)), (
        "a network is told as a hash"
    )
    assert await statuses(house, network, 6) == [401] * 5 + [429]
    house.clock.advance(minutes=119)
    assert await statuses(house, network, 6) == [401] * 5 + [429]
    house.clock.advance(minutes=1)
    assert await statuses(house, network, 6) == [401] * 6


async def test_a_right_password_after_wrong_ones_from_a_new_network_does_not_open_keys(
    house: House, respond: Respond, network: str
) -> None:
    home = f"198.19.{next(_networks)}."
    ann = await browser_at(house, home).arrived()
    await ann.subscribed()
    for _ in range(5):
        await fails(house, network, ann.email)
    guest = browser_at(house, network, ann.email)
    assert (await attempt(guest, PASSWORD)).status_code == 200
    await respond()
    assert await detected(ann) == [("D05", "open")]
    (one,) = await found(ann)
    assert (one["severity"], one["summaryKey"], one["params"]["count"]) == (3, "successAfterFailures", "5")
    assert (await guest.refusal("GET", KEYS))[:2] == (400, "STEP_UP_REQUIRED")
    assert (await guest.call("GET", "/api/accounts")).status_code == 200, "the session itself is one"
    assert (await ann.call("GET", KEYS)).status_code == 200, "the other session is not suspicious"
    assert (await templates(house, ann)).count("sign_in_doubtful") == 1
    await confirm(guest)
    assert (await guest.call("GET", KEYS)).status_code == 200


async def off(who: Person) -> list[bool]:
    return [passkey["off"] for passkey in (await who.get("/passkey/list-user-passkeys")).json()]


async def test_a_passkey_that_seems_to_be_twice_opens_nothing_until_its_person_says_so(
    house: House, respond: Respond, network: str
) -> None:
    ann = await browser_at(house, network).arrived()
    phone, laptop = an_authenticator(), an_authenticator()
    for passkey in (phone, laptop):
        assert (await added(ann, passkey)).status_code == 200
    copy = an_authenticator(key=phone.key, credential_id=phone.credential_id)
    for _ in range(2):
        assert (await signed(browser_at(house, network), phone)).status_code == 200
    assert refusal(await signed(browser_at(house, network), copy)) == (400, "AUTHENTICATION_FAILED")
    assert await respond() == 1
    (one,) = await found(ann)
    assert (one["detector"], one["severity"], one["subject"]["kind"], one["response"]) == (
        "D08",
        4,
        "passkey",
        ["passkeyOff", "mail"],
    )
    assert (await templates(house, ann))[-1] == "passkey_disabled"
    # Nobody can say which of the two is the copy, so neither opens anything, however far it counts.
    for either in (phone, copy):
        either.counter = 10
        refused = await signed(browser_at(house, network), either)
        assert refusal(refused) == (400, "AUTHENTICATION_FAILED")
    options = (await ann.get("/passkey/generate-authenticate-options")).json()
    proof = await ann.post("/confirm", {"response": phone.sign(options)})
    assert refusal(proof) == (400, "AUTHENTICATION_FAILED")
    assert (await signed(browser_at(house, network), laptop)).status_code == 200
    assert await off(ann) == [True, False], "their person sees which one it is"
    house.clock.advance(minutes=11)
    mine = {"activityId": one["id"]}
    assert (await ann.refusal("POST", f"{ACTIVITIES}/acknowledge", mine))[:2] == (400, "STEP_UP_REQUIRED")
    await confirm(ann)
    await bare(ann, "POST", f"{ACTIVITIES}/acknowledge", mine)
    assert (await signed(browser_at(house, network), phone)).status_code == 200
    assert await off(ann) == [False, False]
