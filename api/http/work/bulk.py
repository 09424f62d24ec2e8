"""Up to 200 items in one call: each is a transaction of its own, and says for itself how it went."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from litestar import MediaType, Response

from application.commands import Commands
from application.ports import Context, Outcome
from domain.errors import Refused
from domain.kernel import Value, camel
from domain.work.answers import DocumentAnswer, Item, placed_at


class BulkError(Value, frozen=True):
    """Why one item was not done."""

    id: UUID
    code: str
    message: str
    details: dict[str, Any]


class DocumentBulk(Value, frozen=True):
    """What was done, and what was not, each in the order asked for."""

    data: tuple[DocumentAnswer, ...]
    errors: tuple[BulkError, ...]


def placed(outcome: Outcome) -> Outcome:
    """The answer with the position that it can be read from."""
    item = outcome.answer
    if outcome.replayed is not None or not outcome.position or not isinstance(item, Item):
        return outcome
    return dataclasses.replace(outcome, answer=placed_at(item, outcome.position))


async def in_bulk(commands: Commands, context: Context, items: Sequence[tuple[UUID, Any]]) -> Response[Any]:
    """Carry out one command after the other. A key of idempotency counts for each item by itself."""
    done: list[msgspec.Raw] = []
    errors: list[BulkError] = []
    position = 0
    replayed = False
    for index, (item_id, command) in enumerate(items):
        try:
            if isinstance(command, Refused):
                raise command
            outcome = placed(await commands.run(command, _for_item(context, index)))
        except Refused as refusal:
            details = {camel(name): value for name, value in refusal.details.items()}
            details = {"reason": refusal.reason, **details}
            errors.append(BulkError(item_id, refusal.code, refusal.message, details))
            continue
        replayed = replayed or outcome.replayed is not None
        position = max(position, outcome.position)
        done.append(msgspec.Raw(outcome.replayed or msgspec.json.encode(outcome.answer)))
    headers = {"X-Position": str(position)} if position else {}
    if replayed:
        headers["Idempotency-Replayed"] = "true"
    body = msgspec.json.encode({"data": done, "errors": errors})
    return Response(content=body, status_code=200, headers=headers, media_type=MediaType.JSON)


def _for_item(context: Context, index: int) -> Context:
    key = context.idempotency
    return context if key is None else context._replace(idempotency=key._replace(key=f"{key.key}#{index}"))
