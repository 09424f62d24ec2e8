"""A person refuses a further device of theirs that waits (flow 16)."""

from __future__ import annotations

from client.member import Member
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_roles_and_keys import a_pair

ATTACH = "/api/auth/device/attach"
PENDING = "/api/auth/device/pending"


async def waits(household: Household, member: Member) -> Member:
    """A further device of the same person that asks to be let in."""
    second = await household.second(member)
    await second.ledger.sync()
    await second.api.post(ATTACH, second.attach_body(second.card()))
    await household.house.follow()
    return second


async def test_it_waits_no_more_and_is_not_let_in(household: Household) -> None:
    owner = await household.owner()
    second = await waits(household, owner)
    assert [one["deviceId"] for one in await owner.api.get(PENDING)] == [str(second.device.id)]
    assert await owner.api.delete(PENDING, deviceId=str(second.device.id)) == {"success": True}
    await household.house.follow()
    assert await owner.api.get(PENDING) == []
    again = await refused(second.api.post(ATTACH, second.attach_body(second.card())))
    assert again[1] == "device_revoked"


async def test_nobody_refuses_the_device_of_another_person(household: Household) -> None:
    owner, guest = await a_pair(household)
    second = await waits(household, guest)
    assert (await refused(owner.api.delete(PENDING, deviceId=str(second.device.id))))[0] == 404
    assert len(await guest.api.get(PENDING)) == 1


async def test_a_device_in_the_key_record_ends_by_a_statement_only(household: Household) -> None:
    owner = await household.owner()
    assert (await refused(owner.api.delete(PENDING, deviceId=str(owner.device.id))))[0] == 404
    await household.house.follow()
    states = "select state from read.devices where id = %s"
    assert await household.house.rows(states, (owner.device.id,)) == [("active",)]
