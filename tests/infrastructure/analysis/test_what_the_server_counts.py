"""An analyst of one account learns no count: not from statistics, plans, pages that are read, or time."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from infrastructure.rows.schema import columns_of, place_of
from projections.analysis import BY_NAME
from projections.catalogue import PROJECTIONS
from tests.support.analysed import Analysed, refused

# What the server counts of everybody together.
COUNTED = (
    "select reltuples from pg_catalog.pg_class",
    "select relpages from pg_catalog.pg_class",
    "select relfrozenxid from pg_catalog.pg_class",
    "select * from pg_catalog.pg_class",
    "select c from pg_catalog.pg_class as c",
    "select pg_relation_size('p_tasks_6.tasks')",
    "select pg_total_relation_size('p_tasks_6.tasks')",
    "select pg_table_size('p_tasks_6.tasks')",
    "select pg_indexes_size('p_tasks_6.tasks')",
    "select pg_relation_size(c.oid) from pg_catalog.pg_class as c",
    "select pg_database_size(current_database())",
    "select * from pg_stat_all_tables",
    "select * from pg_stat_user_tables",
    "select * from pg_stat_xact_user_tables",
    "select * from pg_statio_user_tables",
    "select * from pg_stat_user_indexes",
    "select * from pg_stat_user_functions",
    "select * from pg_stat_database",
    "select * from pg_stat_activity",
    "select * from pg_stat_wal",
    "select * from pg_stat_bgwriter",
    "select * from pg_stat_progress_vacuum",
    "select pg_stat_get_live_tuples(c.oid) from pg_catalog.pg_class as c",
    "select pg_stat_get_tuples_inserted(c.oid) from pg_catalog.pg_class as c",
    "select * from pg_locks",
    "select pg_blocking_pids(1)",
    "select pg_advisory_lock(1)",
    "select pg_try_advisory_lock(1)",
    "select pg_current_xact_id()",
    "select pg_current_snapshot()",
    "select txid_current()",
    "select txid_current_snapshot()",
    "select age('3'::xid)",
    "select pg_current_wal_lsn()",
    "select pg_current_wal_insert_lsn()",
    "select next_xid from pg_control_checkpoint()",
    "select nextval('es.outbox_id_seq')",
    "select last_value from es.outbox_id_seq",
    "select lo_create(0)",
)


@pytest.mark.parametrize("question", COUNTED)
def test_what_the_server_counts_is_not_told(analysed: Analysed, question: str) -> None:
    with analysed.analyst() as analyst, refused():
        analyst.execute(question.encode())


def test_sequences_tell_no_number(analysed: Analysed) -> None:
    with analysed.analyst() as analyst:
        with refused():
            analyst.execute("select * from pg_sequences")
        found = analyst.execute("select * from information_schema.sequences").fetchall()
    assert found == []


def test_a_plan_says_the_same_however_much_others_have(analysed: Analysed) -> None:
    """Neither its estimates nor the pages that it read."""
    plans: list[list[Any]] = []
    for _ in range(2):
        with analysed.analyst() as analyst:
            for view in BY_NAME:  # so that what the session reads once is read
                analyst.execute(f"select * from {view}".encode())
            plans.append([_plan(analyst, view) for view in BY_NAME])
        with analysed.owner() as owner:
            _grow(owner, analysed)
    assert plans[0] == plans[1]
    assert all("Function Scan" in str(plan) for plan in plans[0])
    assert not [plan for plan in plans[0] if "p_" in str(plan) or "Index" in str(plan)]


def _plan(analyst: psycopg.Connection, view: str) -> Any:
    asked = f"explain (verbose, settings, format json) select * from {view}"
    return analyst.execute(asked.encode()).fetchone()


def _grow(owner: psycopg.Connection, analysed: Analysed) -> None:
    """Some thousand more tasks, documents and entries of the other account."""
    for projection in PROJECTIONS:
        for table in projection.tables:
            if table.name not in ("tasks", "audit_log", "documents"):
                continue
            key = "position" if table.name == "audit_log" else "id"
            made = (
                "(select max(position) from {place}) + row_number() over ()"
                if key == "position"
                else "gen_random_uuid()"
            )
            listed = sql.SQL(", ").join(sql.Identifier(name) for name in columns_of(table) if name != key)
            text = (
                "insert into {place} ({key}, {listed}) select {made}, {listed} from "
                "(select * from {place} where account_id = %s order by seq limit 20), generate_series(1, 100)"
            )
            owner.execute(
                sql.SQL(text).format(
                    place=place_of(projection, table),
                    key=sql.Identifier(key),
                    made=sql.SQL(made).format(place=place_of(projection, table)),
                    listed=listed,
                ),
                (analysed.other,),
            )
    owner.execute("analyze")


def test_what_is_read_for_an_answer_does_not_grow_with_others(analysed: Analysed) -> None:
    """Rows are found by an index that begins with the account, so pages of others are not even looked at."""
    counts: list[int] = []
    for _ in range(2):
        with analysed.analyst() as analyst:
            analyst.execute("select * from v_tasks_daily")
            plan = analyst.execute(
                "explain (analyze, buffers, format json) select * from v_tasks_daily"
            ).fetchone()
            assert plan is not None
            counts.append(plan[0][0]["Plan"]["Shared Hit Blocks"] + plan[0][0]["Plan"]["Shared Read Blocks"])
        with analysed.owner() as owner:
            _grow(owner, analysed)
    # Another level of an index at most, for a hundred times the rows.
    assert counts[1] <= counts[0] + 10, counts


def test_ids_that_are_there_take_no_other_time_or_answer_than_ids_that_are_not(analysed: Analysed) -> None:
    """There is nothing to try keys on: no argument, and no table that takes a row."""
    with analysed.owner() as owner:
        (there,) = owner.execute(
            "select id from read.documents where account_id = %s limit 1", (analysed.other,)
        ).fetchone() or (None,)
    asked = "select * from v_documents where document_id = %s"
    with analysed.analyst() as analyst:
        took: dict[UUID, list[float]] = {there: [], uuid4(): []}
        for _ in range(30):
            for id, times in took.items():
                begin = time.perf_counter()
                assert analyst.execute(asked, (id,)).fetchall() == []
                times.append(time.perf_counter() - begin)
    least = [min(times) for times in took.values()]
    assert max(least) < 3 * min(least), took
