"""Every read model beside what the log makes of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import psycopg
from psycopg import sql

from application.catalogue import DECIDERS
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.data_folder import environment_of_running
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import key_of, place_of, schema_of, statements_for
from infrastructure.settings import load_settings
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table

# A version that nobody serves and nobody keeps a place for.
_AGAIN = 1_000
PATIENCE_SECONDS = 60.0


class NeverStill(Exception):
    """The followers did not come to the end of the log, or the log to an end."""


def differing(data: Path) -> tuple[str, ...]:
    """The tables that are not what their log says. Nobody but a job may write meanwhile."""
    environ = environment_of_running(data)
    wrapping = KeyWrapping(load_settings(environ).kek)
    with psycopg.connect(environ["COFFER_OWNER_DATABASE_URL"], autocommit=True) as owner:
        return compared(owner, wrapping, PROJECTIONS)


def compared(
    owner: psycopg.Connection, wrapping: KeyWrapping, projections: Sequence[Projection]
) -> tuple[str, ...]:
    again = [replace(one, version=_AGAIN, mode="follows") for one in projections]
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        position = _still(owner)
        if position is None:
            time.sleep(0.1)
            continue
        try:
            _build(owner, wrapping, again)
            found = tuple(_different(owner, zip(projections, again, strict=True)))
        finally:
            for one in again:
                owner.execute(
                    sql.SQL("drop schema if exists {} cascade").format(sql.Identifier(schema_of(one)))
                )
        # A mail that was noted as sent meanwhile is no difference.
        if _still(owner) == position:
            return found
    raise NeverStill("The read models did not come to rest.")


def _still(owner: psycopg.Connection) -> int | None:
    """The end of the log, when everybody has come there."""
    row = owner.execute(
        "select h.position, coalesce(min(t.position), h.position), (select count(*) from es.parked) "
        "from es.head as h left join es.tracking as t using (log_id) where h.log_id = 0 group by 1"
    ).fetchone()
    assert row is not None
    position, slowest, parked = row
    if parked:
        raise NeverStill(f"{parked} accounts wait for a person: a read model could not take their events.")
    return position if slowest == position else None


def _build(owner: psycopg.Connection, wrapping: KeyWrapping, again: Sequence[Projection]) -> None:
    for one in again:
        for statement in statements_for(one):
            owner.execute(statement)
    models = [ReadModel(one) for one in again]
    reader, place = LogReader(owner, EventMapper(EventRegistry(DECIDERS)), wrapping), 0
    while facts := reader.after(0, place):
        with owner.transaction():
            for model in models:
                model.take_in(owner, [read for read in facts if model.wants(read.name)])
        place = facts[-1].position


def _different(owner: psycopg.Connection, pairs: Iterable[tuple[Projection, Projection]]) -> Iterable[str]:
    for projection, again in pairs:
        for table in projection.tables:
            if _rows(owner, projection, table) != _rows(owner, again, table):
                yield f"{projection.name}.{table.name}"


def _rows(owner: psycopg.Connection, projection: Projection, table: Table) -> object:
    order = sql.SQL(", ").join(map(sql.Identifier, key_of(table)))
    return owner.execute(
        sql.SQL("select * from {} order by {}").format(place_of(projection, table), order)
    ).fetchall()
