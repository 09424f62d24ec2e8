"""Our own Valkey: behind a password, and it remembers."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from infrastructure.local.valkey import ValkeyServer
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


def test_a_server_that_was_left_running_is_stopped_first(folder: Path) -> None:
    left = ValkeyServer(folder).start()
    pid = pid_of(left)
    with ValkeyServer(folder) as again:
        assert pid_of(again) != pid
    left.stop()
