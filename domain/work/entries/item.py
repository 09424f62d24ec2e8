"""An entry as its readers get it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

from domain.ids import UserId
from domain.records import owed, timestamp
from domain.work.entries.state import Entry
from domain.work.item import Enveloped

T = TypeVar("T", bound=Entry)


def shown_as(
    kind: type[T],
    entry: Entry,
    *,
    before: Enveloped | None,
    at: datetime,
    by: UserId | None,
    seq: int = 0,
) -> T:
    """The entry after a change by this person at this moment; `before` is what was shown until then.

    `kind` has the members of the entry and those that its facts do not say themselves.
    """
    moment = timestamp(at)
    told: dict[str, Any] = {
        "owed": owed(entry.audience, entry.sealed.wraps) if entry.sealed else (),
        "created_at": before.created_at if before else moment,
        "created_by": before.created_by if before else by,
        "updated_at": moment,
        "updated_by": by,
        "seq": seq,
    }
    members = {name: getattr(entry, name) for name in kind.__struct_fields__ if name not in told}
    return kind(**members, **told)
