"""Who may read a row: policies name their roles, and a variable alone opens nothing."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from infrastructure.event_store.migrate import ensure_projections, migrate
from infrastructure.local.database_urls import signed_in_as
from infrastructure.rows.schema import schema_of
from projections.catalogue import PROJECTIONS
from tests.support.large_accounts import ASKING, LOUD, fill, thing
from tests.support.notes import NOTES_INLINE, open_store, write
from tests.support.stack import PASSWORD, other_database, seen_by

MIGRATION = Path("infrastructure/migrations/0060_policies_name_roles.sql")
POLICIES = "select schemaname, tablename, policyname, roles::text[] from pg_policies order by 1, 2, 3"
# Whose rows are an account's or a person's.
KEPT = [
    (projection, table)
    for projection in PROJECTIONS
    for table in projection.tables
    if table.account or table.own_rows is not None
]
SEES = "set app.account_id = '{}'; set app.user_id = '{}'"


@pytest.fixture
def owner(product_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(product_database_url, autocommit=True) as owner:
        yield owner


@pytest.fixture
def login(postgres_server: str) -> Iterator[str]:
    """A further login, as a report or an export would be given one."""
    name = f"analyst_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(
            sql.SQL("create role {} login password {}").format(sql.Identifier(name), sql.Literal(PASSWORD))
        )
        yield name
        server.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def test_a_further_login_reads_nothing_by_setting_a_variable(
    owner: psycopg.Connection, login: str, product_database_url: str
) -> None:
    fill(owner, {ASKING: 3, LOUD: 3})
    grantee = sql.Identifier(login)
    for schema in ("read", *{schema_of(projection) for projection, _ in KEPT}):
        place = sql.Identifier(schema)
        owner.execute(sql.SQL("grant usage on schema {} to {}").format(place, grantee))
        owner.execute(sql.SQL("grant select on all tables in schema {} to {}").format(place, grantee))
    try:
        seen = {
            name: _rows_seen(signed_in_as(product_database_url, name, PASSWORD))
            for name in (login, "coffer_app")
        }
    finally:
        owner.execute(sql.SQL("drop owned by {}").format(grantee))
    assert {place for place, count in seen[login].items() if count} == set()
    # The same question of the API finds rows in every one of them: the account's, or the person's.
    assert {place for place, count in seen["coffer_app"].items() if not count} == set()


def _rows_seen(url: str) -> dict[str, int]:
    """How many rows of each read model there are for who says to ask for an account and a person."""
    with psycopg.connect(url, autocommit=True) as asking:
        asking.execute(SEES.format(ASKING, thing(1)).encode())
        counts: dict[str, int] = {}
        for projection, table in KEPT:
            for schema in ("read", schema_of(projection)):
                place = sql.Identifier(schema, table.name)
                row = asking.execute(sql.SQL("select count(*) from {}").format(place)).fetchone()
                counts[f"{schema}.{table.name}"] = row[0] if row else 0
        return counts


def test_every_policy_names_its_roles(owner: psycopg.Connection) -> None:
    policies = owner.execute(POLICIES).fetchall()
    assert [policy for policy in policies if "public" in policy[3]] == []
    allowed = {"coffer_app", "coffer_projector", "coffer_analytics", owner.info.user}
    assert {role for policy in policies for role in policy[3]} <= allowed
    assert {table for _, table, _, _ in policies} == {table.name for _, table in KEPT}


def test_row_security_holds_for_the_owner_of_a_table_too(owner: psycopg.Connection) -> None:
    secured = "select relname from pg_class where relrowsecurity and relforcerowsecurity"
    assert {name for (name,) in owner.execute(secured)} == {table.name for _, table in KEPT}


def test_policies_that_were_made_for_everybody_are_narrowed(owner: psycopg.Connection) -> None:
    made = owner.execute(POLICIES).fetchall()
    for schema, table, name, _ in made:
        if name in ("account", "person"):
            statement = sql.SQL("alter policy {} on {} to public")
            owner.execute(statement.format(sql.Identifier(name), sql.Identifier(schema, table)))
    assert owner.execute(POLICIES).fetchall() != made
    owner.execute(MIGRATION.read_bytes())
    assert owner.execute(POLICIES).fetchall() == made


async def test_an_owner_that_is_no_superuser_serves_appends(postgres_server: str, login: str) -> None:
    """Rows of inline read models are written as the owner, who is held to the account of each row."""
    name = f"owned_{secrets.token_hex(4)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(sql.SQL("create database {} owner {}").format(*map(sql.Identifier, (name, login))))
        url = signed_in_as(other_database(postgres_server, name), login, PASSWORD)
        try:
            migrate(url)
            ensure_projections(url, [NOTES_INLINE])
            async with open_store(seen_by("coffer_app", url), inline=[NOTES_INLINE]) as (store, _):
                await write(store, thing(1), "kept")
            with psycopg.connect(seen_by("coffer_app", url)) as app:
                assert app.execute("select text from read.notes").fetchall() == []
                app.execute("select set_config('app.account_id', account_id::text, false) from es.event")
                assert app.execute("select text from read.notes").fetchall() == [("kept",)]
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
