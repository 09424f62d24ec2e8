"""The words every read model is written in: tables, rows, projections and readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable
from uuid import UUID

from domain.kernel import Event, Recorded


@dataclass(frozen=True)
class Table:
    """One table of a read model.

    `columns` maps a name to its SQL type and constraints. With `account` (the default) the table starts
    with `account_id uuid not null`, which leads the key, and its rows are visible under the account's
    row-level rule only. Every table also has `seq bigint not null`: the position that last changed the
    row. `json` is the ready answer of a row, where lists are served from it. `indexes` are column lists,
    completed to `create index on <table> (…)`, `unique` the same for unique ones.
    `own_rows` names the column that holds a user id whose person may read the row across accounts.
    """

    name: str
    columns: Mapping[str, str]
    key: tuple[str, ...] = ("id",)
    account: bool = True
    indexes: tuple[str, ...] = ()
    unique: tuple[str, ...] = ()
    own_rows: str | None = None


class Rows(Protocol):
    """The rows that one fact may change: those of its account (or of none, for identity tables).

    Values are Python values psycopg can send; dict and list go to jsonb, tuples to arrays.
    Inline projections write only: `get` and `select` are for those that follow.
    """

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        """Insert the row or set these columns of it."""
        ...

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        """Set these columns of a row that is there; no row, no change."""
        ...

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None: ...

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> Mapping[str, Any] | None:
        """The row as it is now, this batch's changes included."""
        ...

    def select(self, table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        """The rows with these values, this batch's changes included."""
        ...


Apply = Callable[[Rows, Recorded], None]


class Needed(NamedTuple):
    """Rows that the fold of a fact asks for: the one with this key, or all that have these values."""

    table: Table
    where: Mapping[str, Any]


Needs = Callable[[Recorded], Iterable[Needed]]


def nothing(_fact: Recorded) -> Iterable[Needed]:
    return ()


def named_as_the_entity(*tables: Table) -> Needs:
    """In each of these, which are of accounts, the row whose `id` is that of the thing a fact is about."""
    return lambda fact: (Needed(table, {"id": fact.entity_id}) for table in tables if fact.account_id)


@dataclass(frozen=True)
class Projection:
    """A read model: its tables and how a fact changes them. A change of shape is a new version.

    `events` are the classes it wants (empty: all). An `inline` one is written in the transaction of the
    append, for what authorisation and uniqueness depend on; the others follow within milliseconds.
    `needs` says which rows a fact will ask for, so that those of a whole batch are read at once. What it does
    not say is read when it is asked for.
    """

    name: str
    version: int
    tables: tuple[Table, ...]
    apply: Apply
    events: tuple[type[Event], ...] = ()
    mode: Literal["inline", "follows"] = "follows"
    needs: Needs = nothing


@runtime_checkable
class Reader(Protocol):
    """Reads read models. Tables stand under their name in the schema `read`.

    One call is one statement in one round trip; `account_id` sets the tenant whose rows are visible,
    `user_id` opens the `own_rows` of that person. SQL takes psycopg's named parameters.
    """

    async def all(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        *,
        account_id: UUID | None = None,
        user_id: UUID | None = None,
    ) -> list[tuple[Any, ...]]: ...

    async def one(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        *,
        account_id: UUID | None = None,
        user_id: UUID | None = None,
    ) -> tuple[Any, ...] | None: ...
