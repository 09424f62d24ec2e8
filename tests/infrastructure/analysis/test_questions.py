"""Views asked over HTTP and on the command line, and written into files."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import psycopg
import pytest

from infrastructure.analysis.exporting import Rows, write_csv
from infrastructure.local.database_urls import signed_in_as
from infrastructure.local.places import CHECKOUT
from projections.analysis import BY_NAME
from tests.support.analysed import Analysed

PATH = "/api/analytics/query"


def coffer(analysed: Analysed, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    told = {**analysed.house.environ(), "COFFER_OWNER_DATABASE_URL": analysed.owner_url, **environ}
    return subprocess.run(
        [sys.executable, "-P", "-m", "api.cli", *words],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(CHECKOUT), **told},
        capture_output=True,
        text=True,
        check=False,
        cwd=CHECKOUT,
    )


def rows_of(analysed: Analysed, account_id: UUID, text: str) -> list[tuple[Any, ...]]:
    with analysed.api(account_id) as api:
        return api.execute(text.encode()).fetchall()


async def test_a_member_asks_views_of_the_own_account(analysed: Analysed) -> None:
    body = {
        "view": "v_activity_daily",
        "select": ["action", "sum(n)"],
        "where": [{"column": "outcome", "op": "=", "value": "success"}],
        "groupBy": ["action"],
        "limit": 2,
    }
    told = await analysed.ann.data("POST", PATH, body)
    asked = (
        "select action, sum(n)::bigint from analytics.v_activity_daily "
        "where outcome = 'success' group by 1 order by 1, 2"
    )
    found = rows_of(analysed, analysed.mine, asked)
    assert len(found) > 2
    assert told == {"columns": ["action", "sum(n)"], "rows": [list(row) for row in found[:2]], "more": True}
    whole = await analysed.ann.data("POST", PATH, {**body, "limit": 10_000})
    assert (whole["rows"], whole["more"]) == ([list(row) for row in found], False)


@pytest.mark.parametrize("view", BY_NAME)
async def test_every_view_is_answered_whole(analysed: Analysed, view: str) -> None:
    body = {"view": view, "select": list(BY_NAME[view].columns), "limit": 10_000}
    told = await analysed.ann.data("POST", PATH, body)
    assert len(told["rows"]) == len(rows_of(analysed, analysed.mine, f"select from analytics.{view}"))


async def test_a_question_that_is_none_is_refused(analysed: Analysed) -> None:
    asked = {"view": "v_members", "select": ["role"]}
    for wrong in (
        {**asked, "view": "v_members; drop table es.event"},
        {**asked, "select": []},
        {**asked, "select": ["role; select 1"]},
        {**asked, "limit": 10_001},
        {**asked, "sql": "select 1"},
        {**asked, "where": [{"column": "role", "op": "~", "value": "x"}]},
    ):
        assert (await analysed.ann.refusal("POST", PATH, wrong))[0] == 400
    status, code, reason = await analysed.ann.refusal("POST", PATH, {**asked, "select": ["user_id"]})
    assert (status, code, reason) == (400, "invalid_argument", "unknown_column")


def test_views_and_columns_are_listed(analysed: Analysed) -> None:
    assert set(json.loads(coffer(analysed, "query", "tables", "--json").stdout)) == set(BY_NAME)
    told = coffer(analysed, "query", "columns", "v_members").stdout
    assert [line.split()[0] for line in told.splitlines()] == list(BY_NAME["v_members"].columns)
    assert coffer(analysed, "query", "columns", "v_none").returncode == 2


def test_the_command_line_asks_the_same(analysed: Analysed) -> None:
    words = ("--select", "role", "count(*)", "--where", "devices>=0", "--group-by", "role", "--json")
    told = coffer(analysed, "query", "run", "v_members", "--account", str(analysed.mine), *words)
    asked = "select role, count(*) from analytics.v_members group by 1 order by 1, 2"
    found = rows_of(analysed, analysed.mine, asked)
    assert json.loads(told.stdout) == [{"role": role, "count(*)": count} for role, count in found]
    # Whose rows is not to be guessed; a login of an analyst says it by itself, and no other account's.
    refused = coffer(analysed, "query", "run", "v_members", *words)
    assert (refused.returncode, refused.stderr) == (2, "Name the account with --account.\n")
    url = signed_in_as(analysed.owner_url, analysed.login.name, analysed.login.password)
    for account in ((), ("--account", str(analysed.other))):
        again = coffer(
            analysed, "query", "run", "v_members", *words, *account, COFFER_ANALYTICS_DATABASE_URL=url
        )
        assert again.stdout == told.stdout


@pytest.mark.parametrize("view", BY_NAME)
def test_duckdb_reads_what_is_exported(analysed: Analysed, view: str, tmp_path: Path) -> None:
    asked = f"select * from analytics.{view}"
    found = sorted(rows_of(analysed, analysed.mine, asked), key=str)
    for form in ("parquet", "csv", "ndjson"):
        file = tmp_path / f"rows.{form}"
        words = ("--account", str(analysed.mine), "--format", form, "--out", str(file))
        told = coffer(analysed, "query", "export", view, *words)
        assert (told.returncode, told.stderr) == (0, "")
        with duckdb.connect() as reading:
            reading.execute("set TimeZone = 'UTC'")
            columns = BY_NAME[view].columns.items()
            # A time in a zone would take a further package, in Python alone.
            cast = {"timestamptz": "::timestamp"}
            shown = [f'"{name}"{cast.get(it.kind, "")} as "{name}"' for name, it in columns]
            read = reading.execute(f"select {', '.join(shown)} from '{file}'")
            assert [name for name, *_ in read.description or ()] == list(BY_NAME[view].columns)
            rows = read.fetchall()
        assert len(rows) == len(found)
        if form == "parquet":
            assert [tuple(map(_plain, row)) for row in sorted(rows, key=str)] == [
                tuple(map(_plain, row)) for row in found
            ]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return round(value, 9) if isinstance(value, float) else value


def test_no_cell_becomes_a_formula(tmp_path: Path) -> None:
    texts = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "plain", -3]
    file = tmp_path / "rows.csv"
    with file.open("w", newline="") as out:
        write_csv(Rows(("text",), iter([(text,) for text in texts])), out)
    with file.open(newline="") as written:
        _, *rows = csv.reader(written)
    assert [row[0] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", "'\tx", "'\rx", "plain", "-3"]


def test_analysts_come_and_go_on_the_command_line(analysed: Analysed) -> None:
    added = json.loads(coffer(analysed, "analyst", "add", str(analysed.other), "Kim", "--json").stdout)
    url = signed_in_as(analysed.owner_url, added["name"], added["password"])
    with psycopg.connect(url) as analyst:
        found = analyst.execute("select pseudonym from v_members order by 1").fetchall()
    assert found == rows_of(analysed, analysed.other, "select pseudonym from analytics.v_members order by 1")
    listed = coffer(analysed, "analyst", "list").stdout
    assert f"{added['name']}  {analysed.other}" in listed
    assert added["password"] not in listed
    with analysed.owner() as owner:
        (kept,) = owner.execute(
            "select rolpassword from pg_authid where rolname = %s", (added["name"],)
        ).fetchone() or ("",)
    assert kept.startswith("SCRAM-SHA-256$")
    assert coffer(analysed, "analyst", "remove", added["name"]).returncode == 0
    assert coffer(analysed, "analyst", "remove", added["name"]).returncode == 1
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url).close()
    missing = coffer(analysed, "analyst", "add", "00000000-0000-4000-8000-000000000000", "Kim")
    assert (missing.returncode, missing.stderr) == (1, "There is no such account.\n")
