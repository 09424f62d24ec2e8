"""Lists in the form of rows: the header at once, then the rows, a portion at a time, while they are read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from litestar.response import Stream

from api.http.given import Fresh
from api.http.work.row_form import Places, Row, RowForm, RowKind
from api.http.work.row_frames import END, MEDIA_TYPE, PROVING, Parts
from domain.ids import AccountId
from projections.kernel import Reader
from projections.vault.chains import beginnings_of
from projections.work.item_lists import ItemFilter, ItemList, Order, Place
from projections.work.row_lists import RowList, Spot, ids_in, portions

# A chain that began longer ago is asked for by itself (`keys/chain`).
MOST_LINKS = 1000


@dataclass(frozen=True)
class RowAnswer:
    """One list in the form of rows, for one caller."""

    items: ItemList
    kind: RowKind
    reader: Reader
    account_id: AccountId
    reads: frozenset[Any]
    fresh: Fresh
    parts: Parts

    async def page_of(
        self,
        wanted: ItemFilter,
        sort: Order,
        *,
        limit: int,
        after: Place | None,
        cursor_at: Callable[[Place], str],
    ) -> Stream:
        """A page in one order."""
        spots = await RowList(self.items).page_of(
            self.reader, self.account_id, self.reads, wanted, sort, limit=limit + 1, after=after
        )
        cursor = None
        if len(spots) > limit:
            last = spots[limit - 1]
            assert last.place is not None  # rows of a page have one
            cursor = cursor_at(Place(last.place, last.id))
        return self._answered(spots[:limit], wanted, seq=self.fresh.position, cursor=cursor)

    async def changed_since(self, since: int, limit: int) -> Stream:
        """What changed. A full page is true up to its last row only, and the caller asks again."""
        spots = await RowList(self.items).changed_since(
            self.reader, self.account_id, self.reads, since=since, limit=limit
        )
        newest = spots[-1].seq if spots else since
        seq = newest if len(spots) == limit else max(newest, self.fresh.position)
        return self._answered(spots, None, seq=seq)

    async def known(self, ids: Sequence[UUID], after: Sequence[int] | None) -> Stream:
        """These items, in that order; those that the caller could never open are not among them."""
        spots = await RowList(self.items).known(
            self.reader, self.account_id, self.reads, list(dict.fromkeys(ids))
        )
        starts = dict(zip(ids, after, strict=True)) if after else {}
        return self._answered(spots, None, seq=self.fresh.position, starts=starts)

    def _answered(
        self,
        spots: Sequence[Spot],
        wanted: ItemFilter | None,
        *,
        seq: int,
        cursor: str | None = None,
        starts: Mapping[UUID, int] | None = None,
    ) -> Stream:
        # Whoever only opens rows needs no other roles than the own.
        others = ids_in(spot.audience for spot in spots) if self.parts in PROVING else set[UUID]()
        roles = self.reads | others
        people = ids_in(spot.people for spot in spots)
        form = RowForm(self.kind, self.parts, self.reads, Places(sorted(roles)), Places(sorted(people)))
        stale = {"stale": True} if self.fresh.stale else {}
        header = form.header({"sync": {"seq": seq, **stale}, "nextCursor": cursor})
        return Stream(
            self._written(header, form, spots, wanted, starts or {}),
            headers={"X-Stale": "true"} if self.fresh.stale else {},
            media_type=MEDIA_TYPE,
        )

    async def _written(
        self,
        header: bytes,
        form: RowForm,
        spots: Iterable[Spot],
        wanted: ItemFilter | None,
        starts: Mapping[UUID, int],
    ) -> AsyncIterator[bytes]:
        yield header
        for portion in portions(spots):
            found = await RowList(self.items).contents(
                self.reader, self.account_id, self.reads, [spot.id for spot in portion], wanted
            )
            rows = [Row(contents) for contents in found]
            yield form.frames(rows, await self._beginnings(rows, starts) if self.parts in PROVING else {})
        yield END

    async def _beginnings(self, rows: Sequence[Row], starts: Mapping[UUID, int]) -> Mapping[UUID, Any]:
        """What was stated of these rows before their contents, from the first statement that is not known."""
        between = {
            row.id: (starts.get(row.id, 0), row.begins_at)
            for row in rows
            if 1 < row.begins_at - starts.get(row.id, 0) <= MOST_LINKS + 1
        }
        if not between:
            return {}
        return await beginnings_of(self.reader, self.account_id, self.kind.name, between)
