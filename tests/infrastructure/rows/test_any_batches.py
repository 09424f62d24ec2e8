"""However facts are cut into batches, and whatever is kept between them, their rows are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.rows import dict_row

from infrastructure.rows.folded import FoldedRows
from infrastructure.rows.kept import Kept
from infrastructure.rows.schema import SCRATCH, scratch_for
from infrastructure.rows.values import empty_row
from infrastructure.rows.whole import WholeRows
from projections.kernel import Projection, Rows, Table

THINGS = Table(
    "things",
    {
        "id": "uuid not null",
        "n": "integer not null default 0",
        "word": "text",
        "tags": "uuid[] not null default '{}'",
        "json": "jsonb",
        "raw": "bytea",
    },
)
MODEL = Projection("things", 1, (THINGS,), lambda _rows, _fact: None)
ACCOUNTS = (UUID(int=1), UUID(int=2))
# The same in every account.
IDS = tuple(UUID(int=7 + number) for number in range(3))
WORDS = ("a", "b", None)

Row = dict[str, Any]
Step = Callable[[Rows], Any]


@dataclass
class PlainRows:
    """What rows are, said plainly: a dictionary of all of them."""

    rows: dict[tuple[UUID, UUID], Row] = field(default_factory=dict[tuple[UUID, UUID], Row])
    account_id: UUID = ACCOUNTS[0]
    position: int = 0

    def put(self, _table: Table, key: Any, /, **values: Any) -> None:
        new = {**empty_row(THINGS), "account_id": self.account_id, "id": key}
        self.rows[self.account_id, key] = {**self.rows.get((self.account_id, key), new), **self._said(values)}

    def patch(self, _table: Table, key: Any, /, **values: Any) -> None:
        if (self.account_id, key) in self.rows:
            self.rows[self.account_id, key] |= self._said(values)

    def delete(self, _table: Table, key: Any, /) -> None:
        self.rows.pop((self.account_id, key), None)

    def get(self, _table: Table, key: Any, /) -> Mapping[str, Any] | None:
        row = self.rows.get((self.account_id, key))
        return None if row is None else dict(row)

    def select(self, _table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        return [
            dict(row)
            for (account_id, _), row in sorted(self.rows.items())
            if account_id == self.account_id and all(row[name] == value for name, value in where.items())
        ]

    def _said(self, values: Row) -> Row:
        if "tags" in values:
            values["tags"] = list(values["tags"])
        return {**values, "seq": self.position}


def _put(rows: Rows, id_: UUID, values: Row) -> str:
    rows.put(THINGS, id_, **values)
    return "put"


def _patched(rows: Rows, id_: UUID, values: Row) -> None:
    rows.patch(THINGS, id_, **values)


def _deleted(rows: Rows, id_: UUID, _values: Row) -> None:
    rows.delete(THINGS, id_)


def _counted(rows: Rows, id_: UUID, _values: Row) -> Any:
    """What a row says goes into the next."""
    row = rows.get(THINGS, id_)
    said = None if row is None else row["json"]
    rows.put(THINGS, id_, n=1 if row is None else row["n"] + 1, json={"before": said and sorted(said)})
    return row


def _looked(rows: Rows, id_: UUID, _values: Row) -> Any:
    return rows.get(THINGS, id_)


def _renamed(rows: Rows, _id: UUID, values: Row) -> Any:
    found = rows.select(THINGS, word=values.get("word"))
    for row in found:
        rows.patch(THINGS, row["id"], word="b", n=row["n"] + 1)
    return found


def _cleared(rows: Rows, _id: UUID, values: Row) -> Any:
    found = rows.select(THINGS, n=values.get("n", 0))
    for row in found:
        rows.delete(THINGS, row["id"])
    return found


STEPS = (_put, _patched, _deleted, _counted, _looked, _renamed, _cleared)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "n": st.integers(0, 3),
        "word": st.sampled_from(WORDS),
        "tags": st.lists(st.sampled_from(IDS), max_size=2).map(tuple),
        "json": st.one_of(st.none(), st.dictionaries(st.sampled_from("xy"), st.integers(0, 9), max_size=2)),
        "raw": st.one_of(st.none(), st.binary(max_size=3)),
    },
)


@dataclass(frozen=True)
class Fact:
    account_id: UUID
    step: Callable[[Rows, UUID, Row], Any]
    id: UUID
    values: Row
    # Whether it says what it will ask for.
    needs: bool
    # The last of its batch; and whether all that is known is forgotten then.
    ends: bool
    forgets: bool


FACTS = st.lists(
    st.builds(
        Fact,
        st.sampled_from(ACCOUNTS),
        st.sampled_from(STEPS),
        st.sampled_from(IDS),
        VALUES,
        st.booleans(),
        st.booleans(),
        st.integers(0, 9).map(lambda one: one == 0),
    ),
    min_size=4,
    max_size=30,
)


@pytest.fixture(scope="module")
def scratch(module_product_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(module_product_database_url, options="-c TimeZone=UTC") as connection:
        for statement in scratch_for(MODEL):
            connection.execute(statement)
        yield connection


@dataclass
class Way:
    """How facts are folded: with what is kept, or with all rows in memory up to `most`."""

    alone: bool
    most: int
    ends: Callable[[Fact], bool]
    copied: int = 0

    def folded(
        self, connection: psycopg.Connection, facts: Sequence[Fact]
    ) -> tuple[list[Any], dict[tuple[UUID, UUID], Row]]:
        """What the folds have read, and the rows in the end."""
        connection.execute("delete from pg_temp.things")
        answers, batches = list[Any](), [list[tuple[int, Fact]]()]
        for position, fact in enumerate(facts, 1):
            batches[-1].append((position, fact))
            if self.ends(fact):
                batches.append([])
        kept, whole = Kept(most=self.most), WholeRows(MODEL) if self.alone else None
        for batch in batches:
            if whole is not None:
                answers += self._in_memory(whole, batch)
                if len(whole) > self.most:
                    self._copy(connection, whole)
                    whole = None
                continue
            rows = FoldedRows(connection, MODEL, SCRATCH, kept=kept)
            for _, fact in batch:
                if fact.needs:
                    rows.need(fact.account_id, THINGS, {"id": fact.id})
                    rows.need(fact.account_id, THINGS, {"word": fact.values.get("word")})
                    rows.need(fact.account_id, THINGS, {"n": fact.values.get("n", 0)})
            rows.ask()
            rows.answer()
            answers += _steps(rows, batch)
            rows.flush()
            if any(fact.forgets for _, fact in batch):
                kept.forget()
        if whole is not None:
            self._copy(connection, whole)
        with connection.cursor(row_factory=dict_row) as cursor:
            stored = cursor.execute("select * from pg_temp.things").fetchall()
        return answers, {(row["account_id"], row["id"]): row for row in stored}

    def _in_memory(self, whole: WholeRows, batch: Sequence[tuple[int, Fact]]) -> list[Any]:
        whole.begin()
        if any(fact.forgets for _, fact in batch):
            # As if it had failed.
            _steps(whole, batch)
            whole.undo()
        return _steps(whole, batch)

    def _copy(self, connection: psycopg.Connection, whole: WholeRows) -> None:
        self.copied += len(whole)
        whole.copy(connection, SCRATCH)


def _steps(rows: FoldedRows | WholeRows, batch: Sequence[tuple[int, Fact]]) -> list[Any]:
    return [
        fact.step(rows.of(fact.account_id, position), fact.id, dict(fact.values)) for position, fact in batch
    ]


def test_batches_change_no_rows(scratch: psycopg.Connection) -> None:
    seen = Counter[str]()

    @settings(max_examples=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(facts=FACTS, most=st.sampled_from([0, 2, 100]), alone=st.booleans())
    def law(facts: list[Fact], most: int, alone: bool) -> None:
        plain, told = PlainRows(), list[Any]()
        for position, fact in enumerate(facts, 1):
            plain.account_id, plain.position = fact.account_id, position
            told.append(fact.step(plain, fact.id, dict(fact.values)))
        ways: dict[str, Callable[[Fact], bool]] = {
            "one by one": lambda _: True,
            "any batches": lambda fact: fact.ends,
            "all at once": lambda _: False,
        }
        for name, ends in ways.items():
            way = Way(alone, most, ends)
            answers, rows = way.folded(scratch, facts)
            assert answers == told, name
            assert rows == plain.rows, name
            seen.update({"copied": way.copied, "copied early": way.copied > most})
        seen.update(fact.step.__name__ for fact, answer in zip(facts, told, strict=True) if answer)
        seen.update({"rows": len(plain.rows), "kept": most > 0 and not alone, "alone": alone})

    law()
    for name in (_put.__name__, _counted.__name__, _looked.__name__, _renamed.__name__, _cleared.__name__):
        assert seen[name] >= 10, seen
    for name in ("rows", "kept", "alone", "copied", "copied early"):
        assert seen[name] >= 10, seen
