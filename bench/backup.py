"""A backup of many events with objects while people write, and its restore, compared with what was there.

Events are made by the product's deciders, appended through its store, and followed. While the backup is
taken, writers and uploads go on. It is restored into an empty folder; there every event up to its position
is compared with the source, every object that was complete before with its hash, and every read model, row
by row, with what the log makes of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import itertools
import secrets
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg

from api.composition.backing_up import fill_database
from api.composition.following import FROM_NOW_ON
from application.catalogue import DECIDERS
from application.ports import Append, Appended
from application.work.objects import key_of
from application.work.ports import Part
from bench.database import Database, fresh_database, with_server
from bench.figures import emit, percentiles
from bench.lives import Writer
from domain.errors import Unavailable
from infrastructure.backup.restore import check_backup
from infrastructure.backup.take import Source, take_backup
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.event_store.verify import Verdict, verify
from infrastructure.local.database_urls import DATABASE, password_of, signed_in_as
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.restored import restore_into
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
        # The account of the database may enter it.
        Path(folder).chmod(0o711)
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
    async with _followed(database.projector), _store(database) as store:
        await asyncio.gather(*(_write(store, given.events // 8) for _ in range(8)))
        for _ in range(given.objects):
            await _object(database.owner, blobs, given.object_bytes)
        await _caught_up(database.owner)
        alone = await _waits(store, 200)
        answered, uploaded = [0], [given.objects]
        waits, stop = list[float](), asyncio.Event()
        writers = [asyncio.create_task(_go_on(store, answered, waits, stop)) for _ in range(given.writers)]
        writers.append(asyncio.create_task(_go_on_uploading(database.owner, blobs, given, uploaded, stop)))
        while answered[0] == 0 or uploaded[0] == given.objects:
            await asyncio.wait(writers, timeout=0.05)
        known, complete, began = answered[0], uploaded[0], time.perf_counter()
        taken = await asyncio.to_thread(take_backup, source, file, keys, _PASSPHRASE)
        took = time.perf_counter() - began
        during, sent = answered[0] - known, uploaded[0] - complete
        stop.set()
        await asyncio.gather(*writers)
    position = taken.positions["0"]
    began = time.perf_counter()
    backup = check_backup(file, keys, _PASSPHRASE)
    checked = time.perf_counter() - began
    data = folder / "restored"
    began = time.perf_counter()
    damaged = await asyncio.to_thread(restore_into, data, backup, lambda url: fill_database(url, backup))
    filled = time.perf_counter() - began
    with PostgresServer(data) as server:
        owner_url, follows = server.url(DATABASE), "coffer_projector"
        projector_url = signed_in_as(owner_url, follows, password_of(follows, data))
        began = time.perf_counter()
        async with _followed(projector_url):
            await _caught_up(owner_url)
        caught_up = time.perf_counter() - began
        began = time.perf_counter()
        verdicts = await asyncio.to_thread(_verdicts, projector_url)
        verified = time.perf_counter() - began
        same = _events(database.owner, position) == _events(owner_url, position)
    objects = len(list((data / "blobs" / "objects").rglob("layout.json")))
    different = [verdict.name for verdict in verdicts if not verdict.equal]
    # Objects are written as they were promised, or not at all: those that are there are whole.
    if not (
        same and known <= position and not damaged and not different and objects == taken.objects >= complete
    ):
        raise RuntimeError(f"What was restored is not what was there. {different or ''}".rstrip())
    return {
        "position": position,
        "answeredBefore": known,
        "answeredDuring": during,
        "objects": objects,
        "uploadedDuring": sent,
        "readModels": len(verdicts),
        "rows": sum(verdict.rows for verdict in verdicts),
        "megabytes": round(file.stat().st_size / 1e6),
        "seconds": {
            "backup": round(took, 1),
            "check": round(checked, 1),
            "restore": round(filled, 1),
            "catchUp": round(caught_up, 1),
            "verify": round(verified, 1),
        },
        "appendAlone": percentiles(alone),
        "appendDuring": percentiles(waits),
    }


@contextlib.asynccontextmanager
async def _followed(projector_url: str) -> AsyncIterator[None]:
    """Somebody follows the log all the while."""
    stop = threading.Event()
    given = (projector_url, EventRegistry(DECIDERS), KeyWrapping(_KEK), PROJECTIONS)
    follower = threading.Thread(target=run_followers, args=given, kwargs={"stop": stop})
    follower.start()
    try:
        yield
    finally:
        stop.set()
        await asyncio.to_thread(follower.join)


async def _caught_up(owner_url: str) -> None:
    """Wait until every read model shows all there is."""
    behind = (
        "select from es.tracking as t join es.head as h using (log_id) "
        "join es.read_model as m on t.follower = m.name || '_' || m.version where t.position < h.position"
    )
    async with await psycopg.AsyncConnection.connect(owner_url, autocommit=True) as owner:
        while await (await owner.execute(behind)).fetchone() is not None:  # noqa: ASYNC110 - of a thread
            await asyncio.sleep(0.1)


def _verdicts(projector_url: str) -> list[Verdict]:
    return list(verify(projector_url, EventRegistry(DECIDERS), KeyWrapping(_KEK), PROJECTIONS))


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
        await _append(store, append)


async def _append(store: PostgresEventStore, append: Append) -> Appended:
    """As clients do: what was refused because the machine was too busy is asked for again."""
    while True:
        try:
            return await store.append(append)
        except Unavailable:
            await asyncio.sleep(0.1)


async def _waits(store: PostgresEventStore, events: int) -> list[float]:
    waits: list[float] = []
    for append in itertools.islice(Writer().appends(), events):
        began = time.perf_counter()
        await _append(store, append)
        waits.append(time.perf_counter() - began)
    return waits


async def _go_on(
    store: PostgresEventStore, answered: list[int], waits: list[float], stop: asyncio.Event
) -> None:
    for append in Writer().appends():
        began = time.perf_counter()
        position = (await _append(store, append)).position
        waits.append(time.perf_counter() - began)
        answered[0] = max(answered[0], position)
        if stop.is_set():
            return


async def _go_on_uploading(
    owner_url: str,
    blobs: FilesystemBlobStore,
    given: argparse.Namespace,
    uploaded: list[int],
    stop: asyncio.Event,
) -> None:
    while not stop.is_set():
        await _object(owner_url, blobs, given.object_bytes)
        uploaded[0] += 1


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
