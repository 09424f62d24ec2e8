"""What the operator asks at the command line, carried out as everything is: by a command, into the log."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from api.composition import messaging, without_request
from api.composition.foundation import lay_foundation, opened
from api.composition.starting import prove
from application.commands import Route
from application.ports import Context, Outcome
from domain.kernel import Actor
from infrastructure.keeping.scrub import Finding
from infrastructure.settings import Settings


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
