"""Answers that hold personal values: what is stored names their places, what is sent holds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from application.personal_values import opened
from application.ports import Outcome, PersonalData


async def opened_text(personal: PersonalData, json: str) -> bytes:
    """One row of ready JSON with its personal values."""
    return msgspec.json.encode(await opened(personal, msgspec.json.decode(json)))


async def opened_texts(personal: PersonalData, rows: Iterable[str]) -> list[bytes]:
    """Several rows; all their values are opened together."""
    whole = await opened(personal, [msgspec.json.decode(row) for row in rows])
    return [msgspec.json.encode(row) for row in whole]


async def opened_outcome(personal: PersonalData, outcome: Outcome) -> Outcome:
    """The answer of a write, or the stored one of an earlier, equal write."""
    if outcome.replayed is not None:
        stored = await opened(personal, msgspec.json.decode(outcome.replayed))
        return replace(outcome, replayed=msgspec.json.encode(stored))
    plain = msgspec.to_builtins(outcome.answer)
    return replace(outcome, answer=await opened(personal, plain))
