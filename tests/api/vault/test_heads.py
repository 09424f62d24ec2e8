"""Account heads: signed by the process that holds the log's key, after every write, once, and never here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID

import pytest

from client.crypto import base64url
from client.crypto.heads import verify_head
from client.ledger import signed_of
from client.member import Member
from tests.api.vault.conftest import Household, refused
from tests.support.house import NO_KEY, an_open_house

HEAD = "/api/auth/keys/head"
# crypto.md section 7 wants a head within 10 s, of a machine that does little else.
PATIENCE_SECONDS = 60.0


async def sizes(household: Household, account_id: UUID) -> list[int]:
    """The sizes of the heads that were signed for an account, in their order."""
    notes = await household.house.rows(
        "select convert_from(state, 'utf8')::json->>'note' from es.event "
        "where type = 'account_head.signed' and account_id = %s order by position",
        (account_id,),
    )
    return [int(note.split("\n")[1]) for (note,) in notes]


async def signed(household: Household, account_id: UUID, size: int) -> list[int]:
    """Wait for a head of this size."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            found = await sizes(household, account_id)
            if size in found:
                return found
            await asyncio.sleep(0.02)


async def written(owner: Member) -> int:
    """Add a key statement; the size of the tree with it."""
    await owner.ledger.sync()
    size = owner.ledger.view.size
    version = owner.log.known.policy.version + 1
    policy = {"lowestSuite": 1, "requireVerified": 1, "requireAuthenticators": 0, "allowCache": 1}
    entry = owner.writer.sign_key(
        "account.policy", {**policy, "version": version, "allowPersonal": 1, "letInByItself": 1}, *owner.now
    )
    await owner.api.post("/api/auth/keys/log", {"items": [signed_of(entry)]})
    return size + 1


async def test_a_head_follows_a_write_that_nobody_asks_about(household: Household) -> None:
    owner = await household.owner()
    size = await written(owner)
    assert (await signed(household, owner.account_id, size))[-1] == size


async def test_whoever_has_just_written_gets_a_head_over_it(household: Household) -> None:
    owner = await household.owner()
    for _ in range(3):
        size = await written(owner)
        answer = await owner.api.get(HEAD)
        key = base64url.decode(answer["logKeyB64u"])
        assert verify_head(answer["note"], account=owner.account_id, log_public_key=key).size == size


async def test_of_several_that_sign_one_does(household: Household) -> None:
    async with household.house.sealer(), household.house.sealer():
        owner = await household.owner()
        for _ in range(5):
            size = await written(owner)
            await asyncio.gather(*(owner.api.get(HEAD) for _ in range(4)))
            found = await signed(household, owner.account_id, size)
            assert len(found) == len(set(found))
        household.house.clock.advance(hours=2)
        await asyncio.gather(*(owner.api.get(HEAD) for _ in range(4)))
        await owner.api.get(HEAD)
        assert (await sizes(household, owner.account_id))[len(found) :] == [size]


async def test_a_quiet_account_gets_a_new_head_when_somebody_looks(household: Household) -> None:
    owner = await household.owner()
    await signed(household, owner.account_id, owner.ledger.view.size)
    before = await sizes(household, owner.account_id)
    household.house.clock.advance(minutes=59)
    await owner.api.get(HEAD)
    assert await sizes(household, owner.account_id) == before
    household.house.clock.advance(minutes=2)
    await owner.api.get(HEAD)
    assert await sizes(household, owner.account_id) == [*before, before[-1]]


@pytest.fixture
async def unsigned(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[Household]:
    """A house in which nobody signs until a test says so."""
    async with an_open_house(product_database_url, valkey_url, tmp_path, seals=False) as house:
        yield Household(house)


async def test_what_was_written_before_a_restart_is_signed_after_it(unsigned: Household) -> None:
    async with unsigned.house.sealer():
        owner = await unsigned.owner()
        size = await written(owner)
        await owner.api.get(HEAD)
    later = await written(owner)
    # An older head is better than none: the client sees by itself that it is.
    assert (await owner.api.get(HEAD))["note"].split("\n")[1] == str(size)
    assert await refused(owner.api.get(HEAD, **{"from": later})) == (503, "head_pending")
    assert (await sizes(unsigned, owner.account_id))[-1] == size
    async with unsigned.house.sealer():
        assert (await signed(unsigned, owner.account_id, later))[-1] == later


async def test_a_log_that_was_signed_is_never_signed_by_another_key(
    unsigned: Household, tmp_path: Path
) -> None:
    async with unsigned.house.sealer():
        owner = await unsigned.owner()
        await signed(unsigned, owner.account_id, owner.ledger.view.size)
    before = await sizes(unsigned, owner.account_id)
    key = (await owner.api.get(HEAD))["logKeyB64u"]
    async with unsigned.house.sealer(log_key_file=tmp_path / "another-key.pem"):
        await written(owner)
        assert (await owner.api.get(HEAD))["logKeyB64u"] == key
    assert await sizes(unsigned, owner.account_id) == before


async def test_the_api_starts_and_serves_without_the_key(household: Household) -> None:
    assert not NO_KEY.exists()
    with pytest.raises(OSError, match="Not a directory"):
        NO_KEY.parent.joinpath("made").touch()
    owner = await household.owner()
    assert (await owner.api.get(HEAD))["note"].startswith(household.house.settings.log_name)
