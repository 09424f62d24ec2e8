"""An account with keys and people, and the interface of documents and files over real stores."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from psycopg_pool import AsyncConnectionPool

from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.rows.reader import PostgresReader
from infrastructure.work.uploads import UploadTables
from projections.catalogue import PROJECTIONS
from tests.support.parties import Party
from tests.support.workplace import DECIDERS, House, Progress, furnished, let_people_in


@pytest.fixture
def database_url(module_product_database_url: str) -> str:
    """A database with every read model. A module's tests share it: each has an account of its own."""
    return module_product_database_url


@pytest.fixture
async def house(
    database_url: str,
    app_database_url: str,
    projector_database_url: str,
    pool: AsyncConnectionPool,
    tmp_path: Path,
) -> AsyncIterator[House]:
    registry = EventRegistry(DECIDERS)
    wrapping = KeyWrapping(b"k" * 32)
    store = PostgresEventStore(
        app_database_url, pool, registry, SubjectKeys(pool, wrapping), inline=PROJECTIONS
    )
    reader, uploads = PostgresReader(pool), UploadTables(pool)
    async with AsyncExitStack() as opened:
        await store.open()
        opened.push_async_callback(store.close)
        party = Party()
        progress = Progress()
        house = furnished(
            party, store, reader, uploads, projector_database_url, registry, wrapping, progress, tmp_path
        )
        opened.push_async_callback(house.client.aclose)
        await let_people_in(house)
        yield house
