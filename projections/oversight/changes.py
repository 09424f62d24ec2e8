"""What has changed for whom: the rows behind the stream of changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from domain.kernel import Event, Recorded
from projections.kernel import Needed, Projection, Reader, Rows, Table
from projections.oversight.entries import name_of

CHANGES = Table(
    "changes",
    {
        "position": "bigint not null",
        "resource": "text not null",
        "id": "uuid not null",
        "version": "integer not null",
        "op": "text not null",
        # Null: everybody in the account. `lost` are the roles that could open it until now.
        "audience": "uuid[]",
        "lost": "uuid[] not null default '{}'",
        "by": "uuid",
        "origin": "uuid",
        "at": "timestamptz not null",
    },
    key=("position", "resource", "id"),
    indexes=("at",),
)
AUDIENCES = Table("change_audiences", {"id": "uuid not null", "roles": "uuid[] not null"})


class Changed(NamedTuple):
    resource: str
    id: UUID
    op: str = "upsert"


# By the first word of an event's name: the resource, and the member that names it (else the stream does).
_RESOURCES: Mapping[str, tuple[str, str | None]] = {
    "document": ("document", None),
    "contact": ("contact", None),
    "vendor": ("vendor", None),
    "file": ("file", None),
    "status": ("status", "status_id"),
    "topic": ("topic", "topic_id"),
    "profile_group": ("profileGroup", "group_id"),
    "profile_sub_group": ("profileSubGroup", "sub_group_id"),
    "profile_sub_groups": ("profileGroup", "group_id"),
    **dict.fromkeys(("task", "comment", "reminder"), ("task", None)),
    "saved_filter": ("savedFilter", None),
    "profile": ("profile", None),
    "invitation": ("invitation", None),
    "seat": ("invitation", "invitation_id"),
    "member": ("member", "user_id"),
    "role": ("role", "role_id"),
    "device": ("key", None),
    "key_log": ("key", None),
    "role_key": ("key", None),
    **dict.fromkeys(
        (
            *("account", "subscription", "payment", "date_format", "language", "zone", "disclosure"),
            *("expiry_policy", "security_policy", "profile_types"),
        ),
        ("account", None),
    ),
}
# The stream of a damage is not that of its file.
_NAMED_BY: Mapping[str, str] = {"file.found_damaged": "file_id", "file.damage_ended": "file_id"}
_ENDS = (
    *("document.purged", "contact.purged", "vendor.purged", "file.purged", "task.purged"),
    *("member.removed", "role.retired"),
    *("status.removed", "topic.removed", "profile_group.removed", "profile_sub_group.removed"),
    *("saved_filter.removed", "profile.purged"),
)
# Nobody but the uploader knows of a file before it is whole, and reading and warning change nothing.
_UNTOLD = (
    *("file.upload_opened", "file.upload_abandoned", "file.read", "device.view_seen"),
    *("document.expiry_warned", "task.due_warned"),
)
CONTENT = (
    *("document", "contact", "vendor", "file", "task"),
    *("status", "topic", "profileGroup", "profileSubGroup"),
    *("savedFilter", "profile"),
)


def changed_by(fact: Recorded) -> Changed | None:
    """What a fact changes in the eyes of the account's members; None when they see nothing of it."""
    name = name_of(fact.event)
    resource = _RESOURCES.get(name.partition(".")[0])
    if resource is None or fact.account_id is None or name in _UNTOLD:
        return None
    kind, member = resource
    member = _NAMED_BY.get(name, member)
    named: object = fact.entity_id if member is None else getattr(fact.event, member)
    assert isinstance(named, UUID)
    return Changed(kind, named, "delete" if name in _ENDS else "upsert")


def apply(rows: Rows, fact: Recorded) -> None:
    changed = changed_by(fact)
    if changed is None:
        return
    audience: Sequence[UUID] | None = None
    lost: Sequence[UUID] = ()
    if changed.resource in CONTENT:
        known = rows.get(AUDIENCES, changed.id)
        before: Sequence[UUID] = known["roles"] if known else ()
        audience = _told_audience(fact.event, before)
        lost = [role for role in before if role not in audience]
        if tuple(audience) != tuple(before):
            rows.put(AUDIENCES, changed.id, roles=list(audience))
        elif known is None:  # what was never sealed for anybody: a built-in status
            audience = None
    rows.put(
        CHANGES,
        {"position": fact.position, "resource": changed.resource, "id": changed.id},
        version=fact.stream_version,
        op=changed.op,
        audience=audience,
        lost=lost,
        by=fact.actor_id,
        origin=fact.origin,
        at=fact.occurred_at,
    )


def _told_audience(event: Event, before: Sequence[UUID]) -> Sequence[UUID]:
    """The roles that can open the item from now on."""
    if name_of(event).startswith("comment."):  # which is for those who read its task, or for some of them
        return before
    audience: Any = getattr(event, "audience", None)
    return before if audience is None else audience


def _needs(fact: Recorded) -> Iterable[Needed]:
    changed = changed_by(fact)
    return (
        () if changed is None or changed.resource not in CONTENT else (Needed(AUDIENCES, {"id": changed.id}),)
    )


PROJECTION = Projection("changes", 2, (CHANGES, AUDIENCES), apply, needs=_needs)

KEPT = timedelta(days=90)

_SINCE = """
select position, resource, id, version, op, audience, lost, by, origin from read.changes
where account_id = %(account_id)s and position > %(since)s order by position, resource, id limit %(limit)s
"""


class Change(NamedTuple):
    """One row of the stream."""

    position: int
    resource: str
    id: UUID
    version: int
    op: str
    audience: Sequence[UUID] | None
    lost: Sequence[UUID]
    by: UUID | None
    origin: UUID | None


async def changes_since(reader: Reader, account_id: UUID, since: int, limit: int) -> list[Change]:
    """What has changed after a position, oldest first."""
    parameters = {"account_id": account_id, "since": since, "limit": limit}
    return [Change(*row) for row in await reader.all(_SINCE, parameters, account_id=account_id)]


async def is_forgotten(reader: Reader, since: int, kept_from: datetime) -> bool:
    """Whether changes after this position are no longer kept."""
    row = await reader.one(
        "select occurred_at from es.event where log_id = 0 and position = %(at)s", {"at": since}
    )
    return row is not None and row[0] < kept_from
