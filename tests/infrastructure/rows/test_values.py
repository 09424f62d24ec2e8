"""What a row says is known without reading it: its defaults, and its values in their types."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row

from domain.kernel import Value
from infrastructure.rows.folded import FoldedRows
from infrastructure.rows.schema import columns_of, key_of, place_of, schema_of
from infrastructure.rows.values import as_read, empty_row
from infrastructure.rows.whole import WholeRows
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table
from tests.support.large_accounts import ASKING

TABLES = [(model, table) for model in PROJECTIONS for table in model.tables]


class Inner(Value, frozen=True):
    some_id: UUID
    at: datetime


# Values as folds give them, and not as a driver gives them back.
_GIVEN: dict[str, Any] = {
    "uuid": uuid4(),
    "uuid[]": (uuid4(), uuid4()),
    "text": "text",
    "text[]": ("a", "b"),
    "integer[]": (1, 2),
    "timestamptz": datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC),
    "date": date(2026, 3, 1),
    "json": Inner(uuid4(), datetime(2026, 3, 1, tzinfo=UTC)),
    "jsonb": {"b": (uuid4(), None), "a": {"at": datetime(2026, 3, 1, 1, 2, 3, 4000, tzinfo=UTC)}, "n": 1.5},
    "boolean": True,
    "bytea": b"\x00\xff",
    "integer": 7,
    "bigint": 8,
    "smallint": 9,
}


@pytest.fixture(scope="module")
def owner(module_product_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(module_product_database_url, options="-c TimeZone=UTC") as owner:
        yield owner


@pytest.fixture(autouse=True)
def rolled_back(owner: psycopg.Connection) -> Iterator[None]:
    yield
    owner.rollback()


def kind_of(declared: str) -> str:
    return declared.split(" ")[0]


def given(table: Table, *, whole: bool) -> dict[str, Any]:
    """All columns, or those that have to be given."""
    columns = columns_of(table)
    return {
        name: _GIVEN[kind_of(declared)]
        for name, declared in columns.items()
        if name != "account_id"
        and (whole or name in key_of(table) or ("not null" in declared and "default" not in declared))
        and name != "seq"
    }


def stored(owner: psycopg.Connection, model: Projection, table: Table) -> list[dict[str, Any]]:
    with owner.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(sql.SQL("select * from {}").format(place_of(model, table))).fetchall()


@pytest.mark.parametrize("whole", [True, False], ids=["all columns", "defaults"])
@pytest.mark.parametrize(("model", "table"), TABLES, ids=[table.name for _, table in TABLES])
def test_a_new_row_is_known_as_it_is_read(
    owner: psycopg.Connection, model: Projection, table: Table, whole: bool
) -> None:
    values = given(table, whole=whole)
    named = {name: values.pop(name) for name in key_of(table) if name != "account_id"}
    if "account_id" in key_of(table):
        named["account_id"] = ASKING
    elif "account_id" in columns_of(table):
        values["account_id"] = ASKING
    made = WholeRows(model)
    rows = made.of(ASKING if table.account else None, 5)
    rows.put(table, named, **values)
    known = rows.get(table, named)
    assert stored(owner, model, table) == [], "it was not read"
    assert known is not None
    # Nobody copies where row security binds them.
    owner.execute(sql.SQL("alter table {} no force row level security").format(place_of(model, table)))
    made.copy(owner, schema_of(model))
    (row,) = stored(owner, model, table)
    assert dict(known) == row
    assert {name: type(value) for name, value in known.items()} == {
        name: type(value) for name, value in row.items()
    }


def test_a_row_that_was_there_keeps_what_is_not_set(owner: psycopg.Connection) -> None:
    """Of tables that others have written, only what is read is known."""
    model = next(model for model in PROJECTIONS if model.name == "changes")
    table = model.tables[0]
    columns = {**given(table, whole=True), "account_id": ASKING, "seq": 1}
    key = {name: columns[name] for name in key_of(table)}
    before = FoldedRows(owner, model)
    before.table(table).put(key, {name: value for name, value in columns.items() if name not in key})
    before.flush()
    rows = FoldedRows(owner, model)
    needed = {name: value for name, value in given(table, whole=False).items() if name not in key}
    rows.table(table).put(key, {**needed, "op": "delete", "seq": 2})
    found = rows.table(table).get(key)
    assert found is not None
    assert (found["op"], found["seq"], found["lost"]) == ("delete", 2, list(_GIVEN["uuid[]"]))


def test_a_default_of_another_kind_is_refused() -> None:
    table = Table("odd", {"id": "uuid not null", "at": "timestamptz not null default now()"})
    with pytest.raises(ValueError, match="of no kind that is known"):
        empty_row(table)
    assert as_read(Table("plain", {"id": "uuid not null"}), {"id": str(ASKING), "seq": 1}) == {
        "id": ASKING,
        "seq": 1,
    }
    assert schema_of(PROJECTIONS[0]).startswith("p_")
