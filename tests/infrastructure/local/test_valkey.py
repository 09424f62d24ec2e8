"""Our own Valkey: behind a password, and it remembers."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from infrastructure.local.valkey import ValkeyServer
from infrastructure.valkey import open_valkey
from tests.support.stack import throw_away_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as path:
        yield path


def pid_of(server: ValkeyServer) -> int:
    return int((server.data / "valkey" / "valkey.pid").read_text())


def test_what_was_told_a_second_ago_survives_a_kill(folder: Path) -> None:
    server = ValkeyServer(folder).start()
    redis.Redis.from_url(server.url).set("said", "yes")
    time.sleep(1.3)
    os.kill(pid_of(server), signal.SIGKILL)
    with ValkeyServer(folder) as again:
        assert redis.Redis.from_url(again.url).get("said") == b"yes"
    server.stop()


def test_nobody_comes_in_without_the_password(folder: Path) -> None:
    with ValkeyServer(folder) as server, pytest.raises(redis.AuthenticationError):
        redis.Redis(port=server.port).ping()
    assert (folder / "valkey" / "valkey.conf").stat().st_mode & 0o777 == 0o600


def test_its_socket_is_for_its_owner_and_asks_for_the_password_too(folder: Path) -> None:
    with ValkeyServer(folder) as server:
        assert server.socket_url is not None
        assert redis.Redis.from_url(server.socket_url).ping()
        path = server.socket_url.partition("@")[2]
        assert Path(path).stat().st_mode & 0o777 == 0o700
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(unix_socket_path=path).ping()


async def test_the_product_reaches_it_by_its_socket_and_by_its_address(folder: Path) -> None:
    with ValkeyServer(folder) as server:
        assert server.socket_url is not None
        for url in (server.socket_url, server.url):
            async with open_valkey(url) as client:
                assert await client.execute_command("PING")


@pytest.mark.parametrize("name", ["x" * 90, "Büro von Ann"])
def test_where_a_socket_has_no_usable_name_there_is_the_address(folder: Path, name: str) -> None:
    with ValkeyServer(folder / name) as server:
        assert server.socket_url is None
        assert redis.Redis.from_url(server.url).ping()


def test_a_server_that_was_left_running_is_stopped_first(folder: Path) -> None:
    left = ValkeyServer(folder).start()
    pid = pid_of(left)
    with ValkeyServer(folder) as again:
        assert pid_of(again) != pid
    left.stop()


def test_one_that_reads_a_long_file_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ValkeyServer(folder) as server:
        kept = redis.Redis.from_url(server.url)
        with kept.pipeline() as told:
            for number in range(3_000):
                told.set(f"said:{number}", number)
            told.execute()
    again = ValkeyServer(folder)
    # A millisecond for each line; after every thousand of them whoever asks is answered.
    slowly = ("--key-load-delay", "1000")
    program = again.program()
    monkeypatch.setattr(again, "program", lambda: replace(program, argv=(*program.argv, *slowly)))
    monkeypatch.setattr(again, "patience", 1.0)
    began = time.monotonic()
    with again:
        assert time.monotonic() > began + again.patience
        assert redis.Redis.from_url(again.url).dbsize() == 3_000
