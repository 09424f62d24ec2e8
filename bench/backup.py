"""A backup of many events with objects while people write, and its restore, compared with what was there.

Events are made by the product's deciders and appended through its store, while nobody follows.
While the backup is taken, writers go on; afterwards every event up to its position is compared, and the
objects are counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg import sql

from api.composition.backing_up import fill_database
from api.composition.following import FROM_NOW_ON
from application.catalogue import DECIDERS
from application.work.objects import key_of
from application.work.ports import Part
from bench.database import Database, fresh_database, with_server
from bench.figures import emit, percentiles
from bench.lives import Writer
from infrastructure.backup.restore import check_backup, restore_objects
from infrastructure.backup.take import Source, take_backup
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.local.database import other_database
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from projections.catalogue import PROJECTIONS

_KEK = b"b" * 32
_KEK_TEXT = b"YmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmJiYmI"
_PASSPHRASE = secrets.token_urlsafe(12)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench backup", description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--objects", type=int, default=200)
    parser.add_argument("--object-bytes", type=int, default=500_000)
    parser.add_argument("--writers", type=int, default=8)
    with_server(parser)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, fresh_database(given.server_url) as database:
        ensure_projections(database.owner, PROJECTIONS, FROM_NOW_ON)
        emit("backup", asyncio.run(_measure(database, Path(folder), given)))
    return 0


async def _measure(database: Database, folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    blobs = FilesystemBlobStore(folder / "blobs", SignedAddresses(b"b" * 32))
    names = ("auth-secret", "blob-secret", "log-key.pem")
    source = Source(
        database.owner, blobs, {**dict.fromkeys(names, b"s"), "kek": _KEK_TEXT}, "bench", "http://bench"
    )
    file, keys = folder / "one.coffer", folder / "coffer.keys"
    async with _store(database) as store:
        await asyncio.gather(*(_write(store, given.events // 32) for _ in range(32)))
        for _ in range(given.objects):
            await _object(database.owner, blobs, given.object_bytes)
        alone = await _waits(store, 200)
        answered, waits, stop = [0], list[float](), asyncio.Event()
        writers = [asyncio.create_task(_go_on(store, answered, waits, stop)) for _ in range(given.writers)]
        while answered[0] == 0:
            await asyncio.wait(writers, timeout=0.05)
        known, began = answered[0], time.perf_counter()
        taken = await asyncio.to_thread(take_backup, source, file, keys, _PASSPHRASE)
        took = time.perf_counter() - began
        stop.set()
        await asyncio.gather(*writers)
    position = taken.positions["0"]
    began = time.perf_counter()
    backup = check_backup(file, keys, _PASSPHRASE)
    checked = time.perf_counter() - began
    name = f"restored_{secrets.token_hex(6)}"
    with psycopg.connect(other_database(database.owner, "postgres"), autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        restored = other_database(database.owner, name)
        try:
            began = time.perf_counter()
            await asyncio.to_thread(fill_database, restored, backup)
            elsewhere = FilesystemBlobStore(folder / "elsewhere", SignedAddresses(b"b" * 32))
            damaged = await asyncio.to_thread(restore_objects, elsewhere, backup)
            filled = time.perf_counter() - began
            same = _events(database.owner, position) == _events(restored, position)
            objects = len(list((folder / "elsewhere" / "objects").rglob("layout.json")))
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
    if not (same and known <= position and not damaged and objects == given.objects):
        raise RuntimeError("What was restored is not what was there.")
    return {
        "position": position,
        "answeredBefore": known,
        "answeredDuring": answered[0] - known,
        "objects": objects,
        "megabytes": round(file.stat().st_size / 1e6),
        "seconds": {"backup": round(took, 1), "check": round(checked, 1), "restore": round(filled, 1)},
        "appendAlone": percentiles(alone),
        "appendDuring": percentiles(waits),
    }


def _events(owner_url: str, position: int) -> tuple[int, str]:
    """How many events there are up to a position, and the hash of all they say."""
    digest, count = hashlib.sha256(), 0
    with psycopg.connect(owner_url) as owner, owner.cursor("events") as rows:
        asked = "select position, leaf_hash, state from es.event where position <= %s order by position"
        for at, leaf, state in rows.execute(asked, (position,)):
            digest.update(at.to_bytes(8, "big") + leaf + state)
            count += 1
    return count, digest.hexdigest()


@contextlib.asynccontextmanager
async def _store(database: Database) -> AsyncIterator[PostgresEventStore]:
    async with open_pool(database.app, size=8) as pool:
        keys = SubjectKeys(pool, KeyWrapping(_KEK))
        store = PostgresEventStore(database.app, pool, EventRegistry(DECIDERS), keys, inline=PROJECTIONS)
        await store.open()
        try:
            yield store
        finally:
            await store.close()


async def _write(store: PostgresEventStore, events: int) -> None:
    for append in itertools.islice(Writer().appends(), events):
        await store.append(append)


async def _waits(store: PostgresEventStore, events: int) -> list[float]:
    waits: list[float] = []
    for append in itertools.islice(Writer().appends(), events):
        began = time.perf_counter()
        await store.append(append)
        waits.append(time.perf_counter() - began)
    return waits


async def _go_on(
    store: PostgresEventStore, answered: list[int], waits: list[float], stop: asyncio.Event
) -> None:
    for append in Writer().appends():
        began = time.perf_counter()
        position = (await store.append(append)).position
        waits.append(time.perf_counter() - began)
        answered[0] = max(answered[0], position)
        if stop.is_set():
            return


async def _object(owner_url: str, blobs: FilesystemBlobStore, size: int) -> None:
    account, file, upload, data = uuid4(), uuid4(), uuid4(), secrets.token_bytes(size)
    key, part = key_of(account, file, upload, "content"), Part(1, size, hashlib.sha256(data).digest())

    async def chunks() -> AsyncIterator[bytes]:
        yield data

    handle = await blobs.initiate(key)
    await blobs.complete(key, handle, [(part, await blobs.put(key, handle, part, chunks()))])
    async with await psycopg.AsyncConnection.connect(owner_url) as owner:
        await owner.execute(
            "insert into work.upload values (%s, %s, %s, %s, %s, null, now(), true)",
            (upload, account, UUID(int=1), file, handle),
        )
        await owner.execute(
            "insert into work.upload_part values (%s, 'content', 1, %s, %s, %s)",
            (upload, size, part.sha256, b"\0" * 32),
        )
