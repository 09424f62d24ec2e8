"""What is sealed of a log, and what is not sealed."""

from __future__ import annotations

from uuid import uuid4

import psycopg
import pytest

from client.crypto.merkle import root_of
from client.verify_log import checkpoint_of
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.log_tree import seals
from infrastructure.log_tree.seals import CannotSeal, logs, seal_next
from infrastructure.vault.log_key import LogKey
from tests.infrastructure.log_tree.conftest import LOG_NAME
from tests.support.notes import BETA, write


def notes_of(connection: psycopg.Connection) -> list[tuple[int, str]]:
    return connection.execute("select size, note from seal.checkpoint order by size").fetchall()


async def test_a_checkpoint_is_over_all_events_so_far(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    page = uuid4()
    await write(store, page, "one", "two", "three")
    assert logs(projector) == [0]
    assert seal_next(projector, 0, signer, 1) == 3
    assert seal_next(projector, 0, signer, 2) == 0
    await write(store, uuid4(), "four", account=BETA)
    assert seal_next(projector, 0, signer, 3) == 1
    leaves = [
        leaf for (leaf,) in projector.execute("select leaf_hash from es.event order by position").fetchall()
    ]
    for size, note in notes_of(projector):
        found = checkpoint_of(note, LOG_NAME, signer.public_key, 0)
        assert found == (f"{LOG_NAME}/events.v1/0", size, root_of(leaves[:size]))
    assert [size for size, _ in notes_of(projector)] == [3, 4]


async def test_a_long_log_is_sealed_in_portions(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    signer: LogKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seals, "MOST_LEAVES", 4)
    await write(store, uuid4(), *"abcdefghij")
    assert [seal_next(projector, 0, signer, 1) for _ in range(4)] == [4, 4, 2, 0]


async def test_what_was_sealed_is_never_taken_back(
    store: PostgresEventStore, projector: psycopg.Connection, owner: psycopg.Connection, signer: LogKey
) -> None:
    await write(store, uuid4(), "one", "two")
    seal_next(projector, 0, signer, 1)
    for change in (
        "update seal.checkpoint set note = ''",
        "delete from seal.checkpoint",
        "update seal.tile set hashes = substr(hashes, 33)",
    ):
        with pytest.raises(psycopg.errors.RestrictViolation):
            owner.execute(change.encode())
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        projector.execute("delete from seal.tile")


async def test_nothing_is_sealed_over_a_gap(
    store: PostgresEventStore, projector: psycopg.Connection, owner: psycopg.Connection, signer: LogKey
) -> None:
    await write(store, uuid4(), "one", "two", "three")
    owner.execute("set session_replication_role = replica")
    owner.execute("delete from es.event where position = 2")
    with pytest.raises(CannotSeal, match="from 1 to 3"):
        seal_next(projector, 0, signer, 1)
    assert notes_of(projector) == []


async def test_nothing_is_sealed_under_a_tree_that_is_not_as_it_was_left(
    store: PostgresEventStore, projector: psycopg.Connection, owner: psycopg.Connection, signer: LogKey
) -> None:
    await write(store, uuid4(), "one", "two")
    seal_next(projector, 0, signer, 1)
    owner.execute("set session_replication_role = replica")
    owner.execute("update seal.tile set hashes = substr(hashes, 1, 32)")
    await write(store, uuid4(), "three")
    with pytest.raises(CannotSeal, match="Tile 0 of level 0"):
        seal_next(projector, 0, signer, 2)
    assert [size for size, _ in notes_of(projector)] == [2]


@pytest.mark.parametrize(
    ("also", "why"), [("", "Tile 0 of level 0"), ("truncate seal.tile", "sealed up to 2 already")]
)
async def test_a_tree_that_is_set_back_is_not_sealed_a_second_time(
    store: PostgresEventStore,
    projector: psycopg.Connection,
    owner: psycopg.Connection,
    signer: LogKey,
    also: str,
    why: str,
) -> None:
    await write(store, uuid4(), "one", "two")
    seal_next(projector, 0, signer, 1)
    before = notes_of(projector)
    owner.execute(f"update seal.tree set size = 0, peaks = ''; {also}".encode())
    with pytest.raises(CannotSeal, match=why):
        seal_next(projector, 0, signer, 2)
    assert notes_of(projector) == before
