"""A house in which much has happened, and a store to write on with beside it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from uuid import UUID

from application.catalogue import DECIDERS
from client.api import Person as Caller
from client.member import Member
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from tests.support.door import KEY, PASSWORD
from tests.support.house import House, Person
from tests.support.stack import seen_by


@contextlib.asynccontextmanager
async def a_store(owner_url: str) -> AsyncIterator[PostgresEventStore]:
    """The product's, on a database with its read models."""
    url = seen_by("coffer_app", owner_url)
    async with open_pool(url, size=4) as pool:
        subjects = SubjectKeys(pool, KeyWrapping(key(KEY)))
        store = PostgresEventStore(url, pool, EventRegistry(DECIDERS), subjects, inline=PROJECTIONS)
        await store.open()
        try:
            yield store
        finally:
            await store.close()


async def lived_in(house: House) -> UUID:
    """People sign up, invite, join, change their minds and leave. Answers the account of most of it."""
    ann, bob, eve = [await house.person().arrived(name) for name in ("Ann", "Bob", "Eve")]
    account = await ann.subscribed()
    await eve.subscribed()
    bob_id = await ann.admits(bob)
    await ann.invites(eve)
    await ann.data("PUT", "/users/role", {"userId": bob_id, "roleId": await ann.role("admin")})
    await ann.call(
        "PUT", f"/api/accounts/{account['id']}", {"displayName": "New", "version": account["version"]}
    )
    await bob.post("/sign-in/email", {"email": bob.email, "password": "wrong wrong wrong"})
    await bob.post("/sign-out")
    await ann.data("GET", "/api/roles")
    await keys_are_set_up(house, ann, UUID(account["id"]))
    await house.follow()
    return UUID(account["id"])


async def keys_are_set_up(house: House, ann: Person, account_id: UUID) -> None:
    """A device, role keys, one given up and renewed, a private one, and a sign of life."""
    api = Caller(ann.http)
    user_id = UUID((await api.session())["user"]["id"])
    keys = Member(api, account_id, user_id, clock=lambda: int(house.clock().timestamp() * 1000))
    await keys.found()
    await api.post("/api/auth/confirm", {"password": PASSWORD})
    await keys.roles.roll(keys.built_in("member"))
    await keys.roles.create(keys.personal_role, "Private")
    await keys.post("role.unassign", {"role": keys.built_in("admin"), "user": user_id})
    second = Member(api, account_id, user_id, clock=keys.ledger.clock)
    await second.announce()
