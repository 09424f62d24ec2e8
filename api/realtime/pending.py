"""What one socket has still to be told: filtered by what its reader can open, newest fact per item."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from uuid import UUID

from api.realtime.frames import Changed, ChangeShown
from projections.oversight.changes import Change

MOST_PENDING = 5_000
MOST_PER_FRAME = 200


def shown_to(change: Change, reads: Collection[UUID]) -> ChangeShown | None:
    """The change as visible to a reader with these roles; an item they lost access to counts as deleted."""
    op = change.op
    if change.audience is not None and not any(role in reads for role in change.audience):
        if not any(role in reads for role in change.lost):
            return None
        op = "delete"
    return ChangeShown(
        change.resource,
        change.id,
        change.version,
        "delete" if op == "delete" else "upsert",
        change.by,
        change.origin,
    )


class Pending:
    """Changes that wait for the next frame."""

    def __init__(self, account_id: UUID, seq: int) -> None:
        self._account_id = account_id
        self._waiting: dict[tuple[str, UUID], tuple[int, ChangeShown]] = {}
        self.seq = seq
        """The position up to which everything was told or is waiting."""

    def add(self, changes: Iterable[Change], reads: Collection[UUID]) -> bool:
        """Whether there is something to send now. What is at or before `seq` was added before."""
        for change in changes:
            if change.position <= self.seq:
                continue
            shown = shown_to(change, reads)
            if shown is not None:
                # Put at the end, so that frames come in the order of positions.
                self._waiting.pop((shown.resource, shown.id), None)
                self._waiting[shown.resource, shown.id] = (change.position, shown)
        return bool(self._waiting)

    def reach(self, seq: int) -> None:
        self.seq = max(self.seq, seq)

    @property
    def is_too_much(self) -> bool:
        return len(self._waiting) > MOST_PENDING

    def drop(self) -> None:
        self._waiting.clear()

    def frames(self) -> Iterator[Changed]:
        """Everything that waits, in frames of at most 200."""
        waiting = list(self._waiting.values())
        self._waiting.clear()
        for start in range(0, len(waiting), MOST_PER_FRAME):
            part = waiting[start : start + MOST_PER_FRAME]
            yield Changed(account_id=self._account_id, seq=part[-1][0], changes=[shown for _, shown in part])
