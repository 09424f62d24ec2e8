"""`coffer audit`: what an auditor takes along proves the log that it came from."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Callable
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from api.cli.__main__ import main
from bench.lives import Writer
from infrastructure.log_tree.seals import seal_next
from infrastructure.vault.log_key import LogKey
from tests.support.house import House, an_open_house
from tests.support.lively import a_store

Coffer = Callable[..., tuple[int, str]]


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    async with an_open_house(product_database_url, valkey_url, tmp_path) as house:
        yield house


@pytest.fixture
def coffer(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Coffer:
    """The command: its exit code, and what it printed."""
    for name, value in house.environ().items():
        monkeypatch.setenv(name, value)

    def run(*argv: str) -> tuple[int, str]:
        capsys.readouterr()
        return main(["audit", *argv]), capsys.readouterr().out

    return run


async def lives(house: House, count: int) -> int:
    """Facts of several accounts, sealed; how many there are."""
    async with a_store(house.owner_url) as store:
        for append in islice(Writer().appends(), count):
            await store.append(append)
    settings = house.settings
    with psycopg.connect(settings.projector_database_url, autocommit=True) as connection:
        while seal_next(connection, 0, LogKey(settings.log_key_file, settings.log_name), 1):
            pass
        (size,) = connection.execute("select max(size) from seal.checkpoint").fetchone() or (0,)
        return size


async def test_the_log_verifies_and_goes_on_from_what_was_seen(
    house: House, coffer: Coffer, tmp_path: Path
) -> None:
    size = await lives(house, 40)
    _, seen = coffer("checkpoint")
    (tmp_path / "seen").write_text(seen)
    code, said = coffer("verify")
    assert (code, said.split(" under ")[0]) == (
        0,
        f"Verified: {size} events and 0 of others up to position {size},",
    )
    more = await lives(house, 20)
    code, said = coffer("verify", "--checkpoint", str(tmp_path / "seen"))
    assert (code, f"position {more}," in said) == (0, True)


async def test_a_change_behind_the_products_back_is_named(house: House, coffer: Coffer) -> None:
    await lives(house, 40)
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        owner.execute("set session_replication_role = replica")
        owner.execute("update es.event set occurred_at = occurred_at + interval '1 day' where position = 9")
    code, said = coffer("verify")
    assert (code, said) == (
        1,
        "NOT VERIFIED. Position 9: this event is not the one that was sealed here.\n",
    )


async def test_a_bundle_is_taken_along(house: House, coffer: Coffer, tmp_path: Path) -> None:
    size = await lives(house, 40)
    _, told = coffer("key")
    key = told.split()[1]
    whole, part = str(tmp_path / "log.jsonl.gz"), str(tmp_path / "account.jsonl")
    assert coffer("export", whole) == (0, "")
    with psycopg.connect(house.owner_url) as owner:
        row = owner.execute(
            "select account_id, count(*) from es.event where account_id is not null "
            "group by 1 order by 2 limit 1"
        ).fetchone()
    assert row is not None
    assert coffer("export", part, "--account", str(row[0])) == (0, "")
    assert coffer("verify", "--bundle", whole, "--key", key)[0] == 0
    code, said = coffer("verify", "--bundle", part)
    assert (code, said.split(" up to ")[0]) == (0, f"Verified: {row[1]} events and {size - row[1]} of others")
    with gzip.open(whole, "rt") as file:
        assert json.loads(file.readline())["size"] == size
    code, said = coffer("verify", "--bundle", whole, "--key", "A" * 43 + "=")
    assert (code, said.startswith("NOT VERIFIED.")) == (1, True)


async def test_before_anything_is_sealed_it_says_so(house: House, coffer: Coffer) -> None:
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        owner.execute("set session_replication_role = replica")
        owner.execute("truncate seal.tree, seal.tile, seal.checkpoint")
    for argv in (("verify",), ("checkpoint",), ("export", "-")):
        code, said = coffer(*argv)
        assert (code, said) == (2, "")
