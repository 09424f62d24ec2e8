"""That an event is in the sealed log is proved by the hashes beside its way to the root, and by no others."""

from __future__ import annotations

import base64
from uuid import uuid4

import psycopg
import pytest

from client.crypto.merkle import root_of
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.log_tree import bundle
from infrastructure.log_tree.bundle import NothingSealed
from infrastructure.log_tree.proof import inclusion, root_from
from infrastructure.log_tree.seals import seal_next
from infrastructure.vault.log_key import LogKey
from tests.support.notes import write


async def test_each_event_is_proved_in_each_size_and_nothing_else_is(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    page, proved = uuid4(), 0
    with pytest.raises(NothingSealed):
        inclusion(projector, 0, 1)
    for size in range(1, 20):
        await write(store, page, f"{size}")
        seal_next(projector, 0, signer, size)
        leaves = [
            leaf
            for (leaf,) in projector.execute("select leaf_hash from es.event order by position").fetchall()
        ]
        for position in range(1, size + 1):
            proof = inclusion(projector, 0, position)
            assert proof is not None
            assert (proof.place, proof.size, proof.leaf) == (position - 1, size, leaves[position - 1])
            assert proof.holds
            assert root_from(proof.leaf, proof.place, size, proof.path) == root_of(leaves)
            proved += 1
            for wrong in (
                proof._replace(leaf=b"\0" * 32),
                proof._replace(path=(*proof.path, b"\0" * 32)),
                *([proof._replace(path=proof.path[:-1])] if proof.path else []),
                *([proof._replace(place=proof.place ^ 1)] if proof.place ^ 1 < size and size > 1 else []),
            ):
                assert not wrong.holds, wrong
    assert proved == 190
    assert inclusion(projector, 0, 20) is None
    assert inclusion(projector, 0, 0) is None


async def test_it_is_written_in_the_common_form(
    store: PostgresEventStore, projector: psycopg.Connection, signer: LogKey
) -> None:
    await write(store, uuid4(), *"abcde")
    seal_next(projector, 0, signer, 1)
    proof = inclusion(projector, 0, 3)
    assert proof is not None
    head, _, note = proof.text().partition("\n\n")
    first, index, *hashes = head.split("\n")
    assert (first, index) == ("c2sp.org/tlog-proof@v1", "index 2")
    assert [base64.b64decode(one) for one in hashes] == list(proof.path)
    assert note == bundle.newest_note(projector, 0)
