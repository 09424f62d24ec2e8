"""Roles that an account makes for itself, with real keys and real statements."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from client.api import Person as Caller
from client.api import Refused
from client.crypto import base64url
from client.crypto.box import new_salt
from client.crypto.hashes import role_name_commitment
from client.crypto.role_keys import new_role_secret
from client.crypto.statements import Field
from client.ledger import signed_of
from client.member import Member
from tests.support.house import House, an_open_house

READING = {"document": ["read"], "task": ["read"]}


@pytest.fixture(scope="module")
async def keyed_house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    key = str(folder / "log-key.pem")
    async with an_open_house(
        module_product_database_url, valkey_url, folder, COFFER_LOG_KEY_FILE=key
    ) as house:
        yield house


async def an_owner(house: House, plan: str = "family") -> Member:
    """Somebody with an account whose first keys are made."""
    person = await house.person().arrived()
    account = UUID((await person.subscribed(plan))["id"])
    api = Caller(person.http)
    api.account_id, api.position = account, person.position
    user = UUID((await person.session())["user"]["id"])
    owner = Member(api, account, user, clock=lambda: int(house.clock().timestamp() * 1000))
    await owner.found()
    return owner


async def a_role(
    owner: Member, name: str, *, signed_name: str | None = None, capabilities: int = 0, **change: Any
) -> dict[str, Any]:
    """The body that makes a role, whose first key this device holds."""
    await owner.ledger.sync()
    role, secret, salt = uuid4(), new_role_secret(), new_salt()
    facts = secret.facts(owner.account_id, role, 1)
    commitment = role_name_commitment(owner.account_id, role, salt, signed_name or name)
    entry = owner.writer.create_role(facts, commitment, capabilities, *owner.now)
    wrap = owner.roles.device_wrap(secret, facts, owner.device.public)
    body = {
        "id": str(role),
        "name": name,
        "permissions": READING,
        "rolePublicKeyB64u": base64url.encode(facts.public),
        "wraps": [wrap],
        "items": [{**signed_of(entry), "saltB64u": base64url.encode(salt)}],
    }
    return {**body, **change}


async def refusal(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        await call
    return refused.value.reason


async def listed(owner: Member, role_id: str) -> dict[str, Any] | None:
    roles = await owner.api.get("/api/roles")
    return next((role for role in roles if role["id"] == role_id), None)


async def test_a_role_is_made_with_its_first_key_renamed_by_statement_and_retired(keyed_house: House) -> None:
    owner = await an_owner(keyed_house)
    body = await a_role(owner, "Finance")
    made = await owner.api.post("/api/roles", body)
    assert (made["name"], made["word"]["permissions"], made["word"]["version"]) == ("Finance", READING, 1)
    shown = await listed(owner, made["id"])
    assert shown is not None
    assert shown["nameSaltB64u"] == body["items"][0]["saltB64u"]
    me = await owner.api.get(f"/users/{owner.user_id}")
    assert made["id"] in me["word"]["readsRoleIds"]

    path = f"/api/roles/{made['id']}"
    assert await refusal(owner.api.put(path, {"name": "Money", "version": 1})) == "signed"
    await owner.ledger.sync()
    salt = new_salt()
    commitment = role_name_commitment(owner.account_id, UUID(made["id"]), salt, "Money")
    fields: dict[str, Field] = {
        "role": UUID(made["id"]),
        "nameCommitment": commitment,
        "capabilities": 0,
    }
    entry = owner.writer.sign_key("role.set", fields, *owner.now)
    renaming = {"name": "Money", "version": 1, **signed_of(entry), "saltB64u": base64url.encode(salt)}
    assert await refusal(owner.api.put(path, {**renaming, "name": "Cash"})) == "name"
    renamed = await owner.api.put(path, renaming)
    assert (renamed["name"], renamed["word"]["version"]) == ("Money", 2)
    assert await refusal(owner.api.put(path, {"permissions": {}, "version": 1})) == "version_conflict"
    narrowed = await owner.api.put(path, {"permissions": {"task": ["read"]}, "version": 2})
    assert narrowed["word"]["permissions"] == {"task": ["read"]}

    await owner.api.delete(path)
    assert await listed(owner, made["id"]) is None
    assert await refusal(owner.api.delete(path)) == "role"


async def test_the_name_that_is_shown_is_the_one_that_was_signed(keyed_house: House) -> None:
    owner = await an_owner(keyed_house)
    body = await a_role(owner, "Finance", signed_name="Fun")
    assert await refusal(owner.api.post("/api/roles", body)) == "name"
    assert await listed(owner, body["id"]) is None


async def test_a_refused_role_leaves_neither_key_nor_statement(keyed_house: House) -> None:
    owner = await an_owner(keyed_house)
    before = owner.log.next_seq
    taken = await a_role(owner, "Owner")
    assert await refusal(owner.api.post("/api/roles", taken)) == "name"
    unwrapped = await a_role(owner, "Finance", wraps=[])
    assert await refusal(owner.api.post("/api/roles", unwrapped)) == "form"
    unknown = await a_role(owner, "Finance", permissions={"moon": ["fly"]})
    assert await refusal(owner.api.post("/api/roles", unknown)) == "permission"
    await owner.ledger.sync()
    assert owner.log.next_seq == before


async def test_a_plan_without_roles_of_ones_own_refuses_them(keyed_house: House) -> None:
    owner = await an_owner(keyed_house, "solo")
    body = await a_role(owner, "Finance")
    assert await refusal(owner.api.post("/api/roles", body)) == "not_allowed"


@pytest.mark.parametrize("key", ["owner", "member"])
async def test_built_in_roles_are_neither_changed_nor_retired(keyed_house: House, key: str) -> None:
    owner = await an_owner(keyed_house)
    path = f"/api/roles/{owner.built_in(key)}"
    assert await refusal(owner.api.put(path, {"description": "x", "version": 1})) == "system_role"
    assert await refusal(owner.api.delete(path)) == "system_role"
