"""Account heads as they are served: the newest one that was signed, after a moment of patience for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.vault.ports import AccountTree
from application.vault.sealing import LastHead
from domain.errors import NotFound, NotSignedIn, OutOfRange, Unavailable
from domain.kernel import Value
from domain.records import unpadded

PATIENCE = 2.0  # seconds


class KeptHead(NamedTuple):
    note: str
    size: int
    signed_at: int


class KeptHeads(Protocol):
    async def newest(self, account_id: UUID) -> KeptHead | None: ...

    async def log_key(self) -> bytes | None:
        """The public key of the signer; None before the first head."""
        ...


class Sealer(Protocol):
    """Port to the process that holds the log's key."""

    async def ask(self, account_id: UUID) -> None:
        """Request a head for this account. Returns nothing: the signed head is read from `KeptHeads`."""
        ...


class News(Protocol):
    """Knows how far the read models are."""

    def reached(self) -> int: ...

    async def wait(self, position: int, timeout: float) -> int:  # noqa: ASYNC109 - a bound, not a deadline
        """Wait at most `timeout` seconds until they have reached a position; where they are."""
        ...


class ReadHead(Value, frozen=True):
    """The newest head, and the proof that it goes on from the tree of this size."""

    from_size: Annotated[int, Meta(ge=0)] | None = None


class HeadAnswer(Value, frozen=True):
    note: str
    consistency: tuple[str, ...]
    log_key_b64u: str


@dataclass(frozen=True)
class Heads:
    tree: AccountTree
    kept: KeptHeads
    sealer: Sealer
    news: News

    async def read(self, work: Work, command: ReadHead) -> HeadAnswer:
        if work.context.actor.user_id is None:
            raise NotSignedIn()
        account_id = account_of(work)
        size = await self.tree.size(account_id)
        if not size:
            raise NotFound("This account has no keys yet.", reason="keys_missing")
        start = command.from_size or 0
        if start > size:
            raise OutOfRange("The log is not that long.", reason="range")
        head = await self._newest(account_id, size, int(work.context.now.timestamp() * 1000))
        log_key = await self.kept.log_key()
        if head is None or log_key is None or start > head.size:
            raise Unavailable(
                "The newest state is not signed yet. Try again.", reason="head_pending", retry_after=1
            )
        proof = await self.tree.consistency(account_id, start, head.size)
        return HeadAnswer(head.note, tuple(map(unpadded, proof)), unpadded(log_key))

    async def _newest(self, account_id: UUID, size: int, now: int) -> KeptHead | None:
        """The newest head; one over the whole tree, if that comes within the patience of a reader."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE
        asked = False
        while True:
            # Before the look, so that what comes after it is not slept through.
            seen = self.news.reached()
            head = await self.kept.newest(account_id)
            left = deadline - loop.time()
            if left <= 0 or (head and LastHead(head.size, head.signed_at).is_good_for(size, now)):
                return head
            if not asked:
                await self.sealer.ask(account_id)
                asked = True
            await self.news.wait(seen + 1, left)


def routes(heads: Heads) -> dict[type, Route]:
    return {ReadHead: Route(None, heads.read, ())}
