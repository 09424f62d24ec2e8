"""A login of an analyst: what its name says, what it can enter, and how it ends."""

from __future__ import annotations

import psycopg
import pytest

from infrastructure.analysis.logins import add_login, remove_login
from infrastructure.local.database_urls import signed_in_as
from projections.analysis import BY_NAME, VIEWS
from tests.support.analysed import Analysed


def test_names_of_logins_say_nothing(analysed: Analysed) -> None:
    with analysed.analyst() as analyst:
        names = [name for (name,) in analyst.execute("select rolname from pg_roles") if "analyst_" in name]
    assert analysed.login.name in names
    hidden = {analysed.mine.hex, analysed.other.hex, "joel", "hawthorne"}
    assert not [name for name in names if any(word in name.lower() for word in hidden)]


def test_one_signs_in_with_few_connections_and_waits_for_no_answer_for_ever(analysed: Analysed) -> None:
    with analysed.analyst() as first:
        settings = ("default_transaction_read_only", "statement_timeout", "search_path", "TimeZone")
        shown = [first.execute(f"show {name}".encode()).fetchone() for name in settings]
        assert shown == [("on",), ("1min",), ("analytics, pg_catalog",), ("UTC",)]
        refusal = pytest.raises(psycopg.OperationalError, match="too many connections")
        with analysed.analyst(), analysed.analyst(), analysed.analyst(), refusal, analysed.analyst():
            pass


def test_other_databases_of_the_server_are_closed(analysed: Analysed) -> None:
    """Those that every server has: the statistics of all databases are told there."""
    for name in ("postgres", "template1"):
        url = signed_in_as(analysed.owner_url, analysed.login.name, analysed.login.password)
        other = url.replace(url.rsplit("/", 1)[1], name)
        with pytest.raises(psycopg.OperationalError, match="permission denied"):
            psycopg.connect(other).close()


def test_a_login_that_was_removed_or_lost_its_account_sees_nothing(analysed: Analysed) -> None:
    login = add_login(analysed.owner_url, analysed.mine, "Kim")
    url = signed_in_as(analysed.owner_url, login.name, login.password)
    with psycopg.connect(url, autocommit=True) as analyst:
        assert analyst.execute("select from v_members").fetchall() != []
        with analysed.owner() as owner:
            owner.execute("update analytics.login set name = 'x' where name = %s", (login.name,))
            for text in ("select set_config('app.account_id', %s, false)",):
                analyst.execute(text, (str(analysed.mine),))
            assert [analyst.execute(f"select * from {view}".encode()).fetchall() for view in BY_NAME] == [
                [] for _ in VIEWS
            ]
            owner.execute("update analytics.login set name = %s where name = 'x'", (login.name,))
        assert remove_login(analysed.owner_url, login.name)
        with pytest.raises(psycopg.OperationalError):
            analyst.execute("select 1")
    assert not remove_login(analysed.owner_url, login.name)
