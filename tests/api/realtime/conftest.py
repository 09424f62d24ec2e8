"""The application with nothing but the stream."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from psycopg_pool import AsyncConnectionPool

from api.http.app import create_app
from api.realtime.stream import Streams, stream
from application.oversight.client_reports import ClientReports
from domain.kernel import Actor
from infrastructure.bus import Announcer, ValkeyBus
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.rows.reader import PostgresReader
from infrastructure.telling import Telling
from projections.catalogue import PROJECTIONS
from tests.support.facts import REGISTRY
from tests.support.streams import ORIGIN, World


@pytest.fixture
def database_url(product_database_url: str) -> str:
    """A database with every read model, for all that the fixtures below open on it."""
    return product_database_url


@pytest.fixture
async def world(
    database_url: str,
    app_database_url: str,
    projector_database_url: str,
    valkey_url: str,
    pool: AsyncConnectionPool,
) -> AsyncIterator[World]:
    reader, bus = PostgresReader(pool), ValkeyBus(valkey_url)
    keys = SubjectKeys(pool, KeyWrapping(b"k" * 32))
    store = PostgresEventStore(app_database_url, pool, REGISTRY, keys, inline=PROJECTIONS)
    world = World(
        None,
        None,
        Telling(projector_database_url, Announcer(valkey_url)),
        projector_database_url,
        database_url,
    )  # pyright: ignore

    async def actor_of(_socket: object) -> Actor:
        return world.actor[0]

    streams = Streams(
        bus=bus,
        reader=reader,
        reached=lambda: world.reached[0],
        actor_of=actor_of,
        reports=ClientReports(store),
        trusted=frozenset({ORIGIN}),
        now=lambda: world.now[0],
    )
    world.app = create_app(
        routes=[stream],
        dependencies={"streams": lambda: streams},
        lifespan=[],
        trusted_origins=frozenset({ORIGIN}),
    )
    world.streams = streams
    parts = (store, bus, streams)
    for part in parts:
        await part.open()
    yield world
    for part in reversed(parts):
        await part.close()
