"""Lists of sealed items as they are answered: a page in one order, what changed, and some by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol
from uuid import UUID

import msgspec
from litestar import Response
from msgspec import Meta

from api.http.answers import listed, ready
from api.http.cursors import Cursors
from api.http.given import Fresh
from api.http.work.row_answers import RowAnswer
from api.http.work.row_form import RowKind
from api.http.work.row_frames import MEDIA_TYPE, MOST_ROWS, Parts
from domain.errors import InvalidArgument, OutOfRange
from domain.ids import AccountId
from domain.kernel import Value
from projections.kernel import Reader
from projections.work.item_lists import ItemFilter, ItemList, Order, Place, Sort

Limit = Annotated[int, Meta(ge=1, le=MOST_ROWS)]
Cursor = Annotated[str, Meta(max_length=1000)]
Since = Annotated[int, Meta(ge=0, le=2**53 - 1)]
After = Annotated[tuple[Since, ...], Meta(max_length=500)]

NEWEST_FIRST = Sort("updatedAt", "desc")


class Query(Protocol):
    """A page, or with `since` what changed after a position."""

    @property
    def limit(self) -> int | None: ...

    @property
    def cursor(self) -> str | None: ...

    @property
    def since(self) -> int | None: ...

    @property
    def sort(self) -> Sequence[Order]: ...

    @property
    def parts(self) -> Parts | None: ...

    @property
    def filter(self) -> ItemFilter: ...


class ItemQuery(ItemFilter, frozen=True, kw_only=True):
    """A page of items, or with `since` what changed after a position."""

    sort: Annotated[tuple[Sort, ...], Meta(max_length=1)] = ()
    limit: Limit | None = None
    cursor: Cursor | None = None
    since: Since | None = None
    parts: Parts | None = None

    @property
    def filter(self) -> ItemFilter:
        return ItemFilter(**{name: getattr(self, name) for name in ItemFilter.__struct_fields__})


class Narrowed(Value, frozen=True, kw_only=True):
    """The same with a filter that has members of its own, or another order."""

    filter: ItemFilter
    sort: Sequence[Any] = ()
    limit: int | None = None
    cursor: str | None = None
    since: int | None = None
    parts: Parts | None = None


def narrowed(query: ItemQuery, kind: type[ItemFilter], sort: Sequence[Order] = (), **more: Any) -> Narrowed:
    """What was asked of items, as a question about those of one kind; `more` are members of its filter."""
    common = {name: getattr(query, name) for name in ItemFilter.__struct_fields__}
    return Narrowed(
        filter=kind(**common, **more),
        sort=sort,
        limit=query.limit,
        cursor=query.cursor,
        since=query.since,
        parts=query.parts,
    )


@dataclass(frozen=True)
class Listing:
    """One list, for one caller."""

    items: ItemList
    reader: Reader
    account_id: AccountId
    reads: frozenset[Any]
    fresh: Fresh
    rows: RowKind | None = None
    """What is answered in the form of rows; as JSON without it."""
    beside: str | None = None
    """The name of what is answered beside the list."""

    async def asked(self, query: Query, cursors: Cursors, scope: Mapping[str, Any]) -> Response[Any]:
        """What the query asks for; a cursor is bound to `scope`.

        Raises `OutOfRange` for too long a page, and `InvalidArgument` for the changes of certain items
        (whoever asks for ids is answered with nothing else, and what has changed is told of all items), for
        parts of JSON, and for more than rows in the form of rows.
        """
        if query.since is not None and query.filter.ids:
            raise InvalidArgument("Ask for ids or for what changed, not for both.", reason="since")
        answer = self._in_rows(query.parts)
        if query.since is not None:
            limit = _limit(query, 1000) if answer is None else query.limit or MOST_ROWS
            changes = self._changes if answer is None else answer.changed_since
            return await changes(query.since, limit)
        place = cursors.open(scope, query.cursor, Place) if query.cursor else None
        sort = query.sort[0] if query.sort else NEWEST_FIRST

        def cursor_at(place: Place) -> str:
            return cursors.seal(scope, place)

        if answer is not None:
            limit = query.limit or MOST_ROWS
            return await answer.page_of(query.filter, sort, limit=limit, after=place, cursor_at=cursor_at)
        limit = _limit(query, 200, 50)
        rows = await self.items.page_of(
            self.reader,
            self.account_id,
            self.reads,
            query.filter,
            sort,
            limit=limit + 1,
            after=place,
        )
        cursor = cursor_at(rows[limit - 1].place) if len(rows) > limit else None
        shown = rows[:limit]
        return listed(
            [row.json for row in shown],
            self.fresh,
            limit=limit,
            next_cursor=cursor,
            extra=self._beside(row.beside for row in shown),
        )

    async def _changes(self, since: int, limit: int) -> Response[Any]:
        """A full page is true up to its last row only, and the caller asks again."""
        rows = await self.items.changed_since(
            self.reader, self.account_id, self.reads, since=since, limit=limit
        )
        newest = rows[-1].seq if rows else since
        return listed(
            [row.json for row in rows],
            self.fresh,
            limit=limit,
            seq=newest if len(rows) == limit else max(newest, self.fresh.position),
            extra=self._beside(row.beside for row in rows),
        )

    def _beside(self, rows: Iterable[str | None]) -> dict[str, Any]:
        """What the answer says beside the list, where it was asked for."""
        if self.beside is None:
            return {}
        return {self.beside: ready(row for row in rows if row is not None)}

    def _in_rows(self, parts: Parts | None) -> RowAnswer | None:
        if self.rows is None:
            if parts is not None:
                raise InvalidArgument(f"Parts are those of {MEDIA_TYPE}: accept that.", reason="parts")
            return None
        if self.beside is not None:
            raise InvalidArgument(f"Ask for {self.beside} in JSON.", reason="parts")
        return RowAnswer(
            self.items, self.rows, self.reader, self.account_id, self.reads, self.fresh, parts or "open"
        )

    async def by_ids(
        self, ids: Sequence[UUID], parts: Parts | None = None, after: Sequence[int] | None = None
    ) -> Response[Any]:
        """These items, in that order; `missing` are those that the caller could never open.

        `after` are the numbers of the statements that are known of each. Raises `InvalidArgument` when
        those are not as many as the ids, and for parts of JSON.
        """
        answer = self._in_rows(parts)
        if after is not None and (answer is None or len(after) != len(ids)):
            raise InvalidArgument("Name one statement for each id, in the form of rows.", reason="after")
        if answer is not None:
            return await answer.known(ids, after)
        wanted = list(dict.fromkeys(ids))
        found = await self.items.known(self.reader, self.account_id, self.reads, wanted)
        missing = [str(id) for id in wanted if id not in {row.id for row in found}]
        rows = [row.json for row in found]
        return listed(rows, self.fresh, limit=max(len(wanted), 1), extra={"missing": missing})


def _limit(query: Query, most: int, usual: int | None = None) -> int:
    """How long a page is in JSON. Raises `OutOfRange`."""
    limit = query.limit or usual or most
    if limit > most:
        raise OutOfRange(f"A page has at most {most:,} items.", reason="limit")
    return limit


def scope_of(query: msgspec.Struct, route: str, account_id: object) -> dict[str, Any]:
    """What a cursor is bound to: everything but the page itself, and how much is said of its rows."""
    asked = msgspec.to_builtins(query)
    return {"route": route, "account": str(account_id)} | {
        name: value for name, value in asked.items() if name not in ("limit", "cursor", "parts")
    }
