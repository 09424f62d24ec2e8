"""A backup in an empty folder, as `./run` opens it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.__main__ import main
from api.composition.backing_up import fill_database
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.restore import Backup, check_backup
from infrastructure.backup.take import Source, take_backup
from infrastructure.local import data_folder
from infrastructure.local.database_urls import DATABASE
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.restored import restore_into
from infrastructure.local.stack_secrets import ensure_secrets
from tests.support.door import KEY, SECRET
from tests.support.kept import an_object, digests, folder_store, whole
from tests.support.stack import throw_away_folder

pytestmark = pytest.mark.begins_early

PASSPHRASE = "a pass-phrase for these tests"


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as path:
        yield path


@pytest.fixture
def source(product_database_url: str, tmp_path: Path) -> Source:
    names = ("auth-secret", "blob-secret", "log-key.pem")
    known = {**{name: SECRET.encode() for name in names}, "kek": KEY.encode()}
    store = folder_store(tmp_path / "blobs")
    return Source(product_database_url, store, known, "coffer.test", "https://coffer.test")


def taken(source: Source, folder: Path) -> Backup:
    file, keys = folder / "one.coffer", folder / "coffer.keys"
    take_backup(source, file, keys, PASSPHRASE)
    return check_backup(file, keys, PASSPHRASE)


async def test_a_folder_opens_with_all_that_was_in_the_backup(
    source: Source, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = await an_object(source.owner_url, folder_store(tmp_path / "blobs"))
    await asyncio.to_thread(taken, source, tmp_path)
    monkeypatch.setenv("COFFER_BACKUP_PASSPHRASE", PASSPHRASE)
    data = folder / "data"
    asked = ["restore", str(tmp_path / "one.coffer"), "--data", str(data)]
    assert await asyncio.to_thread(main, asked) == 0
    data_folder.check_restored(data)
    kept = data / "secrets"
    assert {name: (kept / name).read_bytes() for name in source.secrets} == source.secrets
    ensure_secrets(data, database=None)
    assert (kept / "kek").read_bytes() == KEY.encode()
    assert await whole(folder_store(data / "blobs"), key) == await whole(
        folder_store(tmp_path / "blobs"), key
    )
    with PostgresServer(data) as server:
        here = digests(server.url(DATABASE))
    before = digests(source.owner_url)
    assert {name for name in before if before[name] != here[name]} <= {"public.migration", "es.snapshot"}
    # What is there is not overwritten.
    assert await asyncio.to_thread(main, asked) == 1


def test_a_restore_that_fails_leaves_the_folder_empty(source: Source, folder: Path, tmp_path: Path) -> None:
    backup = taken(source, tmp_path)

    def fails(_url: str) -> None:
        raise NotDone("The disk is full.")

    with pytest.raises(NotDone, match="disk is full"):
        restore_into(folder / "data", backup, fails)
    assert not data_folder.holds_data(folder / "data")
    assert not PostgresServer(folder / "data").has_data()


def test_nothing_starts_on_the_half_of_a_restore(
    source: Source, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, data = taken(source, tmp_path), folder / "data"
    # As after a power cut: nobody cleans up.
    monkeypatch.setattr(data_folder, "reset", lambda _: None)

    class Cut(BaseException):
        pass

    def cut(_url: str) -> None:
        raise Cut

    with pytest.raises(Cut):
        restore_into(data, backup, cut)
    with pytest.raises(data_folder.InUse, match="not restored to its end"):
        data_folder.check_restored(data)
    monkeypatch.undo()
    data_folder.reset(data)
    data_folder.check_restored(data)


def test_a_folder_that_is_in_use_is_refused(source: Source, folder: Path, tmp_path: Path) -> None:
    backup = taken(source, tmp_path)
    with data_folder.claim(folder / "data"), pytest.raises(NotDone, match="Another Coffer is running"):
        restore_into(folder / "data", backup, lambda url: fill_database(url, backup))


@pytest.mark.parametrize("arguments", [["backup", "x"], ["restore", "x"]])
def test_without_a_pass_phrase_nothing_is_begun(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    monkeypatch.delenv("COFFER_BACKUP_PASSPHRASE", raising=False)
    for name, value in {
        "COFFER_MODE": "development",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_LOG_KEY_FILE": __file__,
    }.items():
        monkeypatch.setenv(name, value)
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert "COFFER_BACKUP_PASSPHRASE" in said.err
    assert len(said.err.splitlines()) == 1
