"""What accounts have in their read models is recorded in the log, and a replay is held to it for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from api.composition import without_request
from application.catalogue import DECIDERS
from application.ports import Context
from application.processes.record_digests import RecordDigests
from domain.errors import NotAllowed
from domain.ids import AccountId, UserId
from domain.kernel import Actor, Recorded
from domain.oversight.read_models import ReadModelsDigested
from infrastructure.event_store import recorded as recorded_digests
from infrastructure.event_store.beside import compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.recorded import Held, digested_now, held_to_what_was_recorded
from infrastructure.event_store.registry import EventRegistry
from infrastructure.oversight.digest_chores import DigestChores
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.digest import of_accounts
from infrastructure.rows.schema import schema_of
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Rows
from tests.support.door import KEY
from tests.support.erasing import Worker, World, a_worker, a_world
from tests.support.house import House, an_open_house

pytestmark = pytest.mark.begins_early

HISTORY = History(EventRegistry(DECIDERS), KeyWrapping(key(KEY)))
MODELS = {model.name: model for model in of_accounts(PROJECTIONS)}


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    blobs = str(tmp_path / "blobs")
    async with an_open_house(product_database_url, valkey_url, tmp_path, COFFER_BLOB_DIR=blobs) as house:
        yield house


@pytest.fixture
async def world(house: House) -> World:
    return await a_world(house)


@pytest.fixture
async def worker(house: House) -> AsyncIterator[Worker]:
    async with a_worker(house) as worker:
        yield worker


async def record(worker: Worker, hours: float = 1) -> None:
    """What the worker does so many hours from now, by the clock of the database."""
    await worker.house.follow()
    await chores(worker, hours).do_what_is_due()
    await worker.house.follow()


def chores(worker: Worker, hours: float) -> DigestChores:
    moment = datetime.now(UTC) + timedelta(hours=hours)
    return replace(without_request.digests_of(worker.base), clock=lambda: moment)


async def recorded(house: House, account: UUID) -> list[int]:
    rows = await house.rows(
        "select position from es.event where account_id = %s and type = 'read_models.digested' order by 1",
        (account,),
    )
    return [position for (position,) in rows]


async def held(house: House, account: UUID, projections: Sequence[Projection] = PROJECTIONS) -> list[Held]:
    url = house.settings.projector_database_url
    return await asyncio.to_thread(
        lambda: list(held_to_what_was_recorded(url, HISTORY, projections, account))
    )


def change(house: House, model: str, text: str) -> None:
    table = f"{schema_of(MODELS[model])}.{model}"
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        assert owner.execute(f"update {table} set {text}".encode()).rowcount


async def test_accounts_that_rest_are_recorded_once_until_they_write_again(
    world: World, worker: Worker
) -> None:
    house, neighbour = world.house, world.neighbour.account_id
    await record(worker, hours=0)
    assert await recorded(house, world.account) == []
    await record(worker)
    first = await recorded(house, world.account)
    assert len(first) == len(await recorded(house, neighbour)) == 1
    await record(worker, hours=48)
    assert await recorded(house, world.account) == first
    await world.owner.make_role("Another", {"task": ["read"]})
    # Once a day is enough.
    await record(worker)
    assert await recorded(house, world.account) == first
    await record(worker, hours=48)
    assert len(await recorded(house, world.account)) == 2
    assert len(await recorded(house, neighbour)) == 1
    both = await held(house, world.account)
    assert [one.position for one in both] == await recorded(house, world.account)
    assert all(one.well and one.equal.keys() == MODELS.keys() for one in both)
    assert max(both[0].equal.values()) < both[0].position <= min(both[1].equal.values())


async def test_an_account_that_never_rests_is_recorded_after_a_day(world: World, worker: Worker) -> None:
    await record(worker, hours=0)
    with psycopg.connect(world.house.owner_url, autocommit=True) as owner:
        owner.execute("update keeping.digest_due set written_at = now() + interval '10 years'")
    await record(worker)
    assert await recorded(world.house, world.account) == []
    await record(worker, hours=21)
    assert len(await recorded(world.house, world.account)) == 1


async def test_a_row_that_was_changed_by_hand_before_it_was_recorded_is_named(
    world: World, worker: Worker
) -> None:
    change(world.house, "documents", f"version = version + 1 where account_id = '{world.account}'")
    await record(worker)
    change(world.house, "documents", f"version = version - 1 where account_id = '{world.account}'")
    (found,) = await held(world.house, world.account)
    assert found.different.keys() == {"documents"}
    assert not found.well
    (position,) = await recorded(world.house, world.account)
    assert found.position == position
    assert 0 < found.different["documents"] < position
    (other,) = await held(world.house, world.neighbour.account_id)
    assert other.well


async def test_a_row_that_is_changed_afterwards_differs_now_and_not_then(
    world: World, worker: Worker
) -> None:
    await record(worker)
    change(world.house, "documents", f"version = version + 1 where account_id = '{world.account}'")
    (found,) = await held(world.house, world.account)
    assert found.well
    url = world.house.settings.projector_database_url
    compared = await asyncio.to_thread(
        lambda: list(compare_account(url, HISTORY, PROJECTIONS, world.account))
    )
    assert [one.name for one in compared if not one.equal] == ["documents"]


@pytest.mark.parametrize("name", ["audit_log", "documents", "changes"])
async def test_a_fold_that_is_another_than_then_is_named(world: World, worker: Worker, name: str) -> None:
    await record(worker)
    model, told = MODELS[name], list[int]()

    def forgets(rows: Rows, fact: Recorded) -> None:
        told.append(fact.position)
        if len(told) != 3:
            model.apply(rows, fact)

    changed = [replace(one, apply=forgets) if one.name == name else one for one in PROJECTIONS]
    (found,) = await held(world.house, world.account, changed)
    assert told
    assert found.different.keys() == {name}


async def test_a_fold_that_fails_and_another_version_are_told_apart(world: World, worker: Worker) -> None:
    await record(worker)

    def fails(_rows: Rows, _fact: Recorded) -> None:
        raise RuntimeError("not one of these")

    changed = [
        replace(one, apply=fails)
        if one.name == "documents"
        else replace(one, version=one.version + 1)
        if one.name == "contacts"
        else one
        for one in PROJECTIONS
    ]
    (found,) = await held(world.house, world.account, changed)
    assert found.failed.keys() == {"documents"}
    assert found.failed["documents"].startswith("RuntimeError at position ")
    assert found.other_versions.keys() == {"contacts"}
    assert found.equal.keys() == MODELS.keys() - {"documents", "contacts"}


async def test_what_is_erased_afterwards_changes_no_digest(world: World, worker: Worker) -> None:
    await record(worker)
    await world.close()
    world.days_pass()
    assert await worker.erase(world.account)
    (before,) = await world.house.rows(
        "select count(*) from es.subject_key where subject in "
        "(select stream_id from es.event where account_id = %s)",
        (world.account,),
    )
    assert before == (0,)
    (found,) = await held(world.house, world.account)
    assert found.well
    assert found.equal.keys() == MODELS.keys()
    # Nothing is recorded of what has ended.
    await record(worker, hours=48)
    assert len(await recorded(world.house, world.account)) == 1
    rows = await world.house.rows("select account_id from keeping.digest_due")
    assert rows == [(world.neighbour.account_id,)]


async def test_one_whom_a_read_model_left_behind_is_recorded_without_it(world: World, worker: Worker) -> None:
    with psycopg.connect(world.house.owner_url, autocommit=True) as owner:
        documents = MODELS["documents"]
        owner.execute(
            "insert into es.parked values (%s, 0, %s, 7, 'KeyError: x')",
            (f"documents_{documents.version}", world.account),
        )
    await chores(worker, 1).do_what_is_due()
    (found,) = await held(world.house, world.account)
    assert found.well
    assert found.equal.keys() == MODELS.keys() - {"documents"}


async def test_a_record_is_held_to_what_it_left_out_itself(
    world: World, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release that leaves out more is held to the digest as it was made."""

    def leaves_out(_: EventRegistry) -> frozenset[str]:
        return frozenset({"version"})

    with monkeypatch.context() as release:
        release.setattr(recorded_digests, "erasable_members", leaves_out)
        await record(worker)
    (found,) = await held(world.house, world.account)
    assert found.well
    assert found.equal.keys() == MODELS.keys()


async def test_nobody_records_what_a_request_says(world: World, worker: Worker) -> None:
    digested = ReadModelsDigested(digests=(), left_out=(), kept_from=datetime.now(UTC))
    account = AccountId(world.account)
    context = Context(
        Actor("user", UserId(world.owner.user_id), account), datetime.now(UTC), uuid4(), uuid4()
    )
    with pytest.raises(NotAllowed):
        await worker.base.commands.run(RecordDigests(account, digested), context)


async def test_digests_say_nothing_that_people_wrote(world: World) -> None:
    url = world.house.settings.projector_database_url
    digested = await asyncio.to_thread(digested_now, url, HISTORY, PROJECTIONS, world.account)
    assert {one.name for one in digested.digests} == MODELS.keys()
    assert {"wraps", "attrsSaltB64u", "displayName"} <= set(digested.left_out)
    assert not any(word in repr(digested) for word in world.words)
