"""Keys that end with an event: they are destroyed in the append of the event itself.

So no crash lies between the two, and whoever reads the event finds no key any more.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from application.ports import SUBJECT_KEYS, Append, RowChange


def keys_ended_by(unit: Append) -> list[UUID]:
    """The streams whose keys end with these events."""
    return [
        append.decider.stream(append.account_id, append.entity_id)
        for append in unit.streams
        if any(event.destroys_key for event in append.events)
    ]


def with_keys_destroyed(unit: Append, streams: Collection[UUID]) -> Append:
    """The unit, with the rows of these keys deleted in it."""
    if not streams:
        return unit
    gone = tuple(RowChange("delete", SUBJECT_KEYS, {"subject": stream}) for stream in streams)
    return replace(unit, rows=(*unit.rows, *gone))
