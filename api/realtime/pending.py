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
        self._waiting: list[Change] = []
        self.seq = seq
        """The position up to which everything was told or is waiting."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, changes: Iterable[Change]) -> bool:
        """Whether anything is new. What is at or before `seq` was added before."""
        fresh = [change for change in changes if change.position > self.seq]
        self._waiting += fresh
        return bool(fresh)

    def reach(self, seq: int) -> None:
        self.seq = max(self.seq, seq)

    @property
    def is_too_much(self) -> bool:
        return len(self._waiting) > MOST_PENDING

    def drop(self) -> None:
        self._waiting.clear()

    def frames(self, reads: Collection[UUID]) -> Iterator[Changed]:
        """Everything that waits, as a reader with these roles sees it, in frames of at most 200."""
        newest: dict[tuple[str, UUID], tuple[int, ChangeShown]] = {}
        for change in self._waiting:
            shown = shown_to(change, reads)
            if shown is not None:
                # Put at the end, so that frames come in the order of positions.
                newest.pop((shown.resource, shown.id), None)
                newest[shown.resource, shown.id] = (change.position, shown)
        self._waiting.clear()
        told = list(newest.values())
        for start in range(0, len(told), MOST_PER_FRAME):
            part = told[start : start + MOST_PER_FRAME]
            yield Changed(account_id=self._account_id, seq=part[-1][0], changes=[shown for _, shown in part])
