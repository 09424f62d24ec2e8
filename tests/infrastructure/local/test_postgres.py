"""Our own PostgreSQL: made once, kept over restarts, and robust against ends it did not choose."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from infrastructure.local.postgres import OWNER, PostgresServer
from infrastructure.local.postgres_binaries import may_reach
from infrastructure.local.processes import Account, command_line, working_in
from infrastructure.local.server import Readiness, ServerFailed
from tests.support.stack import throw_away_folder

pytestmark = pytest.mark.begins_early


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as path:
        yield path


def rows(server: PostgresServer) -> list[int]:
    with psycopg.connect(server.url()) as connection:
        return [row[0] for row in connection.execute("select n from kept order by n")]


def keep_one(server: PostgresServer) -> None:
    with psycopg.connect(server.url()) as connection:
        connection.execute("create table if not exists kept (n int)")
        connection.execute("insert into kept select count(*) from kept")


def postmaster(server: PostgresServer) -> int:
    return int((server.cluster / "postmaster.pid").read_text().splitlines()[0])


def test_rows_are_kept_over_a_stop_and_a_start(folder: Path) -> None:
    with PostgresServer(folder) as server:
        keep_one(server)
    with PostgresServer(folder) as server:
        assert rows(server) == [0]


@pytest.mark.skipif(os.geteuid() != 0, reason="only what root has copied belongs to somebody else")
def test_a_copy_that_root_has_made_opens(folder: Path) -> None:
    with PostgresServer(folder / "first") as server:
        keep_one(server)
    subprocess.run(["cp", "-r", folder / "first", folder / "copy"], check=True)
    with PostgresServer(folder / "copy") as server:
        assert rows(server) == [0]
        keep_one(server)


@pytest.mark.skipif(os.geteuid() != 0, reason="only what root has copied belongs to somebody else")
@pytest.mark.parametrize("given", [1, 400])
def test_a_copy_that_was_given_over_in_part_is_given_over_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch, given: int
) -> None:
    with PostgresServer(folder / "first") as server:
        keep_one(server)
    subprocess.run(["cp", "-r", folder / "first", folder / "copy"], check=True)
    left = iter(range(given))
    give = os.chown

    def give_some(*place: Any, **how: Any) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        give(*place, **how)

    monkeypatch.setattr(os, "chown", give_some)
    with pytest.raises(KeyboardInterrupt):
        PostgresServer(folder / "copy").prepare()
    monkeypatch.undo()
    with PostgresServer(folder / "copy") as server:
        assert rows(server) == [0]
        keep_one(server)
    assert {at.owner() for at in server.cluster.rglob("*")} == {server.cluster.owner()}


def test_words_sort_and_fold_alike_on_every_machine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "POSIX")
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    with PostgresServer(folder) as server, psycopg.connect(server.url()) as connection:
        row = connection.execute(
            "select lower('Ä'), current_setting('server_encoding'), current_setting('timezone')"
        ).fetchone()
    assert row == ("ä", "UTF8", "UTC")


def test_nobody_comes_in_without_the_password(folder: Path) -> None:
    with PostgresServer(folder) as server:
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(server.url(password="guess"))
        secret = folder / "secrets" / "postgres-owner"
        assert secret.stat().st_mode & 0o777 == 0o600
        assert secret.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("way", ["socket", "address"])
def test_it_is_reached_by_a_socket_that_nobody_else_may_use_and_by_its_address(
    folder: Path, way: str
) -> None:
    with PostgresServer(folder / 'Anns "alte" Akten') as server:
        url = server.url() if way == "socket" else server.url().partition("?")[0]
        with psycopg.connect(url) as connection:
            assert connection.info.host == (str(server.sockets) if way == "socket" else "127.0.0.1")
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(url.replace(OWNER, "somebody"))
        assert server.sockets is not None
        assert server.sockets.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["x" * 90, "Ann, Ben"])
def test_where_a_socket_has_no_usable_name_there_is_the_address(folder: Path, name: str) -> None:
    with PostgresServer(folder / name) as server:
        assert server.sockets is None
        keep_one(server)
        assert rows(server) == [0]


def test_the_log_does_not_repeat_refused_values(folder: Path) -> None:
    with PostgresServer(folder) as server, psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("create table person (email text primary key)")
        connection.execute("insert into person values ('canary@example.test')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("insert into person values ('canary@example.test')")
    log = server.log.read_text()
    assert "duplicate key" in log
    assert "canary" not in log


def test_a_killed_server_comes_back_with_everything_committed(folder: Path) -> None:
    server = PostgresServer(folder).start()
    keep_one(server)
    os.kill(postmaster(server), signal.SIGKILL)
    with PostgresServer(folder) as again:
        assert rows(again) == [0]
    server.stop()


def test_a_server_that_recovers_for_longer_than_one_may_be_silent_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresServer(folder) as server:
        keep_one(server)
    # It asks an archive for more of its log first, and that one is slow.
    (server.cluster / "recovery.signal").touch()
    with (server.cluster / "postgresql.auto.conf").open("a") as settings:
        settings.write("restore_command = 'sleep 2; false'\n")
    again = PostgresServer(folder)
    monkeypatch.setattr(again, "patience", 1.0)
    began = time.monotonic()
    with again:
        assert time.monotonic() > began + again.patience
        assert rows(again) == [0]


def test_a_server_that_hangs_is_taken_for_silent(folder: Path) -> None:
    server = PostgresServer(folder).start()
    pid = postmaster(server)
    os.kill(pid, signal.SIGSTOP)
    try:
        assert server.readiness() is Readiness.SILENT
    finally:
        os.kill(pid, signal.SIGCONT)
    assert server.readiness() is Readiness.READY
    server.stop()


def test_a_killed_server_that_nobody_has_reaped_yet_does_not_stop_the_next(folder: Path) -> None:
    server = PostgresServer(folder).start()
    keep_one(server)
    pid = postmaster(server)
    os.kill(pid, signal.SIGKILL)
    while command_line(pid):
        time.sleep(0.01)
    os.kill(pid, 0)  # its number is still taken, by a process that only waits to be reaped
    with PostgresServer(folder) as again:
        assert rows(again) == [0]
    server.stop()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="helpers are found by /proc")
def test_a_server_waits_for_the_helpers_of_one_that_was_killed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = PostgresServer(folder).start()
    keep_one(server)
    helper = next(one for one in working_in(server.cluster) if "checkpointer" in str(command_line(one)))
    os.kill(helper, signal.SIGSTOP)
    try:
        os.kill(postmaster(server), signal.SIGKILL)
        again = PostgresServer(folder)
        monkeypatch.setattr(again, "patience", 0.2)
        with pytest.raises(ServerFailed, match=f"as process {helper}"):
            again.prepare()
    finally:
        os.kill(helper, signal.SIGCONT)
    with PostgresServer(folder) as again:
        assert rows(again) == [0]
    server.stop()


def test_a_server_that_dies_slowly_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = PostgresServer(folder).start()
    keep_one(server)
    pid, seen = postmaster(server), command_line(postmaster(server))
    os.kill(pid, signal.SIGKILL)
    # On a busy machine a killed process is there for a while.
    looks = iter(range(20))
    monkeypatch.setattr(
        "infrastructure.local.postgres.command_line",
        lambda one: seen if one == pid and next(looks, None) is not None else command_line(one),
    )
    with PostgresServer(folder) as again:
        assert rows(again) == [0]
        assert next(looks, None) is None
    server.stop()


def test_a_server_that_was_left_running_is_stopped_first(folder: Path) -> None:
    left = PostgresServer(folder).start()
    keep_one(left)
    pid = postmaster(left)
    with PostgresServer(folder) as again:
        assert postmaster(again) != pid
        assert rows(again) == [0]
        assert not command_line(pid)
    left.stop()


def test_a_pid_file_with_the_number_of_another_program_does_not_stop_it(folder: Path) -> None:
    with PostgresServer(folder) as server:
        keep_one(server)
        note = (server.cluster / "postmaster.pid").read_text()
    stale = server.cluster / "postmaster.pid"
    stale.write_text(note.replace(note.splitlines()[0], str(os.getpid()), 1))
    with PostgresServer(folder) as again:
        assert rows(again) == [0]


def test_a_start_that_was_cut_off_leaves_no_half_database(folder: Path) -> None:
    server = PostgresServer(folder)
    half = server.cluster.with_name(f"{server.cluster.name}.new")
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with server:
        keep_one(server)


def test_folders_with_blanks_and_umlauts_work(folder: Path) -> None:
    with PostgresServer(folder / "Büro von Ann") as server:
        keep_one(server)


def test_it_ends_when_whoever_started_it_is_killed(folder: Path) -> None:
    ready, told = os.pipe()
    starter = os.fork()
    if starter == 0:
        with contextlib.suppress(BaseException):
            server = PostgresServer(folder).start()
            os.write(told, str(postmaster(server)).encode())
            time.sleep(60)
        os._exit(1)
    os.close(told)
    pid = int(os.read(ready, 20))
    os.kill(starter, signal.SIGKILL)
    os.waitpid(starter, 0)
    deadline = time.monotonic() + 60
    while command_line(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert command_line(pid) == []


def test_an_account_reaches_a_place_only_through_open_folders(tmp_path: Path) -> None:
    stranger = Account("somebody", 54321, 54321)
    place = tmp_path / "open" / "closed" / "place"
    place.mkdir(parents=True)
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        if folder.owner() == tmp_path.owner() and folder != Path("/tmp"):
            folder.chmod(0o711)
    assert may_reach(stranger, tmp_path / "open")
    (tmp_path / "open" / "closed").chmod(0o700)
    assert not may_reach(stranger, place)
