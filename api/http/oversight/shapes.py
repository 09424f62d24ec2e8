"""What an entry of the audit log looks like on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from domain.kernel import Value
from projections.oversight.actions import Category, Outcome


class AuditActor(Value, frozen=True):
    """Who acted; `name` is that of today, "" when it was erased."""

    type: Literal["user", "system", "support"]
    id: UUID | None
    impersonator_id: UUID | None
    name: str | None = None


class AuditTarget(Value, frozen=True):
    kind: str
    id: UUID
    version: int | None = None


class AuditChange(Value, frozen=True):
    """A member that is not encrypted; for a payload the numbers of its content revisions."""

    field: str
    to: Any
    from_: Any = None


class AuditContext(Value, frozen=True):
    """`ip` and `agent` are "" when their 90 days are over, null when there was none."""

    session_id: UUID | None
    device_id: UUID | None
    ip: str | None
    agent: str | None
    request_id: UUID
    correlation_id: UUID


class AuditClass(Value, frozen=True):
    """The class and activity of the open security schema."""

    uid: int
    activity: int


class AuditFolded(Value, frozen=True):
    """How many events an entry sums up, and the time of the last."""

    count: int
    until: datetime


class AuditEntry(Value, frozen=True, kw_only=True):
    """One fact: who did what to which things, from where, and where its proof is.

    Keys that were opened in one visit are one entry, with the time, position and proof of the first.
    `accountName` is that of an account from which the reader was removed.
    """

    id: UUID
    seq: int
    account_id: UUID | None
    at: datetime
    recorded_at: datetime
    category: Category
    action: str
    outcome: Outcome
    severity: int
    actor: AuditActor
    targets: list[AuditTarget]
    changes: list[AuditChange]
    context: AuditContext
    reason: str | None = None
    class_: AuditClass
    position: int
    leaf_hash_b64u: str
    schema_version: int
    folded: AuditFolded | None = None
    account_name: str | None = None
