"""Digests of what an account has in a read model: equal rows give equal digests, by whichever fold.

A digest is SHA-256 over the tables in the order of their names, and of each over its rows in the order of
their keys. A row is JSON with sorted members. What lies under a key that may be destroyed is left out (the
wraps of a content key, salts, hashes of addresses, names of accounts and roles), so an erasure changes no
digest of what was before it; the signed statement beside it has its hash. `infrastructure.rows.comparing`
compares these members as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple, cast
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql
from psycopg.types.json import set_json_loads

from domain.kernel import camel
from infrastructure.canonical import canonical
from infrastructure.rows.comparing import AGED
from infrastructure.rows.schema import SCRATCH, columns_of, key_of, place_of
from projections.kernel import Projection, Table

_LABEL = "coffer.v1.read_model.digest"
_LABEL_OF_TABLE = "coffer.v1.read_model.table"
_AT_ONCE = 2_000

_row = msgspec.json.Encoder(order="sorted")


class Digest(NamedTuple):
    rows: int
    sha256: bytes


@dataclass(frozen=True)
class Digester:
    """Digests over a connection.

    `erasable` are wire names of members that a destroyed key empties. Rows that are dropped by their age
    count from `kept_from` on, which has to be the same for digests that are compared.
    """

    connection: psycopg.Connection
    erasable: Collection[str]
    kept_from: datetime

    def __post_init__(self) -> None:
        set_json_loads(msgspec.json.decode, self.connection)

    def of(self, projection: Projection, account_id: UUID, *, scratch: bool = False) -> Digest:
        """Of the read model as it is shown, or of the session's own tables of its name."""
        tables = account_tables(projection)
        counted, total = 0, sha256(canonical(_LABEL, projection.name, projection.version, account_id))
        for table in sorted(tables, key=lambda table: table.name):
            place = sql.Identifier(SCRATCH, table.name) if scratch else place_of(projection, table)
            hashes = sorted(self._hashes(table, place, account_id))
            total.update(canonical(_LABEL_OF_TABLE, table.name, len(hashes)))
            for _, row in hashes:
                total.update(row)
            counted += len(hashes)
        return Digest(counted, total.digest())

    def _hashes(self, table: Table, place: sql.Identifier, account_id: UUID) -> Iterator[tuple[bytes, bytes]]:
        """The key and the hash of each row."""
        key = key_of(table)
        others = [name for name in columns_of(table) if name not in key and camel(name) not in self.erasable]
        columns = sql.SQL(", ").join(map(sql.Identifier, (*key, *sorted(others))))
        statement = sql.SQL("select {} from {} where account_id = %s").format(columns, place)
        asked: list[Any] = [account_id]
        if table.name in AGED:
            statement += sql.SQL(" and at >= %s")
            asked.append(self.kept_from)
        with self.connection.cursor(name="digest", binary=True) as cursor:
            cursor.itersize = _AT_ONCE
            for row in cursor.execute(statement, asked):
                values = [self._plain(value) for value in row]
                named = _row.encode(values[: len(key)])
                yield named, sha256(named + _row.encode(values[len(key) :])).digest()

    def _plain(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC)
        if isinstance(value, dict):
            members = cast("Mapping[str, Any]", value)
            return {name: self._plain(said) for name, said in members.items() if name not in self.erasable}
        if isinstance(value, list):
            return [self._plain(one) for one in cast("list[Any]", value) if not self._is_erasable(one)]
        return value

    def _is_erasable(self, value: Any) -> bool:
        """What an entry of the audit log says of a member: its name is a value there."""
        return isinstance(value, dict) and cast("Mapping[str, Any]", value).get("field") in self.erasable


def account_tables(projection: Projection) -> tuple[Table, ...]:
    """The tables whose rows say by their key which account they belong to."""
    return tuple(table for table in projection.tables if "account_id" in key_of(table))


def of_accounts(projections: Collection[Projection]) -> tuple[Projection, ...]:
    """The read models that have something of each account."""
    return tuple(projection for projection in projections if account_tables(projection))
