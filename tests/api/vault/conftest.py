"""One running application for the key tests of a module, and members with devices in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.composition import work
from client.api import Person as Caller
from client.api import Refused
from client.crypto.pairing import Pairing
from client.member import Member
from tests.support.door import PASSWORD
from tests.support.house import House, Person, an_open_house


@dataclass
class Household:
    """People of one account, each in a browser of their own."""

    house: House

    def clock(self) -> int:
        return int(self.house.clock().timestamp() * 1000)

    async def member(self, person: Person, account_id: UUID, *, pairing: Pairing | None = None) -> Member:
        session = await person.session()
        api = Caller(person.http)
        api.account_id = account_id
        api.position = person.position
        pin = pairing.pin if pairing else None
        return Member(api, account_id, UUID(session["user"]["id"]), pin=pin, clock=self.clock)

    async def owner(self, plan: str = "family") -> Member:
        """Somebody who opened an account and set up its keys."""
        person = await self.house.person().arrived("Clara")
        account = await person.subscribed(plan)
        owner = await self.member(person, UUID(account["id"]))
        await owner.found()
        return owner

    async def guest(self, host: Member, role: str = "member") -> Member:
        """Somebody who was invited with a link, joined, and waits with a first device."""
        person = await self.house.person().arrived("Jonas")
        pairing = await host.invite(person.email, host.built_in(role))
        await self.house.follow()
        await person.data("POST", "/api/accounts/join", {"accountIds": [str(host.account_id)]})
        guest = await self.member(person, host.account_id, pairing=pairing)
        await guest.attach_itself("first", pairing)
        return guest

    async def second(self, member: Member) -> Member:
        """Further keys of the same person, in nobody's log yet."""
        api = Caller(member.api.http)
        api.account_id, api.position = member.account_id, member.api.position
        return Member(api, member.account_id, member.user_id, clock=self.clock)

    async def confirmed(self, member: Member) -> None:
        """The person gives the password once more."""
        await member.api.post("/api/auth/confirm", {"password": PASSWORD})


async def refused(call: Any) -> tuple[int, str]:
    """Status and reason of a call that is refused."""
    with pytest.raises(Refused) as refusal:
        await call
    return refusal.value.status, refusal.value.reason


@pytest.fixture(scope="module")
async def household(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Household]:
    folder: Path = tmp_path_factory.mktemp("house")
    key = str(folder / "log-key.pem")
    async with an_open_house(
        module_product_database_url,
        valkey_url,
        folder,
        further=[work.slice_of],
        COFFER_LOG_KEY_FILE=key,
        COFFER_BLOB_DIR=str(folder / "blobs"),
    ) as house:
        yield Household(house)
