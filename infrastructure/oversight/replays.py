"""Replays for requests: each in a process of its own, one at a time for an account, and for a while only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

import msgspec
import structlog

from application.oversight.histories import AccountAsOf, AccountVerified, Moment, ThingsAsOf
from domain.errors import Full, LimitReached, Unavailable
from infrastructure.local.places import CHECKOUT

log = structlog.get_logger("coffer.replays")

SECONDS = 20.0
"""For the folding. Starting and answering come on top."""
_START_SECONDS = 10.0
# Of all accounts, in one process that answers requests.
_AT_ONCE = 2
_RETRY_AFTER = 5

T = TypeVar("T")


class Asked(msgspec.Struct, kw_only=True):
    """What a process is asked. It holds secrets, so it goes by standard input."""

    what: Literal["counts", "things", "verify"]
    account_id: UUID
    url: str
    kek: bytes
    log_name: str
    seconds: float
    at: int | datetime | None = None
    kind: str = ""
    thing_id: UUID | None = None
    after: UUID | None = None
    limit: int = 0


class Busy(msgspec.Struct, tag=True):
    """Another process replays this account."""


class Unfoldable(msgspec.Struct, tag=True):
    too_long: bool = False
    said: str = ""


class ReplaysInProcesses:
    """Implements `application.oversight.histories.Histories`. `program` is the module that replays."""

    def __init__(self, program: str, url: str, kek: bytes, log_name: str, seconds: float = SECONDS) -> None:
        self._program = program
        self._given: Mapping[str, Any] = {"url": url, "kek": kek, "log_name": log_name, "seconds": seconds}
        self._seconds = seconds
        self._running: set[UUID] = set()

    async def counts(self, account_id: UUID, at: Moment) -> AccountAsOf:
        return await self._ask(AccountAsOf, "counts", account_id, at=at)

    async def things(
        self, account_id: UUID, at: Moment, kind: str, thing_id: UUID | None, after: UUID | None, limit: int
    ) -> ThingsAsOf:
        return await self._ask(
            *(ThingsAsOf, "things", account_id),
            at=at,
            kind=kind,
            thing_id=thing_id,
            after=after,
            limit=limit,
        )

    async def verified(self, account_id: UUID) -> AccountVerified:
        return await self._ask(AccountVerified, "verify", account_id)

    async def _ask(self, shape: type[T], what: Any, account_id: UUID, **more: Any) -> T:
        if account_id in self._running or len(self._running) >= _AT_ONCE:
            raise _busy()
        self._running.add(account_id)
        try:
            asked = Asked(what=what, account_id=account_id, **self._given, **more)
            return _answer(await self._run(msgspec.json.encode(asked)), shape)
        finally:
            self._running.discard(account_id)

    async def _run(self, asked: bytes) -> bytes:
        """Ends the process also when nobody waits for it any more."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", self._program),
            cwd=CHECKOUT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        )
        try:
            async with asyncio.timeout(self._seconds + _START_SECONDS):
                said, _ = await child.communicate(asked)
        except TimeoutError:
            raise _too_long() from None
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode:
            log.error("replay_failed", code=child.returncode)
            raise Unavailable("The history does not answer now. Try again in a moment.", reason="replay")
        return said


def _answer(said: bytes, shape: type[T]) -> T:
    members: dict[str, Any] = msgspec.json.decode(said)
    match members.get("type"):
        case "Busy":
            raise _busy()
        case "Unfoldable":
            failure = msgspec.convert(members, Unfoldable)
            if failure.too_long:
                raise _too_long()
            log.error("not_folded", said=failure.said)
            raise Unavailable("This version of Coffer cannot read all of this history.", reason="not_folded")
        case _:
            return msgspec.json.decode(said, type=shape)


def _busy() -> LimitReached:
    return LimitReached(
        "Another look into the past is still running. Try again in a moment.",
        reason="replay_busy",
        retry_after=_RETRY_AFTER,
    )


def _too_long() -> Full:
    return Full(
        "This account has more history than can be replayed here. The operator of Coffer can replay it.",
        reason="replay_too_long",
    )
