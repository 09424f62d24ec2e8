"""The thread that seals: soon after a write, with one key only, and again after trouble."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from infrastructure.event_store.store import PostgresEventStore
from infrastructure.log_tree import sealer as sealing
from infrastructure.log_tree.sealer import LogSealer
from infrastructure.vault.log_key import LogKey, make_log_key
from tests.infrastructure.log_tree.conftest import LOG_NAME
from tests.support.notes import write

PATIENCE = 60.0


@contextmanager
def working(url: str, signer: LogKey) -> Generator[LogSealer]:
    sealer = LogSealer(url, signer)
    sealer.start()
    sealer.start()
    try:
        yield sealer
    finally:
        sealer.stop()


async def sealed(connection: psycopg.Connection, size: int) -> None:
    """Wait for a checkpoint over so many events."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        row = connection.execute("select max(size) from seal.checkpoint").fetchone()
        if row is not None and row[0] == size:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"Nothing was signed over {size} events.")


async def test_a_write_is_sealed_soon_by_one_that_was_there_and_by_one_that_comes_later(
    store: PostgresEventStore, projector: psycopg.Connection, projector_database_url: str, signer: LogKey
) -> None:
    await write(store, uuid4(), "before anybody seals")
    with working(projector_database_url, signer):
        await sealed(projector, 1)
        await write(store, uuid4(), "two", "three")
        await sealed(projector, 3)
    await write(store, uuid4(), "while nobody seals")
    with working(projector_database_url, signer), working(projector_database_url, signer):
        await sealed(projector, 4)
        await write(store, uuid4(), "while two do")
        await sealed(projector, 5)


async def test_another_key_seals_nothing(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    projector_database_url: str,
    signer: LogKey,
    tmp_path: Path,
) -> None:
    await write(store, uuid4(), "one")
    with working(projector_database_url, signer):
        await sealed(projector, 1)
    make_log_key(tmp_path / "another.pem")
    await write(store, uuid4(), "two")
    another = LogSealer(projector_database_url, LogKey(tmp_path / "another.pem", LOG_NAME))
    another.start()
    async with asyncio.timeout(PATIENCE):
        while another.works:  # noqa: ASYNC110 - a thread, which ends by itself
            await asyncio.sleep(0.02)
    assert projector.execute("select max(size) from seal.checkpoint").fetchone() == (1,)


async def test_it_goes_on_when_its_connection_ended_and_when_the_log_was_damaged(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    owner: psycopg.Connection,
    projector_database_url: str,
    signer: LogKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sealing, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(sealing, "AGAIN_SECONDS", 0.1)
    with working(projector_database_url, signer):
        await write(store, uuid4(), "one")
        await sealed(projector, 1)
        ended = owner.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'coffer log tree' and datname = current_database()"
        ).fetchall()
        assert ended == [(True,)]
        await write(store, uuid4(), "two")
        await sealed(projector, 2)
        owner.execute("set session_replication_role = replica")
        owner.execute("create temp table kept as select * from seal.tile")
        owner.execute("update seal.tile set hashes = substr(hashes, 1, 32)")
        await write(store, uuid4(), "three")
        await asyncio.sleep(1)
        assert projector.execute("select max(size) from seal.checkpoint").fetchone() == (2,)
        owner.execute("update seal.tile as t set hashes = k.hashes from kept as k")
        await sealed(projector, 3)
