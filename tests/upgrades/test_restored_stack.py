"""A backup of what a former version wrote, restored and opened by all parts of `./run`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
import pytest

from api.cli.__main__ import main
from client.api import Person as Caller
from infrastructure.local.database_urls import DATABASE
from infrastructure.local.ports import free_port
from infrastructure.local.product import without_installation
from infrastructure.local.stack import LocalStack
from infrastructure.local.supervisor import Supervisor
from infrastructure.local.up import up
from tests.support.stack import throw_away_folder
from tests.upgrades.conftest import Installation
from tests.upgrades.keep import KEPT
from tests.upgrades.opened import opens_all_with_its_keys

pytestmark = pytest.mark.begins_early

NEWEST = max(archive.name for archive in KEPT.iterdir())
PASSPHRASE = "a pass-phrase for these tests"


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as folder:
        yield folder


@pytest.fixture
def coffer(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def run(*argv: str) -> int:
        with monkeypatch.context() as patched:
            for name, value in installation.environ(COFFER_BACKUP_PASSPHRASE=PASSPHRASE).items():
                patched.setenv(name, value)
            return main(argv)

    return run


@pytest.fixture
def parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> LocalStack:
    """All parts of `./run` but the build of the web app, on a folder that is not there yet."""
    environ = {**without_installation(os.environ), "COFFER_TRUSTED_PROXIES": "127.0.0.1/32"}
    stack = LocalStack(folder / "data", free_port(), dev=False, environ=environ)
    # It would be built by npm.
    monkeypatch.setattr(stack, "web_build", lambda: stack._python("-c", ""))
    return stack


@pytest.mark.parametrize("installation", [NEWEST], indirect=True)
async def test_people_sign_in_and_open_what_they_had(
    installation: Installation, coffer: Callable[..., int], parts: LocalStack, folder: Path
) -> None:
    world, file = installation.world, str(folder / "one.coffer")
    assert await asyncio.to_thread(coffer, "migrate") == 0
    assert await asyncio.to_thread(coffer, "backup", file) == 0
    assert await asyncio.to_thread(coffer, "restore", file, "--data", str(parts.data)) == 0
    said: list[str] = []
    stopped, supervisor = asyncio.Event(), Supervisor(said.append)
    life = asyncio.create_task(up(parts, stopped, supervisor))
    try:
        url = f"http://localhost:{parts.port}"
        async with httpx.AsyncClient(base_url=url, timeout=60, headers={"Origin": url}) as http:
            async with asyncio.timeout(180):
                while not life.done() and await _status(http) != "ok":  # noqa: ASYNC110 - of processes
                    await asyncio.sleep(0.1)
            assert not life.done(), said
            api = Caller(http)
            answer = await http.post(
                "/api/auth/sign-in/email",
                json={"email": world["person"]["email"], "password": world["password"]},
            )
            assert answer.status_code == 200, answer.text
            assert answer.json()["user"]["name"] == world["person"]["name"]
            api.account_id = UUID(world["accountId"])
            await opens_all_with_its_keys(api, world)
        assert parts.postgres is not None
        async with await psycopg.AsyncConnection.connect(parts.postgres.url(DATABASE)) as owner:
            events = await owner.execute(
                "select count(*) from es.event where position <= %s", (world["events"],)
            )
            assert await events.fetchone() == (world["events"],)
    finally:
        stopped.set()
        assert await life == 0, said


async def _status(http: httpx.AsyncClient) -> str:
    try:
        return (await http.get("/health")).json()["status"]
    except httpx.TransportError:
        return ""
