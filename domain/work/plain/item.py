"""A plain item as its readers get it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from domain.ids import UserId
from domain.work.item import envelope
from domain.work.plain.state import PlainItem


class ShownItem(PlainItem, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    id: UUID
    version: int
    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0


def shown(
    item: PlainItem,
    item_id: UUID,
    *,
    before: ShownItem | None,
    version: int,
    at: datetime,
    by: UserId | None,
    seq: int = 0,
) -> ShownItem:
    """The item after a change by this person at this moment; `before` is what was shown until then."""
    members: dict[str, Any] = {name: getattr(item, name) for name in PlainItem.__struct_fields__}
    return ShownItem(**members, id=item_id, **envelope(item, before, version=version, at=at, by=by, seq=seq))
