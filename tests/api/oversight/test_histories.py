"""The history by requests: how things were, whether they are what the log says, and the log to take away."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import psycopg
import pytest

from api.composition import without_request
from api.http.oversight.histories import openable
from application.oversight.histories import AccountAsOf, ThingAsOf
from application.ports import Context
from client.cabinet import Cabinet
from domain.errors import Full, LimitReached
from domain.ids import AccountId, RoleId, UserId
from domain.kernel import Actor
from infrastructure.event_store.moments import recorded_at
from infrastructure.local.places import CHECKOUT
from infrastructure.log_tree.seals import seal_next
from infrastructure.oversight.bundles import BundlesOfAccounts
from infrastructure.oversight.replays import ReplaysInProcesses
from infrastructure.rows.schema import schema_of
from infrastructure.vault.log_key import LogKey
from projections.oversight.as_of import KINDS
from tests.support.erasing import World, a_worker, a_world
from tests.support.house import House, Person, an_open_house

pytestmark = pytest.mark.begins_early

REPLAY = "/api/audit/replay"


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    blobs = str(tmp_path / "blobs")
    async with an_open_house(product_database_url, valkey_url, tmp_path, COFFER_BLOB_DIR=blobs) as house:
        yield house


@pytest.fixture
async def world(house: House) -> World:
    return await a_world(house)


def replays(house: House, seconds: float = 20.0) -> ReplaysInProcesses:
    settings = house.settings
    url = settings.projector_database_url
    return ReplaysInProcesses("api.composition.replaying", url, settings.kek, settings.log_name, seconds)


def seal(house: House) -> None:
    settings = house.settings
    with psycopg.connect(settings.projector_database_url, autocommit=True) as projector:
        while seal_next(projector, 0, LogKey(settings.log_key_file, settings.log_name), 1):
            pass


async def head(house: House) -> int:
    ((position,),) = await house.rows("select position from es.head where log_id = 0")
    return position


async def written(world: World, title: str) -> tuple[UUID, int]:
    """A document, and the position after it."""
    document = await Cabinet(world.owner).write({"v": 1, "title": title})
    await world.house.follow()
    return document, await head(world.house)


async def test_the_account_is_counted_as_it_was(world: World) -> None:
    owner = world.people["owner"]
    before = await head(world.house)
    _, after = await written(world, "Later")

    async def documents(at: object) -> int:
        found = await owner.data("GET", f"{REPLAY}?at={at}")
        assert [one["kind"] for one in found["counts"]] == [*KINDS]
        return next(one["count"] for one in found["counts"] if one["kind"] == "document")

    assert (await documents(0), await documents(before), await documents(after)) == (0, 2, 3)
    # What lies ahead is now.
    assert await documents(after + 1_000) == 3
    with psycopg.connect(world.house.owner_url) as connection:
        moment = recorded_at(connection, before)
    assert moment is not None
    time = moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
    assert await documents(time) == 2
    assert await documents((moment - timedelta(days=9)).isoformat().replace("+", "%2B")) == 0


async def test_an_item_is_answered_as_it_was_then(world: World) -> None:
    owner = world.people["owner"]
    document, position = await written(world, "First")
    (as_it_is,) = await owner.data("POST", "/document/ids", {"ids": [str(document)]})
    await written(world, "Another")
    found = await owner.data("GET", f"{REPLAY}/document/{document}?at={position}")
    (thing,) = found["things"]
    assert found["position"] == position
    assert thing["item"] == as_it_is
    assert thing["facts"]["state"] == "active"
    none = await owner.data("GET", f"{REPLAY}/document/{document}?at={thing['position'] - 1}")
    assert none["things"] == []
    listed = await owner.data("GET", f"{REPLAY}/document?at={position}")
    assert thing in listed["things"]
    assert len(listed["things"]) == 3
    assert listed["nextAfter"] is None


async def test_lists_come_in_pages(world: World) -> None:
    owner = world.people["owner"]
    await written(world, "Third")
    at = await head(world.house)
    whole = (await owner.data("GET", f"{REPLAY}/document?at={at}"))["things"]
    pages: list[dict[str, Any]] = []
    after = ""
    while after is not None:
        page = await owner.data("GET", f"{REPLAY}/document?at={at}&limit=1{after and f'&after={after}'}")
        pages += page["things"]
        after = page["nextAfter"]
    assert pages == whole
    assert len(pages) == 3


async def auditor_of(world: World) -> Person:
    """Somebody who may see the history, and opens nothing."""
    person = await world.house.person().arrived("Ines")
    owner = world.people["owner"]
    role = await owner.role("auditor")
    invited = await owner.post("/invite", {"email": person.email, "roleId": role})
    assert invited.status_code == 200
    await world.house.follow()
    await person.data("POST", "/api/accounts/join", {"accountIds": [str(world.account)]})
    await world.house.follow()
    return person


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in cast("dict[str, Any]", value).values() for text in texts(one)]
    if isinstance(value, list):
        return [text for one in cast("list[Any]", value) for text in texts(one)]
    return [value] if isinstance(value, str) else []


async def test_whoever_opens_nothing_sees_facts_and_hashes(world: World) -> None:
    auditor = await auditor_of(world)
    document, position = await written(world, "First")
    (thing,) = (await auditor.data("GET", f"{REPLAY}/document/{document}?at={position}"))["things"]
    assert thing["item"] is None
    assert thing["facts"]["state"] == "active"
    (owners,) = (await world.people["owner"].data("GET", f"{REPLAY}/document/{document}?at={position}"))[
        "things"
    ]
    assert owners["facts"] == thing["facts"]
    sealed = {text for text in texts(owners["item"]["sealed"]) if len(text) > 43}
    assert len(sealed) >= 3
    assert not sealed & set(texts(thing))


async def test_whoever_cannot_open_it_any_more_gets_no_former_state(world: World) -> None:
    """Also not by a moment at which one could."""
    document, position = await written(world, "First")
    owner = world.people["owner"]
    (before,) = (await owner.data("GET", f"{REPLAY}/document/{document}?at={position}"))["things"]
    assert before["item"] is not None
    table = schema_of(KINDS["document"].projection)
    with psycopg.connect(world.house.owner_url, autocommit=True) as connection:
        connection.execute(
            f"update {table}.documents set audience = %s where id = %s".encode(), ([uuid4()], document)
        )
    (after,) = (await owner.data("GET", f"{REPLAY}/document/{document}?at={position}"))["things"]
    assert after["item"] is None
    assert after["facts"] == before["facts"]


@pytest.mark.parametrize(
    ("may", "reads", "then"),
    [
        # Each of these walls by itself: the item is answered behind all of them.
        (("audit.replay", "document.read"), True, True),
        (("audit.replay",), True, False),
        (("audit.replay", "task.read"), True, False),
        (("audit.replay", "document.read"), False, False),
    ],
)
async def test_an_item_is_for_who_may_read_and_could_open_it_then(
    world: World, may: tuple[str, ...], *, reads: bool, then: bool
) -> None:
    """What they can open now is the same in all of these."""
    document, _ = await written(world, "First")
    now = world.owner.built_in("owner")
    thing = ThingAsOf(
        "document", str(document), 1, {"audience": [str(now if reads else uuid4())]}, {"id": str(document)}
    )
    roles = frozenset(RoleId(world.owner.built_in(name)) for name in ("owner", "admin", "member"))
    actor = Actor(
        "user", UserId(world.owner.user_id), AccountId(world.account), may=frozenset(may), reads=roles
    )
    context = Context(actor, datetime.now(UTC), uuid4(), uuid4())
    (told,) = await openable((thing,), context, world.account, world.house.base.reader)
    assert (told.item is not None) == then


async def test_another_account_has_no_such_history(world: World) -> None:
    document, position = await written(world, "First")
    neighbour = world.people["elsewhere"]
    own = str(world.neighbour.account_id)
    switched = await neighbour.call("POST", "/api/accounts/switch", {"accountId": own})
    assert switched.status_code == 200
    found = await neighbour.data("GET", f"{REPLAY}/document/{document}?at={position}")
    assert found["things"] == []


@pytest.mark.parametrize("at", ["yesterday", "2026-01-01T10:00", "-1", "9" * 30, ""])
async def test_what_is_no_moment_is_refused(world: World, at: str) -> None:
    status, _, reason = await world.people["owner"].refusal("GET", f"{REPLAY}?at={at}")
    assert (status, reason) in {(400, "at"), (400, "invalid_argument")}


async def test_a_kind_that_there_is_not_is_not_found(world: World) -> None:
    status, _, reason = await world.people["owner"].refusal("GET", f"{REPLAY}/secret?at=1")
    assert (status, reason) == (404, "kind")


async def test_one_replay_at_a_time_for_an_account(world: World) -> None:
    """In one process, and in all."""
    mine = replays(world.house)
    first = asyncio.create_task(mine.counts(world.account, 10))
    await asyncio.sleep(0)
    refused = mine.counts(world.account, 10)
    # Without waiting for anything: no process is started for it.
    with pytest.raises(LimitReached, match="still running"):
        refused.send(None)
    # Those of another account do not wait for it.
    assert isinstance(await mine.counts(world.neighbour.account_id, 10), AccountAsOf)
    assert isinstance(await first, AccountAsOf)
    url = world.house.settings.projector_database_url
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("select pg_advisory_lock(hashtextextended(%s, 0))", (f"replay of {world.account}",))
        with pytest.raises(LimitReached, match="still running"):
            await replays(world.house).counts(world.account, 10)
    assert isinstance(await mine.counts(world.account, 10), AccountAsOf)


async def test_a_replay_ends_at_its_deadline_and_with_its_caller(world: World) -> None:
    with pytest.raises(Full, match="more history than can be replayed"):
        await replays(world.house, seconds=0.0).counts(world.account, 10)
    mine = replays(world.house)
    waiting = asyncio.create_task(mine.counts(world.account, 10))
    await asyncio.sleep(0.2)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert isinstance(await mine.counts(world.account, 10), AccountAsOf)


async def test_an_account_is_verified_with_its_records(world: World) -> None:
    owner = world.people["owner"]
    seal(world.house)
    async with a_worker(world.house) as worker:
        later = datetime.now(UTC) + timedelta(hours=1)
        await replace(without_request.digests_of(worker.base), clock=lambda: later).do_what_is_due()
    await world.house.follow()
    seal(world.house)
    found = await owner.data("GET", "/api/audit/verify")
    assert found["verified"]
    assert found["log"]["verified"]
    assert found["log"]["badPosition"] is None
    assert all(one["equal"] for one in found["readModels"])
    (record,) = found["records"]
    assert set(record["equal"]) == {one["name"] for one in found["readModels"]}


async def test_what_is_wrong_is_named(world: World) -> None:
    owner = world.people["owner"]
    await written(world, "First")
    seal(world.house)
    table = schema_of(KINDS["document"].projection)
    with psycopg.connect(world.house.owner_url, autocommit=True) as connection:
        connection.execute(f"update {table}.documents set version = version + 1".encode())
        found = await owner.data("GET", "/api/audit/verify")
        assert not found["verified"]
        assert found["log"]["verified"]
        assert [one["name"] for one in found["readModels"] if not one["equal"]] == ["documents"]
        (difference,) = (one["differences"] for one in found["readModels"] if not one["equal"])
        assert "documents: 3 rows differ" in difference[0]
        connection.execute(f"update {table}.documents set version = version - 1".encode())
        ((position,),) = await world.house.rows(
            "select max(position) from es.event where account_id = %s and type = 'document.created'",
            (world.account,),
        )
        connection.execute("alter table es.event disable trigger user")
        connection.execute(
            "update es.event set occurred_at = occurred_at + interval '1 second' where position = %s",
            (position,),
        )
    found = await owner.data("GET", "/api/audit/verify")
    assert not found["verified"]
    assert found["log"]["badPosition"] == position


async def test_the_bundle_is_verified_offline(world: World, tmp_path: Path) -> None:
    owner = world.people["owner"]
    seal(world.house)
    answer = await owner.call("GET", "/api/audit/bundle")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith('attachment; filename="coffer-audit-')
    file = tmp_path / "bundle.jsonl.gz"
    file.write_bytes(answer.content)
    settings = world.house.settings
    key = base64.b64encode(LogKey(settings.log_key_file, settings.log_name).public_key).decode()
    program = str(CHECKOUT / "client" / "verify_log.py")
    checked = await asyncio.create_subprocess_exec(sys.executable, program, str(file), "--key", key)
    assert await checked.wait() == 0
    lines = [json.loads(line) for line in gzip.decompress(answer.content).splitlines()]
    assert lines[0]["account"] == str(world.account)
    own = await world.house.rows("select count(*) from es.event where account_id = %s", (world.account,))
    assert [(sum("s" in line for line in lines),)] == own


async def test_a_bundle_is_written_one_at_a_time_and_for_a_while(world: World) -> None:
    settings = world.house.settings
    url, name = settings.projector_database_url, settings.log_name
    status, _, reason = await world.people["owner"].refusal("GET", "/api/audit/bundle")
    assert (status, reason) == (404, "not_signed")
    seal(world.house)
    bundles = BundlesOfAccounts(url, name)
    first = asyncio.create_task(bundles.of_account(world.account))
    await asyncio.sleep(0)
    with pytest.raises(LimitReached, match="still being written"):
        await bundles.of_account(world.account)
    assert b"".join([chunk async for chunk in await first]).startswith(b"\x1f\x8b")
    with pytest.raises(Full, match="too large"):
        await BundlesOfAccounts(url, name, seconds=-1).of_account(world.account)
