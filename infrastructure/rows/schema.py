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


_NO_KEY = sql.SQL("")

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
    yield from _schema(sql.Identifier(schema or schema_of(projection)))
    for table in projection.tables:
        yield from _table(projection, table, schema)


def bare_for(projection: Projection, schema: str) -> Iterator[sql.Composed]:
    """The same tables without keys and indexes, into which their owner may copy rows: row security binds
    everybody else, and `completed_for` has to follow."""
    yield from _schema(sql.Identifier(schema))
    for table in projection.tables:
        place = place_of(projection, table, schema)
        yield _columns(place, table)
        yield from _rights(place, projection)
        yield from _visibility(place, table)


def completed_for(projection: Projection, schema: str) -> Iterator[sql.Composed]:
    """What bare tables are without."""
    for table in projection.tables:
        place = place_of(projection, table, schema)
        yield sql.SQL("alter table {} add primary key ({})").format(place, _key(table))
        yield from _indexes(place, table)
        yield from _forced(place, table)


def scratch_for(projection: Projection) -> Iterator[sql.Composed]:
    """The same tables, empty and for this session alone: nobody else sees them, and nobody cleans up."""
    for table in projection.tables:
        yield from _empty(sql.Identifier(SCRATCH, table.name), table)


def _schema(name: sql.Identifier) -> Iterator[sql.Composed]:
    yield sql.SQL("create schema {}").format(name)
    yield sql.SQL("grant usage on schema {} to coffer_app, coffer_projector").format(name)


def _table(projection: Projection, table: Table, schema: str | None) -> Iterator[sql.Composed]:
    place = place_of(projection, table, schema)
    yield from _empty(place, table)
    yield from _rights(place, projection)
    yield from _visibility(place, table)
    yield from _forced(place, table)


def _empty(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    yield _columns(place, table, sql.SQL(", primary key ({})").format(_key(table)))
    yield from _indexes(place, table)


def _columns(place: sql.Identifier, table: Table, key: sql.Composable = _NO_KEY) -> sql.Composed:
    columns = sql.SQL(", ").join(
        # The types and constraints are written in the projection and not by anybody outside.
        sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(kind))  # pyright: ignore[reportArgumentType]
        for name, kind in columns_of(table).items()
    )
    return sql.SQL("create table {} ({}{})").format(place, columns, key)


def _key(table: Table) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, key_of(table)))


def _indexes(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    for kind, lists in (("index", table.indexes), ("unique index", table.unique)):
        for index in lists:
            listed, where, condition = index.partition(" where ")
            text = f"create {kind} on {{}} ({listed}){where}{condition}"
            yield sql.SQL(text).format(place)  # pyright: ignore[reportArgumentType]


def _rights(place: sql.Identifier, projection: Projection) -> Iterator[sql.Composed]:
    writes = sql.SQL("insert, update, delete, ") if projection.mode == "inline" else sql.SQL("")
    yield sql.SQL("grant {}select on {} to coffer_app").format(writes, place)
    yield sql.SQL("grant select, insert, update, delete on {} to coffer_projector").format(place)


def _visibility(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    if not _is_guarded(table):
        return
    yield sql.SQL("alter table {} enable row level security").format(place)
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


def _forced(place: sql.Identifier, table: Table) -> Iterator[sql.Composed]:
    """Row security binds the owner, too."""
    if _is_guarded(table):
        yield sql.SQL("alter table {} force row level security").format(place)


def _is_guarded(table: Table) -> bool:
    return table.account or table.own_rows is not None
