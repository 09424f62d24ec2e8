"""`coffer projections`: where the read models stand, and what a replay makes of the log beside them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from api.cli.__main__ import main
from bench.lives import Writer
from infrastructure.event_store.standing import accounts_in_the_log
from infrastructure.rows.digest import of_accounts
from infrastructure.rows.schema import place_name, schema_of
from projections.catalogue import PROJECTIONS
from tests.support.house import House, an_open_house
from tests.support.lively import a_store
from tests.support.rights import RIGHTS

Coffer = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, folder, seals=False) as house:
        ann = await house.person().arrived("Ann")
        await ann.subscribed()
        async with a_store(house.owner_url) as store:
            for _ in range(2):
                for append in islice(Writer().appends(), 9):
                    await store.append(append)
        await house.follow()
        yield house


@pytest.fixture
def owner(house: House) -> Iterator[psycopg.Connection]:
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        yield owner


@pytest.fixture
def coffer(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Coffer:
    """The command: its exit code, and what it printed."""
    for name, value in house.environ().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COFFER_OWNER_DATABASE_URL", house.owner_url)

    def run(*argv: str) -> tuple[int, str]:
        capsys.readouterr()
        return main(["projections", *argv]), capsys.readouterr().out

    return run


def test_each_read_model_says_where_it_stands(owner: psycopg.Connection, coffer: Coffer) -> None:
    (head,) = owner.execute("select position from es.head").fetchone() or (0,)
    code, said = coffer("status")
    lines = said.splitlines()
    assert code == 0
    assert [line.split()[0] for line in lines] == [projection.name for projection in PROJECTIONS]
    assert all(f" at {head} " in line and line.endswith(" up to date") for line in lines)


def test_one_that_is_behind_says_since_when_and_whom_it_left(
    owner: psycopg.Connection, coffer: Coffer
) -> None:
    """Of a version without a follower, so that it stays where it was put."""
    tasks = next(projection for projection in PROJECTIONS if projection.name == "tasks")
    (head,) = owner.execute("select position from es.head").fetchone() or (0,)
    (account,) = accounts_in_the_log(owner)[:1]
    place = place_name(tasks)
    owner.execute("update es.tracking set follower = 'elsewhere' where follower = %s", (place,))
    owner.execute("insert into es.tracking values (%s, 0, %s)", (place, head - 3))
    owner.execute("insert into es.parked values (%s, 0, %s, 7, 'KeyError: x')", (place, account))
    try:
        code, said = coffer("status")
        found = {one["name"]: one for one in json.loads(coffer("status", "--json")[1])}
    finally:
        owner.execute("delete from es.tracking where follower = %s", (place,))
        owner.execute("update es.tracking set follower = %s where follower = 'elsewhere'", (place,))
        owner.execute("delete from es.parked")
    assert code == 1
    line = next(line for line in said.splitlines() if line.startswith("tasks "))
    assert f" at {head - 3} " in line
    assert " 3 events behind, for " in line
    assert line.endswith(" 1 left behind")
    assert f"    left {account} at position 7: KeyError: x" in said.splitlines()
    assert (found["tasks"]["behind"], found["documents"]["behind"]) == (3, 0)
    assert found["tasks"]["left"][0]["account_id"] == str(account)


def test_a_version_that_is_not_shown_is_told(owner: psycopg.Connection, coffer: Coffer) -> None:
    owner.execute("update es.read_model set version = version - 1 where name = 'tasks'")
    try:
        code, said = coffer("status")
    finally:
        owner.execute("update es.read_model set version = version + 1 where name = 'tasks'")
    line = next(line for line in said.splitlines() if line.startswith("tasks "))
    assert code == 1
    (tasks,) = (model for model in PROJECTIONS if model.name == "tasks")
    assert f"not shown yet (readers see version {tasks.version - 1})" in line


def test_all_accounts_of_the_log_are_found(owner: psycopg.Connection) -> None:
    rows = owner.execute(
        "select distinct account_id from es.event where account_id is not null order by 1"
    ).fetchall()
    assert accounts_in_the_log(owner) == [account for (account,) in rows]
    assert len(rows) == 3


def test_every_account_is_compared_by_digest(owner: psycopg.Connection, coffer: Coffer) -> None:
    accounts = accounts_in_the_log(owner)
    code, said = coffer("compare")
    *lines, last = said.splitlines()
    assert (code, last) == (0, "All 3 accounts are what the log says.")
    assert [line.split()[0] for line in lines] == [str(account) for account in accounts]
    assert all(line.endswith(" equal") for line in lines)
    found = json.loads(coffer("compare", "--json")[1])
    assert found["equal"]
    for account in found["accounts"]:
        assert [one["name"] for one in account["readModels"]] == [m.name for m in of_accounts(PROJECTIONS)]
        assert all(one["live"] == one["replayed"] for one in account["readModels"])
    # Of what there are no rows, digests still say whose nothing that is.
    digests = [one["live"] for account in found["accounts"] for one in account["readModels"]]
    assert len(set(digests)) == len(digests)


def test_what_differs_is_named(owner: psycopg.Connection, coffer: Coffer) -> None:
    contacts = next(projection for projection in PROJECTIONS if projection.name == "contacts")
    table = f"{schema_of(contacts)}.contacts"
    found: list[tuple[UUID, UUID, int]] = owner.execute(
        f"select account_id, id, seq from {table} order by 1, 2 limit 1".encode()
    ).fetchall()
    ((account, contact, seq),) = found
    change = f"update {table} set state = %s where id = %s".encode()
    owner.execute(change, ("deleted", contact))
    try:
        code, said = coffer("compare")
        alone = coffer("compare", "--account", str(account), "--name", "contacts")
        other = coffer("compare", "--account", str(account), "--name", "tasks")
    finally:
        owner.execute(change, ("archived", contact))
    assert code == 1
    assert said.splitlines()[-1] == "1 of 3 accounts are not what the log says. Nothing was changed."
    named = f"contacts: 1 row differs; the first is changed in state: account_id={account} id={contact}, "
    assert f"        {named}last changed at position {seq}" in said.splitlines()
    assert "deleted" not in said
    assert (alone[0], other[0]) == (1, 0)
    assert coffer("compare")[0] == 0


def test_all_are_rebuilt_with_the_same_rows_and_rights(owner: psycopg.Connection, coffer: Coffer) -> None:
    before = json.loads(coffer("compare", "--json")[1])
    rights = owner.execute(RIGHTS).fetchone()
    code, said = coffer("rebuild")
    lines = said.splitlines()
    assert code == 0
    assert [line.split()[0] for line in lines] == [projection.name for projection in PROJECTIONS]
    assert all(line.endswith(" as it was") for line in lines)
    assert sum(int(line.split()[2]) for line in lines) > 100
    assert json.loads(coffer("compare", "--json")[1]) == before
    assert owner.execute(RIGHTS).fetchone() == rights
    assert coffer("status")[0] == 0


def test_what_a_rebuild_puts_right_is_named(owner: psycopg.Connection, coffer: Coffer) -> None:
    contacts = next(projection for projection in PROJECTIONS if projection.name == "contacts")
    table = f"{schema_of(contacts)}.contacts"
    owner.execute(f"update {table} set state = 'deleted' where state = 'archived'".encode())
    (found,) = json.loads(coffer("rebuild", "contacts", "--json")[1])
    assert (found["name"], found["shown"], found["left"]) == ("contacts", True, [])
    assert [(one["how"], one["columns"]) for one in found["differences"]] == [("changed", ["state"])]
    assert coffer("compare")[0] == 0
    assert coffer("rebuild", "contacts")[1].endswith(" as it was\n")


def test_a_rebuild_of_what_is_not_there_is_refused(coffer: Coffer) -> None:
    assert coffer("rebuild", "contact")[0] == 2
