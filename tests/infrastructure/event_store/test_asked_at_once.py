"""What read models ask for while people write is read for whole batches, and not row by row."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import psycopg
import pytest

from bench.lives import Writer
from infrastructure.event_store.batch import LogReader, Read
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import SCRATCH, scratch_for
from infrastructure.rows.stored import Found, StoredRows
from infrastructure.rows.values import Row
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from projections.kernel import Table
from tests.support.door import KEY
from tests.support.facts import REGISTRY
from tests.support.lively import a_store
from tests.support.stack import seen_by

EVENTS, BATCH = 180, 60


async def test_no_read_model_asks_row_by_row(
    product_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Counter[str]()
    having = StoredRows.having

    def counted(rows: StoredRows, table: Table, where: Row) -> Found:
        alone[table.name] += 1
        return having(rows, table, where)

    async with a_store(product_database_url) as store:
        for append in islice(Writer().appends(), EVENTS):
            await store.append(append)
    monkeypatch.setattr(StoredRows, "having", counted)
    following = [projection for projection in PROJECTIONS if projection.mode == "follows"]
    with psycopg.connect(seen_by("coffer_projector", product_database_url)) as connection:
        for projection in following:
            for statement in scratch_for(projection):
                connection.execute(statement)
        reads = list[Read]()
        reader = LogReader(connection, EventMapper(REGISTRY), KeyWrapping(key(KEY)))
        while more := reader.after(0, reads[-1].position if reads else 0):
            reads += more
        for begin in range(0, len(reads), BATCH):
            for projection in following:
                # One after the other begins anew, and knows nothing.
                model = ReadModel(projection, SCRATCH)
                facts = [read for read in reads[begin : begin + BATCH] if model.wants(read.name)]
                model.take_in(connection, facts)
    assert len(reads) >= EVENTS
    # What follows from other rows: nodes of a tree, as many as it is high; what is set, once a batch.
    nodes = alone.pop("account_tree_nodes")
    assert nodes <= 8 * EVENTS // BATCH
    assert {name for name, count in alone.items() if count > EVENTS // BATCH} == set()
