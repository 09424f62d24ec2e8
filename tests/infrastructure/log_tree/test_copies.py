"""Checkpoints are copied to where the owner of the database is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from botocore.exceptions import ClientError
from psycopg_pool import AsyncConnectionPool

from domain.errors import Unavailable
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.log_tree.copies import CheckpointCopies, FolderShelf
from infrastructure.log_tree.seals import seal_next
from infrastructure.object_store.s3 import S3BlobStore
from infrastructure.rows.reader import PostgresReader
from infrastructure.vault.log_key import LogKey
from tests.infrastructure.object_store.stores import emulated_s3
from tests.support.notes import write

LOCKED = "checkpoints"


@pytest.fixture
def reader(pool: AsyncConnectionPool) -> PostgresReader:
    return PostgresReader(pool)


def newest(connection: psycopg.Connection) -> bytes:
    row = connection.execute("select note from seal.checkpoint order by size desc limit 1").fetchone()
    assert row is not None
    return row[0].encode()


async def test_the_newest_is_copied_once(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    signer: LogKey,
    reader: PostgresReader,
    tmp_path: Path,
) -> None:
    copies = CheckpointCopies(reader, FolderShelf(tmp_path / "copies"))
    await copies.keep_newest()
    assert not (tmp_path / "copies").exists()
    for text in ("one", "two"):
        await write(store, uuid4(), text)
        seal_next(projector, 0, signer, 1)
        await copies.keep_newest()
        await copies.keep_newest()
    files = sorted((tmp_path / "copies" / "checkpoints" / "0").iterdir())
    assert [file.name for file in files] == ["000000000001.txt", "000000000002.txt"]
    assert files[-1].read_bytes() == newest(projector)


async def test_a_shelf_that_does_not_answer_is_asked_again(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey, reader: PostgresReader
) -> None:
    asked: list[str] = []

    class Failing:
        async def keep(self, key: str, data: bytes) -> None:
            asked.append(key)
            if len(asked) == 1:
                raise Unavailable("Not now.", reason="object_store")

    await write(store, uuid4(), "one")
    seal_next(projector, 0, signer, 1)
    copies = CheckpointCopies(reader, Failing())
    for _ in range(3):
        await copies.keep_newest()
    assert asked == ["checkpoints/0/000000000001.txt"] * 2


@pytest.fixture
def s3() -> Iterator[tuple[S3BlobStore, Any]]:
    """A bucket whose rule keeps what is put there for a year."""
    with emulated_s3() as (_, client):
        client.create_bucket(Bucket=LOCKED, ObjectLockEnabledForBucket=True)
        rule = {"DefaultRetention": {"Mode": "COMPLIANCE", "Years": 1}}
        client.put_object_lock_configuration(
            Bucket=LOCKED, ObjectLockConfiguration={"ObjectLockEnabled": "Enabled", "Rule": rule}
        )
        yield S3BlobStore(client, LOCKED), client


async def test_in_a_locked_bucket_not_even_we_take_it_back(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    signer: LogKey,
    reader: PostgresReader,
    s3: tuple[S3BlobStore, Any],
) -> None:
    shelf, client = s3
    await write(store, uuid4(), "one")
    seal_next(projector, 0, signer, 1)
    await CheckpointCopies(reader, shelf).keep_newest()
    key = "checkpoints/0/000000000001.txt"
    assert b"".join([chunk async for chunk in shelf.read(key)]) == newest(projector)
    # Another one under its name hides it, and it is there all the same.
    await shelf.keep(key, b"another past")
    versions: list[Any] = client.list_object_versions(Bucket=LOCKED, Prefix=key)["Versions"]
    assert len(versions) == 2
    for version in versions:
        with pytest.raises(ClientError, match="AccessDenied"):
            client.delete_object(Bucket=LOCKED, Key=key, VersionId=version["VersionId"])
