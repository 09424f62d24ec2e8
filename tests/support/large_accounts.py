"""Every table of every read model filled for two large accounts, whatever its columns are.

Values follow from a column's type and name, so a new table or column is filled by itself. What is not part of
a key is the same in all rows of an account: a filter that asks for it finds every row, so a page must not
cost more with the filter than without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

import psycopg
from psycopg import sql

from infrastructure.rows.schema import columns_of, key_of, place_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Table

ASKING, LOUD = UUID(int=0xA), UUID(int=0xB)
# Of a table whose rows belong to no account, the first half.
ROWS = {ASKING: 10_000, LOUD: 10_000}

# Words that conditions ask for; other texts differ from row to row.
_WORDS = {
    "state": "active",
    "category": "open",
    "lifecycle": "draft",
    "entity": "contact",
    "outcome": "success",
    "zone": "UTC",
    "due_time": "12:00",
}
_WORDS_OF = {
    ("invitations", "state"): "pending",
    ("invitation_links", "state"): "pending",
    ("invitation_links", "email_hash"): "x10-000001",
    ("files", "state"): "stored",
    ("activities", "state"): "open",
    ("suspicious_activity", "state"): "open",
    ("notices", "kind"): "invitation",
    ("email_messages", "class"): "user",
}


# What a condition asks to be there, or to be this number.
_THERE = {("email_messages", "sent_at"), ("digests", "send_at")}
_NUMBERS = {("email_batches", "waiting"): "0"}


def thing(number: int, account_id: UUID = ASKING) -> UUID:
    """The id of the row with this number, in every table of the account."""
    return UUID(f"{account_id.int:08x}-0000-4000-8000-{number:012x}")


def fill(owner: psycopg.Connection, rows: Mapping[UUID, int] = ROWS) -> None:
    for projection in PROJECTIONS:
        for table in projection.tables:
            for account_id, count in rows.items():
                columns = columns_of(table)
                names = sql.SQL(", ").join(map(sql.Identifier, columns))
                values = ", ".join(_values(table, columns, account_id))
                # What is read together was not written together.
                made = "generate_series(1, {}) as i order by i % 97"
                text = f"insert into {{}} ({{}}) select {values} from {made}"
                owner.execute(sql.SQL(text).format(place_of(projection, table), names, count))  # pyright: ignore[reportArgumentType]
    owner.execute("analyze")


def _values(table: Table, columns: dict[str, str], account_id: UUID) -> Iterator[str]:
    key = key_of(table)
    for name, declared in columns.items():
        kind = declared.removesuffix(" not null").split(" ")[0]
        if name == "account_id" and key != ("account_id",):
            yield f"'{account_id}'::uuid"
        else:
            yield _value(table, name, kind, _differs(table, name, key), account_id)


def _value(table: Table, name: str, kind: str, differs: bool, account_id: UUID) -> str:
    differing = f"('{account_id.int:08x}-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid"
    match kind:
        case "uuid" if name == "account_id":  # one row for each account: the asking one is the first
            return f"case when i = 1 then '{account_id}'::uuid else {differing} end"
        case "uuid" if name == "sender_account_id":
            return f"'{account_id}'::uuid"
        case "uuid":
            return differing if differs else f"'{thing(1, account_id)}'::uuid"
        case "uuid[]":
            return f"array['{thing(1, account_id)}'::uuid]"
        case "text":
            word = None if differs else _WORDS_OF.get((table.name, name), _WORDS.get(name))
            return f"'x{account_id.int}-' || lpad(i::text, 6, '0')" if word is None else f"'{word}'"
        case "text[]":
            return "array['x']"
        case "integer[]":
            return "array[1]"
        case "timestamptz" if "not null" in table.columns[name] or (table.name, name) in _THERE:
            # Every moment ten times: ties are broken by the id.
            return "timestamptz '2026-01-01' + (i / 10) * interval '1 minute'"
        case "timestamptz":
            return "null"
        case "date":
            return "date '2030-02-01' + i % 1000"
        case "json" | "jsonb":
            body = f"'of', '{account_id}', 'zone', 'UTC', 'body', repeat(md5(i::text), 20)"
            return f"{kind}_build_object({body})"
        case "boolean":
            return "false"
        case "bytea":
            return "sha256(i::text::bytea)"
        case "integer" if (table.name, name) in _NUMBERS:
            return _NUMBERS[table.name, name]
        case "bigint" | "integer" | "smallint":
            moved = f"i + {account_id.int * 1_000_000}"
            return moved if kind == "bigint" and (differs or name == "seq") else "i" if differs else "1"
        case _:
            raise TypeError(f"{table.name}.{name}: no value is known of {kind}")


def _differs(table: Table, name: str, key: tuple[str, ...]) -> bool:
    """Whether the column says which row it is: part of the key, unique, or the person it is about."""
    if name == table.own_rows and key not in ((name,), ("account_id", name)):
        return False  # all are those of one person
    # There are as many people as rows, and what was removed went to as many places.
    return name in key or name in ("user_id", "moved_to") or any(name in unique for unique in table.unique)
