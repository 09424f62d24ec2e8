"""A backup in servers of one's own: an empty database, and an empty folder or bucket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from api.cli.__main__ import main
from infrastructure.backup import restore
from infrastructure.backup.take import Source, take_backup
from infrastructure.local.database import other_database
from infrastructure.object_store.s3 import S3BlobStore
from tests.infrastructure.object_store.stores import S3_SETTINGS, emulated_s3
from tests.support.door import KEY, SECRET
from tests.support.kept import an_object, digests, folder_store, whole
from tests.support.stack import seen_by

pytestmark = pytest.mark.begins_early

PASSPHRASE = "a pass-phrase for these tests"


@pytest.fixture
def empty_database(postgres_server: str) -> Iterator[str]:
    name = f"restored_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            yield other_database(postgres_server, name)
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
async def source(product_database_url: str, tmp_path: Path) -> Source:
    """Backed up, with two objects."""
    store = folder_store(tmp_path / "blobs")
    for _ in range(2):
        # In one part: S3 takes no small ones but the last.
        await an_object(product_database_url, store, secrets.token_bytes(100_000))
    names = ("auth-secret", "blob-secret", "log-key.pem")
    known = {**{name: SECRET.encode() for name in names}, "kek": KEY.encode()}
    source = Source(product_database_url, store, known, "coffer.test", "https://coffer.test")
    take = (source, tmp_path / "one.coffer", tmp_path / "coffer.keys", PASSPHRASE)
    await asyncio.to_thread(take_backup, *take)
    return source


@pytest.fixture(params=["folder", "s3"])
async def objects(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[dict[str, str], Any]]:
    """An empty store: what names it, and how it is read."""
    if request.param == "folder":
        place = tmp_path / "elsewhere"
        yield {"COFFER_BLOB_DIR": str(place)}, folder_store(place)
        return
    with emulated_s3() as (endpoint, client):
        yield {"S3_ENDPOINT": endpoint, **S3_SETTINGS}, S3BlobStore(client, S3_SETTINGS["S3_BUCKET"])


@pytest.fixture
def restored(
    empty_database: str,
    objects: tuple[dict[str, str], Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Any]:
    """The command, on the servers that are empty at first."""
    for name, value in {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": "https://coffer.test",
        "COFFER_OWNER_DATABASE_URL": empty_database,
        "DATABASE_URL": seen_by("coffer_app", empty_database),
        "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", empty_database),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "COFFER_BACKUP_PASSPHRASE": PASSPHRASE,
        **objects[0],
    }.items():
        monkeypatch.setenv(name, value)

    def run(data: str = "data") -> tuple[int, str]:
        capsys.readouterr()
        argv = ["restore", str(tmp_path / "one.coffer"), "--servers", "--data", str(tmp_path / data)]
        return main(argv), capsys.readouterr().err

    return run


async def test_all_of_it_is_there_and_nothing_is_overwritten(
    source: Source,
    restored: Callable[..., Any],
    objects: tuple[dict[str, str], Any],
    empty_database: str,
    tmp_path: Path,
) -> None:
    assert await asyncio.to_thread(restored) == (0, "")
    before, after = digests(source.owner_url), digests(empty_database)
    assert {name for name in before if before[name] != after[name]} <= {"public.migration", "es.snapshot"}
    kept = tmp_path / "data" / "secrets"
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == source.secrets
    places = tmp_path / "blobs" / "objects"
    keys = [str(layout.parent.relative_to(places)) for layout in places.rglob("layout.json")]
    assert len(keys) == 2
    for key in keys:
        assert await whole(objects[1], key) == await whole(folder_store(tmp_path / "blobs"), key)

    code, said = await asyncio.to_thread(restored)
    assert (code, said.count("\n")) == (1, 1)
    assert "holds secrets already" in said
    code, said = await asyncio.to_thread(restored, "other")
    assert (code, said.count("\n")) == (1, 1)
    assert "The database holds data already" in said
    assert digests(empty_database) == after


@pytest.mark.usefixtures("source")
async def test_a_restore_that_fails_half_way_leaves_no_secrets_to_start_with(
    restored: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise psycopg.OperationalError("the server closed the connection\nunexpectedly")

    monkeypatch.setattr(restore, "go_on_numbering", fails)
    code, said = await asyncio.to_thread(restored)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("Half restored; empty the database and begin again")
    assert not (tmp_path / "data" / "secrets").exists()
