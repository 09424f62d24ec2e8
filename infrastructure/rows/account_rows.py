"""What a fold sees of the rows of one read model: those of the account of its fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from infrastructure.rows.keys import full_key
from infrastructure.rows.shapes import Shape
from infrastructure.rows.values import Row
from projections.kernel import Table


class TableRows(Protocol):
    """The rows of one table. A key is whole, as `full_key` gives it, and the values belong to it."""

    shape: Shape

    def put(self, key: Row, values: Row) -> None: ...

    def patch(self, key: Row, values: Row) -> None: ...

    def delete(self, key: Row) -> None: ...

    def get(self, key: Row) -> Mapping[str, Any] | None: ...

    def select(self, where: Row) -> Sequence[Mapping[str, Any]]: ...


class AccountRows:
    """Implements `projections.kernel.Rows` for one fact: its account's rows, stamped with its position."""

    __slots__ = ("_account_id", "_position", "_tables")

    def __init__(self, tables: Mapping[str, TableRows], account_id: UUID | None, position: int) -> None:
        self._tables = tables
        self._account_id = account_id
        self._position = position

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        values["seq"] = self._position
        rows = self._tables[table.name]
        rows.put(full_key(rows.shape, key, self._account_id), values)

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        values["seq"] = self._position
        rows = self._tables[table.name]
        rows.patch(full_key(rows.shape, key, self._account_id), values)

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None:
        rows = self._tables[table.name]
        rows.delete(full_key(rows.shape, key, self._account_id))

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> Mapping[str, Any] | None:
        rows = self._tables[table.name]
        return rows.get(full_key(rows.shape, key, self._account_id))

    def select(self, table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        return self._tables[table.name].select(of_account(table, where, self._account_id))


def of_account(table: Table, where: Mapping[str, Any], account_id: UUID | None) -> Row:
    if not table.account:
        return dict(where)
    owner = where.get("account_id", account_id)
    if owner is None or (owner is not account_id and account_id is not None and owner != account_id):
        raise ValueError(f"Rows of {table.name} are those of the fact's account.")
    return {"account_id": owner, **where}
