"""A key made anew, the first key of a role, people moved into the owner role: who may, and who is there."""

from __future__ import annotations

from uuid import UUID

from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_ceilings import an_admin
from tests.api.vault.test_roles_and_keys import a_pair, change


async def test_only_an_owner_makes_the_first_key_of_a_role(household: Household) -> None:
    owner, admin = await an_admin(household)
    making = admin.roles.create(admin.built_in("auditor"), "Auditor")
    assert await refused(making) == (403, "no_authority")
    await owner.ledger.sync()
    assert owner.built_in("auditor") not in owner.log.known.roles


async def test_a_role_whose_key_is_made_anew_asks_who_is_there(household: Household) -> None:
    owner = await household.owner()
    member = owner.built_in("member")
    assert await refused(owner.roles.create(member, "Member")) == (400, "step_up_required")
    await owner.ledger.sync()
    assert owner.log.known.roles[member].generation == 1


async def test_moving_people_into_the_owner_role_asks_who_is_there(household: Household) -> None:
    owner, guest = await a_pair(household)
    member = owner.built_in("member")
    finance = UUID((await owner.api.post("/api/roles", await a_role(owner, "Finance")))["id"])
    await owner.assign(finance, guest.user_id)
    await owner.post("role.unassign", {"role": member, "user": guest.user_id})
    await owner.api.put("/users/role", change(guest, finance))
    moving = owner.api.delete(f"/api/roles/{finance}", moveTo=owner.built_in("owner"))
    assert await refused(moving) == (400, "step_up_required")
