"""The views for analysts in SQL: a function that runs with the rights of its own role, and a view on it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import psycopg
from psycopg import sql

from infrastructure.analysis.quiet import be_quiet
from projections.analysis import PERMISSION, VIEWS, sources
from projections.analysis.kernel import View

_LOCK = 0x636F66_616E616C
_MADE = "select obj_description('analytics'::regnamespace, 'pg_namespace')"
_FORMER = """
select relname from pg_class where relnamespace = 'analytics'::regnamespace and relname ~ '^v_'
union select proname from pg_proc where pronamespace = 'analytics'::regnamespace and proname ~ '^v_'
"""
_SHOW = """
select analytics.show(t.schemaname, t.tablename) from pg_tables as t
join es.read_model as m on t.schemaname = 'p_' || m.name || '_' || m.version
join analytics.source as s on s.table_name = t.tablename
"""
# The plan of the account decides for every way in, a database login as well. It says so: an answer without
# rows would be read as an account in which nothing happened.
_ALLOWED = """
create or replace function analytics.allowed() returns boolean
language plpgsql stable set search_path = analysed, pg_catalog, pg_temp as $$
declare
    standing text;
    lacking text[];
begin
    select state, withheld into standing, lacking from account_states;
    if {permission} = any (lacking) then
        raise exception 'The plan of this account has no analytics.' using errcode = 'insufficient_privilege';
    end if;
    return coalesce(standing <> 'erased', false);
end
$$
"""
# The function runs as this role, and nobody signs in as it.
_OWNER = "coffer_analytics"


def ensure_analysis(owner_url: str) -> None:
    """Make the views of this version, unless they are there. Read models have to be there."""
    with psycopg.connect(owner_url) as owner:
        owner.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        be_quiet(owner)
        statements = list(_statements(VIEWS))
        digest = hashlib.sha256(b"\n".join(each.as_bytes(owner) for each in statements)).hexdigest()
        note = f"What analysts see of their account. {digest}"
        if owner.execute(_MADE).fetchone() == (note,):
            return
        # A table that a function reads may still be filled.
        owner.execute("set local check_function_bodies = off")
        _may_hand_over(owner)
        for (former,) in owner.execute(_FORMER).fetchall():
            place = sql.Identifier("analytics", former)
            owner.execute(sql.SQL("drop view if exists {}").format(place))
            owner.execute(sql.SQL("drop function if exists {}()").format(place))
        owner.execute("delete from analytics.source")
        for table, columns in sources().items():
            owner.execute("insert into analytics.source values (%s, %s)", (table, list(columns)))
        for statement in statements:
            owner.execute(statement)
        owner.execute(_SHOW)
        owner.execute(sql.SQL("comment on schema analytics is {}").format(sql.Literal(note)))


def _may_hand_over(owner: psycopg.Connection) -> None:
    """Who gives a function to a role has to be a member of it, unless a superuser does."""
    if owner.execute("select pg_has_role(%s, 'member')", (_OWNER,)).fetchone() != (True,):
        owner.execute(sql.SQL("grant {} to current_user").format(sql.Identifier(_OWNER)))


def _statements(views: Sequence[View]) -> Iterator[sql.Composed]:
    yield sql.SQL(_ALLOWED).format(permission=sql.Literal(PERMISSION))
    yield sql.SQL("revoke all on function analytics.allowed() from public").format()
    yield sql.SQL("grant execute on function analytics.allowed() to {}").format(sql.Identifier(_OWNER))
    for view in views:
        yield from _function(view)
        yield from _view(view)


def _function(view: View) -> Iterator[sql.Composed]:
    place = sql.Identifier("analytics", view.name)
    columns = sql.SQL(", ").join(
        # Kinds are written in the declaration and not by anybody outside.
        sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(column.kind))
        for name, column in view.columns.items()
    )
    asked = f"select v.* from ({view.sql}) as v where (select analytics.allowed())"  # noqa: S608 - declared
    # An account is found by an index, however small a table is: pages that are read tell nothing of others.
    text = (
        "create function {}() returns table ({}) language sql stable security definer "
        "set search_path = analysed, pg_catalog, pg_temp set enable_seqscan = off as {}"
    )
    yield sql.SQL(text).format(place, columns, sql.Literal(asked))
    yield sql.SQL("alter function {}() owner to {}").format(place, sql.Identifier(_OWNER))
    yield sql.SQL("revoke all on function {}() from public").format(place)
    yield sql.SQL("grant execute on function {}() to coffer_app, coffer_analyst").format(place)


def _view(view: View) -> Iterator[sql.Composed]:
    place = sql.Identifier("analytics", view.name)
    yield sql.SQL("create view {} with (security_invoker = true) as select * from {}()").format(place, place)
    yield sql.SQL("grant select on {} to coffer_app, coffer_analyst").format(place)
    yield sql.SQL("comment on view {} is {}").format(place, sql.Literal(view.meaning))
    for name, column in view.columns.items():
        comment = sql.SQL("comment on column {} is {}")
        yield comment.format(sql.Identifier("analytics", view.name, name), sql.Literal(column.meaning))
