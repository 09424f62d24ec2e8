"""The audit log says what a setting was before, and tells of opened keys by visit and not by request."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from psycopg_pool import AsyncConnectionPool

from api.http.oversight.shapes import AuditEntry
from domain.accounts.accounts import events as e
from domain.accounts.accounts.plans import PlanLimits
from domain.accounts.accounts.settings import Disclosure
from domain.identity.access_log import RoleBundleRead
from domain.ids import AccountId, RoleId, UserId
from domain.kernel import Event, Recorded
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.identity.users import PROJECTION as USERS
from projections.oversight.audit_log import PROJECTION, Asked, entries_of_account
from tests.support.facts import recorded, take_in
from tests.support.shapes_of import NOON

ACME, BETA = AccountId(UUID(int=0xACE)), AccountId(UUID(int=0xBEA))
ALICE, BOB = UserId(UUID(int=0xA)), UserId(UUID(int=0xB))
OWNER, ADMIN, FINANCE = (RoleId(UUID(int=number)) for number in (1, 2, 3))
LIMITS = PlanLimits(
    seats=6, storage_bytes=1, file_bytes=1, profiles=1, custom_roles=1, audit_days=365, mails_per_day=1
)


@dataclass
class Log:
    """A log that grows, and what is listed of it."""

    url: str
    reader: PostgresReader
    facts: list[Recorded] = field(default_factory=list[Recorded])

    def say(self, *events: Event, account: AccountId = ACME, by: UserId = ALICE, **envelope: Any) -> None:
        minutes = envelope.pop("minutes", 0)
        batch = [
            recorded(
                event,
                position=len(self.facts) + number,
                account_id=account,
                entity_id=account,
                actor_id=by,
                at=NOON + timedelta(minutes=minutes),
            )._replace(**envelope)
            for number, event in enumerate(events, start=1)
        ]
        self.facts += batch
        take_in(self.url, PROJECTION, *batch)

    async def entries(self, account: AccountId = ACME) -> list[dict[str, Any]]:
        """Oldest first."""
        rows = await entries_of_account(self.reader, account, Asked(), before=2**63 - 1, limit=200)
        found = [msgspec.json.decode(row.json) for row in reversed(rows)]
        for entry in found:
            msgspec.convert(entry, AuditEntry)
        return found

    async def changes(self, account: AccountId = ACME) -> dict[str, tuple[Any, Any]]:
        """What the newest entry says was before, and is now."""
        newest = (await self.entries(account))[-1]
        return {change["field"]: (change.get("from"), change["to"]) for change in newest["changes"]}

    def opened(self, account: AccountId = ACME) -> None:
        self.say(
            e.AccountOpened(account, "Hawthorne", ALICE, OWNER, 1, "de", "Europe/Berlin"), account=account
        )


@pytest.fixture
async def log(database_url: str, pool: AsyncConnectionPool, projector_database_url: str) -> Log:
    ensure_projections(database_url, [USERS, PROJECTION])
    return Log(projector_database_url, PostgresReader(pool))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (e.AccountRenamed("Kestrel"), {"displayName": ("Hawthorne", "Kestrel")}),
        (e.LanguageChanged("fr"), {"language": ("de", "fr")}),
        (e.ZoneChanged("Asia/Tokyo"), {"zone": ("Europe/Berlin", "Asia/Tokyo")}),
        (e.DateFormatChanged("ddmmyyyy", "ddmmyyyy", "."), {"dateSeparator": ("/", ".")}),
        (e.ExpiryPolicyChanged((30,)), {"stages": ([90, 30, 7, 0], [30])}),
        (e.SecurityPolicyChanged(True, "auto"), {"twoStep": (False, True)}),
        (
            e.DisclosureChanged(Disclosure(assignees=False)),
            {
                "disclosure": (
                    {"taskDates": True, "documentExpiry": True, "assignees": True},
                    {"taskDates": True, "documentExpiry": True, "assignees": False},
                )
            },
        ),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_a_setting_says_what_it_was_when_the_account_was_opened(
    log: Log, change: Event, said: Any
) -> None:
    log.opened()
    log.say(change)
    assert await log.changes() == said


async def test_a_setting_says_what_it_was_the_last_time(log: Log) -> None:
    log.opened()
    log.opened(BETA)
    log.say(e.ZoneChanged("Asia/Tokyo"), e.AccountRenamed("Kestrel"))
    log.say(e.ZoneChanged("UTC"))
    assert await log.changes() == {"zone": ("Asia/Tokyo", "UTC")}
    log.say(e.ZoneChanged("UTC"), account=BETA)
    assert await log.changes(BETA) == {"zone": ("Europe/Berlin", "UTC")}


async def test_a_new_plan_names_the_old_one(log: Log) -> None:
    log.opened()
    log.say(e.SubscriptionStarted("family", LIMITS))
    started = await log.changes()
    assert started["planId"] == (None, "family")
    more = msgspec.structs.replace(LIMITS, seats=25)
    log.say(e.SubscriptionChanged("office", more))
    changed = await log.changes()
    assert set(changed) == {"planId", "limits"}
    assert changed["planId"] == ("family", "office")
    assert (changed["limits"][0]["seats"], changed["limits"][1]["seats"]) == (6, 25)


async def test_a_role_says_what_it_was(log: Log) -> None:
    log.opened()
    log.say(e.RoleDefined(FINANCE, "Finance", {"task": ("read",)}))
    log.say(e.RoleChanged(FINANCE, permissions={"task": ("read", "create")}))
    assert await log.changes() == {"permissions": ({"task": ["read"]}, {"task": ["read", "create"]})}
    log.say(e.RoleChanged(FINANCE, name="Money"))
    assert await log.changes() == {"name": ("Finance", "Money")}


async def test_keys_that_were_opened_in_one_visit_are_one_entry(log: Log) -> None:
    session, device = uuid4(), uuid4()
    here: dict[str, Any] = {"session_id": session, "device_id": device}
    log.say(RoleBundleRead(OWNER), RoleBundleRead(ADMIN), **here)
    log.say(RoleBundleRead(OWNER), minutes=29, **here)
    (entry,) = await log.entries()
    assert [target["id"] for target in entry["targets"] if target["kind"] == "role"] == [
        str(OWNER),
        str(ADMIN),
    ]
    assert entry["folded"] == {"count": 3, "until": "2026-03-01T12:29:00.123Z"}
    assert (entry["position"], entry["at"], entry["changes"]) == (1, "2026-03-01T12:00:00.123Z", [])


async def test_another_visit_device_session_or_account_is_another_entry(log: Log) -> None:
    session, device = uuid4(), uuid4()
    here: dict[str, Any] = {"session_id": session, "device_id": device}
    log.say(RoleBundleRead(OWNER), **here)
    log.say(RoleBundleRead(OWNER), minutes=29, **here)
    # Half an hour after the last read, and not after the first.
    log.say(RoleBundleRead(OWNER), minutes=58, **here)
    log.say(RoleBundleRead(OWNER), minutes=88, **here)
    assert [entry["folded"]["count"] for entry in await log.entries()] == [3, 1]
    log.say(RoleBundleRead(OWNER), minutes=88, session_id=uuid4(), device_id=device)
    log.say(RoleBundleRead(OWNER), minutes=88, session_id=session, device_id=uuid4())
    log.say(RoleBundleRead(OWNER), minutes=88, session_id=session, device_id=None)
    log.say(RoleBundleRead(OWNER), minutes=88, by=BOB, **here)
    assert [entry["folded"]["count"] for entry in await log.entries()] == [3, 1, 1, 1, 1, 1]
    log.say(RoleBundleRead(OWNER), minutes=88, account=BETA, **here)
    assert [entry["folded"]["count"] for entry in await log.entries(BETA)] == [1]


async def test_what_is_no_visit_is_not_folded(log: Log) -> None:
    log.opened()
    assert "folded" not in (await log.entries())[0]
