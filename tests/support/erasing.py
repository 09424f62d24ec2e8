"""What the worker does about accounts that were closed, in a house that has no worker."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast
from uuid import UUID, uuid4

import httpx
import msgspec
import psycopg

from api.composition import without_request
from api.composition.foundation import Foundation, lay_foundation, opened
from application.catalogue import DECIDERS
from application.commands import Route
from application.ports import Context
from application.processes.erase_account import Erasing
from client.cabinet import Cabinet
from client.member import Member
from domain.accounts.invitations import InvitationAccepted
from domain.ids import AccountId
from domain.kernel import Actor, Recorded
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.registry import EventRegistry
from infrastructure.oversight.erasure_chores import ErasureChores
from infrastructure.personal_data.keys import KeyWrapping
from tests.api.vault.conftest import Household
from tests.support.door import PASSWORD
from tests.support.house import House, Person


@dataclass(frozen=True)
class Worker:
    """A process of its own beside the one that answers."""

    base: Foundation
    house: House

    @property
    def chores(self) -> ErasureChores:
        return without_request.erasures_of(self.base)

    @property
    def erasing(self) -> Erasing:
        return self.chores.erasing

    def context(self) -> Context:
        return Context(Actor(), self.house.clock(), uuid4(), uuid4())

    async def erase(self, account_id: UUID) -> bool:
        """Go on with one erasure until it waits or has ended; what it waits for is the followers."""
        for _ in range(3):
            await self.house.follow()
            if await self.erasing.go_on(AccountId(account_id), self.context()):
                await self.house.follow()
                return True
        return False

    def with_erasing(self, **changed: Any) -> Erasing:
        return replace(self.erasing, **changed)


@asynccontextmanager
async def a_worker(house: House) -> AsyncGenerator[Worker]:
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(house.settings, catalogue, house.clock)
    catalogue |= {
        **without_request.timed_routes(),
        **without_request.keeping_routes(base),
        **without_request.forgetting_routes(base),
        **without_request.erasing_routes(base),
    }
    async with opened((base.pool, base.pool_by_key, base.store)):
        yield Worker(base, house)


NAMES = ("Clarabel Quillfeather", "Jonathan Thistlewood", "Priyanka Ravensworth")
ACCOUNT_NAME = "Quillfeather Household"
ROLE_NAME = "Falconers of the moor"
LATE = "marmaduke.lately@example.test"
TITLES = ("Passport, in the walnut box", "A note without a file")
FILE = b"%PDF-1.7 the deed of the house, kept in the walnut box\n" * 20


@dataclass
class World:
    """An account that is to be erased, and a neighbour who knows one of its members."""

    household: Household
    owner: Member
    people: dict[str, Person]
    neighbour: Member
    role_id: UUID
    secrets: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """What has to be gone, by what it is."""

    @property
    def house(self) -> House:
        return self.household.house

    @property
    def account(self) -> UUID:
        return self.owner.account_id

    @property
    def words(self) -> list[str]:
        return [word for words in self.secrets.values() for word in words]

    async def close(self, who: str = "owner", confirm: str = ACCOUNT_NAME) -> httpx.Response:
        """The owner asks, and gives the password once more."""
        person = self.people[who]
        await person.post("/confirm", {"password": PASSWORD})
        return await person.call("DELETE", f"/api/accounts/{self.account}", {"confirm": confirm})

    def days_pass(self, days: float = 30) -> None:
        self.house.clock.advance(days=days)


async def a_world(house: House) -> World:
    """By the ways that browsers take: people with keys, a role, documents, a file, invitations."""
    household = Household(house)
    clara, jonathan, priyanka = [await house.person().arrived(name) for name in NAMES]
    neighbour = await household.member(
        priyanka, UUID((await priyanka.subscribed(name="Ravensworth & Co"))["id"])
    )
    await neighbour.found()
    await Cabinet(neighbour).write({"v": 1, "title": "Of the neighbour"})
    account = UUID((await clara.subscribed(name=ACCOUNT_NAME))["id"])
    owner = await household.member(clara, account)
    await owner.found()
    await household.confirmed(owner)
    role_id = await owner.make_role(ROLE_NAME, {"task": ["read"]})
    papers = Cabinet(owner)
    file_id = await papers.upload("deed.pdf", "application/pdf", FILE)
    await papers.write({"v": 1, "title": TITLES[0]}, file_id)
    await papers.write({"v": 1, "title": TITLES[1]})
    await house.follow()
    for person in (jonathan, priyanka):
        pairing = await owner.invite(person.email, owner.built_in("member"))
        await house.follow()
        await person.data("POST", "/api/accounts/join", {"accountIds": [str(account)]})
        if person is jonathan:
            guest = await household.member(person, account, pairing=pairing)
            await guest.attach_itself("first", pairing)
    await house.follow()
    await owner.let_in_invited()
    await owner.invite(LATE, owner.built_in("member"))
    await house.follow()
    people = {"owner": clara, "member": jonathan, "elsewhere": priyanka}
    world = World(household, owner, people, neighbour, role_id)
    world.secrets = await _secrets(world)
    return world


async def _secrets(world: World) -> dict[str, list[str]]:
    """All that lies under a key of the account, opened as a follower opens it, and what names its people.

    Whoever belongs to the neighbour as well is left out.
    """
    registry, house = EventRegistry(DECIDERS), world.house
    with psycopg.connect(house.settings.projector_database_url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(registry), KeyWrapping(house.settings.kek))
        end = reader.end(0)
        found = [read.fact for read in reader.of_account(0, world.account, 0, end) if read.fact]
    secrets: dict[str, list[str]] = {}
    kept = _kept(world, found)
    for fact in found:
        members = msgspec.json.decode(msgspec.json.encode(fact.event), type=dict[str, Any])
        for path in fact.event.erasable:
            kind, value = path.rpartition(".")[2], _at(members, path)
            if isinstance(value, str) and value and fact.entity_id not in kept:
                secrets.setdefault(kind, []).append(value)
            elif isinstance(value, list):
                wraps = cast("list[dict[str, str]]", value)
                secrets.setdefault("wraps", []).extend(wrap["dataB64u"] for wrap in wraps)
    gone = [world.people[who] for who in ("owner", "member")]
    secrets["people"] = [*NAMES[:2], LATE, *(person.email for person in gone)]
    secrets["plain"] = [*TITLES, FILE[:60].decode()]
    return secrets


def _at(members: dict[str, Any], path: str) -> Any:
    value: Any = members
    for step in path.split("."):
        value = cast("dict[str, Any]", value).get(step) if isinstance(value, dict) else None
    return value


def _kept(world: World, facts: Sequence[Recorded]) -> set[UUID]:
    """The invitation of who belongs to the neighbour as well: the address is known there."""
    user_id = world.neighbour.user_id
    return {
        fact.entity_id
        for fact in facts
        if isinstance(fact.event, InvitationAccepted) and fact.event.user_id == user_id
    }
