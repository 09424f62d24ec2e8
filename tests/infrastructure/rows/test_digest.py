"""A digest of rows changes with each column of each table, and with nothing that says no other thing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import psycopg
import pytest

from infrastructure.event_store.beside import erasable_members
from infrastructure.rows.digest import Digest, Digester, account_tables, of_accounts
from infrastructure.rows.schema import columns_of, key_of, schema_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table
from tests.support.facts import REGISTRY
from tests.support.large_accounts import ASKING, LOUD, fill

ERASABLE = erasable_members(REGISTRY)
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
MODELS = of_accounts(PROJECTIONS)
# In columns of their own; in JSON they are found by the same names.
LEFT_OUT = {
    ("invitations", "email_hash"),
    ("invitation_links", "email_hash"),
    ("accounts", "display_name"),
    ("account_states", "display_name"),
    ("roles", "name"),
    ("account_roles", "name"),
    # Of the name, too: it goes with the key of whoever is erased.
    ("role_keys", "name_salt"),
}
# A value that no row has, by the type of the column.
_OTHER = {
    "uuid": "gen_random_uuid()",
    "uuid[]": "array[gen_random_uuid()]",
    "text": "'another'",
    "text[]": "array['another']",
    "integer[]": "array[77]",
    "timestamptz": "timestamptz '2031-01-01'",
    "date": "date '2031-01-01'",
    "json": """'{{"another": 1}}'""",
    "jsonb": """'{{"another": 1}}'""",
    "boolean": "not {0}",
    "bytea": "'\\\\x77'",
    "integer": "77",
    "bigint": "77",
    "smallint": "77",
}


@pytest.fixture(scope="module")
def owner(module_product_database_url: str) -> Iterator[psycopg.Connection]:
    """A few rows in every table, of two accounts."""
    with psycopg.connect(module_product_database_url) as owner:
        fill(owner, {ASKING: 5, LOUD: 5})
        owner.commit()
        yield owner


@pytest.fixture(autouse=True)
def rolled_back(owner: psycopg.Connection) -> Iterator[None]:
    yield
    owner.rollback()


def digest(owner: psycopg.Connection, model: Projection, account_id: UUID = ASKING) -> Digest:
    return Digester(owner, ERASABLE, BEGINNING).of(model, account_id)


def place(model: Projection, table: Table) -> str:
    return f"{schema_of(model)}.{table.name}"


COLUMNS = [
    (model, table, column, kind.split(" ")[0])
    for model in MODELS
    for table in account_tables(model)
    for column, kind in columns_of(table).items()
    if column != "account_id"
]


@pytest.mark.parametrize(
    ("model", "table", "column", "kind"),
    COLUMNS,
    ids=[f"{table.name}.{name}" for _, table, name, _ in COLUMNS],
)
def test_it_changes_with_each_column(
    owner: psycopg.Connection, model: Projection, table: Table, column: str, kind: str
) -> None:
    before, of_another = digest(owner, model), digest(owner, model, LOUD)
    assert before.rows
    other = _OTHER[kind].format(f'"{column}"')
    changed = owner.execute(
        f'update {place(model, table)} set "{column}" = {other} where ctid = ('
        f"select ctid from {place(model, table)} where account_id = %s limit 1)".encode(),
        (ASKING,),
    ).rowcount
    assert changed == 1
    assert (digest(owner, model) == before) == ((table.name, column) in LEFT_OUT)
    assert digest(owner, model, LOUD) == of_another


def test_each_table_of_an_account_counts(owner: psycopg.Connection) -> None:
    """One row less in any of them."""
    for model in MODELS:
        for table in account_tables(model):
            before = digest(owner, model)
            owner.execute(
                f"delete from {place(model, table)} where ctid = ("
                f"select ctid from {place(model, table)} where account_id = %s limit 1)".encode(),
                (ASKING,),
            )
            assert digest(owner, model).rows == before.rows - 1
            assert digest(owner, model).sha256 != before.sha256


def test_what_is_no_table_of_an_account_says_so_by_its_key() -> None:
    """Those of people, and those that a sign-in or an email of another person changes."""
    others = {table.name for model in PROJECTIONS for table in model.tables} - {
        table.name for model in MODELS for table in account_tables(model)
    }
    assert others == {
        *("users", "passkeys", "sign_in_methods", "sessions", "audit_sessions", "personal_log"),
        *("email_messages", "email_batches", "suppressions", "restraints", "activities"),
        *("notices", "notice_addresses", "damaged_objects"),
    }


def test_the_order_and_the_form_of_rows_say_nothing(owner: psycopg.Connection) -> None:
    """Where rows lie, what order members of JSON have, and the time zone of the caller."""
    before = {model.name: digest(owner, model) for model in MODELS}
    for model in MODELS:
        for table in account_tables(model):
            owner.execute(f"create temporary table kept as table {place(model, table)}".encode())
            owner.execute(f"truncate {place(model, table)}".encode())
            columns = ", ".join(
                f"(k.{name}::jsonb)::{kind.split(' ')[0]}" if kind.split(" ")[0] == "json" else f'k."{name}"'
                for name, kind in columns_of(table).items()
            )
            key = ", ".join(f'k."{name}" desc' for name in key_of(table))
            owner.execute(
                f"insert into {place(model, table)} select {columns} from kept as k order by {key}".encode()
            )
            owner.execute("drop table kept")
    owner.execute("set local timezone = 'Asia/Tokyo'")
    owner.execute("set local datestyle = 'German, DMY'")
    assert {model.name: digest(owner, model) for model in MODELS} == before


def test_what_can_be_erased_is_in_no_digest_and_what_is_beside_it_is(owner: psycopg.Connection) -> None:
    (model,) = [model for model in MODELS if model.name == "contacts"]
    seen: dict[str, Digest] = {}
    for said in (
        '{"sealed": {"statementB64u": "a", "wraps": [1], "attrsSaltB64u": "s"}, "owed": ["x"]}',
        '{"sealed": {"statementB64u": "a", "wraps": [], "attrsSaltB64u": ""}, "owed": []}',
        '{"sealed": {"statementB64u": "b", "wraps": [1], "attrsSaltB64u": "s"}, "owed": ["x"]}',
    ):
        owner.execute(f"update {schema_of(model)}.contacts set kept = %s".encode(), (said,))
        seen[said] = digest(owner, model)
    first, erased, another = seen.values()
    assert first == erased
    assert first != another


def test_what_is_dropped_by_its_age_counts_from_a_day_on(owner: psycopg.Connection) -> None:
    (model,) = [model for model in MODELS if model.name == "changes"]
    whole = Digester(owner, ERASABLE, BEGINNING).of(model, ASKING)
    later = Digester(owner, ERASABLE, datetime(2026, 1, 2, tzinfo=UTC)).of(model, ASKING)
    # What is left are the audiences, which stay.
    assert (whole.rows, later.rows) == (10, 5)


def test_rows_without_a_difference_have_another_digest_in_another_read_model(
    owner: psycopg.Connection,
) -> None:
    """Nothing is left of them: what stays is whose and which they are."""
    nobody = [digest(owner, model, account) for model in MODELS for account in (UUID(int=1), UUID(int=2))]
    assert {one.rows for one in nobody} == {0}
    assert len({one.sha256 for one in nobody}) == 2 * len(MODELS)
