"""A change of people or keys is decided anew when what it was checked against moved meanwhile."""

from __future__ import annotations

import secrets
from uuid import UUID

import pytest

from client.crypto.hashes import role_name_commitment
from client.crypto.statements import Field
from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_leaving_and_handing_over import made_owner
from tests.api.vault.test_roles_and_keys import a_pair, change
from tests.support.door import PASSWORD
from tests.support.moving import move_before


async def test_a_role_is_not_given_when_its_keys_are_taken_in_the_same_moment(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, guest = await a_pair(household)
    admin = owner.built_in("admin")
    await owner.assign(admin, guest.user_id)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 3})

    async def keys_are_taken() -> None:
        await owner.post("role.unassign", {"role": admin, "user": guest.user_id})

    seen = move_before(monkeypatch, "MemberRoleChanged", keys_are_taken)
    assert await refused(owner.api.put("/users/role", change(guest, admin))) == (400, "not_assigned")
    assert seen.outcomes == ["version_conflict"]


async def test_a_role_is_named_as_the_account_names_it_at_that_moment(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await household.owner()
    role, salt = owner.built_in("member"), secrets.token_bytes(16)
    name = next(one["name"] for one in await owner.api.get("/api/roles") if one["id"] == str(role))
    fields: dict[str, Field] = {
        "role": role,
        "nameCommitment": role_name_commitment(owner.account_id, role, salt, name),
        "capabilities": 0,
    }

    async def the_account_changes() -> None:
        await owner.api.post("/api/accounts/language", {"language": "de"})

    seen = move_before(monkeypatch, "KeyStatementAppended", the_account_changes)
    await owner.post("role.set", fields, salt)
    assert seen.outcomes == ["version_conflict", "appended"]


async def test_nobody_is_signed_in_who_changed_the_password_in_the_same_moment(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await household.house.person().arrived()
    elsewhere = household.house.browser()

    async def the_password_changes() -> None:
        body = {
            "currentPassword": PASSWORD,
            "newPassword": "violet-harbour-31-anvil",
            "revokeOtherSessions": True,
        }
        assert (await ann.post("/change-password", body)).status_code == 200

    seen = move_before(monkeypatch, "SessionStarted", the_password_changes)
    answer = await elsewhere.post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
    assert seen.outcomes[0] == "version_conflict"
    assert answer.status_code in (400, 401), answer.text
    assert await elsewhere.session() is None


async def test_whoever_became_the_only_owner_in_the_same_moment_is_not_forgotten(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two owners want to go at once; one of them has to stay."""
    house = household.house
    ann, bob = await house.person().arrived(name="Ann"), await house.person().arrived(name="Bob")
    await ann.subscribed()
    bob_id = await ann.admits(bob)
    assert (await ann.post("/confirm", {"password": PASSWORD})).status_code == 200
    await ann.data("PUT", "/users/role", {"userId": bob_id, "roleId": await ann.role("owner")})
    await house.follow()

    async def bob_leaves() -> None:
        assert (await bob.call("DELETE", f"/users/{bob_id}", {})).status_code == 204

    seen = move_before(monkeypatch, "UserErasureRequested", bob_leaves)
    answer = await ann.post("/delete-user", {"password": PASSWORD})
    assert seen.outcomes == ["version_conflict"]
    assert answer.status_code == 400, answer.text


async def test_whoever_became_the_only_holder_in_the_same_moment_is_not_forgotten(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account does not change with it: only the key log says who holds a role."""
    owner, guest = await a_pair(household)
    await made_owner(household, owner, guest)
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)

    async def the_other_gives_it_back() -> None:
        await owner.post("role.unassign", {"role": finance, "user": owner.user_id})

    seen = move_before(monkeypatch, "UserErasureRequested", the_other_gives_it_back)
    answer = await refused(guest.api.post("/api/auth/delete-user", {"password": PASSWORD}))
    assert answer == (400, "last_key_holder")
    assert seen.outcomes == ["version_conflict"]
