"""An account is not erased while a rebuild holds rows of it that stand in no table yet."""

from __future__ import annotations

from random import Random
from uuid import uuid4

import psycopg
import pytest

from domain.ids import AccountId
from infrastructure.event_store import rebuilding
from infrastructure.event_store.completing import History
from infrastructure.event_store.rebuilding import a_rebuild
from infrastructure.oversight.account_remains import AccountRemains
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.postgres import open_pool
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from tests.support.any_history import Scribe, everything
from tests.support.door import KEY
from tests.support.facts import REGISTRY
from tests.support.following import caught_up
from tests.support.lively import a_store
from tests.support.stack import seen_by

HISTORY = History(REGISTRY, KeyWrapping(key(KEY)))


async def test_it_waits_for_a_rebuild_that_is_behind(
    product_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    projector = seen_by("coffer_projector", product_database_url)
    chosen = everything()
    async with a_store(product_database_url) as store:
        scribe = Scribe(store, [AccountId(uuid4()) for _ in range(max(map(len, chosen)))], Random(1))
        await scribe.write_all(chosen)
    caught_up(projector, PROJECTIONS, HISTORY)
    with psycopg.connect(product_database_url) as owner:
        (account,) = owner.execute(
            "select account_id from es.event where type = 'erasure.started' order by position limit 1"
        ).fetchone() or (None,)
    assert account is not None
    async with open_pool(seen_by("coffer_app", product_database_url), size=2) as pool:
        remains = AccountRemains(pool)
        without = await remains.rows_left(account)
        tasks = [one for one in PROJECTIONS if one.name == "tasks"]
        with a_rebuild(product_database_url, projector, HISTORY, PROJECTIONS, tasks) as work:
            assert await remains.rows_left(account) == "tasks_6_rebuilt"
            work.fill()
            assert await remains.rows_left(account) == without
        # One that was killed waits for nobody, and nobody for it.
        monkeypatch.setattr(rebuilding, "clear", _nothing)
        with a_rebuild(product_database_url, projector, HISTORY, PROJECTIONS, tasks):
            pass
        assert await remains.rows_left(account) == without


def _nothing(_owner: psycopg.Connection) -> None: ...
