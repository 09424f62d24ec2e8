"""What proves entries of the audit log: each hash leads to the signed root, and no other event is told."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from client.crypto import base64url
from client.crypto.merkle import consistent, included
from client.verify_log import checkpoint_of, header_of
from infrastructure.log_tree.seals import seal_next
from infrastructure.vault.log_key import LogKey
from tests.support.house import House, Person, an_open_house

PROOF = "/api/audit/proof"


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    async with an_open_house(product_database_url, valkey_url, tmp_path) as house:
        yield house


@pytest.fixture
async def owner(house: House) -> Person:
    owner = await house.person().arrived("Ann")
    await owner.subscribed()
    await house.follow()
    return owner


def seal(house: House, now: int) -> int:
    settings = house.settings
    with psycopg.connect(settings.projector_database_url, autocommit=True) as projector:
        return seal_next(projector, 0, LogKey(settings.log_key_file, settings.log_name), now)


async def entries(person: Person) -> list[dict[str, Any]]:
    return await person.data("GET", "/api/auth/audit-logs/account?limit=200")


async def proofs(person: Person, positions: list[int], **more: int) -> dict[str, Any]:
    asked = "&".join([*(f"positions={one}" for one in positions), *(f"{k}={v}" for k, v in more.items())])
    return await person.data("GET", f"{PROOF}?{asked}")


async def test_every_entry_is_proved_under_the_signed_checkpoint(house: House, owner: Person) -> None:
    seal(house, 1)
    log = await entries(owner)
    found = await proofs(owner, [one["position"] for one in log])
    key = base64url.decode(found["logKeyB64u"])
    checkpoint = checkpoint_of(found["note"], house.settings.log_name, key, 0)
    by_position = {one["position"]: one for one in found["proofs"]}
    assert set(by_position) == {one["position"] for one in log}
    own = 0
    for entry in log:
        proof = by_position[entry["position"]]
        leaf = base64url.decode(proof["leafB64u"])
        path = [base64url.decode(one) for one in proof["path"]]
        assert proof["leafB64u"] == entry["leafHashB64u"]
        assert included(leaf, entry["position"] - 1, checkpoint.size, path, checkpoint.root)
        if proof["headerB64u"] is not None:
            header, state = (base64url.decode(proof[name]) for name in ("headerB64u", "stateB64u"))
            assert hashlib.sha256(b"\x00" + header + state).digest() == leaf
            assert header_of(header).account.hex() == entry["accountId"].replace("-", "")
            own += 1
    assert own > 1


async def test_a_checkpoint_goes_on_from_the_one_that_was_seen(house: House, owner: Person) -> None:
    seal(house, 1)
    first = await proofs(owner, [])
    for name in ("Ben", "Cem", "Dan"):
        await owner.invites(await house.person().arrived(name))
    seal(house, 2)
    key = base64url.decode(first["logKeyB64u"])
    seen = checkpoint_of(first["note"], house.settings.log_name, key, 0)
    then = await proofs(owner, [], **{"from": seen.size})
    now = checkpoint_of(then["note"], house.settings.log_name, key, 0)
    proof = [base64url.decode(one) for one in then["consistency"]]
    assert now.size > seen.size
    assert consistent(seen.size, seen.root, now.size, now.root, proof)
    for other in ({}, {"from": now.size}, {"from": now.size + 5}):
        assert (await proofs(owner, [], **other))["consistency"] == []


async def test_nothing_is_proved_of_what_the_log_of_the_account_does_not_have(
    house: House, owner: Person
) -> None:
    """Not of another account, not of what is not sealed yet, and of a person's event its hash alone."""
    seal(house, 1)
    other = await house.person().arrived("Ben")
    await other.subscribed()
    await house.follow()
    late = [one["position"] for one in await entries(other)]
    assert (await proofs(other, late))["proofs"] == []
    seal(house, 2)
    mine = [one["position"] for one in await entries(owner)]
    theirs = [one["position"] for one in await entries(other)]
    everything = list(range(1, max(*mine, *theirs) + 3))
    found = (await proofs(owner, everything))["proofs"]
    assert [one["position"] for one in found] == sorted(mine)
    assert not set(mine) & set(theirs)
    rows = await house.rows("select position from es.event where account_id is null", ())
    persons = {position for (position,) in rows}
    withheld = {one["position"] for one in found if one["headerB64u"] is None}
    assert withheld == persons & set(mine)
    assert withheld
    assert all((one["headerB64u"] is None) == (one["stateB64u"] is None) for one in found)


async def test_who_may_not_read_the_log_gets_no_proof_of_it(house: House, owner: Person) -> None:
    assert await owner.refusal("GET", PROOF) == (404, "not_found", "not_signed")
    seal(house, 1)
    guest = await house.person().arrived("Ben")
    await owner.admits(guest, "member")
    assert (await guest.refusal("GET", PROOF))[:2] == (403, "permission_denied")
    assert (await owner.refusal("GET", f"{PROOF}?{'&'.join(['positions=1'] * 201)}"))[0] == 400
    for odd in (0, -1, 2**53, 2**70):
        assert (await proofs(owner, [odd]))["proofs"] == []
