"""A person's own log: what others did to them stands in it, too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.accounts.accounts.events import AccountRenamed, MemberRemoved
from domain.identity.sessions import SessionEnded, SessionStarted
from domain.ids import AccountId, SessionId, UserId
from domain.kernel import PiiRef
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.identity.users import PROJECTION as USERS
from projections.oversight.audit_log import PROJECTION, Asked, entries_of_account, entries_of_person
from tests.support.facts import recorded, take_in
from tests.support.shapes_of import NOON, all_members

ACME = AccountId(UUID(int=0xACE))
ALICE, BOB = UserId(UUID(int=0xA)), UserId(UUID(int=0xB))


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [USERS, PROJECTION])
    return PostgresReader(pool)


async def own_log(reader: PostgresReader, user_id: UserId) -> list[dict[str, Any]]:
    entries = await entries_of_person(reader, user_id, before=99, limit=50)
    return [msgspec.json.decode(entry.json) for entry in entries]


async def test_whoever_was_removed_reads_by_whom_and_from_which_account(
    reader: PostgresReader, projector_database_url: str
) -> None:
    here: Any = {"account_id": ACME, "entity_id": ACME, "actor_id": ALICE}
    take_in(
        projector_database_url,
        PROJECTION,
        recorded(AccountRenamed("Acme"), position=1, **here),
        recorded(MemberRemoved(BOB, "removed"), position=2, at=NOON + timedelta(days=1), **here),
    )
    (told,) = await own_log(reader, BOB)
    assert (told["action"], told["reason"], told["accountName"]) == ("member.removed", "removed", "Acme")
    assert (told["actor"]["id"], told["at"]) == (str(ALICE), "2026-03-02T12:00:00.123Z")
    assert {"kind": "user", "id": str(BOB)} in told["targets"]


@pytest.mark.parametrize("reason", ["left", "erased"])
async def test_who_left_by_themselves_reads_it_once(
    reader: PostgresReader, projector_database_url: str, reason: Any
) -> None:
    left = recorded(MemberRemoved(BOB, reason), position=1, account_id=ACME, entity_id=ACME, actor_id=BOB)
    take_in(projector_database_url, PROJECTION, left)
    assert [entry["action"] for entry in await own_log(reader, BOB)] == ["member.removed"]


async def test_where_others_act_from_is_told_in_the_log_of_the_account_alone(
    reader: PostgresReader, projector_database_url: str
) -> None:
    home = PiiRef("alice at home")
    session = uuid4()
    started = msgspec.structs.replace(all_members(SessionStarted), session_id=SessionId(session), user_id=BOB)
    removed: Any = {"account_id": ACME, "entity_id": ACME, "actor_id": ALICE, "ip_ref": home}
    take_in(
        projector_database_url,
        PROJECTION,
        recorded(started, position=1, entity_id=session, actor_id=BOB, ip_ref=PiiRef("bob at home")),
        recorded(SessionEnded("revoked"), position=2, entity_id=session, actor_id=ALICE, ip_ref=home),
        recorded(MemberRemoved(BOB, "removed"), position=3, **removed),
    )
    shown = [entry["context"]["ip"] for entry in await own_log(reader, BOB)]
    assert shown == [None, None, {"pii": "bob at home"}]
    (of_account,) = await entries_of_account(reader, ACME, Asked(), before=99, limit=50)
    assert msgspec.json.decode(of_account.json)["context"]["ip"] == {"pii": home}
