"""A release replaces the one before it while people write: real processes behind one port, one by one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from bench.http_load import Answer
from infrastructure.event_store.epoch import EPOCH
from infrastructure.local.places import CHECKOUT
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.house import Person, an_open_house
from tests.support.stack import seen_by
from tests.upgrades.releases import Processes, Proxy, Server, release

pytestmark = pytest.mark.begins_early

WRITERS = 4
# Appends that wait for another one.
WAITING = (
    "select count(*) from pg_stat_activity where application_name = 'coffer append' "
    "and datname = current_database() and wait_event_type = 'Lock'"
)
# Those who lead and those who wait to.
FOLLOWING = (
    "select count(*) from pg_stat_activity "
    "where application_name = 'coffer follow' and datname = current_database()"
)


@dataclass
class Writer:
    """Somebody who renames their account again and again, over connections that stay open."""

    owner_url: str
    cookie: str
    account: dict[str, Any]
    answered: int = 0
    closed_idle: int = 0
    cut_off: int = 0
    stale: int = 0
    refused: list[str] = field(default_factory=list[str])
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def write(self, port: int) -> None:
        body = {"displayName": f"Number {self.answered}", "version": self.account["version"]}
        path, key = f"/api/accounts/{self.account['id']}", str(uuid4())
        answer = await self.ask(port, "PUT", path, body, key)
        if answer.status != 200:
            self.refused.append(f"{answer.status} {answer.body[:300]!r}")
            return
        self.account = answer.json()["data"]
        self.answered += 1
        position = dict(answer.headers)["x-position"]
        seen = await self.ask(port, "GET", path, position=position)
        stale = dict(seen.headers).get("x-stale") == "true"
        self.stale += stale
        if seen.status != 200 or (not stale and seen.json()["data"]["displayName"] != body["displayName"]):
            self.refused.append(f"{seen.status} {seen.body[:300]!r}")

    async def ask(
        self, port: int, method: str, path: str, body: Any = None, key: str = "", position: str = "0"
    ) -> Answer:
        """A connection that was closed while nothing was asked is opened again, as every client does. A
        request that was carried out and not answered is one that was cut off."""
        while True:
            if self._streams is not None and self._streams[0].at_eof():
                self.closed_idle += 1
                self.close()
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", port)
            try:
                return await self._ask(method, path, body, key, position)
            except (ConnectionError, asyncio.IncompleteReadError):
                # Closed while this was on its way. It took nothing, or it carried it out all the same.
                carried_out = "select count(*) from es.idempotency where key = '{}'"
                if await _rows(self.owner_url, carried_out.format(key)) != [(0,)]:
                    self.cut_off += 1
                self.closed_idle += 1
                self.close()

    async def _ask(self, method: str, path: str, body: Any, key: str, position: str) -> Answer:
        assert self._streams is not None
        reader, writer = self._streams
        payload = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: coffer.test\r\nOrigin: {ORIGIN}\r\nCookie: {self.cookie}\r\n"
            f"X-Account-Id: {self.account['id']}\r\nX-Min-Position: {position}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        )
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        writer.write(f"{head}\r\n".encode() + payload)
        return await _answer(reader)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> Answer:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    fields = [line.partition(":") for line in lines[1:] if line]
    headers = tuple((name.lower(), value.strip()) for name, _, value in fields)
    body = await reader.readexactly(int(dict(headers).get("content-length", 0)))
    return Answer(int(lines[0].split()[1]), headers, body)


@pytest.fixture
async def writers(product_database_url: str, valkey_url: str, tmp_path: Path) -> list[Writer]:
    """People with accounts of their own, who signed in before the restart."""
    key = str(tmp_path / "log-key.pem")
    async with an_open_house(product_database_url, valkey_url, tmp_path, COFFER_LOG_KEY_FILE=key) as house:
        found = [await _writer(house.owner_url, await house.person().arrived()) for _ in range(WRITERS)]
        await house.follow()
    async with await psycopg.AsyncConnection.connect(product_database_url) as owner:
        # Of the key of this history too: the first start below notes all of them.
        await owner.execute("delete from es.secret_check")
    return found


async def _writer(owner_url: str, person: Person) -> Writer:
    account = await person.subscribed()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
    return Writer(owner_url, cookies, account)


@pytest.fixture
async def processes(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[Processes]:
    (tmp_path / "logs").mkdir()
    environ = {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": seen_by("coffer_app", product_database_url),
        "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", product_database_url),
        "COFFER_OWNER_DATABASE_URL": product_database_url,
        "REDIS_URL": valkey_url,
        "COFFER_KEK": KEY,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_LOG_KEY_FILE": str(tmp_path / "log-key.pem"),
        "COFFER_BLOB_DIR": str(tmp_path / "blobs"),
        "COFFER_MAIL_DIR": str(tmp_path),
    }
    processes = Processes(environ, tmp_path / "logs")
    try:
        yield processes
    finally:
        await asyncio.to_thread(processes.stop_all)


async def test_no_request_fails_while_one_release_replaces_the_other(
    writers: list[Writer], processes: Processes, tmp_path: Path, product_database_url: str
) -> None:
    old = release(tmp_path / "old")
    new = release(tmp_path / "new", epoch=EPOCH + 1, migrates=True)
    last = release(tmp_path / "last", epoch=EPOCH + 1, oldest=EPOCH + 1, migrates=True)
    assert (await processes.run(old, "migrate"))[0] == 0
    followers = processes.follow(old)
    stop = asyncio.Event()

    async def go_on(writer: Writer, port: int) -> None:
        while not stop.is_set() and not writer.refused:
            await writer.write(port)
            await asyncio.sleep(0.05)

    async def grown(by: int) -> None:
        until = sum(writer.answered for writer in writers) + by
        async with asyncio.timeout(120):
            while sum(writer.answered for writer in writers) < until:
                assert not any(writer.refused for writer in writers), [w.refused for w in writers]
                await asyncio.sleep(0.02)

    async with Proxy().listening() as proxy:
        proxy.servers = list(await asyncio.gather(processes.serve(old), processes.serve(old)))
        left_behind = await processes.serve(old)
        writing = [asyncio.create_task(go_on(writer, proxy.port)) for writer in writers]
        await grown(8)
        # Expand: the database of the new release, with the processes of the old one on it.
        assert (await processes.run(new, "migrate"))[0] == 0
        await grown(8)
        for former in tuple(proxy.servers):
            newer = await processes.serve(new)
            proxy.servers = [*(one for one in proxy.servers if one is not former), newer]
            await grown(4)
            await processes.end(former.child)
            await grown(4)
        processes.follow(new)
        async with asyncio.timeout(90):
            while await _rows(product_database_url, FOLLOWING) != [(2,)]:  # noqa: ASYNC110 - of a process
                await asyncio.sleep(0.05)
        await processes.end(followers)
        await grown(8)
        # Contract: nobody of the old release is needed any more, and who was forgotten does no harm.
        assert (await processes.run(last, "migrate"))[0] == 0
        await grown(4)
        stop.set()
        await asyncio.gather(*writing)

    assert [writer.refused for writer in writers] == [[]] * WRITERS
    assert [writer.cut_off for writer in writers] == [0] * WRITERS
    # A reader who is told that their own write is not to be seen yet is no failure, but it is rare.
    assert sum(writer.stale for writer in writers) <= sum(writer.answered for writer in writers) / 2
    assert sum(writer.closed_idle for writer in writers) > 0, "connections to what was replaced were closed"
    for writer in writers:
        renamed = "select count(*) from es.event where account_id = '{}' and type = 'account.renamed'"
        ((count,),) = await _rows(product_database_url, renamed.format(writer.account["id"]))
        assert count == writer.answered

    (writer, *_) = writers
    writer.close()
    await writer.write(left_behind.port)
    (refusal,) = writer.refused
    assert refusal.startswith("503"), refusal
    assert "outdated" in refusal
    seen = await writer.ask(left_behind.port, "GET", f"/api/accounts/{writer.account['id']}")
    assert seen.status == 200
    for command in ("serve", "worker", "followers"):
        code, said = await processes.run(old, command)
        assert (code, said.count("\n")) == (2, 1)
        assert said.startswith("This process is older than its data."), said
    code, said = await processes.run(old, "migrate")
    assert (code, said.count("\n")) == (2, 1)
    assert "newer version of Coffer" in said


async def test_what_is_in_flight_is_answered_when_its_process_is_told_to_end(
    writers: list[Writer], processes: Processes, product_database_url: str
) -> None:
    (writer, *_) = writers
    assert (await processes.run(CHECKOUT, "migrate"))[0] == 0
    server = await processes.serve(CHECKOUT)
    await writer.write(server.port)
    async with await psycopg.AsyncConnection.connect(product_database_url) as owner:
        await owner.execute("select from es.head for update")
        writing = asyncio.create_task(writer.write(server.port))
        async with asyncio.timeout(30):
            while await _rows(product_database_url, WAITING) == [(0,)]:  # noqa: ASYNC110 - of a process
                await asyncio.sleep(0.02)
        ending = asyncio.create_task(processes.end(server.child))
        async with asyncio.timeout(30):
            while await _takes_connections(server):  # noqa: ASYNC110 - of a process
                await asyncio.sleep(0.02)
        assert not writing.done()
    await ending
    # Its read goes to a server that is gone; what was written had been answered.
    with pytest.raises(ConnectionRefusedError):
        await writing
    assert (writer.answered, writer.cut_off) == (2, 0)


async def _takes_connections(server: Server) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    except ConnectionError:
        return False
    writer.close()
    return True


async def _rows(owner_url: str, statement: str) -> list[tuple[Any, ...]]:
    import psycopg

    async with await psycopg.AsyncConnection.connect(owner_url) as owner:
        return await (await owner.execute(statement.encode())).fetchall()
