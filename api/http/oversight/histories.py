"""`/api/audit`: how the account was at a moment, whether it is what its log says, and its log to take."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from api.http.answers import Data, one
from api.http.given import Fresh, Given
from application.access import permitted
from application.oversight.bundles import AuditBundles
from application.oversight.histories import (
    AccountAsOf,
    AccountVerified,
    Histories,
    Moment,
    ThingAsOf,
    ThingsAsOf,
)
from application.personal_values import opened
from application.ports import Context, PersonalData
from domain.errors import InvalidArgument, NotFound
from projections.kernel import Reader
from projections.oversight.as_of import KINDS

# Folding, and the start of the process that does it.
_REPLAYS: dict[str, Any] = {"seconds": 30.0}
_MOST = 500
At = Annotated[str, QueryParameter(name="at", max_length=40)]


class HistoryController(Controller):
    path = "/api/audit"
    tags = ("audit",)

    @get("/replay", operation_id="getAccountAsOf", opt=_REPLAYS)
    async def counts(
        self, at: At, context: Given[Context], histories: Given[Histories], fresh: Given[Fresh]
    ) -> Response[Data[AccountAsOf]]:
        """Count what the account had at a moment: a time, or a position of the log."""
        account_id = permitted(context, "audit.replay")
        return one(msgspec.json.encode(await histories.counts(account_id, _moment(at))), fresh)

    @get("/replay/{kind:str}", operation_id="listThingsAsOf", opt=_REPLAYS)
    async def things(
        self,
        kind: FromPath[str],
        at: At,
        context: Given[Context],
        histories: Given[Histories],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
        after: Annotated[UUID | None, QueryParameter(name="after")] = None,
        limit: Annotated[int, QueryParameter(name="limit", ge=1, le=_MOST)] = 200,
    ) -> Response[Data[ThingsAsOf]]:
        """List things of a kind as they were at a moment, by their ids. Ciphertext is said by its hash.

        An item comes with it if the caller could open it then and still can."""
        account_id = permitted(context, "audit.replay")
        found = await histories.things(account_id, _moment(at), _known(kind), None, after, limit)
        return one(await _told(found, context, account_id, reader, personal), fresh)

    @get("/replay/{kind:str}/{thing_id:uuid}", operation_id="getThingAsOf", opt=_REPLAYS)
    async def thing(
        self,
        kind: FromPath[str],
        thing_id: FromPath[UUID],
        at: At,
        context: Given[Context],
        histories: Given[Histories],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[Data[ThingsAsOf]]:
        """Get one thing as it was at a moment; no thing when there was none."""
        account_id = permitted(context, "audit.replay")
        found = await histories.things(account_id, _moment(at), _known(kind), thing_id, None, 1)
        return one(await _told(found, context, account_id, reader, personal), fresh)

    @get("/verify", operation_id="verifyAccount", opt={"seconds": 60.0})
    async def verify(
        self, context: Given[Context], histories: Given[Histories], fresh: Given[Fresh]
    ) -> Response[Data[AccountVerified]]:
        """Verify the account's log, and compare what is shown with a replay of it, now and at each record."""
        account_id = permitted(context, "audit.verify")
        return one(msgspec.json.encode(await histories.verified(account_id)), fresh)

    @get("/bundle", operation_id="getAuditBundle", opt=_REPLAYS)
    async def bundle(self, context: Given[Context], audit_bundles: Given[AuditBundles]) -> Stream:
        """Download the account's events and what proves them, to verify offline with `verify_log.py`."""
        account_id = permitted(context, "audit.verify")
        written = await audit_bundles.of_account(account_id)

        async def chunks() -> AsyncGenerator[bytes]:
            async for chunk in written:
                yield chunk

        name = f"coffer-audit-{account_id}.jsonl.gz"
        return Stream(
            chunks(),
            media_type="application/gzip",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
        )


def _moment(at: str) -> Moment:
    try:
        if at.isdecimal():
            position = int(at)
            if position < 2**53:
                return position
        else:
            time = datetime.fromisoformat(at)
            if time.tzinfo is not None:
                return time
    except ValueError:
        pass
    raise InvalidArgument("A moment is a time with its zone, or a position of the log.", reason="at")


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise NotFound("There is no such kind of thing.", reason="kind")
    return kind


async def _told(
    found: ThingsAsOf, context: Context, account_id: UUID, reader: Reader, personal: PersonalData
) -> bytes:
    """With the items that the caller could open then and still can, and no others."""
    told = msgspec.structs.replace(
        found, things=tuple(await openable(found.things, context, account_id, reader))
    )
    return msgspec.json.encode(await opened(personal, msgspec.to_builtins(told)))


async def openable(
    things: tuple[ThingAsOf, ...], context: Context, account_id: UUID, reader: Reader
) -> list[ThingAsOf]:
    """The same things, each with its item only where the caller could open it then and still can."""
    reads = {str(role) for role in context.actor.reads}
    may = context.actor.may
    then = {
        UUID(thing.id)
        for thing in things
        if f"{KINDS[thing.kind].resource}.read" in may and reads & set(thing.facts.get("audience", ()))
    }
    current = KINDS[things[0].kind].current if then else None
    still = (
        {one.id for one in await current.visible(reader, account_id, context.actor.reads, sorted(then))}
        if current
        else set[UUID]()
    )
    return [
        thing if UUID(thing.id) in still else msgspec.structs.replace(thing, item=None) for thing in things
    ]
