"""Whoever leaves signs it, an account is never without an owner, and ownership can be handed over."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from client.ledger import signed_of
from client.member import Member
from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_roles_and_keys import a_pair, change, details

OWNER_BITS, ADMIN_BITS = 7, 3


async def removal(author: Member, user: UUID, reason: str) -> dict[str, Any]:
    """A `user.remove`, signed now."""
    await author.ledger.sync()
    return signed_of(author.writer.sign_key("user.remove", {"user": user, "reason": reason}, *author.now))


async def roles_of(member: Member) -> list[str]:
    words = {str(member.built_in(key)): key for key in ("owner", "admin", "member")}
    return sorted(words[row["word"]["roleId"]] for row in await member.api.get("/users"))


async def made_owner(household: Household, owner: Member, guest: Member) -> None:
    """Step one of a hand-over: the other one becomes an owner, too, and is given the keys."""
    await household.confirmed(owner)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": OWNER_BITS})
    for key in ("owner", "admin"):
        await owner.assign(owner.built_in(key), guest.user_id)
    await owner.api.put("/users/role", change(guest, owner.built_in("owner")))
    await household.house.follow()
    assert await owner.roles.grant_missing() == 2
    await household.house.follow()
    await guest.ledger.sync()


async def test_who_leaves_signs_it_and_those_who_stay_renew_the_keys(household: Household) -> None:
    owner, guest = await a_pair(household)
    await guest.leave()
    session = (await guest.api.http.get("/api/auth/get-session")).json()
    assert (session["session"]["accountId"], session["account"]) == (None, None)
    await household.house.follow()
    await owner.ledger.sync()
    assert not owner.log.known.active_devices(guest.user_id)
    assert owner.log.known.roles[owner.built_in("member")].roll_due
    await owner.roll_what_is_due()
    await household.house.follow()
    assert [member["id"] for member in await owner.api.get("/users")] == [str(owner.user_id)]
    assert (await refused(guest.api.get("/users")))[0] in (400, 403, 404)


async def test_nobody_with_a_device_leaves_without_a_statement_of_his_own(household: Household) -> None:
    owner, guest = await a_pair(household)
    path = f"/users/{guest.user_id}"
    assert await refused(guest.api.delete(path)) == (400, "signed")
    by_another = await removal(owner, guest.user_id, "left")
    assert (await refused(guest.api.delete(path, by_another)))[0] in (400, 403)
    about_another = await removal(guest, owner.user_id, "left")
    assert (await refused(guest.api.delete(path, about_another)))[0] in (400, 403)
    assert len(await owner.api.get("/users")) == 2


@pytest.mark.parametrize(("by_oneself", "reason"), [(True, "removed"), (False, "left"), (False, "lost-keys")])
async def test_the_signed_reason_says_who_ended_the_membership(
    household: Household, by_oneself: bool, reason: str
) -> None:
    owner, guest = await a_pair(household)
    await household.confirmed(owner)
    author = guest if by_oneself else owner
    body = await removal(author, guest.user_id, reason)
    assert await refused(author.api.delete(f"/users/{guest.user_id}", body)) == (400, "statement_invalid")
    assert len(await owner.api.get("/users")) == 2


async def test_the_last_owner_cannot_leave(household: Household) -> None:
    owner, guest = await a_pair(household)
    path = f"/users/{owner.user_id}"
    alone = await details(owner.api.delete(path, await removal(owner, owner.user_id, "left")))
    assert alone["reason"] == "last_key_holder"
    assert await refused(guest.api.delete(path, {})) == (403, "not_allowed")
    await owner.assign(owner.built_in("admin"), guest.user_id)
    await household.confirmed(owner)
    body = {**await removal(owner, owner.user_id, "left"), "acceptDataLoss": True}
    assert await refused(owner.api.delete(path, body)) == (403, "no_authority")
    assert await roles_of(owner) == ["member", "owner"]


async def test_an_account_is_handed_over_and_its_former_owner_goes(household: Household) -> None:
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    roles = [owner.built_in(key) for key in ("owner", "admin", "member")]
    for role in roles:
        assert await guest.roles.secret(role) == await owner.roles.secret(role)

    # The former owner steps down: the log first, then the account.
    step_down = change(owner, owner.built_in("member"))
    kept = await details(owner.api.put("/users/role", step_down))
    assert kept["reason"] == "still_assigned"
    assert set(kept["roleIds"]) == {str(role) for role in roles[:2]}
    for role in roles[:2]:
        await owner.post("role.unassign", {"role": role, "user": owner.user_id})
    lacking = await details(owner.api.put("/users/role", step_down))
    assert (lacking["reason"], lacking["capabilities"]) == ("capabilities", 0)
    await owner.post("capability.set", {"user": owner.user_id, "capabilities": 0})
    changed = await owner.api.put("/users/role", step_down)
    assert changed["word"]["roleId"] == str(owner.built_in("member"))
    await household.house.follow()

    # The new one governs, and the former one does not any more.
    await guest.roll_what_is_due()
    for role in roles[:2]:
        newest = guest.log.known.roles[role]
        assert (newest.generation, newest.roll_due, newest.assigned) == (2, False, {guest.user_id})
    account = f"/api/accounts/{owner.account_id}"
    assert (await refused(owner.api.delete(account, {"confirm": "Hawthorne"})))[0] == 403
    assert (await refused(owner.api.put("/users/role", change(guest, roles[2]))))[0] == 403
    await owner.leave()
    await household.confirmed(guest)
    assert "dueAt" in await guest.api.delete(account, {"confirm": "Hawthorne"})


async def test_one_of_two_owners_leaves_and_the_other_cannot(household: Household) -> None:
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    await owner.leave()
    await household.house.follow()
    await guest.roll_what_is_due()
    body = {**await removal(guest, guest.user_id, "left"), "acceptDataLoss": True}
    await household.confirmed(guest)
    assert await refused(guest.api.delete(f"/users/{guest.user_id}", body)) == (403, "no_authority")


async def test_an_owner_without_a_device_is_the_last_owner_all_the_same(household: Household) -> None:
    """The key log knows nothing of this one yet, so the account itself has to say it."""
    house = household.house
    ann = await house.person().arrived(name="Ann")
    account = (await ann.subscribed())["id"]
    me = (await ann.session())["user"]["id"]
    assert (await ann.refusal("DELETE", f"/users/{me}", {}))[2] == "last_owner"
    assert (await ann.data("GET", f"/api/accounts/{account}"))["users"][0]["role"] == "owner"


async def test_a_new_owner_reads_for_the_accounts_own_roles_too(household: Household) -> None:
    owner, guest = await a_pair(household)
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await household.confirmed(owner)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": OWNER_BITS})
    for key in ("owner", "admin"):
        await owner.assign(owner.built_in(key), guest.user_id)
    body = change(guest, owner.built_in("owner"))
    missing = await details(owner.api.put("/users/role", body))
    assert (missing["reason"], missing["roleIds"]) == ("not_assigned", [str(finance)])
    await owner.ledger.sync()
    await owner.roles.secret(owner.built_in("owner"))
    await owner.assign(finance, guest.user_id)
    assert str(finance) in (await owner.api.put("/users/role", body))["word"]["readsRoleIds"]


async def test_only_an_owner_gives_and_takes_ownership(household: Household) -> None:
    owner, guest = await a_pair(household)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": ADMIN_BITS})
    await owner.assign(owner.built_in("admin"), guest.user_id)
    await owner.api.put("/users/role", change(guest, owner.built_in("admin")))
    await household.confirmed(guest)
    for body in (change(guest, owner.built_in("owner")), change(owner, owner.built_in("member"))):
        refusal = await refused(guest.api.put("/users/role", body))
        assert refusal in ((400, "privilege_ceiling"), (400, "last_owner")), refusal
    removing = await removal(guest, owner.user_id, "removed")
    assert (await refused(guest.api.delete(f"/users/{owner.user_id}", removing)))[0] in (400, 403)
    assert await roles_of(owner) == ["admin", "owner"]


async def test_a_hand_over_asks_who_it_is(household: Household) -> None:
    owner, guest = await a_pair(household)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": OWNER_BITS})
    for key in ("owner", "admin"):
        await owner.assign(owner.built_in(key), guest.user_id)
    body = change(guest, owner.built_in("owner"))
    assert await refused(owner.api.put("/users/role", body)) == (400, "step_up_required")
    assert await refused(owner.api.delete(f"/users/{guest.user_id}", {})) == (400, "step_up_required")


async def test_an_account_that_is_closing_is_reopened_by_an_owner_only(household: Household) -> None:
    owner, guest = await a_pair(household)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": ADMIN_BITS})
    await owner.assign(owner.built_in("admin"), guest.user_id)
    await owner.api.put("/users/role", change(guest, owner.built_in("admin")))
    await household.confirmed(owner)
    account = f"/api/accounts/{owner.account_id}"
    await owner.api.delete(account, {"confirm": "Hawthorne"})
    await household.house.follow()
    version = (await guest.api.get(account))["version"]
    reopening = {"state": "active", "version": version}
    assert (await refused(guest.api.put(account, reopening))) == (400, "privilege_ceiling")
    assert (await owner.api.put(account, reopening))["state"] == "trialing"


async def test_nothing_is_missing_in_an_account_where_nobody_may_add_it(household: Household) -> None:
    """Every page of a closed account asks for this list, and only its writes are refused."""
    owner, guest = await a_pair(household)
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    await household.house.follow()
    assert [wrap["roleId"] for wrap in await owner.api.get("/roles/missing-wraps")] == [str(finance)]
    await household.confirmed(owner)
    await owner.api.delete(f"/api/accounts/{owner.account_id}", {"confirm": "Hawthorne"})
    await household.house.follow()
    assert await owner.api.get("/roles/missing-wraps") == []
    assert await guest.api.get("/roles/missing-wraps") == []
