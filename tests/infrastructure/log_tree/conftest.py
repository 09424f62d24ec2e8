"""A log with events of two accounts, and what seals it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest

from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.vault.log_key import LogKey, make_log_key
from tests.support.notes import NOTES_INLINE, open_store

LOG_NAME = "coffer.example"


@pytest.fixture
def signer(tmp_path: Path) -> LogKey:
    make_log_key(tmp_path / "log-key.pem")
    return LogKey(tmp_path / "log-key.pem", LOG_NAME)


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    ensure_projections(database_url, [NOTES_INLINE])
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        yield store


@pytest.fixture
def projector(projector_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    """The owner of the database, who can do what a trigger forbids."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection
