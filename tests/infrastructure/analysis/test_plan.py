"""What the plan of an account says about analytics holds for a database login as well."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
from psycopg import errors, sql

from infrastructure.analysis.exporting import CannotExport, rows_of
from infrastructure.local.database_urls import signed_in_as
from infrastructure.rows.schema import place_of
from projections.accounts import ACCOUNTS
from projections.accounts.accounts import ACCOUNTS as ACCOUNTS_TABLE
from projections.accounts.states import ACCOUNT_STATES, STATES
from projections.analysis import BY_NAME, PERMISSION
from projections.analysis.asking import AnalyticsQuery, statement_of
from tests.infrastructure.analysis.test_views import RECKONED, ordered
from tests.support.analysed import Analysed

WITHOUT = [PERMISSION, "email.bulk"]


@contextmanager
def with_plan(analysed: Analysed, *, withheld: list[str]) -> Generator[None]:
    """The plan of the analyst's account withholds these permissions."""
    change = sql.SQL("update {} set withheld = %s where account_id = %s").format(
        place_of(ACCOUNT_STATES, STATES)
    )
    (kept,) = analysed.rows("account_states", analysed.mine)
    with analysed.owner() as owner:
        _seen_by(owner, analysed.mine)
        owner.execute(change, (withheld, analysed.mine))
        try:
            yield
        finally:
            owner.execute(change, (kept["withheld"], analysed.mine))


def _seen_by(owner: psycopg.Connection, account_id: UUID) -> None:
    owner.execute("select set_config('app.account_id', %s, false)", (str(account_id),))


@pytest.mark.parametrize("view", BY_NAME)
def test_a_plan_without_analytics_answers_no_view_and_says_why(analysed: Analysed, view: str) -> None:
    asked = f"select * from {view}"
    with analysed.analyst() as analyst, analysed.api(analysed.other) as other:
        assert analyst.execute(asked.encode()).fetchall() != []
        with with_plan(analysed, withheld=WITHOUT):
            for question in (asked, f"select * from {view}()"):
                with pytest.raises(
                    errors.InsufficientPrivilege, match=r"plan of this account has no analytics"
                ):
                    analyst.execute(question.encode())
            assert other.execute(f"select * from analytics.{view}".encode()).fetchall() != []
        with with_plan(analysed, withheld=["email.bulk"]):
            assert analyst.execute(asked.encode()).fetchall() != []


def test_the_command_line_says_it_in_one_line(analysed: Analysed) -> None:
    url = signed_in_as(analysed.owner_url, analysed.login.name, analysed.login.password)
    query = statement_of(AnalyticsQuery("v_members", ("role",)), limit=5)
    refusal = pytest.raises(CannotExport, match="no analytics")
    with with_plan(analysed, withheld=WITHOUT), refusal, rows_of(url, None, query) as rows:
        assert list(rows.cells) == []


def test_an_erased_account_and_no_account_have_no_rows(analysed: Analysed) -> None:
    """Neither of them is told about a plan."""
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        _seen_by(owner, analysed.mine)
        place = place_of(ACCOUNT_STATES, STATES)
        owner.execute(sql.SQL("update {} set state = 'erased'").format(place))
        assert [owner.execute(f"select * from analytics.{view}".encode()).fetchall() for view in BY_NAME] == [
            [] for _ in BY_NAME
        ]
    with analysed.api(UUID(int=0)) as nobody:
        assert nobody.execute("select * from analytics.v_members").fetchall() == []


@pytest.mark.parametrize("days", [None, 0, 30, 150, 100_000])
def test_activity_is_counted_as_far_back_as_the_plan_lists_it(analysed: Analysed, days: int | None) -> None:
    with analysed.owner() as owner, owner.transaction(force_rollback=True):
        _seen_by(owner, analysed.mine)
        change = sql.SQL("update {} set audit_days = %s where account_id = %s")
        owner.execute(change.format(place_of(ACCOUNTS, ACCOUNTS_TABLE)), (days, analysed.mine))
        told = owner.execute("select sum(n)::integer from analytics.v_activity_daily").fetchone()
        since = datetime.min.replace(tzinfo=UTC)
        if days is not None and days < 10_000:
            since = datetime.now(UTC) - timedelta(days=days)
        ages = [row["at"] for row in analysed.rows("audit_log", analysed.mine)]
        assert told == (sum(at >= since for at in ages) or None,)
        if days in (30, 150):
            assert {at >= since for at in ages} == {True, False}
    assert ordered(RECKONED["v_activity_daily"](analysed, analysed.mine))
