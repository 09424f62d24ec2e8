"""The audit log over HTTP: who may read it, what it finds, and that nobody reads another account's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest
from litestar import Litestar
from psycopg_pool import AsyncConnectionPool

from api.http.app import create_app
from api.http.cursors import Cursors
from api.http.given import Fresh
from api.http.oversight.audit_logs import AuditLogController
from application.ports import Context
from domain.accounts.accounts.events import (
    AccountOpened,
    AccountRenamed,
    LanguageChanged,
    SubscriptionStarted,
)
from domain.accounts.accounts.plans import PlanLimits
from domain.identity.access_log import AccessDenied
from domain.identity.sessions import SessionEnded, SessionStarted
from domain.ids import AccountId, SessionId, UserId, built_in_role
from domain.kernel import Actor
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.personal_data.person import SealedPersonalData
from infrastructure.rows.reader import PostgresReader
from projections.accounts import PROJECTIONS as OF_ACCOUNTS
from projections.identity.users import PROJECTION as USERS
from projections.oversight.audit_log import PROJECTION
from tests.support.facts import recorded, take_in
from tests.support.shapes_of import NOON, all_members

ACME, BETA = AccountId(UUID(int=0xACE)), AccountId(UUID(int=0xBEA))
ALICE, BOB = UserId(UUID(int=0xA)), UserId(UUID(int=0xB))
AUDITOR = Actor("user", ALICE, ACME, may=frozenset({"audit.read"}))
Ask = Callable[..., Any]
(ACCOUNTS,) = (one for one in OF_ACCOUNTS if one.name == "accounts")


@pytest.fixture
async def ask(
    database_url: str, pool: AsyncConnectionPool, projector_database_url: str
) -> AsyncIterator[Ask]:
    """Asks a route as somebody; the answer as JSON."""
    ensure_projections(database_url, [USERS, ACCOUNTS, PROJECTION])
    keys = SubjectKeys(pool, KeyWrapping(b"k" * 32))
    reader = PostgresReader(pool)
    personal = SealedPersonalData(keys)
    refs = await personal.seal(ALICE, {"ip": "192.0.2.1"})
    here = {"account_id": ACME, "entity_id": ACME}
    session = uuid4()
    started = msgspec.structs.replace(all_members(SessionStarted), session_id=SessionId(session), user_id=BOB)
    take_in(
        projector_database_url,
        PROJECTION,
        recorded(AccountRenamed("One"), position=1, actor_id=ALICE, ip_ref=refs["ip"], **here),
        recorded(AccountRenamed("Two"), position=2, actor_id=BOB, at=NOON + timedelta(days=1), **here),
        recorded(LanguageChanged("de"), position=3, actor_id=BOB, at=NOON + timedelta(days=2), **here),
        recorded(AccountRenamed("Other"), position=4, actor_id=BOB, account_id=BETA, entity_id=BETA),
        recorded(started, position=5, entity_id=session),
        recorded(SessionEnded("expired"), position=6, entity_id=session),
        recorded(AccessDenied("audit", "read"), position=7, actor_id=ALICE),
    )
    actor, clock = [Actor()], [NOON]
    context = lambda: Context(actor[0], clock[0], uuid4(), uuid4())  # noqa: E731
    app: Litestar = create_app(
        routes=[AuditLogController],
        dependencies={
            "context": context,
            "reader": lambda: reader,
            "personal": lambda: personal,
            "cursors": lambda: Cursors(b"secret"),
            "fresh": lambda: Fresh(7, stale=False),
        },
        lifespan=[],
        trusted_origins=frozenset(),
    )
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://x.test") as client:

        async def ask(
            path: str, by: Actor = AUDITOR, *, status: int = 200, now: datetime = NOON, **query: Any
        ) -> Any:
            actor[0], clock[0] = by, now
            answer = await client.get(f"/api/auth/audit-logs{path}", params=query)
            assert answer.status_code == status, answer.text
            if answer.headers["Content-Type"].startswith("application/x-ndjson"):
                return [msgspec.json.decode(line) for line in answer.content.splitlines()], answer.headers
            return answer.json()

        yield ask


def positions(answer: Any) -> list[int]:
    return [entry["position"] for entry in answer["data"]]


async def test_an_account_reads_its_own_log_newest_first(ask: Ask) -> None:
    answer = await ask("/account")
    assert positions(answer) == [3, 2, 1]
    assert answer["sync"] == {"seq": 7}
    first = answer["data"][-1]
    assert (first["action"], first["context"]["ip"]) == ("account.renamed", "192.0.2.1")
    assert first["changes"] == [{"field": "displayName", "to": "One"}]
    assert first["at"] == "2026-03-01T12:00:00.123Z"
    assert positions(await ask("/account", AUDITOR, actorId=str(BOB))) == [3, 2]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"actions": "language.changed"}, [3]),
        ({"actions": ["language.changed", "account.renamed"]}, [3, 2, 1]),
        ({"actorId": str(ALICE)}, [1]),
        ({"targetId": str(ACME)}, [3, 2, 1]),
        ({"targetId": str(BETA)}, []),
        ({"outcome": "denied"}, []),
        ({"from": (NOON + timedelta(days=1)).isoformat()}, [3, 2]),
        ({"to": (NOON + timedelta(days=1)).isoformat()}, [1]),
    ],
)
async def test_the_log_is_narrowed(ask: Ask, query: dict[str, Any], found: list[int]) -> None:
    assert positions(await ask("/account", **query)) == found


async def test_pages_go_on_where_the_last_one_ended_and_serve_one_question(ask: Ask) -> None:
    first = await ask("/account", limit=2)
    assert positions(first) == [3, 2]
    cursor = first["page"]["nextCursor"]
    rest = await ask("/account", limit=2, cursor=cursor)
    assert (positions(rest), rest["page"]["nextCursor"]) == ([1], None)
    await ask("/account", status=400, cursor=cursor, outcome="denied")
    await ask("/account", Actor("user", ALICE, BETA, may=AUDITOR.may), status=400, cursor=cursor)
    await ask("/me", status=400, cursor=cursor)


async def test_as_far_back_as_the_plan_says(ask: Ask, projector_database_url: str) -> None:
    limits = PlanLimits(
        seats=1, storage_bytes=1, file_bytes=1, profiles=1, custom_roles=1, audit_days=90, mails_per_day=1
    )
    opened = AccountOpened(ACME, "Acme", ALICE, built_in_role(ACME, "owner"), 1, "en", "Europe/London")
    here: Any = {"account_id": ACME, "entity_id": ACME}
    later = NOON + timedelta(days=91)
    assert positions(await ask("/account", now=later)) == [3, 2, 1], "without a plan"
    take_in(
        projector_database_url,
        ACCOUNTS,
        recorded(opened, position=1, **here),
        recorded(SubscriptionStarted("solo", limits), position=2, **here),
    )
    assert positions(await ask("/account", now=later)) == [3, 2]
    exported, _ = await ask("/account", now=later, format="ndjson")
    assert [entry["position"] for entry in exported] == [3, 2]
    assert positions(await ask("/account", now=later + timedelta(days=2))) == []
    # One's own log is no matter of an account's plan.
    assert 1 in positions(await ask("/me", now=later))


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 201},
        {"limit": "x"},
        {"actorId": "x"},
        {"from": "x"},
        {"actions": "no.such\x00thing"},
        {"format": "xml"},
    ],
)
async def test_a_malformed_question_is_refused(ask: Ask, query: dict[str, Any]) -> None:
    await ask("/account", status=400, **query)


async def test_nobody_reads_without_the_permission(ask: Ask) -> None:
    await ask("/account", Actor("user", ALICE, ACME), status=403)
    await ask("/account", Actor("user"), status=401)
    await ask("/me", Actor("user"), status=401)


async def test_i_see_what_i_did_everywhere_and_what_happened_at_my_door(ask: Ask) -> None:
    assert positions(await ask("/me", Actor("user", BOB, ACME))) == [6, 5, 4, 3, 2]
    assert positions(await ask("/me", Actor("user", BOB))) == [6, 5, 4, 3, 2]
    assert positions(await ask("/me", Actor("user", ALICE), limit=1)) == [7]
    assert positions(await ask("/me", Actor("user", UserId(uuid4())))) == []


async def test_other_programs_get_a_line_per_entry(ask: Ask) -> None:
    lines, headers = await ask("/account", format="ndjson", limit=2)
    assert lines == (await ask("/account", limit=2))["data"]
    rest, last = await ask("/account", format="ndjson", limit=2, cursor=headers["X-Next-Cursor"])
    assert [line["position"] for line in rest] == [1]
    assert "X-Next-Cursor" not in last


async def test_the_open_security_schema_names_class_activity_and_who(ask: Ask) -> None:
    (renamed,), _ = await ask("/account", format="ocsf", actorId=str(ALICE))
    assert (renamed["class_uid"], renamed["category_uid"], renamed["type_uid"]) == (3004, 3, 300403)
    assert renamed["time"] == 1772366400123
    assert renamed["src_endpoint"] == {"ip": "192.0.2.1"}
    assert renamed["actor"]["user"]["uid"] == str(ALICE)
    assert renamed["resources"] == [{"uid": str(ACME), "type": "account", "version": 1}]
    assert renamed["metadata"]["tenant_uid"] == str(ACME)
