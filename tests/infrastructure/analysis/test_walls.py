"""Each wall between accounts, taken down: the tests beside this one see that it is gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

import psycopg
import pytest
from psycopg import errors, sql

from infrastructure.analysis.quiet import be_quiet, is_quiet
from infrastructure.analysis.views import ensure_analysis
from projections.analysis import BY_NAME
from tests.infrastructure.analysis.test_hand_written_sql import test_views_and_nothing_else_are_granted
from tests.support.analysed import Analysed


# Faults, each with what sees it: the ways in which a wall that stands today may be taken down.
def policy_for_everybody(owner: psycopg.Connection, analysed: Analysed) -> None:
    owner.execute("drop policy analytics on p_documents_6.documents")
    owner.execute("create policy analytics on p_documents_6.documents for select using (true)")


def policy_by_a_variable(owner: psycopg.Connection, analysed: Analysed) -> None:
    owner.execute("drop policy analytics on p_documents_6.documents")
    owner.execute(
        "create policy analytics on p_documents_6.documents for select to coffer_analytics "
        "using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)"
    )


def no_row_security(owner: psycopg.Connection, analysed: Analysed) -> None:
    owner.execute("alter table p_documents_6.documents no force row level security")
    owner.execute("alter function analytics.v_documents() owner to current_user")


def function_of_the_owner(owner: psycopg.Connection, analysed: Analysed) -> None:
    owner.execute("alter function analytics.v_documents() owner to current_user")


def view_of_the_tables(owner: psycopg.Connection, analysed: Analysed) -> None:
    """Without `security_invoker`, and without a function: it reads as its owner, who sees everything."""
    owner.execute("drop view analytics.v_documents")
    owner.execute(
        "create view analytics.v_documents as select id as document_id, state, lifecycle, expires_on, "
        "0 as days_left, version as changes, created_at::date as created_on from p_documents_6.documents"
    )
    owner.execute("grant select on analytics.v_documents to coffer_analyst")


def account_by_the_current_role(owner: psycopg.Connection, analysed: Analysed) -> None:
    """Inside of a function that is its owner, so the variable decides."""
    (source,) = owner.execute("select pg_get_functiondef('analytics.account'::regproc)").fetchone() or ("",)
    assert "session_user" in source
    owner.execute(source.replace("session_user", "current_user").encode())


FAULTS: Mapping[str, Callable[[psycopg.Connection, Analysed], None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        *(policy_for_everybody, policy_by_a_variable, no_row_security, function_of_the_owner),
        *(view_of_the_tables, account_by_the_current_role),
    )
}


def seen_of_others(analysed: Analysed, connection: psycopg.Connection) -> set[UUID]:
    """The attack of attacks: the variable that the API sets says the other account."""
    connection.execute("select set_config('app.account_id', %s, false)", (str(analysed.other),))
    shown = {found for (found,) in connection.execute("select document_id from analytics.v_documents")}
    return shown & {row["id"] for row in analysed.rows("documents", analysed.other)}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wall_that_is_taken_down_is_noticed(analysed: Analysed, fault: str) -> None:
    with analysed.analyst() as analyst:
        assert seen_of_others(analysed, analyst) == set()
    with analysed.owner() as owner:
        before = _kept(owner)
        FAULTS[fault](owner, analysed)
    try:
        with analysed.analyst() as analyst:
            assert seen_of_others(analysed, analyst), "nothing sees this fault"
    finally:
        _restore(analysed, before)
    with analysed.analyst() as analyst:
        assert seen_of_others(analysed, analyst) == set()


def _kept(owner: psycopg.Connection) -> str:
    (source,) = owner.execute("select pg_get_functiondef('analytics.account'::regproc)").fetchone() or ("",)
    return source


def _restore(analysed: Analysed, source: str) -> None:
    with analysed.owner() as owner:
        owner.execute(source.encode())
        owner.execute("alter table p_documents_6.documents force row level security")
        owner.execute("drop policy analytics on p_documents_6.documents")
        # Views of another state are made anew, with what they stand on.
        owner.execute("comment on schema analytics is null")
    ensure_analysis(analysed.owner_url)


# One row of each account, which views ask alone.
_ALONE = {"accounts"}


@pytest.mark.parametrize("view", BY_NAME)
def test_a_view_whose_tables_are_open_to_all_is_noticed(analysed: Analysed, view: str) -> None:
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        before = _answer(owner, view, analysed.mine)
        assert before
        assert before != _answer(owner, view, analysed.other)
        places = owner.execute(
            "select format('%%I.%%I', schemaname, tablename) from pg_policies "
            "where policyname = 'analytics' and tablename = any(%s) and schemaname ~ '^p_'",
            (list(BY_NAME[view].sources.keys() - _ALONE),),
        ).fetchall()
        for (place,) in places:
            owner.execute(f"alter policy analytics on {place} using (true)".encode())
        assert _answer(owner, view, analysed.mine) != before


def _answer(owner: psycopg.Connection, view: str, account_id: UUID) -> list[str]:
    owner.execute("select set_config('app.account_id', %s, true)", (str(account_id),))
    return sorted(map(str, owner.execute(f"select * from analytics.{view}".encode()).fetchall()))


def test_a_table_that_forces_nothing_is_not_shown(analysed: Analysed) -> None:
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        owner.execute("alter table p_documents_6.documents no force row level security")
        with pytest.raises(errors.RaiseException, match="not forced"):
            owner.execute("select analytics.show('p_documents_6', 'documents')")


def test_a_grant_on_a_further_table_is_noticed(analysed: Analysed) -> None:
    with analysed.owner() as owner:
        owner.execute("grant usage on schema read to coffer_analyst")
        owner.execute("grant select on read.email_messages to coffer_analyst")
        try:
            with pytest.raises(AssertionError):
                test_views_and_nothing_else_are_granted(analysed)
        finally:
            owner.execute("revoke select on read.email_messages from coffer_analyst")
            owner.execute("revoke usage on schema read from coffer_analyst")


def test_a_database_that_tells_sizes_is_noticed(analysed: Analysed) -> None:
    """By who adds a login, too."""
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        assert is_quiet(owner)
        for loud in (
            "grant execute on function pg_relation_size(regclass, text) to public",
            "grant select on pg_catalog.pg_class to public",
            "grant temporary on database {} to public",
        ):
            name = sql.Identifier(owner.info.dbname)
            owner.execute(sql.SQL(loud).format(name))  # type: ignore[arg-type]
            assert not is_quiet(owner), loud
            be_quiet(owner)
            assert is_quiet(owner)
