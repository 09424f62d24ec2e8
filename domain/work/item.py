"""A record as its readers get it: what it is, and the envelope of the facts that made it so."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Protocol, TypeVar
from uuid import UUID

from domain.ids import UserId
from domain.records import owed, timestamp
from domain.sealed import Sealed


class Record(Protocol):
    @property
    def sealed(self) -> Sealed: ...

    @property
    def audience(self) -> tuple[UUID, ...]: ...


class Enveloped(Protocol):
    @property
    def created_at(self) -> str: ...

    @property
    def created_by(self) -> UserId | None: ...


def envelope(
    record: Record, before: Enveloped | None, *, version: int, at: datetime, by: UserId | None, seq: int
) -> dict[str, Any]:
    """The members of an item that its facts do not say themselves, after a change by this person at this
    moment; `before` is what was shown until then."""
    moment = timestamp(at)
    return {
        "version": version,
        "owed": owed(record.audience, record.sealed.wraps),
        "created_at": before.created_at if before else moment,
        "created_by": before.created_by if before else by,
        "updated_at": moment,
        "updated_by": by,
        "seq": seq,
    }


class Shown(Record, Enveloped, Protocol):
    """A record with its envelope."""

    __struct_fields__: ClassVar[tuple[str, ...]]


T = TypeVar("T", bound=Shown)

_ENVELOPE = frozenset(
    ("id", "version", "owed", "created_at", "created_by", "updated_at", "updated_by", "seq")
)


def shown_as(
    kind: type[T],
    item: Record,
    item_id: UUID,
    *,
    before: T | None,
    version: int,
    at: datetime,
    by: UserId | None,
    seq: int = 0,
) -> T:
    """The item, as this kind shows it, after a change by this person at this moment; `before` is what was
    shown until then."""
    members: dict[str, Any] = {
        name: getattr(item, name) for name in kind.__struct_fields__ if name not in _ENVELOPE
    }
    members |= envelope(item, before, version=version, at=at, by=by, seq=seq)
    return kind(**members | {"id": item_id})
