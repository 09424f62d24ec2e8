"""Read models of the product: one event at a time, in any batches, and all at once give the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import sql

from domain.ids import AccountId
from infrastructure.event_store.batch import LogReader, Read
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import SCRATCH, key_of, scratch_for
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from projections.work import item_json
from tests.support.any_history import Scribe, lives
from tests.support.door import KEY
from tests.support.facts import REGISTRY
from tests.support.lively import a_store
from tests.support.stack import seen_by

FOLLOWING = [model for model in PROJECTIONS if model.mode == "follows"]
ANY = st.lists(st.sampled_from(range(len(lives()))), min_size=6, max_size=24)
Cuts = Sequence[int]


class _Forgetful(dict[Any, Any]):
    def get(self, _key: Any, _default: Any = None) -> None: ...


def in_batches(reads: Sequence[Read], sizes: Cuts) -> list[Sequence[Read]]:
    batches, at, number = list[Sequence[Read]](), 0, 0
    while at < len(reads):
        size = sizes[number % len(sizes)]
        batches.append(reads[at : at + size])
        at, number = at + size, number + 1
    return batches


def folded(
    url: str, after: int, sizes: Cuts, *, from_nothing: bool, most: int = 0
) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all read models over what follows a position; from nothing, with so many rows in memory."""
    with psycopg.connect(url, options="-c TimeZone=UTC") as connection:
        reader = LogReader(connection, EventMapper(REGISTRY), KeyWrapping(key(KEY)))
        reads = list[Read]()
        while more := reader.after(0, reads[-1].position if reads else after):
            reads += more
        found = dict[str, list[tuple[Any, ...]]]()
        for projection in FOLLOWING:
            for statement in scratch_for(projection):
                connection.execute(statement)
            model = ReadModel(projection, SCRATCH, from_nothing=from_nothing)
            for batch in in_batches([read for read in reads if model.wants(read.name)], sizes):
                model.take_in(connection, batch)
                if model.rows_in_memory > most:
                    model.copy_out(connection)
            model.copy_out(connection)
            for table in projection.tables:
                order = sql.SQL(", ").join(map(sql.Identifier, key_of(table)))
                statement = sql.SQL("select * from {} order by {}").format(
                    sql.Identifier(SCRATCH, table.name), order
                )
                found[f"{projection.name}.{table.name}"] = connection.execute(statement).fetchall()
        return found


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(chosen=ANY, sizes=st.lists(st.integers(1, 9), min_size=1, max_size=5), seed=st.integers(0, 2**32))
async def test_batches_change_no_rows(
    module_product_database_url: str, chosen: list[int], sizes: list[int], seed: int
) -> None:
    url = seen_by("coffer_projector", module_product_database_url)
    with psycopg.connect(module_product_database_url) as owner:
        (begin,) = owner.execute("select position from es.head where log_id = 0").fetchone() or (0,)
    async with a_store(module_product_database_url) as store:
        scribe = Scribe(store, [AccountId(uuid4()), AccountId(uuid4())], Random(seed))
        await scribe.write([lives()[number] for number in chosen])
    assert scribe.written.total() >= 1
    with pytest.MonkeyPatch.context() as patched:
        # Each item is read from its row, and none is known from before.
        patched.setattr(item_json, "_items", _Forgetful())
        one_by_one = folded(url, begin, [1], from_nothing=False)
    if not scribe.written["account.erased"]:
        # What was erased has left the audit log.
        assert sum(map(len, one_by_one.values())) >= scribe.written.total(), "each has a row in the audit log"
    for cuts in (sizes, [10_000]):
        assert folded(url, begin, cuts, from_nothing=False) == one_by_one, cuts
        for most in (0, 3, 10_000):
            assert folded(url, begin, cuts, from_nothing=True, most=most) == one_by_one, (cuts, most)
