"""Who is told what: a device that waits, an invitation, and that somebody reads recovery envelopes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.composition import without_request
from api.composition.foundation import lay_foundation, opened
from application.commands import Route
from application.jobs import Later
from application.processes.waiting_devices import PATIENCE, TOPIC
from client.crypto.pairing import Pairing, new_pairing_secret
from client.member import Member
from tests.api.vault.conftest import Household, refused
from tests.support.moving import move_before

Tell = Callable[[], Awaitable[Later | None]]
BELL = "/api/notifications"


@pytest.fixture
async def tell(household: Household) -> AsyncIterator[Tell]:
    """Carry out the newest job about a waiting device, as the worker does."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(household.house.settings, catalogue, household.house.clock)
    catalogue |= without_request.telling_routes(base)
    job = without_request.jobs(base)[TOPIC]

    async def newest() -> Later | None:
        await household.house.follow()
        ((payload,),) = await household.house.rows(
            "select payload from es.outbox where topic = %s order by id desc limit 1", (TOPIC,)
        )
        again = await job(payload)
        await household.house.follow()
        return again

    async with opened(base.parts):
        yield newest


async def told(member: Member) -> list[tuple[str, str]]:
    """What the bell of a person says."""
    return [(notice["about"], notice["targetId"]) for notice in await member.api.get(BELL)]


async def letters(household: Household, member: Member) -> list[str]:
    address = (await member.api.get("/api/auth/get-session"))["user"]["email"]
    return [letter.template for letter in await household.house.letters(address)]


async def test_who_can_let_a_device_in_is_told_until_it_is_in(household: Household, tell: Tell) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    assert await tell() is not None
    waits = [("firstDevice", str(guest.device.id))]
    assert await told(owner) == waits
    assert await told(guest) == []
    assert await tell() is not None
    assert await told(owner) == waits
    assert await household.house.facts("notice.mailed") == 0
    assert await owner.let_in_invited() == [guest.user_id]
    await household.house.follow()
    assert await told(owner) == []


async def test_one_mail_without_names_follows_when_nobody_comes(household: Household, tell: Tell) -> None:
    owner = await household.owner()
    await household.guest(owner)
    due = await tell()
    assert due is not None
    assert due.at - household.house.clock() <= PATIENCE
    household.house.clock.advance(minutes=3)
    for _ in range(3):
        assert await tell() is None
    assert (await letters(household, owner)).count("device_waits") == 1
    address = (await owner.api.get("/api/auth/get-session"))["user"]["email"]
    (letter,) = [x for x in await household.house.letters(address) if x.template == "device_waits"]
    assert letter.params == {"link": f"{household.house.settings.public_url}/keys"}


async def test_nobody_is_told_of_a_device_that_is_in_already(household: Household, tell: Tell) -> None:
    owner = await household.owner()
    await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    household.house.clock.advance(minutes=3)
    assert await tell() is None
    assert await told(owner) == []
    assert "device_waits" not in await letters(household, owner)


async def test_nobody_is_told_of_a_device_that_was_let_in_at_the_same_moment(
    household: Household, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await household.owner()
    await household.guest(owner)
    await household.house.follow()
    seen = move_before(monkeypatch, "NoticeGiven", owner.let_in_invited)
    assert await tell() is None
    assert seen.outcomes == ["version_conflict"]
    assert await told(owner) == []


async def test_a_member_without_the_key_is_not_asked_to_give_it(household: Household, tell: Tell) -> None:
    owner = await household.owner()
    first = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    second = await household.guest(owner)
    await tell()
    assert await told(first) == []
    assert await told(owner) == [("firstDevice", str(second.device.id))]


async def test_a_further_device_asks_its_own_person(household: Household) -> None:
    owner = await household.owner()
    second = await household.second(owner)
    assert owner.ledger.pin is not None
    pairing = Pairing(second.device.id, owner.account_id, new_pairing_secret(), owner.ledger.pin)
    await second.announce(pairing)
    await household.house.follow()
    assert await told(owner) == [("furtherDevice", str(second.device.id))]
    await owner.take_in(pairing)
    await household.house.follow()
    assert await told(owner) == []


async def test_a_further_device_that_nobody_approves_is_forgotten_after_a_day(household: Household) -> None:
    owner = await household.owner()
    second = await household.second(owner)
    await second.announce()
    await household.house.follow()
    household.house.clock.advance(hours=23)
    assert len(await told(owner)) == 1
    household.house.clock.advance(hours=2)
    assert await told(owner) == []


async def test_reading_envelopes_is_told_once_and_stays_until_it_is_read(household: Household) -> None:
    owner = await household.owner()
    await household.confirmed(owner)
    await owner.api.get("/api/auth/device/recovery")
    await household.house.follow()
    assert await told(owner) == [("recoveryRead", str(owner.device.id))]
    assert (await letters(household, owner)).count("recovery_read") == 1
    listed = await owner.api.http.get(BELL)
    (notice,) = listed.json()["data"]
    assert (listed.json()["unread"], notice["kind"], notice["readAt"]) == (1, "security", None)

    ids = {"ids": [notice["id"], str(uuid4())]}
    assert await owner.api.post(f"{BELL}/read", ids) == {"read": 1}
    await household.house.follow()
    assert await owner.api.post(f"{BELL}/read", ids) == {"read": 0}
    assert await household.house.facts("notice.read") == 1
    after = (await owner.api.http.get(BELL)).json()
    assert after["unread"] == 0
    assert datetime.fromisoformat(after["data"][0]["readAt"]) - household.house.clock() < timedelta(seconds=1)


async def test_what_is_somebody_elses_is_neither_shown_nor_read(household: Household) -> None:
    owner, other = await household.owner(), await household.owner()
    await household.confirmed(owner)
    await owner.api.get("/api/auth/device/recovery")
    await household.house.follow()
    (notice,) = await owner.api.get(BELL)
    assert await told(other) == []
    assert await other.api.post(f"{BELL}/read", {"ids": [notice["id"]]}) == {"read": 0}
    await household.house.follow()
    assert (await owner.api.http.get(BELL)).json()["unread"] == 1


async def test_an_invitation_reaches_somebody_who_is_known(household: Household) -> None:
    owner = await household.owner()
    person = await household.house.person().arrived("Jonas")
    await household.house.follow()
    pairing = await owner.invite(person.email, owner.built_in("member"))
    await household.house.follow()
    (notice,) = await person.data("GET", BELL)
    assert (notice["kind"], notice["targetId"]) == ("invitation", str(pairing.id))
    assert UUID(notice["accountId"]) == owner.account_id
    await person.data("POST", "/api/accounts/join", {"accountIds": [str(owner.account_id)]})
    await household.house.follow()
    assert await person.data("GET", BELL) == []


async def test_at_most_a_hundred_are_read_at_once(household: Household) -> None:
    owner = await household.owner()
    too_many = {"ids": [str(uuid4()) for _ in range(101)]}
    assert (await refused(owner.api.post(f"{BELL}/read", too_many)))[0] == 400
    assert (await refused(owner.api.post(f"{BELL}/read", {"ids": []})))[0] == 400
