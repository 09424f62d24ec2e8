"""Tools that analysts use find the views, with their comments."""

from __future__ import annotations

from projections.analysis import BY_NAME, VIEWS
from tests.support.analysed import Analysed

# What the `postgres` extension of DuckDB asks when it attaches a database, as it asks it.
DUCKDB = (
    "SELECT version(), (SELECT COUNT(*) FROM pg_settings WHERE name LIKE 'rds%')",
    "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "SELECT pg_is_in_recovery(), pg_export_snapshot(), (select count(*) from pg_stat_wal_receiver)",
    "SELECT oid, nspname FROM pg_namespace ORDER BY oid",
    "SELECT pg_namespace.oid AS namespace_id, relname, relpages, attname, pg_type.typname type_name, "
    "atttypmod type_modifier, pg_attribute.attndims ndim, attnum, pg_attribute.attnotnull AS notnull, "
    "NULL constraint_id, NULL constraint_type, NULL constraint_key FROM pg_class "
    "JOIN pg_namespace ON relnamespace = pg_namespace.oid "
    "JOIN pg_attribute ON pg_class.oid=pg_attribute.attrelid "
    "JOIN pg_type ON atttypid=pg_type.oid WHERE attnum > 0 AND relkind IN ('r', 'v', 'm', 'f', 'p') "
    "UNION ALL SELECT pg_namespace.oid AS namespace_id, relname, NULL relpages, NULL attname, "
    "NULL type_name, "
    "NULL type_modifier, NULL ndim, NULL attnum, NULL AS notnull, pg_constraint.oid AS constraint_id, "
    "contype AS constraint_type, conkey AS constraint_key FROM pg_class "
    "JOIN pg_namespace ON relnamespace = pg_namespace.oid "
    "JOIN pg_constraint ON (pg_class.oid=pg_constraint.conrelid) "
    "WHERE relkind IN ('r', 'v', 'm', 'f', 'p') AND contype IN ('p', 'u') "
    "ORDER BY namespace_id, relname, attnum, constraint_id",
    'COPY (SELECT "day", "opened" FROM "analytics"."v_tasks_daily") TO STDOUT (FORMAT "binary")',
)


def test_duckdb_finds_the_views_and_reads_them(analysed: Analysed) -> None:
    with analysed.analyst() as analyst:
        for question in DUCKDB:
            if question.startswith("COPY"):
                with analyst.cursor().copy(question.encode()) as rows:
                    assert len(b"".join(map(bytes, rows))) > 40
            else:
                answer = analyst.execute(question.encode())
                if "relpages" in question:
                    found = answer.fetchall()
                    assert {row[1] for row in found} >= BY_NAME.keys()
                    assert {row[2] for row in found} <= {0, None}


def test_psql_describes_the_views(analysed: Analysed) -> None:
    """What `\\dv+` and `\\d+` ask, with their comments."""
    with analysed.analyst() as analyst:
        listed = analyst.execute(
            "select n.nspname, c.relname, pg_catalog.pg_get_userbyid(c.relowner), "
            "pg_catalog.obj_description(c.oid, 'pg_class') from pg_catalog.pg_class c "
            "left join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('v', '') "
            "and pg_catalog.pg_table_is_visible(c.oid) and n.nspname = 'analytics' and c.relname ~ '^v_'"
        ).fetchall()
        assert {(name, meaning) for _, name, _, meaning in listed} == {
            (view.name, view.meaning) for view in VIEWS
        }
        described = analyst.execute(
            "select a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), "
            "pg_catalog.col_description(a.attrelid, a.attnum) from pg_catalog.pg_attribute a "
            "where a.attrelid = 'v_members'::regclass and a.attnum > 0 order by a.attnum"
        ).fetchall()
    assert [(name, meaning) for name, _, meaning in described] == [
        (name, column.meaning) for name, column in BY_NAME["v_members"].columns.items()
    ]
