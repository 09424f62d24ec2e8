"""`coffer verify`: all read models are compared with the log, and what differs is named."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.cli.__main__ import main
from application.catalogue import DECIDERS
from bench.lives import Writer
from domain.kernel import Recorded
from infrastructure.event_store import claims, follower
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.verify import Verdict, verify
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import place_name, schema_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Rows
from tests.support.door import PASSWORD
from tests.support.house import House, an_open_house
from tests.support.kept import digests
from tests.support.lively import a_store, lived_in

pytestmark = pytest.mark.begins_early

# A row like another one, under a key of its own.
_ANOTHER = (
    "insert into {0} select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* "
    "from {0} as r limit 1"
)
_BEHIND = "select from es.tracking as t join es.head as h using (log_id) where t.position < h.position"
NAMES = {*(projection.name for projection in PROJECTIONS), claims.PROJECTION.name}


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One that has been lived in; somebody in it was erased while an invitation waited for them."""
    folder: Path = tmp_path_factory.mktemp("mail")
    key = str(folder / "log-key.pem")
    with pytest.MonkeyPatch.context() as patched:
        # Whoever is left behind in a test stays there until the test has looked.
        patched.setattr(follower, "PARKED_EVERY_SECONDS", 3_600.0)
        async with an_open_house(
            module_product_database_url, valkey_url, folder, COFFER_LOG_KEY_FILE=key
        ) as house:
            await _has_life_in_it(house)
            yield house


async def _has_life_in_it(house: House) -> None:
    await lived_in(house)
    host, gone = await house.person().arrived("Gil"), await house.person().arrived("Una")
    await host.subscribed()
    await host.invites(gone)
    await house.follow()
    assert (await gone.post("/delete-user", {"password": PASSWORD})).status_code == 200
    async with a_store(house.owner_url) as store:
        for append in islice(Writer().appends(), 60):
            await store.append(append)
    await house.follow()


@pytest.fixture
def owner(house: House) -> Iterator[psycopg.Connection]:
    """Whoever may change a row behind the product's back."""
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        yield owner


@pytest.fixture
def coffer(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """The command: its exit code and what it printed."""
    for name, value in house.environ().items():
        monkeypatch.setenv(name, value)

    def run(*argv: str) -> tuple[int, str]:
        capsys.readouterr()
        code = main(["verify", *argv])
        said = capsys.readouterr().out.splitlines(keepends=True)
        # The parts of the house speak while the command runs; their lines begin with the time.
        return code, "".join(line for line in said if not re.match(r"\d{4}-\d\d-\d\d ", line))

    return run


@contextlib.contextmanager
def changed(owner: psycopg.Connection, table: str, *statements: str) -> Iterator[None]:
    """A table that somebody changes, and as it was again at the end."""
    owner.execute(f"create table public.before as table {table}".encode())
    try:
        for statement in statements:
            assert owner.execute(statement.format(table).encode()).rowcount == 1, statement
        yield
    finally:
        owner.execute(f"truncate {table}; insert into {table} table public.before".encode())
        owner.execute("drop table public.before")


def place(name: str, table: str | None = None) -> str:
    """The table of a read model."""
    projection = next(p for p in PROJECTIONS if p.name == name)
    return f"{schema_of(projection)}.{table or name}"


def verdicts(house: House, projections: tuple[Projection, ...] = PROJECTIONS) -> dict[str, Verdict]:
    registry, wrapping = EventRegistry(DECIDERS), KeyWrapping(house.settings.kek)
    found = verify(house.settings.projector_database_url, registry, wrapping, projections)
    return {verdict.name: verdict for verdict in found}


def test_all_that_grew_is_what_the_log_says(coffer: Any) -> None:
    code, said = coffer()
    lines = said.splitlines()
    assert code == 0, said
    assert {line.split()[0] for line in lines[:-1]} == NAMES
    assert all(line.endswith(" equal") for line in lines[:-1])
    assert lines[-1] == f"All {len(NAMES)} are what the log says."
    found = json.loads(coffer("--json")[1])
    assert found["equal"]
    with_rows = {model["name"] for model in found["readModels"] if model["rows"]}
    # What a comparison of nothing with nothing would not show.
    assert {
        "users",
        "sessions",
        "accounts",
        "account_members",
        "keys",
        "tasks",
        "notices",
        "claims",
    } <= with_rows
    assert len(with_rows) > 20


@pytest.mark.parametrize(
    ("name", "table", "statement", "how"),
    [
        (
            "tasks",
            "tasks",
            "update {0} set rank = rank || 'x' where ctid = (select min(ctid) from {0})",
            "changed",
        ),
        ("tasks", "tasks", "delete from {0} where ctid = (select max(ctid) from {0})", "missing"),
        ("contacts", "contacts", _ANOTHER, "surplus"),
        (
            "users",
            "users",
            "update {0} set platform_role = 'admin' where ctid = (select min(ctid) from {0})",
            "changed",
        ),
        (
            "account_members",
            "account_members",
            "delete from {0} where ctid = (select min(ctid) from {0})",
            "missing",
        ),
        ("sessions", "sessions", _ANOTHER, "surplus"),
        (
            "account_tree",
            "account_leaves",
            "delete from {0} where ctid = (select min(ctid) from {0})",
            "missing",
        ),
        ("notices", "notices", "delete from {0} where ctid = (select min(ctid) from {0})", "missing"),
    ],
    ids=lambda value: value if " " not in value else "",
)
def test_a_row_that_is_not_what_the_log_says_is_named(
    owner: psycopg.Connection, coffer: Any, name: str, table: str, statement: str, how: str
) -> None:
    with changed(owner, place(name, table), statement):
        code, said = coffer("--json")
        told = coffer()[1]
    found = json.loads(said)
    different = [model for model in found["readModels"] if not model["equal"]]
    assert (code, found["equal"], [model["name"] for model in different]) == (1, False, [name])
    (difference,) = different[0]["differences"]
    assert (difference["table"], difference["rows"], difference["how"]) == (table, 1, how)
    assert bool(difference["columns"]) == (how == "changed")
    assert f"the first is {how}" in told
    assert "1 of" in told.splitlines()[-1]


def test_a_name_that_nobody_took_is_found(owner: psycopg.Connection, coffer: Any) -> None:
    another = "insert into {0} select account_id, kind, 'free', stream_id, position from {0} limit 1"
    with changed(owner, "es.claim", another):
        code, said = coffer()
    assert code == 1
    assert "claim: 1 row differs; the first is surplus" in said


def test_no_value_of_a_row_is_printed(owner: psycopg.Connection, coffer: Any) -> None:
    """What a key holds as text may stand for an address; what other columns hold is nobody's business."""
    with changed(
        owner,
        place("notices", "notice_addresses"),
        "delete from {0} where ctid = (select min(ctid) from {0})",
    ):
        said = coffer()[1] + coffer("--json")[1]
    assert "notice_addresses: 1 row differs" in said
    addresses = [row[0] for row in owner.execute("select email_index from read.notice_addresses").fetchall()]
    assert addresses
    assert not any(address in said for address in addresses)
    with changed(
        owner,
        place("accounts"),
        'update {0} set json = \'{{"name": "Secret"}}\' where ctid = (select min(ctid) from {0})',
    ):
        said = coffer()[1] + coffer("--json")[1]
    assert "changed in json" in said
    assert "Secret" not in said


def test_one_account_is_compared_alone(house: House, owner: psycopg.Connection, coffer: Any) -> None:
    accounts = [row[0] for row in owner.execute("select distinct account_id from read.tasks").fetchall()]
    whole = [row[0] for row in owner.execute("select account_id from read.accounts").fetchall()]
    for account in (*accounts, *whole):
        assert coffer("--account", str(account))[0] == 0
    (account,) = accounts
    with changed(
        owner, place("tasks"), "update {0} set rank = rank || 'x' where ctid = (select min(ctid) from {0})"
    ):
        assert coffer("--account", str(account))[0] == 1
        assert coffer("--account", str(whole[0]))[0] == 0


async def test_it_runs_beside_writers(house: House) -> None:
    """At whatever moment a read model is compared, its place and its rows are those of one moment."""
    stop, written = asyncio.Event(), 0

    async def write(store: Any) -> None:
        nonlocal written
        for append in Writer().appends():
            written = max(written, (await store.append(append)).position)
            await asyncio.sleep(0.01)
            if stop.is_set():
                return

    async with a_store(house.owner_url) as store:
        writers = [asyncio.create_task(write(store)) for _ in range(4)]
        while not written:
            await asyncio.wait(writers, timeout=0.05)
        before = written
        found = await asyncio.to_thread(verdicts, house)
        during = written
        stop.set()
        await asyncio.gather(*writers)
    assert [name for name, verdict in found.items() if not verdict.equal] == []
    places = [verdict.positions[0] for verdict in found.values()]
    assert before <= max(places)
    assert during > before + 50, "people wrote all the while"
    while await house.rows(_BEHIND):  # noqa: ASYNC110 - of followers
        await asyncio.sleep(0.1)


def test_it_leaves_nothing_behind_and_changes_nothing(house: House, owner: psycopg.Connection) -> None:
    def tables() -> Any:
        return owner.execute("select schemaname, tablename from pg_tables order by 1, 2").fetchall()

    def of_sessions() -> bool:
        return any(schema.startswith("pg_temp") for schema, _ in tables())

    before, rows = tables(), digests(house.owner_url)
    assert verdicts(house)
    # The server drops them when it has seen that the session ended.
    until = time.monotonic() + 20
    while of_sessions() and time.monotonic() < until:
        time.sleep(0.05)
    assert tables() == before
    # Who follows goes on writing its own places.
    assert {name for name, digest in digests(house.owner_url).items() if rows[name] != digest} <= {
        "es.tracking"
    }


def test_an_account_that_was_left_behind_is_compared_up_to_where_it_was(
    house: House, owner: psycopg.Connection, coffer: Any
) -> None:
    """Its rows stand still; that they do is no difference, and it is said."""
    tasks = next(p for p in PROJECTIONS if p.name == "tasks")
    account, seq = owner.execute(
        "select account_id, max(seq) from read.tasks group by 1 order by 2 desc limit 1"
    ).fetchone() or (None, 0)
    owner.execute(
        "insert into es.parked (follower, log_id, account_id, position, error) values (%s, 0, %s, %s, 'x')",
        (place_name(tasks), account, seq + 1),
    )
    try:
        code, said = coffer()
        assert (code, "tasks" in said) == (0, True)
        assert "equal, but for 1 account that it had to leave behind" in said
        owner.execute("update es.parked set position = %s", (seq,))
        code, said = coffer()
        assert code == 1
        assert "task" in said
    finally:
        owner.execute("delete from es.parked")


def test_a_log_that_cannot_be_folded_is_told_by_place_and_kind(house: House) -> None:
    def breaks(rows: Rows, fact: Recorded) -> None:
        if fact.event.__class__.__name__ == "UserErased":
            raise ValueError(f"about {fact.entity_id}")
        users.apply(rows, fact)

    users = next(p for p in PROJECTIONS if p.name == "users")
    broken = tuple(replace(p, apply=breaks) if p is users else p for p in PROJECTIONS)
    found = verdicts(house, broken)
    assert [name for name, verdict in found.items() if not verdict.equal] == ["users"]
    ((position,),) = _rows(house, "select position from es.event where type = 'user.erased'")
    assert found["users"].failed == f"ValueError at position {position} (user.erased)"


def _rows(house: House, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(house.owner_url) as owner:
        return owner.execute(statement.encode()).fetchall()
