"""The process that follows the log: it leads, holds the log's key, and ends when it is told to."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from infrastructure.local.places import CHECKOUT
from infrastructure.readiness import READY_FILE
from infrastructure.secret_checks import LOG_KEY, check_value
from infrastructure.vault.log_key import make_log_key
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.stack import seen_by

PATIENCE = 120.0


async def test_it_signs_by_the_key_of_its_data_and_leaves_the_public_half(
    product_database_url: str, valkey_url: str, tmp_path: Path
) -> None:
    key, ready = tmp_path / "log-key.pem", tmp_path / "ready"
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
        "COFFER_LOG_KEY_FILE": str(key),
        READY_FILE: str(ready),
    }
    make_log_key(key)
    own = load_pem_private_key(key.read_bytes(), None)
    assert isinstance(own, Ed25519PrivateKey)
    with psycopg.connect(product_database_url) as owner:
        kept = check_value(LOG_KEY, own.private_bytes_raw())
        owner.execute("insert into es.secret_check (name, value) values (%s, %s)", (LOG_KEY, kept))
    found: list[bytes] = []
    for _start in range(2):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "api.cli", "followers"), cwd=CHECKOUT, env=environ
        )
        try:
            async with asyncio.timeout(PATIENCE):
                found.append(await _public_key(product_database_url))
                while not ready.exists():  # noqa: ASYNC110 - another process makes it
                    await asyncio.sleep(0.05)
        finally:
            process.terminate()
            async with asyncio.timeout(PATIENCE):
                assert await process.wait() == 0
        ready.unlink()
    assert found == [own.public_key().public_bytes_raw()] * 2
    assert key.stat().st_mode & 0o777 == 0o600


async def _public_key(owner_url: str) -> bytes:
    """Wait for the process to have left it."""
    async with await psycopg.AsyncConnection.connect(owner_url, autocommit=True) as owner:
        while True:
            row = await (await owner.execute("select public_key from vault.log_key")).fetchone()
            if row is not None:
                return bytes(row[0])
            await asyncio.sleep(0.05)
