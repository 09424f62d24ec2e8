"""One account is folded once more: from its own events, and to its head what is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import cast
from uuid import UUID, uuid4

import psycopg
import pytest

from application.catalogue import DECIDERS
from bench.lives import Writer
from domain.ids import AccountId
from domain.kernel import Recorded
from domain.work.tasks.facts import TaskRevised
from infrastructure.event_store import replay
from infrastructure.event_store.account_log import AccountLog, LogNotification
from infrastructure.event_store.beside import Compared, compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.moments import position_at
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.replay import Until, a_replay, up_to
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.digest import Digest, Digester, of_accounts
from infrastructure.rows.folded import FoldedRows
from infrastructure.rows.schema import schema_of
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Rows
from tests.support.any_history import Scribe, everything
from tests.support.door import KEY, PASSWORD
from tests.support.following import caught_up
from tests.support.house import House, an_open_house
from tests.support.lively import a_store, lived_in
from tests.support.stack import seen_by

pytestmark = pytest.mark.begins_early

HISTORY = History(EventRegistry(DECIDERS), KeyWrapping(key(KEY)))
MODELS = of_accounts(PROJECTIONS)
# What the people of the house have nothing of; the law over any history has.
NOT_IN_THE_HOUSE = {
    *("saved_filters", "topics", "profiles", "vendors", "profile_groups", "profile_type_orders"),
    *("suspicious_activity", "files", "bin", "task_comments", "account_erasures"),
}


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """Several accounts with people, keys, items and mail; one person was erased while invited."""
    folder: Path = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, folder) as house:
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
        yield house


@pytest.fixture(scope="module")
def url(house: House) -> str:
    return house.settings.projector_database_url


@pytest.fixture(scope="module")
def accounts(house: House) -> list[UUID]:
    with psycopg.connect(house.owner_url) as owner:
        rows = owner.execute(
            "select account_id from es.event where account_id is not null group by 1 order by count(*) desc"
        ).fetchall()
    assert len(rows) >= 4
    return [account_id for (account_id,) in rows]


def compared(
    url: str, account_id: UUID, projections: Sequence[Projection] = PROJECTIONS
) -> dict[str, Compared]:
    return {one.name: one for one in compare_account(url, HISTORY, projections, account_id)}


def test_each_account_is_what_its_replay_makes_of_it(url: str, accounts: list[UUID]) -> None:
    rows = dict.fromkeys((model.name for model in MODELS), 0)
    for account_id in accounts:
        for name, one in compared(url, account_id).items():
            assert one.equal, (account_id, one)
            rows[name] += one.live.rows
    assert {name for name, count in rows.items() if not count} == NOT_IN_THE_HOUSE


def test_what_differs_is_named_by_its_first_row(house: House, url: str, accounts: list[UUID]) -> None:
    (table,) = [f"{schema_of(model)}.documents" for model in MODELS if model.name == "documents"]
    with psycopg.connect(house.owner_url, autocommit=True) as owner:
        found = owner.execute(f"select account_id, id, seq from {table} order by id".encode()).fetchall()
        account_id, document_id, seq = found[0]
        asked = (account_id, document_id)
        owner.execute(
            f"update {table} set version = version + 1 where account_id = %s and id = %s".encode(), asked
        )
        try:
            of = compared(url, account_id)
        finally:
            owner.execute(
                f"update {table} set version = version - 1 where account_id = %s and id = %s".encode(), asked
            )
    assert [name for name, one in of.items() if not one.equal] == ["documents"]
    (difference,) = of["documents"].differences
    assert (difference.how, difference.key["id"], difference.columns, difference.position) == (
        *("changed", document_id, ("version",)),
        seq,
    )


@pytest.mark.parametrize("name", ["audit_log", "documents", "accounts"])
def test_a_fold_that_forgets_rows_is_found(url: str, accounts: list[UUID], name: str) -> None:
    """Another fold than the one that made what is shown."""
    changed = next(model for model in MODELS if model.name == name)
    told: list[int] = []

    def forgets(rows: Rows, fact: Recorded) -> None:
        told.append(fact.position)
        if len(told) % 5:
            changed.apply(rows, fact)

    models = [replace(model, apply=forgets) if model is changed else model for model in MODELS]
    found = [compared(url, account_id, models) for account_id in accounts]
    assert told
    assert {name for of in found for name, one in of.items() if not one.equal} == {name}


def test_a_fold_that_fails_is_told_by_its_event(url: str, accounts: list[UUID]) -> None:
    def fails(_rows: Rows, fact: Recorded) -> None:
        if isinstance(fact.event, TaskRevised):
            raise RuntimeError("not one of these")

    models = [replace(model, apply=fails) if model.name == "tasks" else model for model in MODELS]
    failed = [
        one.failed for account in accounts for one in compared(url, account, models).values() if one.failed
    ]
    assert len(failed) == 1
    assert failed[0].startswith("RuntimeError at position ")
    assert failed[0].endswith(" (task.revised)")


def test_an_account_that_outgrows_the_memory_is_what_it_was(
    url: str, accounts: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The largest tables are copied out in between, and go on by statements."""
    monkeypatch.setattr(replay, "MOST_FACTS", 20)
    monkeypatch.setattr(replay, "MOST_IN_MEMORY", 50)
    written: list[str] = []
    flush = FoldedRows.flush

    def noted(rows: FoldedRows) -> None:
        written.append("by statements")
        flush(rows)

    monkeypatch.setattr(FoldedRows, "flush", noted)
    for one in compared(url, accounts[0]).values():
        assert one.equal, one
    assert written


def test_rows_that_no_table_takes_are_told_by_their_event(url: str, accounts: list[UUID]) -> None:
    def too_much(rows: Rows, fact: Recorded) -> None:
        if fact.kind == "task" and fact.stream_version > 1:
            fact = fact._replace(stream_version=2**40)
        tasks.apply(rows, fact)

    (tasks,) = (model for model in MODELS if model.name == "tasks")
    models = [replace(model, apply=too_much) if model is tasks else model for model in MODELS]
    failed = [
        one.failed for account in accounts for one in compared(url, account, models).values() if one.failed
    ]
    assert len(failed) == 1
    assert failed[0].startswith("NumericValueOutOfRange at position ")
    assert failed[0].endswith(" (task.revised)")


async def test_who_was_left_behind_is_compared_up_to_there(product_database_url: str) -> None:
    url = seen_by("coffer_projector", product_database_url)
    async with a_store(product_database_url) as store:
        chosen = everything()
        accounts = [AccountId(uuid4()) for _ in range(max(map(len, chosen)))]
        await Scribe(store, accounts, Random(1)).write_all(chosen)
    tasks = next(model for model in PROJECTIONS if model.name == "tasks")

    def fails(rows: Rows, fact: Recorded) -> None:
        if isinstance(fact.event, TaskRevised):
            raise RuntimeError("not one of these")
        tasks.apply(rows, fact)

    caught_up(url, [replace(tasks, apply=fails), *(p for p in PROJECTIONS if p is not tasks)], HISTORY)
    with psycopg.connect(product_database_url) as owner:
        parked = owner.execute("select distinct account_id from es.parked").fetchall()
    assert parked
    for (account_id,) in parked:
        assert all(one.equal for one in compared(url, account_id).values())


def test_each_read_model_is_folded_to_its_own_position(url: str, accounts: list[UUID]) -> None:
    """Beside one that goes further, as when they are compared while they follow."""
    (log, changes) = (next(m for m in MODELS if m.name == name) for name in ("audit_log", "changes"))
    with AccountLog(url, accounts[0]) as own:
        places = [one.id for one in own.select_notifications(None, 10_000)]
    head = places[-1]
    for position in places[5:25:4]:
        found: list[Digest] = []
        for until in (up_to([log], position), {log.name: Until(position), changes.name: Until(head)}):
            with a_replay(url, HISTORY, [log, changes], accounts[0]) as replay:
                replay.fold(until)
                digester = Digester(replay.connection, (), datetime(2000, 1, 1, tzinfo=UTC))
                with replay.connection.transaction():
                    found.append(digester.of(log, accounts[0], scratch=True))
        assert found[0] == found[1]
        assert found[0].rows


def test_an_account_reads_its_own_events_and_those_that_name_it(
    house: House, url: str, accounts: list[UUID]
) -> None:
    without_account = 0
    with psycopg.connect(house.owner_url) as owner:
        for account_id in accounts:
            with AccountLog(url, account_id) as log:
                found = log.select_notifications(None, 10_000)
            own = owner.execute(
                "select position from es.event where account_id = %s order by 1", (account_id,)
            ).fetchall()
            naming = owner.execute(
                "select position from es.event where account_id is null and stream_id in ("
                "select stream_id from es.event where account_id is null "
                "and position(%s in convert_from(state, 'UTF8')) > 0)",
                (str(account_id),),
            ).fetchall()
            assert [one.id for one in found] == sorted(place for (place,) in (*own, *naming))
            assert {one.row[1] for one in found} <= {account_id, None}
            without_account += len(naming)
    assert without_account > 5


def test_pages_are_the_whole_in_order(url: str, accounts: list[UUID]) -> None:
    for account_id in accounts[:2]:
        with AccountLog(url, account_id) as log:
            whole = [one.id for one in log.select_notifications(None, 10_000)]
            assert whole
            assert all(one < next_ for one, next_ in pairwise(whole))
            for limit in (1, 3, 7):
                pages, after = list[int](), 0
                while page := log.select_notifications(after, limit, inclusive_of_start=False):
                    assert len(page) <= limit
                    pages += [one.id for one in page]
                    after = pages[-1]
                assert pages == whole
            middle = whole[len(whole) // 2]
            assert [one.id for one in log.select_notifications(middle, 10_000)] == whole[len(whole) // 2 :]
            to_there = log.select_notifications(None, 10_000, middle)
            assert [one.id for one in to_there] == whole[: len(whole) // 2 + 1]
            topics = {one.topic for one in to_there[-2:]}
            asked = log.select_notifications(None, 10_000, topics=sorted(topics))
            assert asked
            assert {one.topic for one in asked} == topics
            assert log.max_notification_id() in whole


def test_the_events_of_a_stream_are_those_of_the_account(url: str, accounts: list[UUID]) -> None:
    with AccountLog(url, accounts[0]) as log, AccountLog(url, accounts[1]) as other:
        stream = next(one for one in log.select_notifications(None, 10_000) if one.row[1] is not None)
        found = log.select_events(stream.originator_id)
        assert [one.originator_version for one in found] == list(range(1, len(found) + 1))
        assert log.select_events(stream.originator_id, desc=True, limit=1) == [found[-1]]
        assert other.select_events(stream.originator_id) == []
        with pytest.raises(TypeError, match="for reading"):
            log.insert_events([])


async def test_one_who_subscribes_hears_of_this_account_alone(house: House, url: str) -> None:
    account = AccountId(uuid4())
    with AccountLog(url, account) as log, log.subscribe() as subscription:
        async with a_store(house.owner_url) as store:
            for mine, theirs in zip(Writer(account).appends(), islice(Writer().appends(), 5), strict=False):
                await store.append(theirs)
                await store.append(mine)
        heard = list(islice(subscription, 5))
    assert {cast("LogNotification", one).row[1] for one in heard} == {account}


async def test_what_the_mentions_are_behind_by_is_read_all_the_same(product_database_url: str) -> None:
    url = seen_by("coffer_projector", product_database_url)
    accounts = [AccountId(uuid4()) for _ in range(3)]
    async with a_store(product_database_url) as store:
        await Scribe(store, accounts, Random(1)).write_all(everything())
    before = [positions_of(url, account) for account in accounts]
    caught_up(url, PROJECTIONS, HISTORY)
    after = [positions_of(url, account) for account in accounts]
    # Nobody has looked yet whom they name.
    assert all(one > other for one, other in zip(before, after, strict=True))


def positions_of(url: str, account_id: UUID) -> set[int]:
    with AccountLog(url, account_id) as log:
        return {one.id for one in log.select_notifications(None, 10_000)}


def test_nothing_is_left_of_a_replay_that_was_killed(house: House, url: str, accounts: list[UUID]) -> None:
    temporary = "select count(*) from pg_class where relpersistence = 't' and relkind = 'r'"
    with psycopg.connect(house.owner_url, autocommit=True) as owner:

        def killed() -> None:
            with a_replay(url, HISTORY, MODELS, accounts[0]) as replay:
                replay.fold(up_to(MODELS, 10))
                (there,) = owner.execute(temporary).fetchone() or (0,)
                assert there > 30
                replay.connection.execute("select pg_terminate_backend(pg_backend_pid())")

        with pytest.raises(psycopg.OperationalError):
            killed()
        assert owner.execute(temporary).fetchone() == (0,)


def test_a_moment_is_the_last_position_up_to_it(house: House) -> None:
    with psycopg.connect(house.owner_url) as owner:
        times = owner.execute("select position, recorded_at from es.event order by position").fetchall()
        for position, at in (times[0], times[7], times[-1]):
            last = max(place for place, other in times if other <= at)
            assert position_at(owner, at) == last >= position
        assert position_at(owner, times[0][1].replace(year=2000)) == 0
        assert position_at(owner, times[0][1].replace(year=2100)) == times[-1][0]
