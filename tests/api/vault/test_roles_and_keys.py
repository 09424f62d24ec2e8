"""A change of role and the key log agree: what the log must say before the account says it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from client.api import Refused
from client.member import Member
from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused


async def a_pair(household: Household) -> tuple[Member, Member]:
    """An owner, and a member who was let in."""
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    return owner, guest


def change(guest: Member, role: UUID, *reads: UUID) -> dict[str, Any]:
    more = {"readsRoleIds": [str(role) for role in reads]} if reads else {}
    return {"userId": str(guest.user_id), "roleId": str(role), **more}


async def details(call: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as refusal:
        await call
    return dict(refusal.value.details)


async def test_the_log_assigns_a_role_before_the_account_does(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin = owner.built_in("admin")
    body = change(guest, admin)
    facts = await household.house.facts("member.role_changed")
    missing = await details(owner.api.put("/users/role", body))
    assert (missing["reason"], missing["roleIds"]) == ("not_assigned", [str(admin)])
    await owner.assign(admin, guest.user_id)
    lacking = await details(owner.api.put("/users/role", body))
    assert (lacking["reason"], lacking["capabilities"]) == ("capabilities", 3)
    assert await household.house.facts("member.role_changed") == facts
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 3})
    changed = await owner.api.put("/users/role", body)
    word = changed["word"]
    assert (word["roleId"], str(admin) in word["readsRoleIds"]) == (str(admin), True)
    assert await household.house.facts("member.role_changed") == facts + 1


async def test_the_log_takes_a_role_before_the_account_does(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin, member = owner.built_in("admin"), owner.built_in("member")
    await owner.assign(admin, guest.user_id)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 3})
    await owner.api.put("/users/role", change(guest, admin))
    left = await details(owner.api.put("/users/role", change(guest, member)))
    assert (left["reason"], left["roleIds"]) == ("still_assigned", [str(admin)])
    await owner.post("role.unassign", {"role": admin, "user": guest.user_id})
    assert await refused(owner.api.put("/users/role", change(guest, member))) == (400, "capabilities")
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 0})
    changed = await owner.api.put("/users/role", change(guest, member))
    assert changed["word"]["roleId"] == str(member)


async def test_reading_for_a_further_role_is_assigned_first(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin, member = owner.built_in("admin"), owner.built_in("member")
    body = change(guest, member, admin)
    assert await refused(owner.api.put("/users/role", body)) == (400, "not_assigned")
    await owner.assign(admin, guest.user_id)
    assert str(admin) in (await owner.api.put("/users/role", body))["word"]["readsRoleIds"]


async def test_who_waits_for_a_vouch_is_assigned_by_it(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    changed = await owner.api.put("/users/role", change(guest, owner.built_in("admin")))
    assert changed["word"]["roleId"] == str(owner.built_in("admin"))


async def test_a_role_without_a_key_asks_nothing_of_the_log(household: Household) -> None:
    owner, guest = await a_pair(household)
    member, auditor = owner.built_in("member"), owner.built_in("auditor")
    assert await refused(owner.api.put("/users/role", change(guest, auditor))) == (400, "still_assigned")
    await owner.post("role.unassign", {"role": member, "user": guest.user_id})
    changed = await owner.api.put("/users/role", change(guest, auditor))
    assert changed["word"]["roleId"] == str(auditor)


async def test_a_role_is_retired_once_the_log_agrees_with_where_its_people_go(household: Household) -> None:
    owner, guest = await a_pair(household)
    member = owner.built_in("member")
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    await owner.post("role.unassign", {"role": member, "user": guest.user_id})
    await owner.api.put("/users/role", change(guest, finance))
    path = f"/api/roles/{finance}"
    assert await refused(owner.api.delete(path)) == (400, "role_in_use")
    moved = await household.house.facts("member.role_changed")
    missing = await details(owner.api.delete(path, moveTo=member))
    assert (missing["reason"], missing["roleIds"]) == ("not_assigned", [str(member)])
    await owner.assign(member, guest.user_id)
    left = await details(owner.api.delete(path, moveTo=member))
    assert (left["reason"], left["roleIds"]) == ("still_assigned", [str(finance)])
    assert await household.house.facts("member.role_changed") == moved
    await owner.post("role.unassign", {"role": finance, "user": guest.user_id})
    await owner.api.delete(path, moveTo=member)
    assert await household.house.facts("member.role_changed") == moved + 1
    shown = await owner.api.get(f"/users/{guest.user_id}")
    word = shown["word"]
    assert (word["roleId"], str(finance) in word["readsRoleIds"]) == (str(owner.built_in("member")), False)


async def test_who_only_reads_for_a_role_gives_its_keys_back_before_it_is_retired(
    household: Household,
) -> None:
    owner, guest = await a_pair(household)
    member = owner.built_in("member")
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    await owner.api.put("/users/role", change(guest, member, finance))
    path = f"/api/roles/{finance}"
    assert await refused(owner.api.delete(path)) == (400, "still_assigned")
    await owner.post("role.unassign", {"role": finance, "user": guest.user_id})
    await owner.api.delete(path)
    shown = await owner.api.get(f"/users/{guest.user_id}")
    assert str(finance) not in shown["word"]["readsRoleIds"]
