"""What the stream of changes tells, and to whom."""

from __future__ import annotations

from uuid import UUID, uuid4

import msgspec
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.accounts.accounts.events import MemberJoined, MemberRemoved
from domain.identity.users import UserRenamed
from domain.kernel import PiiRef
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.oversight.changes import PROJECTION, Change, changed_by, changes_since
from tests.support.facts import REGISTRY, recorded, take_in
from tests.support.shapes_of import all_members

ACME, BETA, ALICE = UUID(int=0xACE), UUID(int=0xBEA), UUID(int=0xA)
OWNERS, FAMILY = UUID(int=0x0), UUID(int=0xF)


def event(name: str, **given: object):
    return msgspec.structs.replace(all_members(REGISTRY.classes[name]), **given)


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [PROJECTION])
    return PostgresReader(pool)


async def test_a_document_is_told_to_those_who_can_open_it_and_gone_for_those_who_could(
    reader: PostgresReader, projector_database_url: str
) -> None:
    page, tab = uuid4(), uuid4()
    told = {"account_id": ACME, "entity_id": page, "actor_id": ALICE}
    facts = [
        recorded(event("document.created", audience=(OWNERS, FAMILY)), position=1, origin=tab, **told),
        recorded(event("document.activated"), position=2, version=2, **told),
        recorded(event("document.revised", audience=(OWNERS,)), position=3, version=3, **told),
        recorded(event("document.purged"), position=4, version=4, **told),
    ]
    take_in(projector_database_url, PROJECTION, *facts[:1])
    take_in(projector_database_url, PROJECTION, *facts[1:])
    both, one = [OWNERS, FAMILY], [OWNERS]
    assert await changes_since(reader, ACME, 0, 100) == [
        Change(1, "document", page, 1, "upsert", both, [], ALICE, tab),
        Change(2, "document", page, 2, "upsert", both, [], ALICE, None),
        Change(3, "document", page, 3, "upsert", one, [FAMILY], ALICE, None),
        Change(4, "document", page, 4, "delete", one, [], ALICE, None),
    ]
    assert [change.position for change in await changes_since(reader, ACME, 2, 1)] == [3]
    assert await changes_since(reader, BETA, 0, 100) == []


@pytest.mark.parametrize("kind", ["contact", "vendor"])
async def test_a_new_content_of_a_plain_item_is_told_to_those_it_was_for(
    reader: PostgresReader, projector_database_url: str, kind: str
) -> None:
    item, both, one = uuid4(), [OWNERS, FAMILY], [OWNERS]
    told = {"account_id": ACME, "entity_id": item}
    happened = [
        event(f"{kind}.created", audience=(OWNERS,)),
        event(f"{kind}.shared", audience=(OWNERS, FAMILY)),
        event(f"{kind}.revised"),
        event(f"{kind}.audience_changed", audience=(OWNERS,)),
        event(f"{kind}.deleted"),
        event(f"{kind}.purged"),
    ]
    take_in(
        projector_database_url,
        PROJECTION,
        *(recorded(fact, position=n, version=n, **told) for n, fact in enumerate(happened, 1)),
    )
    found = await changes_since(reader, ACME, 0, 100)
    assert {(change.resource, change.id) for change in found} == {(kind, item)}
    assert [(change.op, change.audience, change.lost) for change in found] == [
        ("upsert", one, []),
        ("upsert", both, []),
        ("upsert", both, []),
        ("upsert", one, [FAMILY]),
        ("upsert", one, []),
        ("delete", one, []),
    ]


async def test_a_built_in_status_is_told_to_everybody_until_it_is_sealed(
    reader: PostgresReader, projector_database_url: str
) -> None:
    def about(name: str, **members: object):
        return event(name, status_id=status, **members)

    status = uuid4()
    happened = [
        event("status_board.begun"),
        about("status.moved"),
        about("status.revised", audience=(OWNERS,)),
        about("status.removed"),
    ]
    told = {"account_id": ACME, "entity_id": ACME}
    facts = [recorded(fact, position=n, version=n, **told) for n, fact in enumerate(happened, 1)]
    take_in(projector_database_url, PROJECTION, *facts)
    found = await changes_since(reader, ACME, 0, 100)
    assert {(change.resource, change.id) for change in found} == {("status", status)}
    assert [(change.version, change.op, change.audience) for change in found] == [
        (2, "upsert", None),
        (3, "upsert", [OWNERS]),
        (4, "delete", [OWNERS]),
    ]


async def test_members_come_and_go_before_everybody(
    reader: PostgresReader, projector_database_url: str
) -> None:
    bob = uuid4()
    joined = msgspec.structs.replace(all_members(MemberJoined), user_id=bob)
    removed = msgspec.structs.replace(all_members(MemberRemoved), user_id=bob)
    facts = [
        recorded(e, position=n, account_id=ACME, entity_id=ACME) for n, e in enumerate((joined, removed), 1)
    ]
    take_in(projector_database_url, PROJECTION, *facts)
    found = await changes_since(reader, ACME, 0, 100)
    assert [(c.resource, c.id, c.op, c.audience) for c in found] == [
        ("member", bob, "upsert", None),
        ("member", bob, "delete", None),
    ]


def test_what_belongs_to_no_account_and_an_upload_that_is_not_whole_change_nothing() -> None:
    assert changed_by(recorded(UserRenamed(PiiRef("p")))) is None
    assert changed_by(recorded(event("file.upload_opened"), account_id=ACME)) is None
    assert changed_by(recorded(event("document.expiry_warned"), account_id=ACME)) is None
    assert changed_by(recorded(event("task.due_warned"), account_id=ACME)) is None
    assert changed_by(recorded(event("file.read"), account_id=ACME)) is None


@pytest.mark.parametrize("name", sorted(REGISTRY.classes))
def test_no_event_breaks_the_stream(name: str) -> None:
    changed = changed_by(recorded(all_members(REGISTRY.classes[name]), account_id=ACME))
    assert changed is None or changed.op in ("upsert", "delete")


async def test_what_happens_to_a_task_and_to_its_comments_is_told_of_the_task(
    reader: PostgresReader, projector_database_url: str
) -> None:
    task = uuid4()
    told = {"account_id": ACME, "entity_id": task}
    happened = [
        event("task.created", audience=(OWNERS,)),
        # People, who read for whatever they read for.
        event("task.assigned", added=(ALICE,), removed=()),
        event("task.commented"),
        # For some of those who read the task.
        event("comment.shared", audience=(FAMILY,)),
        event("reminder.fired"),
        event("task.audience_changed", audience=(OWNERS, FAMILY)),
        event("task.purged"),
    ]
    facts = [recorded(fact, position=n, version=n, **told) for n, fact in enumerate(happened, 1)]
    take_in(projector_database_url, PROJECTION, *facts)
    found = await changes_since(reader, ACME, 0, 100)
    assert {(change.resource, change.id) for change in found} == {("task", task)}
    assert [change.audience for change in found] == [[OWNERS]] * 5 + [[OWNERS, FAMILY]] * 2
    assert [change.op for change in found] == ["upsert"] * 6 + ["delete"]


@pytest.mark.parametrize("name", ["file.found_damaged", "file.damage_ended"])
async def test_a_damage_is_told_of_its_file_to_those_who_can_open_it(
    reader: PostgresReader, projector_database_url: str, name: str
) -> None:
    file, damage = uuid4(), uuid4()
    stored = event("file.upload_finalised", audience=(OWNERS,))
    facts = [
        recorded(stored, position=1, account_id=ACME, entity_id=file),
        recorded(event(name, file_id=file), position=2, account_id=ACME, entity_id=damage),
    ]
    take_in(projector_database_url, PROJECTION, *facts)
    _, told = await changes_since(reader, ACME, 0, 100)
    assert (told.resource, told.id, told.audience) == ("file", file, [OWNERS])
