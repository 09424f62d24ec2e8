"""Bundles for requests: written whole into a file that nobody else sees, and answered from there."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import closing
from typing import IO
from uuid import UUID

import psycopg

from domain.errors import Full, LimitReached, NotFound
from infrastructure.log_tree.bundle import NothingSealed, connected, lines_of
from infrastructure.postgres import no_answer
from infrastructure.vault.log_key import KEY_OF_LOG

_SECONDS = 20.0
_AT_ONCE = 2
_CHUNK = 256 * 1024
_RETRY_AFTER = 5
# Half of the time for a tenth more of size.
_LEVEL = 4


class BundlesOfAccounts:
    """Implements `application.oversight.bundles.AuditBundles`. `url` is that of who may read the log of all.

    A snapshot of the database is held while a bundle is written, and not while it is read."""

    def __init__(self, url: str, log_name: str, seconds: float = _SECONDS) -> None:
        self._url = url
        self._log_name = log_name
        self._seconds = seconds
        self._running: set[UUID] = set()

    async def of_account(self, account_id: UUID) -> AsyncIterator[bytes]:
        if account_id in self._running or len(self._running) >= _AT_ONCE:
            raise LimitReached(
                "Another bundle is still being written. Try again in a moment.",
                reason="bundle_busy",
                retry_after=_RETRY_AFTER,
            )
        self._running.add(account_id)
        try:
            file = await asyncio.to_thread(self._write, account_id)
        except psycopg.OperationalError as failure:
            raise no_answer(failure) from failure
        finally:
            self._running.discard(account_id)
        return _chunks(file)

    def _write(self, account_id: UUID) -> IO[bytes]:
        ends = time.monotonic() + self._seconds
        file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed by whoever reads it
        try:
            with connected(self._url) as connection, gzip.open(file, "wb", _LEVEL) as packed:
                row = connection.execute(KEY_OF_LOG, (self._log_name,)).fetchone()
                if row is None:
                    raise NothingSealed
                with closing(lines_of(connection, 0, self._log_name, bytes(row[0]), account_id)) as lines:
                    for line in lines:
                        packed.write(line.encode())
                        if time.monotonic() > ends:
                            raise Full(
                                "This account's log is too large to download here. "
                                "The operator of Coffer can export it.",
                                reason="bundle_too_large",
                            )
        except NothingSealed:
            file.close()
            raise NotFound("Nothing is signed yet.", reason="not_signed") from None
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while chunk := await asyncio.to_thread(file.read, _CHUNK):
            yield chunk
