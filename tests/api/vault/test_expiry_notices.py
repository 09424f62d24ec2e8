"""What people see of a warning: the bell until it is dealt with, one mail without a word of content."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from api.composition import without_request
from api.composition.foundation import lay_foundation, opened
from application.commands import Route
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.work.expiry_chores import ExpiryChores
from tests.api.vault.conftest import Household

BELL = "/api/notifications"
TITLE = "Passport of A. Hawthorne"


@dataclass
class Morning:
    household: Household
    chores: ExpiryChores

    def in_days(self, days: int) -> date:
        return self.household.house.clock().date() + timedelta(days=days)

    async def after(self, days: int) -> None:
        """So many days, and the last morning twice: first it warns, and then it counts for the mail."""
        for _ in range(days):
            self.household.house.clock.advance(days=1)
            await self.household.house.follow()
        for _ in range(2):
            await self.chores.do_what_is_due()
            await self.household.house.follow()


@pytest.fixture
async def morning(household: Household) -> AsyncIterator[Morning]:
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(household.house.settings, catalogue, household.house.clock)
    catalogue |= without_request.expiry_routes(base)
    async with opened(base.parts):
        yield Morning(household, ExpiryChores(base.commands, base.reader, base.clock))


async def a_paper(member: Member, day: date, **more: Any) -> UUID:
    attributes = {"state": "active", "noteOnly": True, "expiresOn": day.isoformat(), **more}
    return await Cabinet(member).add("document", {"v": 1, "title": TITLE}, attributes)


async def told(member: Member) -> list[tuple[str, bool]]:
    """Of which documents the bell warns, and whether that was read."""
    return [
        (notice["targetId"], notice["readAt"] is not None)
        for notice in await member.api.get(BELL)
        if notice["about"] == "documentExpires"
    ]


async def letters(household: Household, member: Member) -> list[Any]:
    address = (await member.api.get("/api/auth/get-session"))["user"]["email"]
    found = await household.house.letters(address)
    return [letter.params for letter in found if letter.template == "digest"]


async def test_a_warning_is_seen_and_done_and_comes_again_with_the_next_stage(
    household: Household, morning: Morning
) -> None:
    owner, stranger = await household.owner(), await household.owner()
    paper = await a_paper(owner, morning.in_days(8), remindDays=[6])
    await morning.after(1)
    assert await told(owner) == [(str(paper), False)]
    assert await told(stranger) == []
    (notice,) = await owner.api.get(BELL)
    assert notice == {
        "id": notice["id"],
        "accountId": str(owner.account_id),
        "kind": "expiry",
        "about": "documentExpires",
        "targetId": str(paper),
        "personId": None,
        "at": notice["at"],
        "readAt": None,
    }
    await owner.api.post(f"{BELL}/read", {"ids": [notice["id"]]})
    await household.house.follow()
    assert await told(owner) == [(str(paper), True)]
    assert await stranger.api.post(f"{BELL}/done", {"ids": [notice["id"]]}) == {"done": 0}
    await household.house.follow()
    assert await told(owner) == [(str(paper), True)]
    assert await owner.api.post(f"{BELL}/done", {"ids": [notice["id"], str(uuid4())]}) == {"done": 1}
    await household.house.follow()
    assert await told(owner) == []
    await morning.after(1)
    assert await told(owner) == [(str(paper), False)], "the stage of its own"


async def test_what_waits_for_an_answer_cannot_be_put_away(household: Household, morning: Morning) -> None:
    owner = await household.owner()
    await (await household.second(owner)).announce()
    await household.house.follow()
    (waiting,) = [notice for notice in await owner.api.get(BELL) if notice["kind"] == "keyNeeded"]
    assert await owner.api.post(f"{BELL}/done", {"ids": [waiting["id"]]}) == {"done": 0}


async def test_the_mail_counts_and_names_nothing(household: Household, morning: Morning) -> None:
    owner = await household.owner()
    for _ in range(2):
        await a_paper(owner, morning.in_days(8))
    await morning.after(1)
    await morning.after(0)
    (said,) = await letters(household, owner)
    assert said == {
        "documents": "2",
        "tasks": "",
        "link": f"{household.house.settings.public_url}/documents/expiring",
        "stop": said["stop"],
    }


async def test_the_link_in_the_mail_ends_the_mail_and_nothing_else(
    household: Household, morning: Morning
) -> None:
    owner, other = await household.owner(), await household.owner()
    await a_paper(owner, morning.in_days(8))
    await morning.after(1)
    await morning.after(0)
    (said,) = await letters(household, owner)
    transport = httpx.ASGITransport(household.house.app)
    async with httpx.AsyncClient(transport=transport) as nobody:
        page = await nobody.get(said["stop"])
        assert "documents that expire and tasks that are due in this account" in page.text
        assert await owner.api.get(f"{BELL}/digest") == {"wanted": True}, "looking changes nothing"
        forged = said["stop"].replace(owner.user_id.hex, other.user_id.hex)
        assert (await nobody.post(forged)).status_code == 404
        for _ in range(2):
            done = await nobody.post(said["stop"], data={"List-Unsubscribe": "One-Click"})
            assert done.status_code == 200
    await household.house.follow()
    assert await owner.api.get(f"{BELL}/digest") == {"wanted": False}
    assert await other.api.get(f"{BELL}/digest") == {"wanted": True}
    assert await household.house.facts("suppression.added") == 0


async def test_whoever_wants_no_mail_says_so(household: Household, morning: Morning) -> None:
    owner = await household.owner()
    choice = f"{BELL}/digest"
    assert await owner.api.get(choice) == {"wanted": True}
    assert await owner.api.put(choice, {"wanted": False}) == {"wanted": False}
    await household.house.follow()
    assert await owner.api.get(choice) == {"wanted": False}
    paper = await a_paper(owner, morning.in_days(8))
    await morning.after(1)
    assert await letters(household, owner) == []
    assert await told(owner) == [(str(paper), False)], "the bell goes on"
