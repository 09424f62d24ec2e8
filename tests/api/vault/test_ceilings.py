"""No one can grant a permission that they lack, and unassigning a role marks its key as due for renewal."""

from __future__ import annotations

from uuid import UUID

import pytest

from client.member import Member
from tests.api.accounts.test_custom_roles import READING, a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_roles_and_keys import a_pair, change

CEILING = (400, "privilege_ceiling")
# What an owner may and an admin may not.
BEYOND = {"billing": ["manage"]}


async def an_admin(household: Household) -> tuple[Member, Member]:
    """An owner, and an admin with the keys and capabilities of one."""
    owner, admin = await a_pair(household)
    await owner.assign(owner.built_in("admin"), admin.user_id)
    await owner.post("capability.set", {"user": admin.user_id, "capabilities": 3})
    await owner.api.put("/users/role", change(admin, owner.built_in("admin")))
    await household.house.follow()
    await owner.roles.grant_missing()
    await household.house.follow()
    await admin.ledger.sync()
    return owner, admin


async def test_no_role_is_made_with_more_than_its_maker_may(household: Household) -> None:
    owner, admin = await an_admin(household)
    before = {role["id"] for role in await owner.api.get("/api/roles")}
    body = await a_role(admin, "Cashier", permissions={**READING, **BEYOND})
    assert await refused(admin.api.post("/api/roles", body)) == CEILING
    assert {role["id"] for role in await owner.api.get("/api/roles")} == before


async def test_no_role_is_widened_beyond_what_one_may_and_none_beyond_it_is_touched(
    household: Household,
) -> None:
    owner, admin = await an_admin(household)
    plain = (await owner.api.post("/api/roles", await a_role(owner, "Clerk")))["id"]
    above = await a_role(owner, "Cashier", permissions={**READING, **BEYOND})
    above = (await owner.api.post("/api/roles", above))["id"]
    widened = {"permissions": {**READING, **BEYOND}, "version": 1}
    assert await refused(admin.api.put(f"/api/roles/{plain}", widened)) == CEILING
    narrowed = {"permissions": READING, "version": 1}
    assert await refused(admin.api.put(f"/api/roles/{above}", narrowed)) == CEILING
    assert await refused(admin.api.delete(f"/api/roles/{above}")) == CEILING
    assert await refused(admin.api.delete(f"/api/roles/{plain}", moveTo=above)) == CEILING
    assert await refused(admin.api.delete(f"/api/roles/{plain}", moveTo=owner.built_in("owner"))) == CEILING
    roles = {role["id"]: role["word"]["permissions"] for role in await owner.api.get("/api/roles")}
    assert (roles[plain], roles[above]) == (READING, {**BEYOND, **READING})


async def test_no_role_beyond_ones_own_is_given_to_a_member_or_a_guest(household: Household) -> None:
    owner, admin = await an_admin(household)
    above = await a_role(owner, "Cashier", permissions={**READING, **BEYOND})
    above = UUID((await owner.api.post("/api/roles", above))["id"])
    guest = await household.guest(owner)
    for role in (above, owner.built_in("owner")):
        assert await refused(admin.api.put("/users/role", change(guest, role))) == CEILING
        for path in ("/api/invitations", "/api/auth/invite"):
            body = {"email": "new@example.com", "roleId": str(role)}
            assert await refused(admin.api.post(path, body)) == CEILING
    shown = await owner.api.get(f"/users/{guest.user_id}")
    assert shown["word"]["roleId"] == str(owner.built_in("member"))
    pending = [one for one in await owner.api.get("/api/invitations") if one["word"]["state"] == "pending"]
    assert pending == []


@pytest.mark.parametrize("way", ["role.unassign", "device.revoke"])
async def test_a_role_that_was_taken_away_shows_that_its_key_is_to_be_renewed(
    household: Household, way: str
) -> None:
    owner, guest = await a_pair(household)
    member = owner.built_in("member")

    async def due() -> set[str]:
        await owner.ledger.sync()
        return {role for role, known in owner.log.known.roles.items() if known.roll_due}

    assert await due() == set()
    if way == "role.unassign":
        await owner.post(way, {"role": member, "user": guest.user_id})
    else:
        await owner.post(way, {"user": guest.user_id, "device": guest.device.id, "reason": "compromised"})
    assert await due() == {member}
    await owner.roll_what_is_due()
    assert await due() == set()


async def test_an_invitation_is_signed_unless_its_role_holds_no_keys(household: Household) -> None:
    """Also where only the mail is used: e-mail and role are the signed ones."""
    owner = await household.owner()
    for path in ("/api/invitations", "/api/auth/invite"):
        body = {"email": "ines@example.com", "roleId": str(owner.built_in("member"))}
        assert await refused(owner.api.post(path, body)) == (400, "pairing")
    assert [one for one in await owner.api.get("/api/invitations") if one["word"]["state"] == "pending"] == []
    body = {"email": "ines@example.com", "roleId": str(owner.built_in("auditor"))}
    assert (await owner.api.post("/api/invitations", body))["word"]["state"] == "pending"
