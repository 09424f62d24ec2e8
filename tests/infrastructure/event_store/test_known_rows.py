"""What read models know of their rows they know only as long as they alone write them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, ClassVar
from uuid import uuid4

import psycopg
import pytest

from domain.kernel import Recorded
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.places import Places
from infrastructure.event_store.round import Round
from infrastructure.event_store.store import PostgresEventStore
from projections.kernel import Projection, Rows, named_as_the_entity
from tests.support.notes import (
    BETA,
    COUNTING,
    COUNTS,
    REGISTRY,
    WRAPPING,
    NoteTorn,
    NoteWritten,
    noted,
    open_store,
    write,
)

ROWS = "select n from p_counts_1.counts"


@pytest.fixture
async def store(app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    async with open_store(app_database_url) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def a_round(connection: psycopg.Connection, models: list[ReadModel]) -> Round:
    reader = LogReader(connection, EventMapper(REGISTRY), WRAPPING)
    places = Places(connection, [model.name for model in models])
    places.read()
    return Round(connection, reader, places, models, [], [])


async def test_what_was_rolled_back_is_not_known(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    def fails_once(_rows: Rows, _fact: Recorded) -> None:
        if not failed:
            failed.append(True)
            raise ValueError("this has nothing to do with the counts")

    failed: list[bool] = []
    failing = Projection("failing", 1, COUNTING.tables, fails_once)
    ensure_projections(database_url, [COUNTING, failing])
    await write(store, uuid4(), "a", "b")
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        # They stand together, so the counts are folded, rolled back, and folded again.
        assert a_round(connection, [ReadModel(COUNTING), ReadModel(failing)]).once()
    assert failed
    assert owner.execute(ROWS).fetchall() == [(2,)]


async def test_who_follows_again_reads_what_others_wrote_meanwhile(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [COUNTING])
    note, model = uuid4(), ReadModel(COUNTING)
    await write(store, note, "a")
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        rounds = a_round(connection, [model])
        assert rounds.once()
        await write(store, note, "b")
        assert rounds.once()
        assert owner.execute(ROWS).fetchall() == [(2,)], "it is known from the batch before"
        owner.execute("update p_counts_1.counts set n = 10")
        await write(store, note, "c")
        assert a_round(connection, [model]).once()
    assert owner.execute(ROWS).fetchall() == [(11,)]


@pytest.mark.parametrize("alone", [False, True], ids=["beside others", "failing alone"])
async def test_what_is_in_memory_outlives_the_failure_of_another_batch(
    database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    alone: bool,
) -> None:
    """One read model fails over an event that another does not want, and had taken in the batch before."""

    def poisoned(rows: Rows, fact: Recorded) -> None:
        COUNTING.apply(rows, fact)
        if isinstance(fact.event, NoteTorn):
            raise ValueError("half of it is done")

    counting = replace(COUNTING, events=(NoteWritten,))
    failing = Projection("failing", 1, COUNTING.tables, poisoned)
    wanted = [failing] if alone else [counting, failing]
    ensure_projections(database_url, [failing, counting])
    note = uuid4()
    await write(store, note, "a", "b")
    models = [ReadModel(one, from_nothing=True) for one in wanted]
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        rounds = a_round(connection, models)
        assert rounds.once()
        await store.append(noted(note, 2, NoteTorn("b")))
        assert rounds.once()
        await write(store, note, "c")
        await write(store, uuid4(), "d", account=BETA)
        assert rounds.once()
    assert owner.execute("select from es.parked").fetchall()
    for model in models:
        table = f"p_{model.projection.name}_1.counts"
        assert owner.execute(f"select from {table}".encode()).fetchall() == []
        owner.execute(f"alter table {table} no force row level security".encode())
        model.copy_out(owner)
        # Whose event failed is left behind there: what came before it stays.
        left = 2 if model.projection is failing else 3
        assert owner.execute(f"select n from {table} order by n".encode()).fetchall() == [(1,), (left,)]


class Counted(psycopg.Cursor[Any]):
    statements: ClassVar[list[str]] = []

    def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        self.statements.append(str(query))
        return super().execute(query, *args, **kwargs)


async def test_the_rows_of_a_batch_are_read_and_written_at_once(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [COUNTING])
    model = replace(COUNTING, needs=named_as_the_entity(COUNTS))
    notes = [uuid4() for _ in range(12)]
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        for seen in range(1, 3):
            for note in notes:
                await write(store, note, "a", "b")
            rounds = a_round(connection, [ReadModel(model)])
            connection.cursor_factory = Counted
            Counted.statements.clear()
            assert rounds.once()
            connection.cursor_factory = psycopg.Cursor
            about = [one.split()[0] for one in Counted.statements if '"counts"' in one]
            assert about == ["select", "insert"]
            assert owner.execute(ROWS).fetchall() == [(2 * seen,)] * len(notes)
