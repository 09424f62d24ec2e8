"""Questions become SQL by the catalogue of views alone: whatever they say, only its words are in it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidArgument
from projections.analysis import BY_NAME, VIEWS
from projections.analysis.asking import AnalyticsQuery, Condition, Statement, statement_of
from projections.analysis.kernel import View

WORDS = {
    *("select", "from", "where", "and", "group", "by", "order", "limit", "is", "not", "null", "distinct"),
    *("count", "sum", "avg", "min", "max", "analytics", "double", "precision"),
    *(column.kind for view in VIEWS for column in view.columns.values()),
    *BY_NAME,
    *(name for view in VIEWS for name in view.columns),
}
NAMES = [*BY_NAME, *(name for view in VIEWS for name in view.columns)]
ANYTHING = st.text(max_size=20) | st.sampled_from(NAMES)
CALLS = st.builds(lambda name: f"count({name})", ANYTHING)
BODIES = st.fixed_dictionaries(
    {"view": ANYTHING, "select": st.lists(ANYTHING | CALLS, min_size=1, max_size=3)},
    optional={
        "where": st.lists(
            st.fixed_dictionaries(
                {
                    "column": ANYTHING,
                    "op": st.sampled_from(["=", "!=", "<", ";"]),
                    "value": ANYTHING | st.integers() | st.floats() | st.none(),
                }
            ),
            max_size=2,
        ),
        "groupBy": st.lists(ANYTHING, max_size=2),
        "limit": st.integers(-1, 20_000),
    },
)


def sensible(view: View) -> st.SearchStrategy[dict[str, Any]]:
    names = st.lists(st.sampled_from(list(view.columns)), min_size=1, max_size=3)
    where = st.builds(
        lambda name: {"column": name, "op": "!=", "value": None}, st.sampled_from([*view.columns])
    )
    plain = {"view": st.just(view.name), "select": names, "where": st.lists(where, max_size=2)}
    grouped = names.map(lambda by: {"view": view.name, "select": [*by, "count(*)"], "groupBy": by})
    return st.fixed_dictionaries(plain) | grouped


@given(BODIES)
def test_no_word_of_a_question_gets_into_sql(body: dict[str, Any]) -> None:
    try:
        statement = statement_of(msgspec.convert(body, AnalyticsQuery), limit=5)
    except (msgspec.ValidationError, InvalidArgument):
        return
    only_words_of_the_catalogue(statement)


@given(st.sampled_from(VIEWS).flatmap(sensible))
def test_a_question_in_words_of_the_catalogue_is_taken(body: dict[str, Any]) -> None:
    statement = statement_of(msgspec.convert(body, AnalyticsQuery), limit=5)
    only_words_of_the_catalogue(statement)
    assert list(statement.columns) == body["select"]


def only_words_of_the_catalogue(statement: Statement) -> None:
    without_values = re.sub(r"%\((v\d+|limit)\)s", "", statement.sql)
    assert set(re.findall(r"[a-z_]+", without_values)) <= WORDS
    assert not set(re.findall(r"[^\w\s.,()*:=<>]", without_values)) - {"!"}


def test_a_question_in_full() -> None:
    query = AnalyticsQuery(
        "v_activity_daily",
        ("action", "sum(n)", "avg(n)", "max(day)", "count(*)"),
        (Condition("day", ">=", "2026-01-01"), Condition("outcome", "!=", "success")),
        ("action",),
    )
    statement = statement_of(query, limit=11)
    assert statement.sql == (
        "select action, sum(n)::bigint, avg(n)::double precision, max(day), count(*) "
        "from analytics.v_activity_daily where day >= %(v0)s::date and outcome is distinct from %(v1)s::text "
        "group by action order by 1, 2, 3, 4, 5 limit %(limit)s"
    )
    assert list(statement.params) == ["v0", "v1", "limit"]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (AnalyticsQuery("v_secrets", ("day",)), "unknown_view"),
        (AnalyticsQuery("pg_class", ("relname",)), "unknown_view"),
        (AnalyticsQuery("v_members", ("user_id",)), "unknown_column"),
        (AnalyticsQuery("v_members", ("sum(devices)",), (Condition("user_id", "=", "x"),)), "unknown_column"),
        (AnalyticsQuery("v_members", ("role",), (), ("user_id",)), "unknown_column"),
        (AnalyticsQuery("v_members", ("role", "count(*)")), "not_grouped"),
        (AnalyticsQuery("v_members", ("role", "devices"), (), ("role",)), "not_grouped"),
        (AnalyticsQuery("v_members", ("sum(role)",)), "wrong_type"),
        (AnalyticsQuery("v_documents", ("min(document_id)",)), "wrong_type"),
        (AnalyticsQuery("v_members", ("role",), (Condition("devices", "=", "3"),)), "wrong_type"),
        (AnalyticsQuery("v_members", ("role",), (Condition("devices", "=", 2**31),)), "wrong_type"),
        (AnalyticsQuery("v_activity_daily", ("n",), (Condition("n", "<", 2**63),)), "wrong_type"),
        (AnalyticsQuery("v_members", ("role",), (Condition("joined_on", "=", "yesterday"),)), "wrong_type"),
        (AnalyticsQuery("v_security", ("state",), (Condition("first_at", "<", "2026-01-01"),)), "wrong_type"),
        (AnalyticsQuery("v_members", ("role",), (Condition("role", "=", "a\0b"),)), "wrong_type"),
        (AnalyticsQuery("v_members", ("role",), (Condition("role", "<", None),)), "wrong_type"),
    ],
)
def test_what_no_view_answers_is_refused(query: AnalyticsQuery, reason: str) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        statement_of(query, limit=None)
    assert refusal.value.reason == reason
