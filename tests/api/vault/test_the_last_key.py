"""The last holder of a key of the account: their acts must not destroy what others can read by it."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from application.identity.refusals import NotLetIn
from application.processes.forget_person import AskToBeForgotten, Forget
from client.member import Member
from domain.ids import UserId
from infrastructure.identity.people import StoredPeople
from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_leaving_and_handing_over import OWNER_BITS, made_owner, removal
from tests.api.vault.test_roles_and_keys import a_pair, change
from tests.support.door import PASSWORD


async def a_keyless_owner(household: Household, owner: Member) -> None:
    """A second owner who has set up no device, and so holds no key."""
    house = household.house
    ines = await house.person().arrived("Ines")
    await owner.invite(ines.email, owner.built_in("member"))
    await house.follow()
    await ines.data("POST", "/api/accounts/join", {"accountIds": [str(owner.account_id)]})
    await household.confirmed(owner)
    user_id = (await ines.session())["user"]["id"]
    change = {"userId": user_id, "roleId": str(owner.built_in("owner"))}
    changed = await owner.api.put("/users/role", change)
    assert changed["word"]["roleId"] == change["roleId"]
    await house.follow()


async def members(member: Member) -> int:
    return len(await member.api.get("/users"))


async def test_nobody_deletes_their_user_while_they_alone_hold_keys(household: Household) -> None:
    owner, guest = await a_pair(household)
    await a_keyless_owner(household, owner)
    deletion = {"password": PASSWORD}
    assert await refused(owner.api.post("/api/auth/delete-user", deletion)) == (400, "last_key_holder")
    assert await members(guest) == 3
    await made_owner(household, owner, guest)
    await owner.api.post("/api/auth/delete-user", deletion)
    await household.house.follow()
    assert await members(guest) == 2


async def test_an_owner_proves_who_it_is_before_keys_are_lost(household: Household) -> None:
    """A second owner and somebody who manages the keys remain: nothing else would be in the way."""
    owner, guest = await a_pair(household)
    await a_keyless_owner(household, owner)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": OWNER_BITS})
    household.house.clock.advance(minutes=10)
    path = f"/users/{owner.user_id}"
    body = await removal(owner, owner.user_id, "left")
    assert await refused(owner.api.delete(path, body)) == (400, "last_key_holder")
    accepted = {**body, "acceptDataLoss": True}
    assert await refused(owner.api.delete(path, accepted)) == (400, "step_up_required")
    assert await members(guest) == 3
    await household.confirmed(owner)
    await owner.api.delete(path, accepted)
    await household.house.follow()
    assert await members(guest) == 2


async def test_only_an_owner_accepts_that_keys_are_lost(household: Household) -> None:
    owner, guest = await a_pair(household)
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    await household.house.follow()
    await owner.roles.grant_missing()
    await owner.post("role.unassign", {"role": finance, "user": owner.user_id})
    await household.confirmed(guest)
    path = f"/users/{guest.user_id}"
    body = await removal(guest, guest.user_id, "left")
    assert await refused(guest.api.delete(path, body)) == (400, "last_key_holder")
    accepted = {**body, "acceptDataLoss": True}
    assert await refused(guest.api.delete(path, accepted)) == (400, "privilege_ceiling")
    assert await members(owner) == 2


async def test_a_role_is_not_changed_away_from_its_last_holder(household: Household) -> None:
    """The reason says what would be lost, before it asks for the role to be taken in the key log."""
    owner, guest = await a_pair(household)
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    member = owner.built_in("member")
    await owner.api.put("/users/role", change(guest, finance, member, finance))
    await household.house.follow()
    await owner.roles.grant_missing()
    await owner.post("role.unassign", {"role": finance, "user": owner.user_id})
    back = change(guest, member)
    assert await refused(owner.api.put("/users/role", back)) == (400, "last_key_holder")


def asks(member: Member) -> AskToBeForgotten:
    return AskToBeForgotten(user_id=UserId(member.user_id))


async def the_clock_forgets(household: Household) -> None:
    """What was asked and not carried out at once, because the server stopped in between."""
    house = household.house
    await house.follow()
    people = StoredPeople(house.base.reader)
    for user_id in await people.to_be_erased(house.clock.now):
        await house.run(Forget(user_id=user_id))
    await house.follow()


async def test_the_last_two_owners_cannot_both_ask_to_be_forgotten(household: Household) -> None:
    """The first is on the way out and counts no more, although the server has not carried it out yet."""
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    house = household.house
    await house.run(asks(owner))
    with pytest.raises(NotLetIn) as refusal:
        await house.run(asks(guest))
    assert refusal.value.why == "last_owner"
    await the_clock_forgets(household)
    assert [row["id"] for row in await guest.api.get("/users")] == [str(guest.user_id)]


async def test_two_owners_who_ask_at_the_same_moment_leave_one(household: Household) -> None:
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    house = household.house
    asked = await asyncio.gather(house.run(asks(owner)), house.run(asks(guest)), return_exceptions=True)
    (refusal,) = (answer for answer in asked if isinstance(answer, BaseException))
    assert isinstance(refusal, NotLetIn)
    await the_clock_forgets(household)
    stays = guest if isinstance(asked[1], BaseException) else owner
    assert [row["id"] for row in await stays.api.get("/users")] == [str(stays.user_id)]


async def test_the_last_two_holders_of_a_key_cannot_both_ask_to_be_forgotten(household: Household) -> None:
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    await a_keyless_owner(household, owner)
    house = household.house
    await house.run(asks(owner))
    with pytest.raises(NotLetIn) as refusal:
        await house.run(asks(guest))
    assert refusal.value.why == "last_key_holder"
    await the_clock_forgets(household)
    # Nor does leaving in the ordinary way count on the keys of somebody who is gone.
    body = await removal(guest, guest.user_id, "left")
    assert await refused(guest.api.delete(f"/users/{guest.user_id}", body)) == (400, "last_key_holder")


async def test_who_waits_for_an_account_to_close_is_no_owner_elsewhere(
    household: Household,
) -> None:
    """Otherwise the other owner leaves within the thirty days, and the clock is refused for ever."""
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    house = household.house
    further = await owner.api.post("/api/accounts", {"displayName": "Kestrel"})
    plan = {"planId": "family", "displayName": "Kestrel", "accountId": further["id"]}
    await owner.api.post("/api/account/subscribe", plan)
    owner.api.account_id = UUID(further["id"])
    await household.confirmed(owner)
    await owner.api.delete(f"/api/accounts/{further['id']}", {"confirm": "Kestrel"})
    await house.follow()
    due = (await house.run(asks(owner))).answer
    assert due > house.clock.now
    await house.follow()
    assert [row["id"] for row in await guest.api.get("/users")] == [str(guest.user_id)]
    body = await removal(guest, guest.user_id, "left")
    path = f"/users/{guest.user_id}"
    assert await refused(guest.api.delete(path, body)) == (400, "last_key_holder")
