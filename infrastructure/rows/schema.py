"""The tables of a read model in SQL: their own schema, keys, and who may see which row."""

from __future__ import annotations

from collections.abc import Iterator

from psycopg import sql

from projections.kernel import Projection, Table

# A setting that was set and reset is empty and not missing. The planner folds this expression, which
# a sub-select would keep it from doing, and so plans for the account that asks.
_ACCOUNT = "account_id = nullif(current_setting('app.account_id', true), '')::uuid"
_PERSON = "{column} = nullif(current_setting('app.user_id', true), '')::uuid"


def schema_of(projection: Projection) -> str:
    return f"p_{projection.name}_{projection.version}"


def rebuilt_schema_of(projection: Projection) -> str:
    """Where the same version is folded once more, beside what readers see."""
    return f"rebuilt_{projection.name}_{projection.version}"


def replaced_schema_of(projection: Projection) -> str:
    """Where the tables wait to be dropped that a rebuild has replaced."""
    return f"replaced_{projection.name}_{projection.version}"


def place_name(projection: Projection) -> str:
    """The name under which a version of a read model keeps its place in the log."""
    return f"{projection.name}_{projection.version}"


# Where one session has tables of its own, which end with it.
SCRATCH = "pg_temp"


def place_of(projection: Projection, table: Table, schema: str | None = None) -> sql.Identifier:
    return sql.Identifier(schema or schema_of(projection), table.name)


def key_of(table: Table) -> tuple[str, ...]:
    """The primary key; that of an account's table begins with the account."""
    if table.account and "account_id" not in table.key:
        return ("account_id", *table.key)
    return table.key


def columns_of(table: Table) -> dict[str, str]:
    """All columns with their types, those included that every table has."""
    columns = {"account_id": "uuid not null"} if table.account else {}
    return {**columns, **table.columns, "seq": "bigint not null"}


def statements_for(projection: Projection, schema: str | None = None) -> Iterator[sql.Composed]:
    """Everything that makes the empty tables of one version of a read model, in its own schema unless another
    is named."""
    name = sql.Identifier(schema or schema_of(projection))
    yield sql.SQL("create schema {}").format(name)
    yield sql.SQL("grant usage on schema {} to coffer_app, coffer_projector").format(name)
    for table in projection.tables:
        yield from _table(projection, table, schema)


def scratch_for(projection: Projection) -> Iterator[sql.Composed]:
    """The same tables, empty and for this session alone: nobody else sees them, and nobody cleans up."""
    for table in projection.tables:
        yield from _empty(sql.Identifier(SCRATCH, table.name), table)


def _table(projection: Projection, table: Table, schema: str | None) -> Iterator[sql.Composed]:
    place = place_of(projection, table, schema)
    yield from _empty(place, table)
    writes = sql.SQL("insert, update, delete, ") if projection.mode == "inline" else sql.SQL("")
    yield sql.SQL("grant {}select on {} to coffer_app").format(writes, place)
    yield sql.SQL("grant select, insert, update, delete on {} to coffer_projector").format(place)
    yield from _visibility(place, table)


def _empty(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    columns = sql.SQL(", ").join(
        # The types and constraints are written in the projection and not by anybody outside.
        sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(kind))  # pyright: ignore[reportArgumentType]
        for name, kind in columns_of(table).items()
    )
    key = sql.SQL(", ").join(map(sql.Identifier, key_of(table)))
    yield sql.SQL("create table {} ({}, primary key ({}))").format(place, columns, key)
    for kind, lists in (("index", table.indexes), ("unique index", table.unique)):
        for index in lists:
            listed, where, condition = index.partition(" where ")
            text = f"create {kind} on {{}} ({listed}){where}{condition}"
            yield sql.SQL(text).format(place)  # pyright: ignore[reportArgumentType]


def _visibility(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    if not table.account and table.own_rows is None:
        return
    yield sql.SQL("alter table {} enable row level security").format(place)
    yield sql.SQL("alter table {} force row level security").format(place)
    yield sql.SQL("create policy followers on {} to coffer_projector using (true) with check (true)").format(
        place
    )
    # Anybody can set a variable, so it opens rows to those only who set it for the caller they have made
    # sure of: the API, and the owner, as whom `es.append_batch` writes.
    if table.account:
        rule = sql.SQL(_ACCOUNT)
        policy = "create policy account on {} to coffer_app, current_user using ({rule}) with check ({rule})"
        yield sql.SQL(policy).format(place, rule=rule)
    if table.own_rows is not None:
        person = sql.SQL(_PERSON).format(column=sql.Identifier(table.own_rows))
        yield sql.SQL("create policy person on {} for select to coffer_app using ({})").format(place, person)
