"""Whatever happened, the log alone gives the same rows again, and the same names taken."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from application.catalogue import DECIDERS
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import key_of, place_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table
from tests.support.house import House, an_open_house
from tests.support.lively import lived_in
from tests.support.stack import seen_by

AGAIN = 1_000


@pytest.fixture(scope="module")
async def old_house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """A house in which people have signed up, invited, joined, changed their minds and left."""
    mail: Path = tmp_path_factory.mktemp("mail")
    key = str(mail / "log-key.pem")
    async with an_open_house(module_product_database_url, valkey_url, mail, COFFER_LOG_KEY_FILE=key) as house:
        await lived_in(house)
        yield house


@pytest.fixture(scope="module")
def rebuilt(old_house: House) -> list[Projection]:
    """Every read model a second time, from the first fact on; inline ones too."""
    again = [replace(projection, version=AGAIN, mode="follows") for projection in PROJECTIONS]
    ensure_projections(old_house.owner_url, again)
    url = seen_by("coffer_projector", old_house.owner_url)
    wrapping = KeyWrapping(old_house.settings.kek)
    with psycopg.connect(url) as connection:
        reader, place = LogReader(connection, EventMapper(EventRegistry(DECIDERS)), wrapping), 0
        while facts := reader.after(0, place):
            for model in map(ReadModel, again):
                model.take_in(connection, [read for read in facts if model.wants(read.name)])
            place = facts[-1].position
    return again


def rows_of(owner: psycopg.Connection, projection: Projection, table: Table) -> list[Any]:
    order = sql.SQL(", ").join(map(sql.Identifier, key_of(table)))
    place = place_of(projection, table)
    return owner.execute(sql.SQL("select * from {} order by {}").format(place, order)).fetchall()


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_a_read_model_that_is_built_anew_is_the_one_that_grew(
    old_house: House, rebuilt: list[Projection], projection: Projection
) -> None:
    again = next(p for p in rebuilt if p.name == projection.name)
    with psycopg.connect(old_house.owner_url) as owner:
        assert owner.execute("select count(*) from es.parked").fetchone() == (0,)
        for table in projection.tables:
            assert rows_of(owner, again, table) == rows_of(owner, projection, table), table.name


def test_the_names_taken_are_those_the_log_says(old_house: House) -> None:
    url = seen_by("coffer_projector", old_house.owner_url)
    wrapping = KeyWrapping(old_house.settings.kek)
    taken: dict[tuple[Any, str, str], Any] = {}
    with psycopg.connect(url, autocommit=True) as connection:
        for read in LogReader(connection, EventMapper(EventRegistry(DECIDERS)), wrapping).after(0, 0):
            fact = read.fact
            assert fact is not None
            for claim in fact.event.releases():
                owner = NOBODY if claim.scope == "global" else fact.account_id
                if taken.get((owner, claim.kind, claim.value)) == fact.stream_id:
                    del taken[owner, claim.kind, claim.value]
            for claim in fact.event.claims():
                owner = NOBODY if claim.scope == "global" else fact.account_id
                taken[owner, claim.kind, claim.value] = fact.stream_id
        rows = connection.execute("select account_id, kind, value, stream_id from es.claim").fetchall()
    assert {tuple(key): stream for *key, stream in rows} == taken
    assert len(taken) > 3
