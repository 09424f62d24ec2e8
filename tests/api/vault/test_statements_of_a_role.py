"""What is signed for a role is about that role: its key, its name and its holders are not another's."""

from __future__ import annotations

from copy import deepcopy
from uuid import UUID

from client.crypto import base64url
from client.crypto.box import new_salt
from client.crypto.hashes import role_name_commitment
from client.crypto.writing import DeviceWriter
from client.ledger import entry_of, signed_of
from client.member import Member
from tests.api.accounts.test_custom_roles import a_role
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_roles_and_keys import a_pair


async def own_roles(member: Member) -> list[str]:
    return [role["name"] for role in await member.api.get("/api/roles") if not role["word"]["system"]]


async def next_seq(member: Member) -> int:
    await member.ledger.sync()
    return member.log.next_seq


async def test_a_role_is_made_under_the_key_that_was_signed(household: Household) -> None:
    owner = await household.owner()
    before = await next_seq(owner)
    finance, legal = await a_role(owner, "Finance"), await a_role(owner, "Legal")
    for member in ("id", "rolePublicKeyB64u"):
        body = {**finance, member: legal[member]}
        assert await refused(owner.api.post("/api/roles", body)) == (400, "statement_invalid"), member
    assert (await own_roles(owner), await next_seq(owner)) == ([], before)
    await owner.api.post("/api/roles", finance)
    assert await own_roles(owner) == ["Finance"]


async def test_no_holder_of_another_role_comes_with_a_new_one(household: Household) -> None:
    owner, guest = await a_pair(household)
    body = await a_role(owner, "Finance")
    after = deepcopy(owner.log)
    assert after.append(entry_of(body["items"][0]))
    writer = DeviceWriter(owner.device, after)
    before = await next_seq(owner)
    # With its own role it comes as far as the wrap for the device of the new holder, which is not here.
    reasons = {owner.built_in("admin"): "statement_invalid", UUID(body["id"]): "wraps_incomplete"}
    for role, reason in reasons.items():
        fields = {"role": role, "user": guest.user_id}
        assigned = signed_of(writer.sign_key("role.assign", fields, *owner.now))
        making = owner.api.post("/api/roles", {**body, "items": [*body["items"], assigned]})
        assert await refused(making) == (400, reason)
        assert (await own_roles(owner), await next_seq(owner)) == ([], before)


async def test_the_name_of_one_role_is_not_signed_for_another(household: Household) -> None:
    owner = await household.owner()
    finance = await owner.api.post("/api/roles", await a_role(owner, "Finance"))
    legal = await owner.api.post("/api/roles", await a_role(owner, "Legal"))
    before, salt = await next_seq(owner), new_salt()
    # The commitment is of the role that is renamed, so that only the role named beside it is wrong.
    commitment = role_name_commitment(owner.account_id, UUID(finance["id"]), salt, "Money")
    fields = {"role": UUID(legal["id"]), "nameCommitment": commitment, "capabilities": 0}
    entry = owner.writer.sign_key("role.set", fields, *owner.now)
    body = {"name": "Money", "version": 1, **signed_of(entry), "saltB64u": base64url.encode(salt)}
    renaming = owner.api.put(f"/api/roles/{finance['id']}", body)
    assert await refused(renaming) == (400, "statement_invalid")
    assert sorted(await own_roles(owner)) == ["Finance", "Legal"]
    assert await next_seq(owner) == before
