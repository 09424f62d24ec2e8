"""The thread that signs account heads, beside the following of the log and never in its way."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from uuid import UUID

import psycopg
import structlog

from application.vault.ports import HeadSigner
from domain.errors import Stale, Unavailable
from domain.kernel import Recorded
from infrastructure.event_store.members import Listener
from infrastructure.event_store.notifier import HEADS, LISTEN
from infrastructure.postgres import ANSWER_SECONDS, REACHED, TimedConnection
from infrastructure.vault.log_key import KEEP_KEY, KEY_OF_LOG
from projections.vault.facts import carries_statements

log = structlog.get_logger("coffer.sealer")

# A head that nobody waits for may cover what an account writes within this time; crypto.md allows ten.
GATHER_SECONDS = 1.0
AGAIN_SECONDS = 1.0
QUIET_SECONDS = 10.0
_AT_ONCE = 16

# Without a place for the first statement of keys there is nothing yet that could be signed.
_BEHIND = """
select tree.account_id from read.account_trees as tree
left join vault.sealed_head as head on head.account_id = tree.account_id
where tree.key_seq is not null and (head.size is null or head.size < tree.size)
"""


class Sealer:
    """Signs requested heads at once, and the others soon.

    Unsigned heads are found in the database, so requests need not be stored.
    Several that sign at the same time do no harm: `seal` raises `Stale` for all but one of them.
    """

    def __init__(
        self,
        projector_url: str,
        signer: HeadSigner,
        seal: Callable[[UUID], Awaitable[object]],
        living: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._url = projector_url
        self._signer = signer
        self._seal = seal
        self._living = living
        self._thread = threading.Thread(target=lambda: asyncio.run(self._work()), name="sealer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = asyncio.Event()
        self._wake = asyncio.Event()
        self._told: set[UUID] = set()
        self._due: set[UUID] = set()

    def listener(self) -> Listener:
        return Listener("heads", self.tell)

    def start(self) -> None:
        """Begin to sign, once this process leads; it may be told so again."""
        if not self._thread.is_alive():
            self._thread.start()

    def stop(self) -> None:
        """Finish what is being signed."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    def tell(self, facts: Sequence[Recorded]) -> None:
        """Facts that every read model has taken in."""
        grown = {fact.account_id for fact in facts if fact.account_id and carries_statements(fact.event)}
        if grown and self._loop is not None:
            self._loop.call_soon_threadsafe(self._gather, grown)

    def _gather(self, accounts: set[UUID]) -> None:
        if not self._told:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._release)
        self._told |= accounts

    def _release(self) -> None:
        self._ask(self._told)
        self._told = set()

    def _ask(self, accounts: Iterable[UUID]) -> None:
        self._due.update(accounts)
        self._wake.set()

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with self._living():
            tasks = [asyncio.create_task(work) for work in (self._hear(), self._sign())]
            await self._stopped.wait()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self) -> None:
        while True:
            try:
                async with await TimedConnection.connect(
                    self._url, autocommit=True, application_name="coffer seal", **REACHED
                ) as ears:
                    ears.until = time.monotonic() + ANSWER_SECONDS
                    if not await self._is_known_by_this_key(ears):
                        return
                    await ears.execute(LISTEN, (HEADS,))
                    behind = await (await ears.execute(_BEHIND)).fetchall()
                    self._ask(account_id for (account_id,) in behind)
                    while True:
                        ears.until = 0.0
                        async for notice in ears.notifies(timeout=QUIET_SECONDS):
                            self._ask([UUID(notice.payload)])
                        # After so much silence it is asked whether it is still there.
                        ears.until = time.monotonic() + ANSWER_SECONDS
                        await ears.execute("")
            except psycopg.Error as failure:
                log.warning("sealing interrupted", error=type(failure).__name__)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _is_known_by_this_key(self, connection: psycopg.AsyncConnection) -> bool:
        """Heads by another one would look like another history."""
        name, ours = self._signer.log_name, self._signer.public_key
        await connection.execute(KEEP_KEY, (name, ours))
        row = await (await connection.execute(KEY_OF_LOG, (name,))).fetchone()
        if row is not None and bytes(row[0]) == ours:
            return True
        log.error("another key has signed this log before: nothing is signed", log_name=name)
        return False

    async def _sign(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._due:
                some = [self._due.pop() for _ in range(min(_AT_ONCE, len(self._due)))]
                self._told.difference_update(some)
                await asyncio.gather(*map(self._sign_one, some))

    async def _sign_one(self, account_id: UUID) -> None:
        try:
            await self._seal(account_id)
        except Stale:
            log.info("another process has signed", account=str(account_id))
        except Unavailable:
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._ask, [account_id])
        except Exception:
            # One account that cannot be signed must not keep the others from being.
            log.exception("a head was not signed", account=str(account_id))
