"""A plain item as its readers get it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar
from uuid import UUID

from domain.ids import UserId
from domain.work.answers import Item
from domain.work.item import shown_as
from domain.work.plain.state import PlainItem


class ShownItem(PlainItem, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    answered: ClassVar[type[Item]] = Item

    id: UUID
    version: int
    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0


shown = partial(shown_as, ShownItem)
