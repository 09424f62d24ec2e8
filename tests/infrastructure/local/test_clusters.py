"""A database that was made is found again or missed, wherever its folder was moved or copied to."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from infrastructure.local import clusters, data_folder
from infrastructure.local.clusters import home_of
from infrastructure.local.places import short_name
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.processes import Account
from infrastructure.local.server import ServerFailed
from tests.support.stack import throw_away_folder

STRANGER = Account("somebody", 54321, 54321)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with throw_away_folder() as path:
        (path / "state").mkdir(mode=0o755)
        monkeypatch.setattr(clusters, "STATE_OF_ROOT", path / "state")
        monkeypatch.setattr(data_folder, "STATE_OF_ROOT", path / "state")
        yield path


def keep_one(server: PostgresServer) -> None:
    with psycopg.connect(server.url()) as connection:
        connection.execute("create table kept as select 1 as n")


def is_kept(server: PostgresServer) -> bool:
    with psycopg.connect(server.url()) as connection:
        return connection.execute("select n from kept").fetchall() == [(1,)]


def a_cluster(home: Path) -> Path:
    (home / "pg18").mkdir(parents=True)
    (home / "pg18" / "PG_VERSION").write_text("18\n")
    return home


def test_a_database_that_is_gone_is_missed_and_not_made_anew(folder: Path) -> None:
    with PostgresServer(folder / "data") as server:
        keep_one(server)
    server.cluster.rename(folder / "lost")
    with pytest.raises(ServerFailed, match=f"There is no database in {folder / 'data'}, and the one of"):
        PostgresServer(folder / "data").prepare()
    assert not server.cluster.exists()
    (folder / "lost").rename(server.cluster)
    with PostgresServer(folder / "data") as server:
        assert is_kept(server)


def test_one_from_before_its_place_was_written_down_is_missed_after_one_more_start(folder: Path) -> None:
    with PostgresServer(folder) as server:
        (folder / "secrets" / "database-place").unlink()
    with PostgresServer(folder):
        pass
    shutil.rmtree(server.cluster)
    with pytest.raises(ServerFailed, match="There is no database in"):
        PostgresServer(folder).prepare()


def test_a_first_start_that_was_cut_off_before_there_was_a_database_begins_again(folder: Path) -> None:
    server = PostgresServer(folder)
    assert server.url()  # its secret is made
    with server:
        keep_one(server)


def test_a_reset_begins_with_nothing(folder: Path) -> None:
    with PostgresServer(folder / "data"):
        pass
    data_folder.reset(folder / "data")
    with PostgresServer(folder / "data") as server, pytest.raises(psycopg.errors.UndefinedTable):
        is_kept(server)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's database lies elsewhere")
def test_a_copy_without_its_database_that_lies_elsewhere_does_not_start_empty(folder: Path) -> None:
    (folder / "home").mkdir(mode=0o700)
    data, copy = folder / "home" / "data", folder / "copy"
    with PostgresServer(data) as server:
        keep_one(server)
    home = folder / "state" / short_name(data)
    assert server.cluster.is_relative_to(home)
    subprocess.run(["cp", "-r", data, copy], check=True)
    copy.chmod(0o711)
    with pytest.raises(ServerFailed, match=f"There is no database in {copy}.* was made in {home}. Copy it"):
        PostgresServer(copy).prepare()
    # What it says helps.
    subprocess.run(["cp", "-r", server.cluster, copy], check=True)
    with PostgresServer(copy) as copied:
        assert is_kept(copied)
        assert copied.cluster.is_relative_to(copy)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's database lies elsewhere")
def test_a_home_that_is_opened_later_does_not_hide_the_database(folder: Path) -> None:
    (folder / "home").mkdir(mode=0o700)
    with PostgresServer(folder / "home" / "data") as server:
        keep_one(server)
    (folder / "home").chmod(0o711)
    (folder / "home" / "data").chmod(0o711)
    with PostgresServer(folder / "home" / "data") as server:
        assert is_kept(server)


def test_where_a_database_lies_by_who_may_enter_and_what_is_there(folder: Path) -> None:
    data = folder / "data"
    data.mkdir(mode=0o711)
    elsewhere = folder / "state" / short_name(data)
    assert home_of(data, None) == data
    assert home_of(data, STRANGER) == data
    data.chmod(0o700)
    assert home_of(data, STRANGER) == elsewhere
    a_cluster(elsewhere)
    data.chmod(0o711)
    assert home_of(data, STRANGER) == elsewhere
    a_cluster(data)
    assert home_of(data, STRANGER) == data
    assert home_of(data, None) == data
