"""What can be asked of a plain item, and the facts that come of it."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, UnsetType

from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.items.facts import (
    Archived,
    Audience,
    BinCommand,
    BinEvent,
    ContentEvent,
    Created,
    ShareItem,
    Unarchived,
)

Lifecycle = Literal["active", "archived"]


class PlainAttributes(Value, frozen=True, kw_only=True):
    """What the people of a plain item sign in the clear."""

    state: Lifecycle


class CreateItem(Value, frozen=True):
    id: UUID
    sealed: Sealed
    audience: Audience


class ChangeItem(Value, frozen=True, kw_only=True):
    """New content (`sealed`), or another state under a statement of its own (`attested`)."""

    id: UUID
    sealed: Sealed | None = None
    attested: Attested | None = None
    audience: Audience | None = None
    state: Lifecycle | UnsetType = UNSET


PlainCommand = CreateItem | ChangeItem | ShareItem | BinCommand
PlainEvent = Created | ContentEvent | Archived | Unarchived | BinEvent
