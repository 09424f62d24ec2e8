"""What lists show of contacts and vendors, and to whom."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.kernel import Decider, Recorded
from domain.work.contacts import CONTACT
from domain.work.items.facts import DeleteItem, PurgeItem, RestoreItem, ShareItem
from domain.work.plain.facts import ChangeItem, CreateItem, PlainCommand
from domain.work.plain.item import ShownItem
from domain.work.vendors import VENDOR
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from infrastructure.rows.schema import schema_of
from infrastructure.work.lookups import ItemLookup
from projections.kernel import Projection
from projections.work.item_lists import ItemFilter, ItemList, Sort
from projections.work.plain_items import CONTACT_LIST, CONTACTS_READ, VENDOR_LIST, VENDORS_READ
from tests.support.facts import recorded, take_in
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    MEMBER,
    NOON,
    OWNER,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    wrap,
)

ID, ELSEWHERE = named("contact"), named("another account")
ACTIVE, ARCHIVED = attributes(state="active"), attributes(state="archived")
OWNERS, MEMBERS, STRANGERS = (frozenset({role}) for role in (OWNER, MEMBER, named("no role of theirs")))
NEWEST = Sort("updatedAt", "desc")


def creates(item: UUID = ID) -> CreateItem:
    return CreateItem(item, sealed(item, attrs=ACTIVE), EVERYBODY)


REVISES = ChangeItem(id=ID, sealed=sealed(ID, attrs=ACTIVE, revision=2, content=2))
NARROWS = ChangeItem(id=ID, sealed=sealed(ID, OWNER, attrs=ACTIVE, revision=3, content=3), audience=(OWNER,))
WIDENS = ShareItem(ID, (wrap(MEMBER),), signed("shared"), EVERYBODY)
ARCHIVES = ChangeItem(id=ID, attested=attested("archived", ARCHIVED), state="archived")
DELETES = DeleteItem(ID, signed("deleted"))
RESTORES = RestoreItem(ID, attested("restored", ACTIVE))
PURGES = PurgeItem(ID)


class Kind(NamedTuple):
    """Contacts or vendors: their rules, what reads them, and the list over it."""

    decider: Decider[Any, Any, Any]
    projection: Projection
    items: ItemList

    def facts(self, *commands: PlainCommand, item: UUID = ID, first: int = 1) -> list[Recorded]:
        """What these commands lead to, one fact a minute."""
        state, facts = None, []
        for command in commands:
            events = self.decider.decide(command, state, moment())
            state = self.decider.fold(events, state)
            facts += [
                recorded(
                    event,
                    position=first + place,
                    account_id=ACCOUNT,
                    entity_id=item,
                    actor_id=ANN,
                    version=place + 1,
                    at=NOON + timedelta(minutes=first + place),
                )
                for place, event in enumerate(events, len(facts))
            ]
        return facts


CONTACTS, VENDORS = Kind(CONTACT, CONTACTS_READ, CONTACT_LIST), Kind(VENDOR, VENDORS_READ, VENDOR_LIST)
both = pytest.mark.parametrize("kind", [CONTACTS, VENDORS], ids=["contacts", "vendors"])


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [CONTACTS_READ, VENDORS_READ])
    return PostgresReader(pool)


async def listed(
    reader: PostgresReader, kind: Kind, reads: frozenset[Any] = OWNERS, **wanted: Any
) -> list[ShownItem]:
    rows = await kind.items.page_of(
        reader, ACCOUNT, reads, ItemFilter(**wanted), NEWEST, limit=100, after=None
    )
    ids = [msgspec.json.decode(row.json)["id"] for row in rows]
    found = await ItemLookup(reader, kind.items, ShownItem).find(ACCOUNT, [UUID(id) for id in ids])
    return [found[UUID(id)] for id in ids]


class Told(NamedTuple):
    """What changed of an item: how far its chain is told, and whether its contents come with it."""

    version: int
    statements: tuple[str, ...]
    is_whole: bool


async def told(reader: PostgresReader, kind: Kind, reads: frozenset[Any], since: int) -> list[Told]:
    rows = await kind.items.changed_since(reader, ACCOUNT, reads, since=since, limit=100)
    return [_told(msgspec.json.decode(row.json)) for row in rows]


def _told(item: dict[str, Any]) -> Told:
    statements = (item["sealed"]["statementB64u"], *(said["statementB64u"] for said in item["later"]))
    return Told(item["word"]["version"], statements, "dataB64u" in item["sealed"])


@both
async def test_an_item_is_shown_as_its_facts_leave_it(
    reader: PostgresReader, projector_database_url: str, kind: Kind
) -> None:
    facts = kind.facts(creates(), REVISES, NARROWS, WIDENS, ARCHIVES)
    take_in(projector_database_url, kind.projection, *facts)
    (item,) = await listed(reader, kind)
    assert (item.id, item.version, item.seq, item.state, item.audience) == (ID, 5, 5, "archived", EVERYBODY)
    assert (item.created_at, item.updated_at) == ("2026-05-04T12:01:00.000Z", "2026-05-04T12:05:00.000Z")
    assert (item.created_by, item.updated_by, item.owed) == (ANN, ANN, ())
    assert (item.sealed.content_revision, item.sealed.attrs, len(item.later)) == (3, ARCHIVED, 2)
    assert [wrap.role_id for wrap in item.sealed.wraps] == list(EVERYBODY)
    assert await ItemLookup(reader, kind.items, ShownItem).find(ACCOUNT, [ID, named("none")]) == {ID: item}
    assert await ItemLookup(reader, kind.items, ShownItem).find(ELSEWHERE, [ID]) == {}


@both
async def test_facts_of_one_batch_and_of_many_lead_to_the_same_rows(
    reader: PostgresReader, projector_database_url: str, kind: Kind
) -> None:
    facts = kind.facts(creates(), REVISES, NARROWS, WIDENS, ARCHIVES, DELETES)
    rows = f"select to_jsonb(t) from read.{kind.items.table} as t"
    for fact in facts:
        take_in(projector_database_url, kind.projection, fact)
    one_by_one = await reader.all(rows, account_id=ACCOUNT)
    with psycopg.connect(projector_database_url) as projector:
        assert projector.execute(f"delete from {schema_of(kind.projection)}.{kind.items.table}").rowcount == 1
    take_in(projector_database_url, kind.projection, *facts)
    assert await reader.all(rows, account_id=ACCOUNT) == one_by_one


@both
async def test_an_item_is_found_by_those_who_can_open_it(
    reader: PostgresReader, projector_database_url: str, kind: Kind
) -> None:
    other = named("another")
    take_in(projector_database_url, kind.projection, *kind.facts(creates(), REVISES, NARROWS))
    take_in(projector_database_url, kind.projection, *kind.facts(creates(other), item=other, first=11))

    async def found(reads: frozenset[Any]) -> list[UUID]:
        asked = [other, named("none"), ID]
        return [row.id for row in await kind.items.visible(reader, ACCOUNT, reads, asked)]

    assert await found(OWNERS) == [other, ID]
    assert await found(MEMBERS) == [other]
    assert await found(STRANGERS) == []
    assert [item.id for item in await listed(reader, kind)] == [other, ID]
    assert [item.id for item in await listed(reader, kind, MEMBERS)] == [other]
    assert [item.id for item in await listed(reader, kind, ids=(ID,))] == [ID]
    assert await listed(reader, kind, created_by=named("somebody else")) == []
    late = NOON + timedelta(minutes=11)
    assert [item.id for item in await listed(reader, kind, updated_from=late)] == [other]
    assert [item.id for item in await listed(reader, kind, updated_to=late)] == [ID]


@both
async def test_who_could_open_it_hears_what_ended_that(
    reader: PostgresReader, projector_database_url: str, kind: Kind
) -> None:
    facts = kind.facts(creates(), REVISES, NARROWS, DELETES, PURGES)
    revised, narrowed = (change.sealed.statement_b64u for change in (REVISES, NARROWS) if change.sealed)
    take_in(projector_database_url, kind.projection, *facts[:2])
    assert await told(reader, kind, MEMBERS, 0) == [Told(2, (revised,), is_whole=True)]
    assert await told(reader, kind, MEMBERS, 2) == []
    take_in(projector_database_url, kind.projection, *facts[2:3])
    assert await told(reader, kind, OWNERS, 2) == [Told(3, (narrowed,), is_whole=True)]
    # Up to the statement that left them out, and nothing after it.
    assert await told(reader, kind, MEMBERS, 2) == [Told(3, (narrowed,), is_whole=False)]
    for place, fact in enumerate(facts[3:], 3):
        take_in(projector_database_url, kind.projection, fact)
        version, ended = place + 1, (narrowed, DELETES.signed.statement_b64u)
        assert await told(reader, kind, OWNERS, place) == [Told(version, ended, is_whole=version == 4)]
        assert await told(reader, kind, MEMBERS, place) == [Told(version, (narrowed,), is_whole=False)]
        assert await told(reader, kind, STRANGERS, 0) == []


@both
async def test_what_lies_in_the_bin_is_listed_for_those_who_ask_for_it(
    reader: PostgresReader, projector_database_url: str, kind: Kind
) -> None:
    facts = kind.facts(creates(), DELETES, RESTORES, DELETES, PURGES)
    assert len(facts) == 5

    async def states(**wanted: Any) -> list[str]:
        return [item.state for item in await listed(reader, kind, **wanted)]

    take_in(projector_database_url, kind.projection, *facts[:2])
    assert (await states(), await states(states=("deleted",))) == ([], ["deleted"])
    take_in(projector_database_url, kind.projection, facts[2])
    assert (await states(), await states(states=("deleted",))) == (["active"], [])
    take_in(projector_database_url, kind.projection, *facts[3:])
    assert await states(states=("active", "archived", "deleted")) == []
    assert await kind.items.visible(reader, ACCOUNT, OWNERS, [ID]) == []
    purged = (await ItemLookup(reader, kind.items, ShownItem).find(ACCOUNT, [ID]))[ID]
    assert (purged.state, purged.sealed.data_b64u, purged.sealed.wraps) == ("purged", "", ())


@both
@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("field", ["createdAt", "updatedAt"])
async def test_pages_follow_each_other(
    reader: PostgresReader, projector_database_url: str, kind: Kind, field: Any, direction: Any
) -> None:
    for number in range(5):
        item = named(f"item {number}")
        # Two of them at the same moment: the id decides between them.
        facts = kind.facts(creates(item), item=item, first=number // 2 * 10 + 1)
        take_in(projector_database_url, kind.projection, *facts)
    sort, places, after = Sort(field, direction), [], None
    while rows := await kind.items.page_of(reader, ACCOUNT, OWNERS, ItemFilter(), sort, limit=2, after=after):
        after = rows[-1].place
        places += [(row.place.value, row.place.id) for row in rows]
    assert len({id for _, id in places}) == 5
    ordered = pairwise(places if direction == "asc" else reversed(places))
    assert all(before < later for before, later in ordered)
