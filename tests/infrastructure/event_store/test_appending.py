"""What an append promises: all or nothing, no gaps, and one answer per key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import psycopg
import pytest

from application.ports import Append, Appended, Guard, Idempotency, RowChange, StreamAppend
from domain.errors import AlreadyExists, LimitReached, Refused, Stale, Unavailable
from infrastructure.event_store.jobs import Job
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.event_store.writer import MOST_WAITING, GroupCommit
from tests.support.notes import (
    ACME,
    ALICE,
    BETA,
    NOTE,
    NOTES_INLINE,
    Note,
    NoteTorn,
    NoteWritten,
    context,
    noted,
    open_store,
    write,
)


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    ensure_projections(database_url, [NOTES_INLINE])
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str):
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


async def test_what_was_appended_is_loaded_in_order(store: PostgresEventStore) -> None:
    page = uuid4()
    first = await store.append(noted(page, 0, NoteWritten("one"), NoteWritten("two")))
    second = await store.append(noted(page, 2, NoteWritten("three", secrets=("s",))))
    assert (first.position, second.position) == (2, 3)
    assert second.versions == {NOTE.stream(ACME, page): 3}
    assert await store.load(NOTE, ACME, page) == (Note(("one", "two", "three"), ("s",)), 3)


async def test_the_envelope_keeps_who_did_it_and_seals_where_from(
    store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    page, by = uuid4(), context(ip="192.0.2.7")
    await store.append(Append(by, (StreamAppend(NOTE, ACME, page, 0, (NoteWritten("one"),)),)))
    row = owner.execute(
        "select account_id, kind, entity_id, type, actor_id, request_id, ip_ref, occurred_at, "
        "octet_length(leaf_hash) from es.event"
    ).fetchone()
    assert row is not None
    assert row[:6] == (ACME, "note", page, "note.written", ALICE, by.request_id)
    assert row[6].startswith("p1.")
    assert "192.0.2.7" not in row[6]
    assert row[7:] == (by.now, 32)


@pytest.mark.parametrize("expected", [0, 1, 3, 9])
async def test_a_decision_on_another_version_is_refused(store: PostgresEventStore, expected: int) -> None:
    page = uuid4()
    await write(store, page, "one", "two")
    with pytest.raises(Stale) as refusal:
        await store.append(noted(page, expected, NoteWritten("late")))
    assert refusal.value.reason == "version_conflict"


async def test_a_refused_append_leaves_no_trace_and_no_gap(
    store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    page = uuid4()
    await write(store, page, "one")
    unit = noted(uuid4(), 0, NoteWritten("two", title="t"))
    fails = RowChange("patch", "p_notes_1.notes", {"account_id": ACME, "id": uuid4()}, {"text": "?"})
    with pytest.raises(Stale):
        await store.append(Append(unit.context, unit.streams, rows=(fails,)))
    appended = await write(store, page, "three")
    assert appended.position == 2
    assert owner.execute("select count(*) from es.claim").fetchone() == (0,)
    assert owner.execute("select array_agg(text) from p_notes_1.notes").fetchone() == (["three"],)


async def test_of_many_at_once_one_wins_and_the_others_know(store: PostgresEventStore) -> None:
    page = uuid4()
    units = [store.append(noted(page, 0, NoteWritten(str(number)))) for number in range(100)]
    answers = await asyncio.gather(*units, return_exceptions=True)
    won = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert [answer.position for answer in won] == [1]
    assert all(isinstance(answer, Stale) for answer in answers if answer not in won)


async def test_positions_have_no_gaps_under_conflicts(
    store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    pages = [uuid4() for _ in range(5)]

    async def scribble(number: int) -> None:
        for turn in range(20):
            page = pages[(number + turn) % len(pages)]
            _, version = await store.load(NOTE, ACME, page)
            try:
                await store.append(noted(page, version, NoteWritten(f"{number}.{turn}")))
            except Stale:
                continue

    await asyncio.gather(*(scribble(number) for number in range(8)))
    row = owner.execute(
        "select count(*), max(position), (select position from es.head) from es.event"
    ).fetchone()
    assert row is not None
    assert row[0] == row[1] == row[2]
    versions = owner.execute(
        "select stream_id, max(stream_version), count(*) from es.event group by stream_id"
    ).fetchall()
    assert all(newest == count for _, newest, count in versions)


async def test_a_title_belongs_to_one_note_of_an_account_until_it_is_given_back(
    store: PostgresEventStore,
) -> None:
    one, two = uuid4(), uuid4()
    await store.append(noted(one, 0, NoteWritten("a", title="plan")))
    await store.append(noted(one, 1, NoteWritten("b", title="plan")))
    with pytest.raises(AlreadyExists) as refusal:
        await store.append(noted(two, 0, NoteWritten("c", title="plan")))
    assert (refusal.value.reason, refusal.value.details) == ("claim_taken", {"kind": "title"})
    await store.append(noted(two, 0, NoteWritten("c", title="plan"), account=BETA))
    await store.append(noted(two, 0, NoteTorn("plan")))
    with pytest.raises(AlreadyExists):
        await store.append(noted(uuid4(), 0, NoteWritten("d", title="plan")))
    await store.append(noted(one, 2, NoteTorn("plan")))
    await store.append(noted(two, 1, NoteWritten("e", title="plan")))


async def test_a_guarded_stream_may_not_move(store: PostgresEventStore) -> None:
    page, other = uuid4(), uuid4()
    await write(store, page, "one", "two")
    unit = noted(other, 0, NoteWritten("x"))
    for version, passes in ((1, False), (2, True), (3, False)):
        guarded = Append(unit.context, unit.streams, (Guard(NOTE.stream(ACME, page), version, ACME),))
        if passes:
            await store.append(guarded)
        else:
            with pytest.raises(Stale):
                await store.append(guarded)


async def test_one_of_two_that_guard_each_other_wins(store: PostgresEventStore) -> None:
    """Write skew: each decides on the other's stream; in one batch as well as in two only one may pass."""
    for _ in range(20):
        one, two = uuid4(), uuid4()
        units = []
        for mine, theirs in ((one, two), (two, one)):
            unit = noted(mine, 0, NoteWritten("x"))
            units.append(Append(unit.context, unit.streams, (Guard(NOTE.stream(ACME, theirs), 0, ACME),)))
        answers = await asyncio.gather(*map(store.append, units), return_exceptions=True)
        assert sum(isinstance(answer, Stale) for answer in answers) == 1


async def test_a_repeated_key_repeats_the_answer_and_not_the_deed(store: PostgresEventStore) -> None:
    key = Idempotency("k1", "POST /note", b"body")

    def unit(key: Idempotency) -> Append:
        streams = (StreamAppend(NOTE, ACME, uuid4(), 0, (NoteWritten("once"),)),)
        return Append(context(key=key), streams, response=b'{"id":1}')

    answers = await asyncio.gather(*(store.append(unit(key)) for _ in range(10)))
    assert sorted(answer.replayed or b"" for answer in answers) == [b""] + [b'{"id":1}'] * 9
    assert {answer.position for answer in answers} == {1}
    assert await store.replay(context(key=key)) == Appended(1, {}, b'{"id":1}')
    assert await store.replay(context(BETA, key=key)) is None
    for other in (key._replace(fingerprint=b"x"), key._replace(route="POST /other")):
        with pytest.raises(Refused) as refusal:
            await store.append(unit(other))
        assert refusal.value.reason == "idempotency_mismatch"


async def test_a_failed_deed_keeps_no_answer(store: PostgresEventStore) -> None:
    page, key = uuid4(), Idempotency("k1", "POST /note", b"body")
    await write(store, page, "one")
    streams = (StreamAppend(NOTE, ACME, page, 0, (NoteWritten("late"),)),)
    with pytest.raises(Stale):
        await store.append(Append(context(key=key), streams, response=b"{}"))
    assert await store.replay(context(key=key)) is None


async def test_facts_nobody_decides_on_take_the_next_version(store: PostgresEventStore) -> None:
    page = uuid4()
    units = (store.append(noted(page, None, NoteWritten(str(n)), NoteWritten("and"))) for n in range(40))
    answers = await asyncio.gather(*units)
    assert sorted(next(iter(answer.versions.values())) for answer in answers) == list(range(2, 82, 2))
    assert (await store.load(NOTE, ACME, page))[1] == 80


async def test_a_stream_of_another_account_cannot_be_continued(store: PostgresEventStore) -> None:
    page = uuid4()
    await write(store, page, "mine")
    unit = noted(page, 1, NoteWritten("theirs"), account=BETA)
    with pytest.raises(Stale):
        await store.append(unit)


async def test_inline_rows_are_there_with_the_fact(
    store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    page = uuid4()
    await write(store, page, "one", "three")
    rows = owner.execute("select account_id, id, text, length, extra, seq from p_notes_1.notes").fetchall()
    assert rows == [(ACME, page, "three", 5, {"by": str(ALICE)}, 2)]
    await store.append(noted(page, 2, NoteTorn("-")))
    assert owner.execute("select count(*) from read.notes").fetchone() == (0,)


@pytest.mark.parametrize(
    "change", ["update es.event set kind = 'x'", "delete from es.event", "truncate es.event"]
)
async def test_the_log_is_append_only_for_its_owner_too(
    store: PostgresEventStore, owner: psycopg.Connection, change: str
) -> None:
    await write(store, uuid4(), "one")
    with pytest.raises(psycopg.errors.RestrictViolation):
        owner.execute(change.encode())


async def test_the_api_appends_by_the_function_alone(
    store: PostgresEventStore, app_database_url: str
) -> None:
    with psycopg.connect(app_database_url, autocommit=True) as app:
        for statement in (
            b"insert into es.event select * from es.event",
            b"update es.head set position = 7",
            b"delete from es.claim",
            b"select es.change_row('coffer_owner', '{}', 1)",
            b"select es.serve('notes', 1)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)


async def test_a_store_that_does_not_answer_is_told_apart_from_a_refusal(app_database_url: str) -> None:
    writer = GroupCommit(app_database_url.replace("coffer_app:", "coffer_app:wrong"))
    writer.start()
    try:
        with pytest.raises(Unavailable):
            writer.submit(Job([])).result(20)
    finally:
        writer.stop()


def test_a_full_queue_refuses_at_once(app_database_url: str) -> None:
    writer = GroupCommit(app_database_url)
    jobs = [Job([]) for _ in range(MOST_WAITING)]
    for job in jobs:
        writer.submit(job)
    with pytest.raises(LimitReached) as refusal:
        writer.submit(Job([]))
    assert refusal.value.reason == "busy"
    writer.start()
    writer.stop()
    assert all(job.done.result() is not None for job in jobs)
    with pytest.raises(Unavailable):
        writer.submit(Job([]))


async def test_a_second_process_shares_the_log(store: PostgresEventStore, app_database_url: str) -> None:
    page = uuid4()
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (other, _):
        for turn in range(10):
            await write(store if turn % 2 else other, page, str(turn))
        units = [(store if n % 2 else other).append(noted(uuid4(), 0, NoteWritten("x"))) for n in range(60)]
        positions = sorted(answer.position for answer in await asyncio.gather(*units))
    assert positions == list(range(11, 71))


@pytest.mark.parametrize("logs", [1, 4])
async def test_every_log_counts_for_itself(database_url: str, app_database_url: str, logs: int) -> None:
    ensure_projections(database_url, [NOTES_INLINE], logs=logs)
    accounts = [UUID(int=0x1000 + number) for number in range(6)]
    async with open_store(app_database_url, inline=[NOTES_INLINE], logs=logs) as (store, _):
        for account in accounts:
            await write(store, uuid4(), "one", "two", account=account)
        both = noted(uuid4(), 0, NoteWritten("x"), account=accounts[0])
        more = noted(uuid4(), 0, NoteWritten("y"), account=accounts[1])
        await store.append(Append(both.context, (*both.streams, *more.streams)))
    with psycopg.connect(database_url) as owner:
        heads = owner.execute(
            "select h.position, count(e), max(e.position) from es.head h left join es.event e using (log_id) "
            "group by log_id, h.position"
        ).fetchall()
    assert len(heads) == logs
    assert all(head == count == (newest or 0) for head, count, newest in heads)
    assert sum(count for _, count, _ in heads) == 14


@pytest.mark.parametrize("table", ["es.event", "es.head"])
async def test_a_full_disk_is_told_as_such_wherever_it_is_met(
    store: PostgresEventStore, owner: psycopg.Connection, table: str
) -> None:
    """While one unit of work is written, which is rolled back alone, and while all of them are."""
    owner.execute(
        "create function public.full_disk() returns trigger language plpgsql as $$ begin "
        "raise exception 'could not extend file' using errcode = '53100'; end $$"
    )
    owner.execute(
        f"create trigger full_disk before insert or update on {table} "
        "for each row execute function public.full_disk()".encode()
    )
    page = uuid4()
    with pytest.raises(Unavailable) as refused:
        await store.append(noted(page, 0, NoteWritten("one")))
    assert refused.value.reason == "disk_full"
    owner.execute(f"drop trigger full_disk on {table}".encode())
    assert (await store.append(noted(page, 0, NoteWritten("one")))).position == 1
