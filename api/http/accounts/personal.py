"""Answers that hold personal values: what is stored names their places, what is sent holds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec

from application.commands import Commands
from application.personal_values import opened
from application.ports import Context, Outcome, PersonalData
from domain.errors import Stale


async def opened_text(personal: PersonalData, json: str) -> bytes:
    """One row of ready JSON with its personal values."""
    return msgspec.json.encode(await opened(personal, msgspec.json.decode(json)))


async def opened_texts(personal: PersonalData, rows: Iterable[str]) -> list[bytes]:
    """Several rows; all their values are opened together."""
    whole = await opened(personal, [msgspec.json.decode(row) for row in rows])
    return [msgspec.json.encode(row) for row in whole]


async def carried_out(commands: Commands, personal: PersonalData, command: Any, context: Context) -> Outcome:
    """Run a command whose answer, or whose refusal as stale, holds personal values."""
    try:
        return await opened_outcome(personal, await commands.run(command, context))
    except Stale as stale:
        details = await opened(personal, msgspec.to_builtins(stale.details))
        raise Stale(stale.message, reason=stale.reason, **details) from None


async def opened_outcome(personal: PersonalData, outcome: Outcome) -> Outcome:
    """The answer of a write, or the stored one of an earlier, equal write."""
    if outcome.replayed is not None:
        stored = await opened(personal, msgspec.json.decode(outcome.replayed))
        return replace(outcome, replayed=msgspec.json.encode(stored))
    plain = msgspec.to_builtins(outcome.answer)
    return replace(outcome, answer=await opened(personal, plain))
