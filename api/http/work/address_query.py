"""What a list is asked for in the address: members by their names, lists by repeating them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from litestar.params import QueryParameter

from api.http.work.listing import ItemQuery
from api.http.work.row_frames import MOST_ROWS, Parts
from projections.work.item_lists import ItemState


async def address_query(
    ids: Annotated[list[UUID] | None, QueryParameter(name="ids", max_items=500)] = None,
    states: Annotated[list[ItemState] | None, QueryParameter(name="states")] = None,
    created_by: Annotated[UUID | None, QueryParameter(name="createdBy")] = None,
    updated_from: Annotated[datetime | None, QueryParameter(name="updatedFrom")] = None,
    updated_to: Annotated[datetime | None, QueryParameter(name="updatedTo")] = None,
    limit: Annotated[int | None, QueryParameter(name="limit", ge=1, le=MOST_ROWS)] = None,
    cursor: Annotated[str | None, QueryParameter(name="cursor", max_length=1000)] = None,
    since: Annotated[int | None, QueryParameter(name="since", ge=0, le=2**53 - 1)] = None,
    parts: Annotated[Parts | None, QueryParameter(name="parts")] = None,
) -> ItemQuery:
    """The query of every list of items; in which order is for each list to say."""
    return ItemQuery(
        ids=None if ids is None else tuple(ids),
        states=None if states is None else tuple(states),
        created_by=created_by,
        updated_from=updated_from,
        updated_to=updated_to,
        limit=limit,
        cursor=cursor,
        since=since,
        parts=parts,
    )
