"""Personal values: sealed under a key of their person, and gone with it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest
from cryptography.exceptions import InvalidTag
from psycopg_pool import AsyncConnectionPool

from domain.ids import GLOBAL
from domain.kernel import PiiRef
from infrastructure.personal_data.blind_index import KeyedHashes
from infrastructure.personal_data.keys import REMEMBERED_SECONDS, KeyWrapping, SubjectKeys
from infrastructure.personal_data.person import SealedPersonalData
from infrastructure.personal_data.sealing import parse
from infrastructure.personal_data.traces import KEPT, traces_of
from tests.support.notes import context

ANN, BOB = UUID(int=0xA), UUID(int=0xB)
SECRET = b"s" * 32


@pytest.fixture
def keys(pool: AsyncConnectionPool) -> SubjectKeys:
    return SubjectKeys(pool, KeyWrapping(b"k" * 32))


@pytest.fixture
def personal(keys: SubjectKeys) -> SealedPersonalData:
    return SealedPersonalData(keys)


async def test_what_is_sealed_is_opened_in_the_order_asked(personal: SealedPersonalData) -> None:
    ann = await personal.seal(ANN, {"name": "Ann Lee", "email": "ann@example.com"})
    bob = await personal.seal(BOB, {"name": "Bøb 🜁"})
    assert not [ref for ref in ann.values() if "Ann" in ref or "@" in ref]
    refs = [bob["name"], ann["email"], ann["name"], bob["name"]]
    assert await personal.open(refs) == ["Bøb 🜁", "ann@example.com", "Ann Lee", "Bøb 🜁"]
    assert await personal.open([]) == []


async def test_equal_values_have_different_references(personal: SealedPersonalData) -> None:
    one, two = [await personal.seal(ANN, {"name": "Ann"}) for _ in range(2)]
    assert one["name"] != two["name"]


async def test_forgetting_a_person_leaves_nothing_to_open(
    personal: SealedPersonalData, keys: SubjectKeys, database_url: str
) -> None:
    ann = await personal.seal(ANN, {"name": "Ann"})
    bob = await personal.seal(BOB, {"name": "Bob"})
    await personal.forget(ANN)
    assert await personal.open([ann["name"], bob["name"]]) == [None, "Bob"]
    again = await personal.seal(ANN, {"name": "Ann"})
    assert await personal.open([ann["name"], again["name"]]) == [None, "Ann"]
    await personal.forget(ANN)
    with psycopg.connect(database_url) as owner:
        assert owner.execute("select subject from es.subject_key").fetchall() == [(BOB,)]


async def test_another_process_forgets_within_the_time_that_is_promised(
    personal: SealedPersonalData, pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await personal.seal(ANN, {"name": "Ann", "email": "ann@example.com"})
    other = SubjectKeys(pool, KeyWrapping(b"k" * 32))
    elsewhere = SealedPersonalData(other)
    assert await elsewhere.open([ann["name"]]) == ["Ann"]
    began = time.monotonic()
    # Half a time later another value is asked for: that makes nothing last longer.
    monkeypatch.setattr("infrastructure.personal_data.keys.time.monotonic", lambda: began + 20)
    assert await elsewhere.open([ann["name"], ann["email"]]) == ["Ann", "ann@example.com"]
    await personal.forget(ANN)
    monkeypatch.setattr(
        "infrastructure.personal_data.keys.time.monotonic", lambda: began + REMEMBERED_SECONDS + 1
    )
    assert await elsewhere.open([ann["name"]]) == [None]
    assert await elsewhere.open([ann["email"]]) == [None]
    assert await SealedPersonalData(other).open([ann["name"]]) == [None]


async def test_what_was_opened_is_not_opened_again_until_it_is_forgotten(
    personal: SealedPersonalData, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await personal.seal(ANN, {"name": "Ann", "email": "ann@example.com"})
    refs = [ann["name"], ann["email"]]
    assert await personal.open(refs) == ["Ann", "ann@example.com"]
    with monkeypatch.context() as patched:
        patched.setattr("infrastructure.personal_data.person.open_values", None)
        assert await personal.open(refs[::-1]) == ["ann@example.com", "Ann"]
    await personal.forget(ANN)
    assert await personal.open(refs) == [None, None]


async def test_a_reference_is_bound_to_its_person_and_its_field(personal: SealedPersonalData) -> None:
    ann = await personal.seal(ANN, {"name": "Ann", "email": "a@example.com"})
    bob = await personal.seal(BOB, {"name": "Bob"})
    head, subject, field, data = ann["name"].split(".")
    _, of_bob, _, _ = bob["name"].split(".")
    moved = [f"{head}.{of_bob}.{field}.{data}", f"{head}.{subject}.email.{data}"]
    assert await personal.open([PiiRef(ref) for ref in moved]) == [None, None]


@pytest.mark.parametrize(
    "ref", ["", "Ann", "p1.x.name.y", "p2." + "A" * 22 + ".name.AAAA", "p1." + "A" * 22 + ".na me.A"]
)
async def test_what_is_no_reference_is_a_fault(personal: SealedPersonalData, ref: str) -> None:
    with pytest.raises(ValueError, match="no reference"):
        await personal.open([PiiRef(ref)])


async def test_keys_are_wrapped_by_a_key_outside_and_can_be_wrapped_anew(
    keys: SubjectKeys, database_url: str, pool: AsyncConnectionPool
) -> None:
    key = await keys.key(ANN)
    with psycopg.connect(database_url) as owner:
        row = owner.execute("select wrapped from es.subject_key").fetchone()
        assert row is not None
        assert key not in row[0]
    with pytest.raises(KeyError):
        KeyWrapping(b"x" * 32).unwrap(ANN, row[0])
    with pytest.raises(InvalidTag):
        KeyWrapping(b"k" * 32).unwrap(BOB, row[0])
    rotated = SubjectKeys(pool, KeyWrapping(b"n" * 32, b"k" * 32))
    assert await rotated.key(ANN) == key
    assert await rotated.key(BOB) != key


async def test_a_key_made_twice_at_once_is_one_key(keys: SubjectKeys) -> None:
    import asyncio

    made = await asyncio.gather(*(keys.key(ANN) for _ in range(8)))
    assert len(set(made)) == 1


async def test_address_and_agent_lie_under_a_key_of_the_person_and_the_day(
    keys: SubjectKeys, personal: SealedPersonalData, database_url: str
) -> None:
    today = context(ip="192.0.2.1")._replace(agent="Firefox")
    ann = today.actor.user_id
    assert ann is not None
    ip, agent = await traces_of(keys, today)
    assert ip is not None
    assert agent is not None
    assert await personal.open([ip, agent]) == ["192.0.2.1", "Firefox"]
    tomorrow, _ = await traces_of(keys, today._replace(now=today.now + timedelta(days=1)))
    assert tomorrow is not None
    assert parse(tomorrow).subject != parse(ip).subject
    with psycopg.connect(database_url) as owner:
        ends = owner.execute("select expires_on from es.subject_key order by 1").fetchall()
    assert [end for (end,) in ends] == [(today.now + KEPT + timedelta(days=n)).date() for n in (0, 1)]
    await personal.forget(ann)
    assert await personal.open([ip, tomorrow]) == [None, None]


async def test_strangers_share_a_key_of_the_day(keys: SubjectKeys) -> None:
    stranger = context(None, ip="192.0.2.9")
    stranger = stranger._replace(actor=type(stranger.actor)("user"))
    ip, agent = await traces_of(keys, stranger)
    assert ip is not None
    assert agent is None
    assert parse(ip).subject == uuid5(GLOBAL, f"trace:{stranger.now.date().isoformat()}")


async def test_blind_indexes_tell_equal_from_different_and_nothing_else(keys: SubjectKeys) -> None:
    hashes, others = KeyedHashes(SECRET, keys), KeyedHashes(b"t" * 32, keys)
    assert hashes.email(" Ann@Example.com") == hashes.email("ann@example.com")
    assert (
        len(
            {
                hashes.email("ann@example.com"),
                hashes.email("bob@example.com"),
                others.email("ann@example.com"),
            }
        )
        == 3
    )
    assert len({hashes.token("code", "1"), hashes.token("session", "1"), hashes.token("code", "2")}) == 3
    assert len(hashes.email("a")) == 43


async def test_addresses_in_the_log_are_compared_within_a_year(keys: SubjectKeys, database_url: str) -> None:
    hashes = KeyedHashes(SECRET, keys)
    spring, autumn = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 10, 1, tzinfo=UTC)
    one = await hashes.email_in_log("Ann@example.com", spring)
    assert one == await hashes.email_in_log("ann@example.com", autumn)
    assert one != await hashes.email_in_log("ann@example.com", spring.replace(year=2027))
    assert one != hashes.email("ann@example.com")
    with psycopg.connect(database_url) as owner:
        (row, *_) = owner.execute("select min(expires_on)::text from es.subject_key").fetchall()
    assert row == ("2029-01-01",)


async def test_a_subject_nobody_knows_has_no_key(keys: SubjectKeys) -> None:
    assert await keys.known([uuid4()]) == {}
