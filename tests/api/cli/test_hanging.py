"""The worker and the followers end when their work stands still, and only then."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from infrastructure.local.places import CHECKOUT
from infrastructure.readiness import READY_FILE
from infrastructure.secret_checks import LOG_KEY, check_value
from infrastructure.vault.log_key import make_log_key
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.stack import seen_by

PATIENCE = 120.0
# Instead of minutes; and longer than that all of them are left alone first.
HANG_SECONDS = 5.0
WORKS_SECONDS = 8.0
# One step of the work does not come back, once this file is there.
PROGRAM = f"""
import sys
import time
from pathlib import Path
from api.cli.__main__ import main
from infrastructure.event_store.round import Round
from infrastructure.outbox import OutboxRelay
from infrastructure.watchdog import end_when_hung

end_when_hung.__defaults__ = ({HANG_SECONDS},)
told = Path(sys.argv.pop(1))

def stands_here():
    if told.exists():
        time.sleep(3600)

once, hand_over = Round.once, OutboxRelay.hand_over

def follow(self):
    stands_here()
    return once(self)

async def relay(self):
    stands_here()
    return await hand_over(self)

Round.once, OutboxRelay.hand_over = follow, relay
sys.exit(main())
"""


@contextlib.asynccontextmanager
async def started(
    part: str, told: Path, environ: dict[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, str(told), part),
        cwd=CHECKOUT,
        env=environ,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def said_by(process: asyncio.subprocess.Process) -> str:
    """All of it, up to its end."""
    assert process.stderr is not None
    return (await process.stderr.read()).decode()


async def test_a_part_whose_work_stands_still_ends_and_the_next_one_leads(
    product_database_url: str, valkey_url: str, tmp_path: Path
) -> None:
    environ = {
        **os.environ,
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": seen_by("coffer_app", product_database_url),
        "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", product_database_url),
        "REDIS_URL": valkey_url,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_MAIL_DIR": str(tmp_path),
        "COFFER_LOG_KEY_FILE": str(tmp_path / "log-key.pem"),
    }
    make_log_key(tmp_path / "log-key.pem")
    own = load_pem_private_key((tmp_path / "log-key.pem").read_bytes(), None)
    assert isinstance(own, Ed25519PrivateKey)
    with psycopg.connect(product_database_url) as owner:
        kept = check_value(LOG_KEY, own.private_bytes_raw())
        owner.execute("insert into es.secret_check (name, value) values (%s, %s)", (LOG_KEY, kept))
    hang, never = tmp_path / "hang", tmp_path / "never"
    ready = {part: tmp_path / part for part in ("worker", "leader", "waiting")}
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):

        async def start(name: str, part: str, told: Path) -> asyncio.subprocess.Process:
            own = {**environ, READY_FILE: str(ready[name])}
            return await stack.enter_async_context(started(part, told, own))

        async def is_ready(name: str, process: asyncio.subprocess.Process) -> None:
            while not ready[name].exists():
                if process.returncode is not None:
                    pytest.fail((await said_by(process))[-2000:])
                await asyncio.sleep(0.05)

        worker, leader = await start("worker", "worker", hang), await start("leader", "followers", hang)
        await is_ready("worker", worker)
        await is_ready("leader", leader)
        waiting = await start("waiting", "followers", never)
        await asyncio.sleep(WORKS_SECONDS)
        assert (worker.returncode, leader.returncode, waiting.returncode) == (None, None, None)
        assert not ready["waiting"].exists()
        hang.touch()
        for process in (worker, leader):
            assert "in stands_here" in await said_by(process)
            assert await process.wait() == 1
        await is_ready("waiting", waiting)
        waiting.terminate()
        assert await waiting.wait() == 0
