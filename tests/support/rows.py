"""The rows of a read model in memory, for tests of what facts make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from domain.kernel import Event, Recorded
from projections.kernel import Table

Key = tuple[Any, ...]


class MemoryRows:
    """Implements `projections.kernel.Rows` for one account."""

    def __init__(self, account_id: UUID) -> None:
        self._account_id = account_id
        self._tables: dict[str, dict[Key, dict[str, Any]]] = {}

    def of(self, table: Table) -> list[dict[str, Any]]:
        """All rows of a table."""
        return list(self._tables.get(table.name, {}).values())

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        named = self._named(table, key)
        rows = self._tables.setdefault(table.name, {})
        rows[tuple(named.values())] = {**rows.get(tuple(named.values()), {}), **named, **values}

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        row = self._tables.get(table.name, {}).get(tuple(self._named(table, key).values()))
        if row is not None:
            row.update(values)

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None:
        self._tables.get(table.name, {}).pop(tuple(self._named(table, key).values()), None)

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> Mapping[str, Any] | None:
        return self._tables.get(table.name, {}).get(tuple(self._named(table, key).values()))

    def select(self, table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        return [
            dict(row)
            for row in self.of(table)
            if all(row.get(name) == value for name, value in where.items())
        ]

    def _named(self, table: Table, key: Mapping[str, Any] | UUID) -> dict[str, Any]:
        given = {table.key[0]: key} if isinstance(key, UUID) else dict(key)
        return {"account_id": self._account_id, **given}


def recorded(
    event: Event, *, kind: str, account_id: UUID, entity_id: UUID, version: int, at: datetime
) -> Recorded:
    """A fact as projections see it."""
    nobody = UUID(int=0)
    return Recorded(
        position=version,
        account_id=account_id,
        kind=kind,
        entity_id=entity_id,
        stream_id=entity_id,
        stream_version=version,
        event=event,
        event_id=nobody,
        actor_kind="user",
        actor_id=None,
        impersonator_id=None,
        session_id=None,
        device_id=None,
        correlation_id=nobody,
        causation_id=None,
        request_id=nobody,
        origin=None,
        occurred_at=at,
        recorded_at=at,
    )
