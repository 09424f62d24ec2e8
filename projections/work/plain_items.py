"""Contacts and vendors as lists show them: one row per item, with the ready JSON of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from domain.ids import UserId
from domain.kernel import Recorded
from domain.work.contacts import CONTACT
from domain.work.plain.item import ShownItem, shown
from domain.work.plain.state import PlainItem, evolve
from domain.work.vendors import VENDOR
from projections.kernel import Apply, Projection, Rows, Table
from projections.work.item_lists import CONDITIONS, SORTS, ItemList


def _table(name: str) -> Table:
    return Table(
        name,
        {
            "id": "uuid not null",
            "version": "integer not null",
            "state": "text not null",
            "audience": "uuid[] not null",
            # Everybody it was ever for: those it was taken from are told that it is gone, others nothing.
            "ever_for": "uuid[] not null",
            "created_at": "timestamptz not null",
            "created_by": "uuid",
            "updated_at": "timestamptz not null",
            "updated_by": "uuid",
            "json": "json not null",
        },
        indexes=(
            "account_id, updated_at desc, id",
            "account_id, created_at desc, id",
            "account_id, seq",
        ),
    )


def _filled(table: Table) -> Apply:
    """Fold into one table with the deciders' own function, so that both sides tell the same story."""

    def apply(rows: Rows, recorded: Recorded) -> None:
        row = rows.get(table, recorded.entity_id)
        before = msgspec.convert(_plain(row["json"]), ShownItem) if row else None
        after = evolve(before, recorded.event)  # type: ignore[arg-type]
        if after is None:
            return
        by = UserId(recorded.actor_id) if recorded.actor_id else None
        item = shown(
            after,
            recorded.entity_id,
            before=before,
            version=recorded.stream_version,
            at=recorded.occurred_at,
            by=by,
            seq=recorded.position,
        )
        ever_for = {*(UUID(str(role)) for role in row["ever_for"])} if row else set[UUID]()
        rows.put(
            table,
            recorded.entity_id,
            ever_for=sorted(ever_for | set(item.audience)),
            **_columns_of(item),
            json=item,
        )

    return apply


def _columns_of(item: ShownItem) -> dict[str, Any]:
    """What lists filter and sort by."""
    return {
        "version": item.version,
        "state": item.state,
        "audience": list(item.audience),
        "created_at": item.created_at,
        "created_by": item.created_by,
        "updated_at": item.updated_at,
        "updated_by": item.updated_by,
    }


def _plain(value: Any) -> Any:
    """A row of this batch holds the value itself, an older one its JSON."""
    return msgspec.to_builtins(value) if isinstance(value, PlainItem) else value


CONTACTS, VENDORS = _table("contacts"), _table("vendors")
CONTACTS_READ = Projection("contacts", 1, (CONTACTS,), _filled(CONTACTS), CONTACT.events)
VENDORS_READ = Projection("vendors", 1, (VENDORS,), _filled(VENDORS), VENDOR.events)
CONTACT_LIST = ItemList("contacts", CONDITIONS, SORTS)
VENDOR_LIST = ItemList("vendors", CONDITIONS, SORTS)
