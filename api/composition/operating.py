"""What the operator asks at the command line, carried out as everything is: by a command, into the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

from api.composition import messaging, without_request
from api.composition.foundation import Foundation, lay_foundation, opened
from api.composition.starting import prove
from application.commands import Route
from application.ports import Context, Outcome
from application.processes.erase_account import LookAtErasure
from domain.errors import NotFound
from domain.ids import AccountId
from domain.kernel import Actor
from infrastructure.keeping.scrub import Finding
from infrastructure.settings import Settings
from projections.oversight.erasures import ErasureRow, erasures


def carry_out(settings: Settings, command: Any) -> Outcome:
    """Carry out one command, or raise the refusal that says why not."""
    # Somebody waits at the command line.
    prove(settings, patience=0)
    return asyncio.run(_carry_out(settings, command))


async def _carry_out(settings: Settings, command: Any) -> Outcome:
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(settings, catalogue)
    catalogue |= {
        **without_request.timed_routes(),
        **without_request.voucher_routes(base),
        **without_request.operator_routes(base),
        **messaging.report_routes(base),
    }
    request_id = uuid4()
    context = Context(Actor(), base.clock(), request_id, correlation_id=request_id)
    async with opened((base.pool, base.pool_by_key, base.store)):
        return await base.commands.run(command, context)


async def examine(settings: Settings) -> list[Finding]:
    """Search everything that is kept for damage, now."""
    base = lay_foundation(settings, {})
    async with opened((base.pool,)):
        return [finding async for finding in without_request.scrub_of(base).everything()]


def erasures_now(settings: Settings) -> list[ErasureRow]:
    """The accounts that are closing, being erased, or erased."""

    async def look() -> list[ErasureRow]:
        async with _erasing(settings) as base:
            return await erasures(base.reader)

    prove(settings, patience=0)
    return asyncio.run(look())


def erase_what_is_due(settings: Settings) -> Sequence[UUID]:
    """Do what the worker does every minute; the accounts that have to wait for something."""

    async def erase() -> Sequence[UUID]:
        async with _erasing(settings) as base:
            return await without_request.erasures_of(base).waiting_after_all()

    prove(settings, patience=0)
    return asyncio.run(erase())


def certificate_of(settings: Settings, account_id: UUID) -> dict[str, Any]:
    """The certificate of an erased account, with its hash. Raises `NotFound`."""

    async def look() -> Outcome:
        async with _erasing(settings) as base:
            context = Context(Actor(), base.clock(), uuid4(), correlation_id=uuid4())
            return await base.commands.run(LookAtErasure(AccountId(account_id)), context)

    prove(settings, patience=0)
    erasure = asyncio.run(look()).answer
    if erasure is None or erasure.proof_hash is None:
        raise NotFound("This account was not erased.")
    return {**erasure.certificate, "proof": erasure.proof_hash}


@asynccontextmanager
async def _erasing(settings: Settings) -> AsyncGenerator[Foundation]:
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(settings, catalogue)
    catalogue |= {
        **without_request.timed_routes(),
        **without_request.forgetting_routes(base),
        **without_request.erasing_routes(base),
    }
    async with opened((base.pool, base.pool_by_key, base.store)):
        yield base
