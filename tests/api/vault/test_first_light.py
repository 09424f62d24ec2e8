"""From the first device to a colleague who reads: flows 4, 5, 7, 8, 9, 16 and 17 with real keys."""

from __future__ import annotations

from client.crypto.pairing import Pairing, new_pairing_secret
from tests.api.vault.conftest import Household


async def test_the_first_device_opens_the_log_and_makes_the_first_role_keys(household: Household) -> None:
    owner = await household.owner()
    known = owner.log.known
    assert known.capabilities(owner.user_id) == 7
    assert known.policy.version == 1
    for key in ("owner", "admin", "member"):
        assert known.roles[owner.built_in(key)].generation == 1
        assert known.holds(owner.user_id, owner.built_in(key))
    # genesis, policy, three roles with a grant each, the default audience
    assert owner.ledger.head is not None
    assert owner.ledger.head.size == 9
    assert owner.log.refused == []


async def test_a_colleague_comes_by_a_link_and_reads(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    assert not guest.log.known.is_active(guest.user_id, guest.device.id)
    await household.house.follow()
    assert await owner.let_in_invited() == [guest.user_id]
    await household.house.follow()
    await guest.ledger.sync()
    role = guest.built_in("member")
    assert guest.log.known.holds(guest.user_id, role)
    assert guest.log.known.members[guest.user_id].verified
    assert await guest.roles.secret(role) == await owner.roles.secret(role)


async def test_a_further_device_of_the_same_person(household: Household) -> None:
    owner = await household.owner()
    second = await household.second(owner)
    pin = owner.ledger.pin
    assert pin is not None
    pairing = Pairing(second.device.id, owner.account_id, new_pairing_secret(), pin)
    await second.announce(pairing)
    await household.house.follow()
    await owner.take_in(pairing)
    await household.house.follow()
    assert await owner.roles.grant_missing() == 3
    await household.house.follow()
    await second.ledger.sync()
    role = second.built_in("owner")
    assert await second.roles.secret(role) == await owner.roles.secret(role)


async def test_who_is_removed_is_served_nothing_and_the_key_is_renewed(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    await guest.ledger.sync()
    role = guest.built_in("member")
    before = await guest.roles.secret(role)
    await household.confirmed(owner)
    await owner.remove(guest.user_id)
    known = owner.log.known.roles[role]
    assert (known.generation, known.roll_due) == (2, False)
    assert await owner.roles.secret(role) != before
    await household.house.follow()
    # A device that comes later walks back by the link to what was written before.
    later = await household.second(owner)
    later.device = owner.device
    await later.ledger.sync()
    assert await later.roles.secret(role, 1) == before
