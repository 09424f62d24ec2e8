"""Each line of the processes that compose runs is one JSON object, with the same members whoever wrote it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
import yaml

from domain.records import bytes_of
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses
from infrastructure.secret_checks import LOG_KEY, check_value
from infrastructure.vault.log_key import make_log_key, read_log_key
from tests.support.door import KEY, SECRET
from tests.support.kept import an_object
from tests.support.stack import seen_by

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(
    (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
)["services"]
PATIENCE = 120.0
LEVELS = {"debug", "info", "warning", "error", "critical"}
CANARY = "a word of somebody's"


class Running:
    """Processes of the compose file, with their settings but for where things are."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.folder = folder
        self.environ = environ
        self.children: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *options: str) -> None:
        service = SERVICES[name]
        said = {key: value for key, value in service["environment"].items() if "$" not in str(value)}
        environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(CHECKOUT), **said, **self.environ}
        argv = [sys.executable, "-P", "-m", "api.cli", *service["command"], *options]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.children[name] = subprocess.Popen(argv, cwd=CHECKOUT, env=environ, stdout=log, stderr=log)

    def lines(self, name: str) -> list[str]:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8").splitlines()

    def until(self, name: str, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert self.children[name].poll() is None, self.lines(name)
            assert time.monotonic() < deadline, self.lines(name)
            time.sleep(0.05)

    def end(self) -> None:
        for child in self.children.values():
            with contextlib.suppress(ProcessLookupError):
                child.terminate()
        for child in self.children.values():
            child.wait(PATIENCE)


@pytest.fixture
def running(product_database_url: str, valkey_url: str, tmp_path: Path) -> Iterator[Running]:
    key = tmp_path / "log-key.pem"
    make_log_key(key)
    value = check_value(LOG_KEY, read_log_key(key).private_bytes_raw())
    with psycopg.connect(product_database_url) as owner:
        owner.execute("insert into es.secret_check (name, value) values (%s, %s)", (LOG_KEY, value))
    for name, secret in {"auth": SECRET, "kek": KEY, "blob": SECRET}.items():
        (tmp_path / name).write_text(secret)
    running = Running(
        tmp_path,
        {
            "DATABASE_URL": seen_by("coffer_app", product_database_url),
            "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", product_database_url),
            "REDIS_URL": valkey_url,
            "SMTP_URL": f"smtp://127.0.0.1:{free_port()}",
            "COFFER_AUTH_SECRET_FILE": str(tmp_path / "auth"),
            "COFFER_KEK_FILE": str(tmp_path / "kek"),
            "COFFER_BLOB_SECRET_FILE": str(tmp_path / "blob"),
            "COFFER_LOG_KEY_FILE": str(key),
            "COFFER_BLOB_DIR": str(tmp_path / "blobs"),
            "COFFER_DATA_DIR": str(tmp_path),
            "COFFER_PULSE_FILE": str(tmp_path / "pulse"),
            "COFFER_READY_FILE": str(tmp_path / "ready"),
            "COFFER_WORKERS": "2",
        },
    )
    try:
        yield running
    finally:
        running.end()


def parsed(line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    assert isinstance(found["event"], str), line
    assert found["level"] in LEVELS, line
    assert datetime.fromisoformat(found["timestamp"]).utcoffset() == timedelta(0), line
    assert CANARY not in line
    return found


def asked(port: int, path: str) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def answers(port: int) -> bool:
    try:
        return asked(port, "/health")[0] == 200
    except OSError:
        return False


def children_of(pid: int) -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            stat = entry.read_text().rpartition(")")[2].split()
            if int(stat[1]) == pid and stat[0] != "Z":
                found.append(int(entry.parent.name))
    return found


def started(running: Running) -> int:
    """How many workers the server has started so far."""
    return sum("Started worker" in line for line in running.lines("api"))


async def test_the_api_writes_json_and_so_does_its_server(
    running: Running, product_database_url: str
) -> None:
    port = free_port()
    blobs = FilesystemBlobStore(running.folder / "blobs", SignedAddresses(bytes_of(SECRET)))
    key = await an_object(product_database_url, blobs, CANARY.encode())
    shutil.rmtree(running.folder / "blobs" / "objects" / key)
    running.start("api", "--port", str(port))
    # The first one answers before the second one has started.
    running.until("api", lambda: started(running) == 2 and answers(port))
    address = await blobs.sign_read(key, datetime.now(UTC) + timedelta(hours=1))
    status, body = asked(port, address.url)
    assert status == 500
    # One of its workers dies, and the server says so.
    os.kill(children_of(running.children["api"].pid)[-1], signal.SIGKILL)
    # One that is being started does not hear of the end.
    running.until("api", lambda: started(running) == 3)
    running.until("api", lambda: answers(port))
    running.end()
    lines = [parsed(line) for line in running.lines("api")]
    (damaged,) = [line for line in lines if line["event"] == "object_damaged"]
    assert damaged["request_id"] == body["details"]["requestId"]
    of_server = [line for line in lines if line.get("logger") == "_granian"]
    assert {line["level"] for line in of_server} >= {"info", "error"}
    # What belongs to no request has no id of one.
    assert not any("request_id" in line for line in of_server)


@pytest.fixture
async def poisoned(valkey_url: str) -> AsyncIterator[Callable[[], None]]:
    """Puts jobs into the queue that nobody can carry out."""
    valkey: Any = redis.Redis.from_url(valkey_url)  # pyright: ignore[reportUnknownMemberType]

    def poison() -> None:
        for name, job in {"unreadable": CANARY.encode(), "unknown": _job()}.items():
            valkey.set(f"arq:job:{name}", job)
            valkey.zadd("arq:queue", {name: int(time.time() * 1000)})

    yield poison
    valkey.close()


def _job() -> bytes:
    from arq.jobs import serialize_job

    from infrastructure.jobs import _ENCODE  # pyright: ignore[reportPrivateUsage]

    made = serialize_job("nobody.knows", (CANARY,), {}, None, int(time.time() * 1000), serializer=_ENCODE)
    assert made is not None
    return made


async def test_worker_and_followers_write_json_and_so_does_the_queue(
    running: Running, poisoned: Callable[[], None]
) -> None:
    ready = running.folder / "ready"
    for name in ("followers", "worker"):
        ready.unlink(missing_ok=True)
        running.start(name)
        await asyncio.to_thread(running.until, name, ready.exists)
    poisoned()

    def told() -> bool:
        return sum('"logger": "arq.worker"' in line for line in running.lines("worker")) >= 2

    await asyncio.to_thread(running.until, "worker", told)
    running.end()
    lines = [parsed(line) for line in running.lines("worker")]
    of_queue = [line for line in lines if line.get("logger") == "arq.worker"]
    assert any("unreadable" in line["event"] and "exception" in line for line in of_queue)
    assert any("unknown" in line["event"] for line in of_queue)
    assert {line["level"] for line in of_queue} <= {"warning", "error", "critical"}
    for line in running.lines("followers"):
        parsed(line)


@pytest.mark.parametrize("name", ["api", "followers", "worker"])
def test_one_that_is_refused_says_so_in_json(running: Running, name: str) -> None:
    (running.folder / "kek").write_text(KEY[::-1])
    running.start(name)
    assert running.children[name].wait(PATIENCE) == 2
    (line,) = [parsed(line) for line in running.lines(name)]
    assert (line["event"], line["level"]) == ("cannot_start", "critical")
    assert "COFFER_KEK" in line["reason"]


FAULTS = {
    "in the process": "raise ValueError('broken')",
    "in a thread": "import threading; t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()",
    "where nobody looks": "type('X', (), {'__del__': lambda self: 1 / 0})()",
    "as a warning": "import warnings; warnings.warn('old')",
    "of a library": "import logging; logging.getLogger('some.library').error('%s failed', 'it')",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_python_itself_would_write_is_json_as_well(fault: str) -> None:
    program = f"from infrastructure.logs import log_as_json; log_as_json('info')\n{FAULTS[fault]}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    (line,) = [parsed(line) for line in lines]
    assert line["level"] in ("warning", "error", "critical")
    assert done.returncode == (1 if fault == "in the process" else 0)


def test_libraries_are_heard_from_warnings_on_and_own_modules_from_the_level_that_was_set() -> None:
    program = (
        "import logging\nfrom infrastructure.logs import log_as_json\nlog_as_json('info')\n"
        "logging.getLogger('arq.worker').info('with arguments')\n"
        "logging.getLogger('coffer.files').info('file_kept', extra={'file_id': '7'})\n"
        "logging.getLogger('coffer.files').debug('too much')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    (line,) = [parsed(line) for line in done.stdout.splitlines()]
    assert (line["event"], line["file_id"], done.stderr) == ("file_kept", "7", "")
