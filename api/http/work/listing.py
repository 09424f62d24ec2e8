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
from domain.errors import InvalidArgument, OutOfRange
from domain.ids import AccountId
from domain.kernel import Value
from projections.kernel import Reader
from projections.work.item_lists import ItemFilter, ItemList, Order, Place, Sort

Limit = Annotated[int, Meta(ge=1, le=1000)]
Cursor = Annotated[str, Meta(max_length=1000)]
Since = Annotated[int, Meta(ge=0, le=2**53 - 1)]

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
    def filter(self) -> ItemFilter: ...


class ItemQuery(ItemFilter, frozen=True, kw_only=True):
    """A page of items, or with `since` what changed after a position."""

    sort: Annotated[tuple[Sort, ...], Meta(max_length=1)] = ()
    limit: Limit | None = None
    cursor: Cursor | None = None
    since: Since | None = None

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


def narrowed(query: ItemQuery, kind: type[ItemFilter], sort: Sequence[Order] = (), **more: Any) -> Narrowed:
    """What was asked of items, as a question about those of one kind; `more` are members of its filter."""
    common = {name: getattr(query, name) for name in ItemFilter.__struct_fields__}
    return Narrowed(
        filter=kind(**common, **more),
        sort=sort,
        limit=query.limit,
        cursor=query.cursor,
        since=query.since,
    )


@dataclass(frozen=True)
class Listing:
    """One list, for one caller."""

    items: ItemList
    reader: Reader
    account_id: AccountId
    reads: frozenset[Any]
    fresh: Fresh
    beside: str | None = None
    """The name of what is answered beside the list."""

    async def asked(self, query: Query, cursors: Cursors, scope: Mapping[str, Any]) -> Response[Any]:
        """What the query asks for; a cursor is bound to `scope`.

        Raises `OutOfRange` for too long a page, and `InvalidArgument` for the changes of certain items:
        whoever asks for ids is answered with nothing else, and what has changed is told of all items.
        """
        if query.since is not None:
            if query.filter.ids:
                raise InvalidArgument("Ask for ids or for what changed, not for both.", reason="since")
            return await self._changes(query, query.since)
        limit = query.limit or 50
        if limit > 200:
            raise OutOfRange("A page has at most 200 items.", reason="limit")
        rows = await self.items.page_of(
            self.reader,
            self.account_id,
            self.reads,
            query.filter,
            query.sort[0] if query.sort else NEWEST_FIRST,
            limit=limit + 1,
            after=cursors.open(scope, query.cursor, Place) if query.cursor else None,
        )
        cursor = cursors.seal(scope, rows[limit - 1].place) if len(rows) > limit else None
        shown = rows[:limit]
        return listed(
            [row.json for row in shown],
            self.fresh,
            limit=limit,
            next_cursor=cursor,
            extra=self._beside(row.beside for row in shown),
        )

    async def _changes(self, query: Query, since: int) -> Response[Any]:
        """A full page is true up to its last row only, and the caller asks again."""
        limit = query.limit or 1000
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

    async def by_ids(self, ids: Sequence[UUID]) -> Response[Any]:
        """These items, in that order; `missing` are those that the caller could never open."""
        wanted = list(dict.fromkeys(ids))
        found = await self.items.known(self.reader, self.account_id, self.reads, wanted)
        missing = [str(id) for id in wanted if id not in {row.id for row in found}]
        rows = [row.json for row in found]
        return listed(rows, self.fresh, limit=max(len(wanted), 1), extra={"missing": missing})


def scope_of(query: msgspec.Struct, route: str, account_id: object) -> dict[str, Any]:
    """What a cursor is bound to: everything but the page itself."""
    asked = msgspec.to_builtins(query)
    return {"route": route, "account": str(account_id)} | {
        name: value for name, value in asked.items() if name not in ("limit", "cursor")
    }
