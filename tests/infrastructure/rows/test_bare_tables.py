"""Tables into which rows are copied before they have keys end as all others, and are guarded all along."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from infrastructure.rows.schema import bare_for, completed_for, statements_for
from projections.catalogue import PROJECTIONS
from tests.support.stack import seen_by

SCHEMA, AT_ONCE = "rebuilt_here_1", "made_at_once_1"
# Everything about the tables of a schema but its name.
_TABLES = """
select array(select format('%%s %%s %%s %%s', relname, relacl, relrowsecurity, relforcerowsecurity)
        from pg_class where relnamespace = %(schema)s::text::regnamespace and relkind = 'r' order by 1),
    array(select format('%%s %%s %%s %%s %%s', relname, attname, atttypid, attnotnull, attcollation)
        from pg_attribute join pg_class as c on c.oid = attrelid
        where c.relnamespace = %(schema)s::text::regnamespace and attnum > 0 order by relname, attnum),
    array(select format('%%s %%s', conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = %(schema)s::text::regnamespace order by 1),
    array(select format('%%s %%s %%s %%s %%s %%s', tablename, policyname, roles, cmd, qual, with_check)
        from pg_policies where schemaname = %(schema)s::text order by 1),
    array(select format('%%s %%s', tablename, indexdef)
        from pg_indexes where schemaname = %(schema)s::text order by 1),
    (select nspacl::text from pg_namespace where nspname = %(schema)s::text)
"""


def described(owner: psycopg.Connection, schema: str) -> tuple[Any, ...]:
    row = owner.execute(_TABLES, {"schema": schema}).fetchone()
    assert row is not None
    return tuple(str(part).replace(schema, "") for part in row)


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_they_end_as_those_that_were_made_at_once(module_product_database_url: str, projection: Any) -> None:
    with psycopg.connect(module_product_database_url) as owner:
        for statement in (
            *statements_for(projection, AT_ONCE),
            *bare_for(projection, SCHEMA),
            *completed_for(projection, SCHEMA),
        ):
            owner.execute(statement)
        made = described(owner, AT_ONCE)
        assert described(owner, SCHEMA) == made
        assert all(table.name in made[0] for table in projection.tables)
        owner.rollback()


def test_nobody_sees_the_rows_of_others_before(module_product_database_url: str) -> None:
    guarded = 0
    with psycopg.connect(module_product_database_url, autocommit=True) as owner:
        for projection in PROJECTIONS:
            for statement in bare_for(projection, SCHEMA):
                owner.execute(statement)
            try:
                for table in projection.tables:
                    guarded += table.account
                    with psycopg.connect(seen_by("coffer_app", module_product_database_url)) as app:
                        row = app.execute(
                            "select row_security_active(%s)", (f'{SCHEMA}."{table.name}"',)
                        ).fetchone()
                    assert row == (table.account or table.own_rows is not None,)
            finally:
                owner.execute(f"drop schema {SCHEMA} cascade".encode())
    assert guarded >= len(PROJECTIONS)
