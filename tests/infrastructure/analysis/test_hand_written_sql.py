"""An analyst of one account learns no row and no id of another one, whatever SQL he writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
import pytest
from psycopg import errors, sql

from infrastructure.rows.schema import columns_of, place_of
from projections.analysis import BY_NAME
from projections.catalogue import PROJECTIONS
from projections.work.tasks import TASKS, TASKS_READ
from tests.support.analysed import Analysed, refused


def others_ids(analysed: Analysed) -> set[str]:
    """What nobody of the first account may come to know: ids of things of the other one, and its own."""
    with analysed.owner() as owner:
        rows = owner.execute(
            "select distinct entity_id::text from es.event where account_id = %s union select %s",
            (analysed.other, str(analysed.other)),
        ).fetchall()
    return {found for (found,) in rows}


def told(connection: psycopg.Connection, text: str, values: Mapping[str, Any] | None = None) -> str:
    """All that comes back: rows, notices, or what the error says."""
    said: list[str] = []
    notice = lambda diagnostic: said.append(str(diagnostic.message_primary))  # noqa: E731
    connection.add_notice_handler(notice)
    try:
        said += map(str, connection.execute(text.encode(), values).fetchall())
    except psycopg.Error as refusal:
        said.append(str(refusal))
    finally:
        connection.remove_notice_handler(notice)
    return "\n".join(said)


# Hand-written SQL: the variable that opens rows to the API, other roles, what lies beneath, and each
# expression that a planner might try on rows before it knows whose they are.
WRITTEN = {
    "a variable": "select set_config('app.account_id', %(other)s, false);; select * from v_documents",
    "a variable of a person": "select set_config('app.user_id', %(both)s, false);; select * from v_members",
    "no row security": "set row_security = off;; select * from v_documents",
    "the path": "set search_path = read, es, analysed, public;; select * from tasks",
    "a role": "set role coffer_app;; select * from read.tasks",
    "the role beneath": "set role coffer_analytics;; select * from analysed.tasks",
    "a session": "set session authorization coffer_app",
    "another owner": "reassign owned by coffer_analytics to current_user",
    "the logins": "select * from analytics.login",
    "the secret": "select * from analytics.secret",
    "the events": "select * from es.event",
    "the function of an append": f"select es.append_batch(0, '{{}}', 0{', null' * 25})",
    "to show another table": "select analytics.show('p_documents_6', 'documents')",
    "a division": "select * from v_documents "
    "where 1 / (case when document_id::text < 'z' then 0 else 1 end) > 0",
    "a cast": "select document_id::text::integer from v_documents",
    "a cast of all": "select v::text::integer from v_members as v",
    "a range": "select * from v_documents "
    "where document_id = any(array(select document_id from v_documents))",
    "a lateral": "select l.* from v_members as m, lateral (select m.* from v_documents) as l",
    "a sample": "select * from analytics.v_documents tablesample system (100)",
    "places of rows": "select ctid, tableoid, xmin from analytics.v_documents",
    "xml of a query": "select query_to_xml('select * from read.tasks', true, true, '')",
    "xml of a table": "select table_to_xml('read.tasks', true, true, '')",
    "xml of a schema": "select schema_to_xml('read', true, true, '')",
    "a copy out": "copy read.tasks to stdout",
    "a copy to a program": "copy (select 1) to program 'cat'",
    "a copy to a file": "copy (select 1) to '/tmp/told'",
    "a file": "select pg_read_file('/etc/passwd')",
    "a folder": "select pg_ls_dir('.')",
    "a block of code": "do $$ declare r record; begin for r in select * from read.tasks loop "
    "raise notice '%%', r; end loop; end $$",
    "a block that catches": "do $$ begin perform 1 from es.event; exception when others then "
    "raise notice '%%', sqlerrm; end $$",
    "a cursor": "begin;; declare c cursor for select * from p_tasks_6.tasks;; fetch all from c",
    "a lock": "lock table p_tasks_6.tasks in access share mode",
    "a rule": "create rule r as on select to analytics.v_members do instead select 1",
    "a function": "set default_transaction_read_only = off;; "
    "create function pg_temp.f(text) returns boolean language plpgsql cost 0.0001 as "
    "$$ begin raise notice '%%', $1; return true; end $$",
    "a function of one's own": "set default_transaction_read_only = off;; "
    "create function f() returns int language sql as 'select 1'",
    "a table": "set default_transaction_read_only = off;; create table kept as select * from v_documents",
    "a temporary table": "set default_transaction_read_only = off;; create temporary table kept (id uuid)",
    "a schema": "set default_transaction_read_only = off;; create schema mine",
    "an extension": "set default_transaction_read_only = off;; create extension dblink",
    "another server": "set default_transaction_read_only = off;; create extension postgres_fdw",
    "a large object": "set default_transaction_read_only = off;; select lo_create(0)",
    "large objects": "select lo_get(oid) from pg_largeobject_metadata",
    "a row of one's own": "set default_transaction_read_only = off;; "
    "insert into read.tasks (id) values (null)",
    "a login of one's own": "set default_transaction_read_only = off;; "
    "insert into analytics.login values (session_user, %(other)s::uuid, 'x')",
    "a library": "load 'auto_explain'",
    "plans in the log": "set auto_explain.log_min_duration = 0;; set log_min_messages = debug5",
    "other people's statements": "select * from pg_prepared_statements",
    "statistics of columns": "select * from pg_stats where schemaname ~ '^(p_|read|es|identity)'",
    "most common values": "select * from pg_statistic",
    "statistics of more": "select * from pg_statistic_ext_data",
    "passwords": "select * from pg_authid",
    "settings of roles": "select * from pg_db_role_setting",
    "comments": "select * from pg_description where description ~ '[0-9a-f]{8}-'",
}


@pytest.mark.parametrize("attack", WRITTEN)
def test_what_is_written_by_hand_tells_nothing_of_another_account(analysed: Analysed, attack: str) -> None:
    values = {"other": str(analysed.other), "both": str(analysed.both)}
    said: list[str] = []
    with analysed.analyst() as analyst:
        for statement in WRITTEN[attack].split(";; "):
            said.append(told(analyst, statement, values if "%" in statement else None))
        analyst.rollback()
        analyst.execute("reset all")
        own = {str(found) for (found,) in analyst.execute("select document_id from analytics.v_documents")}
    answer = "\n".join(said[1:] if attack.startswith("a variable") else said)
    assert not {id for id in others_ids(analysed) if id in answer} - own
    with analysed.owner() as owner:
        made = owner.execute(
            "select from pg_class as c join pg_roles as r on r.oid = c.relowner where r.rolname ~ '^analyst_'"
        ).fetchone()
    assert made is None


def test_each_of_these_is_refused_or_answers_of_the_own_account(analysed: Analysed) -> None:
    """So none of them is harmless because it is misspelt."""
    values = {"other": str(analysed.other), "both": str(analysed.both)}
    wrong = (errors.SyntaxError, errors.UndefinedFunction, errors.UndefinedParameter)
    with analysed.analyst() as analyst:
        for attack, text in WRITTEN.items():
            for statement in text.split(";; "):
                try:
                    analyst.execute(statement.encode(), values if "%" in statement else None)
                except wrong as misspelt:
                    if "tablesample" not in text:
                        raise AssertionError(attack) from misspelt
                except psycopg.Error:
                    pass
            analyst.rollback()
            analyst.execute("reset all")


def test_no_table_and_no_view_beneath_is_open(analysed: Analysed) -> None:
    with analysed.analyst() as analyst:
        for projection in PROJECTIONS:
            for table in projection.tables:
                for place in (place_of(projection, table), sql.Identifier("read", table.name)):
                    for column in columns_of(table):
                        with refused():
                            analyst.execute(
                                sql.SQL("select {} from {}").format(sql.Identifier(column), place)
                            )
        for schema, table in analyst.execute(
            "select n.nspname, c.relname from pg_catalog.pg_class as c join pg_namespace as n "
            "on n.oid = c.relnamespace where c.relkind in ('r', 'v', 'm', 'S', 'p') "
            "and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')"
        ).fetchall():
            if (schema, table) != ("analytics", "pg_class") and table not in BY_NAME:
                with refused():
                    analyst.execute(sql.SQL("select from {} limit 1").format(sql.Identifier(schema, table)))


def test_views_and_nothing_else_are_granted(analysed: Analysed) -> None:
    with analysed.owner() as owner:
        granted = owner.execute(
            "select n.nspname, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace "
            "where n.nspname not in ('pg_catalog', 'information_schema') "
            "and has_any_column_privilege(%(login)s, c.oid, 'select, insert, update, references')",
            {"login": analysed.login.name},
        ).fetchall()
        executed = owner.execute(
            "select p.proname from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace "
            "where n.nspname not in ('pg_catalog', 'information_schema') and p.prosecdef "
            "and has_function_privilege(%(login)s, p.oid, 'execute')",
            {"login": analysed.login.name},
        ).fetchall()
    assert set(granted) == {("analytics", name) for name in (*BY_NAME, "pg_class")}
    # The one takes nothing and answers the own account; the others are the views.
    assert {name for (name,) in executed} == {*BY_NAME, "account"}


def test_every_task_that_there_is_can_only_be_counted_by_the_owner(analysed: Analysed) -> None:
    """What the analyst counts is of one account, and there is more."""
    place = place_of(TASKS_READ, TASKS)
    with analysed.owner() as owner, analysed.analyst() as analyst:
        (all_of_them,) = owner.execute(
            sql.SQL("select count(*) from {} where state not in ('deleted', 'purged')").format(place)
        ).fetchone() or (0,)
        (mine,) = analyst.execute("select sum(opened) from v_tasks_daily").fetchone() or (0,)
    assert 0 < mine < all_of_them
