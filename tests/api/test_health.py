"""`/health` tells what is wrong, and does not wait for it."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis.asyncio import Redis

from api.composition import health as checks
from api.composition.starting import prove
from api.http import deadlines
from api.http.health import MOST_LAG
from infrastructure.disk import DiskWatch
from infrastructure.heartbeat import PARTS, Heart
from infrastructure.log_tree.seals import seal_next
from infrastructure.secret_checks import LOG_KEY, WrongSecrets, signed_with
from infrastructure.vault.log_key import LogKey, make_log_key
from tests.support.house import House, an_open_house


def test_the_deadlines_are_those_that_are_promised() -> None:
    assert deadlines.SECONDS == 5.0
    assert checks.TIMEOUT < 2.0


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    async with an_open_house(product_database_url, valkey_url, tmp_path, seals=False) as house:
        async with Redis.from_url(valkey_url) as valkey:
            await valkey.flushdb()
        for part in PARTS:
            await asyncio.to_thread(Heart(valkey_url, part).say)
        yield house


async def told(house: House) -> tuple[int, str, dict[str, Any]]:
    answer = await house.browser().http.get("/health")
    said = answer.json()
    return answer.status_code, said["status"], said["checks"]


async def test_all_is_well_and_a_dead_process_is_not(house: House, valkey_url: str) -> None:
    assert (await told(house))[:2] == (200, "ok")
    for part in PARTS:
        async with Redis.from_url(valkey_url) as valkey:
            await valkey.hdel("coffer:beats", part)
        status, state, found = await told(house)
        assert (status, state, found[part]) == (200, "degraded", "down")
        await asyncio.to_thread(Heart(valkey_url, part).say)
    assert (await told(house))[:2] == (200, "ok")


async def test_mail_that_does_not_leave_is_told(house: House, valkey_url: str) -> None:
    async with Redis.from_url(valkey_url) as valkey:
        for state, status in (("down", "degraded"), ("ok", "ok")):
            await valkey.set("coffer:mail", state)
            assert ((await told(house))[1], (await told(house))[2]["mail"]) == (status, state)


def change(owner_url: str, statement: str) -> None:
    with psycopg.connect(owner_url) as owner:
        owner.execute(statement.encode())


async def test_read_models_far_behind_are_told_and_those_of_before_are_not(
    house: House, product_database_url: str
) -> None:
    follower = (await told(house))[2]["readModels"][0]["name"]
    change(product_database_url, f"update es.head set position = position + {MOST_LAG} + 100")
    change(product_database_url, "update es.tracking set position = (select position from es.head)")
    change(product_database_url, "insert into seal.tree select log_id, position, '' from es.head")
    assert (await told(house))[1] == "ok"
    change(product_database_url, "insert into es.tracking values ('account_tree_0', 0, 0)")
    assert (await told(house))[1] == "ok"
    for behind, state in ((MOST_LAG, "ok"), (MOST_LAG + 1, "degraded")):
        change(
            product_database_url,
            f"update es.tracking set position = (select position from es.head) - {behind} "
            f"where follower = '{follower}'",
        )
        assert (await told(house))[1] == state, behind


async def test_a_foreign_secret_is_named(house: House, product_database_url: str) -> None:
    change(product_database_url, "update es.secret_check set value = sha256('x') where name = 'COFFER_KEK'")
    status, state, found = await told(house)
    assert (status, state, found["secrets"], found["foreignSecrets"]) == (
        503,
        "down",
        "foreign",
        ["COFFER_KEK"],
    )


async def test_a_foreign_key_of_the_history_is_named_by_who_follows_the_log(
    house: House, product_database_url: str, valkey_url: str, tmp_path: Path
) -> None:
    file = house.settings.log_key_file
    own = signed_with(file)[LOG_KEY]
    keep = "insert into es.secret_check (name, value) values (%s, %s) on conflict (name) do update set "
    with psycopg.connect(product_database_url) as owner:
        owner.execute(keep.encode() + b"value = excluded.value", (LOG_KEY, own))
    # Nobody has spoken of it yet.
    assert (await told(house))[2]["history"] == "unchecked"
    await asyncio.to_thread(Heart(valkey_url, "followers", own).say)
    status, state, found = await told(house)
    assert (status, state, found["history"], found["foreignSecrets"]) == (200, "ok", "ok", [])

    another = tmp_path / "another.pem"
    make_log_key(another)
    foreign = dataclasses.replace(house.settings, log_key_file=another)
    with pytest.raises(WrongSecrets, match=LOG_KEY):
        await asyncio.to_thread(partial(prove, foreign, signs=True, patience=0))
    status, state, found = await told(house)
    # This process can work on the data, and readers are served.
    assert (status, state, found["history"]) == (200, "degraded", "foreign")
    assert (found["secrets"], found["foreignSecrets"]) == ("ok", [LOG_KEY])
    # The data was put in place of another one while its followers ran.
    await asyncio.to_thread(Heart(valkey_url, "followers", own).say)
    assert (await told(house))[2]["history"] == "ok"
    change(product_database_url, f"update es.secret_check set value = sha256('x') where name = '{LOG_KEY}'")
    assert (await told(house))[2]["foreignSecrets"] == [LOG_KEY]


async def test_a_log_that_is_not_sealed_any_more_is_told(
    house: House, product_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What was written a moment ago may wait for its checkpoint.
    await house.person().arrived()
    assert (await told(house))[2]["sealing"] == "ok"
    monkeypatch.setattr(checks, "UNSEALED_SECONDS", 0.0)
    status, state, found = await told(house)
    assert (status, state, found["sealing"]) == (200, "degraded", "stopped")

    signer = LogKey(house.settings.log_key_file, house.settings.log_name)
    with psycopg.connect(house.settings.projector_database_url) as projector:
        while seal_next(projector, 0, signer, 1):
            pass
    status, state, found = await told(house)
    assert (status, state, found["sealing"]) == (200, "ok", "ok")


async def test_a_gap_in_the_log_is_told_at_once(house: House, product_database_url: str) -> None:
    signer = LogKey(house.settings.log_key_file, house.settings.log_name)
    with psycopg.connect(house.settings.projector_database_url) as projector:
        while seal_next(projector, 0, signer, 1):
            pass
    change(product_database_url, "update es.head set position = position + 1")
    assert (await told(house))[2]["sealing"] == "stopped"


async def test_data_that_has_moved_on_is_told(house: House, product_database_url: str) -> None:
    change(product_database_url, "update es.head set oldest_epoch = 1000")
    status, state, found = await told(house)
    assert (status, state, found["version"]) == (503, "down", "outdated")


@pytest.mark.parametrize(("state", "status"), [("ok", "ok"), ("low", "degraded"), ("full", "degraded")])
async def test_the_room_on_the_disk_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, state: str, status: str
) -> None:
    monkeypatch.setattr(DiskWatch, "state", lambda _: state)
    assert ((await told(house))[1], (await told(house))[2]["disk"]) == (status, state)


async def test_a_disk_that_hangs_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(checks, "TIMEOUT", 0.2)
    monkeypatch.setattr("api.composition.health.asyncio.to_thread", hangs)
    async with asyncio.timeout(30):
        assert (await told(house))[2]["disk"] == "unchecked"
