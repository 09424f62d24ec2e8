"""What is left of it when the platform looks in: the owners are told, and the history says who looked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.house import House, Person, an_open_house
from tests.support.platform import done, give_role, impersonates
from tests.support.responding import Respond, responding


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    async with an_open_house(module_product_database_url, valkey_url, folder) as house:
        yield house


@pytest.fixture(scope="module")
async def respond(house: House) -> AsyncIterator[Respond]:
    async with responding(house) as respond:
        yield respond


async def an_admin(house: House) -> Person:
    admin = await house.person().arrived("Ada")
    await give_role(house, admin.email)
    return admin


async def templates(house: House, person: Person) -> list[str]:
    return [letter.template for letter in await house.letters(person.email)]


async def log_of(who: Person, **asked: str) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return await who.data("GET", f"/api/auth/audit-logs/account?limit=50&{query}")


async def test_the_owners_of_the_account_are_told_and_see_who_looked(house: House, respond: Respond) -> None:
    owner, member, admin = (
        await house.person().arrived(),
        await house.person().arrived(),
        await an_admin(house),
    )
    account = await owner.subscribed()
    member_id = await owner.admits(member)
    await respond()
    before = await templates(house, owner), await templates(house, member)
    admin_id = (await admin.session())["user"]["id"]

    looking = (await impersonates(admin, member_id, "incident"))["session"]
    assert looking["accountId"] == account["id"]
    assert await respond() == 1
    assert await templates(house, owner) == [*before[0], "impersonated"]
    assert await templates(house, member) == before[1]
    (found,) = await owner.data("GET", "/api/auth/suspicious-activities?limit=50")
    assert (found["detector"], found["severity"], found["state"]) == ("D21", 2, "open")
    assert (found["summaryKey"], found["response"]) == ("impersonation", ["tellOwners"])

    (started,) = await log_of(owner, actions="impersonation.started")
    assert started["seq"] in found["evidence"]
    assert started["actor"] | {"name": ""} == {
        "type": "support", "id": member_id, "impersonatorId": admin_id, "name": "",
    }  # fmt: skip
    assert (started["reason"], started["context"]["sessionId"]) == ("incident", looking["id"])
    await done(admin, "stop-impersonating")
    await house.follow()
    (ended,) = await log_of(owner, actions="impersonation.ended")
    assert ended["actor"]["impersonatorId"] == admin_id
    own = await member.data("GET", "/api/auth/audit-logs/me?limit=50")
    assert [entry["action"] for entry in own if entry["actor"]["impersonatorId"] == admin_id] == [
        "session.ended", "impersonation.ended", "impersonation.started",
    ]  # fmt: skip


async def test_who_looks_reads_what_the_server_knows_and_is_noted_where_refused(house: House) -> None:
    owner, admin = await house.person().arrived(), await an_admin(house)
    account = await owner.subscribed()
    user_id = (await owner.session())["user"]["id"]
    await impersonates(admin, user_id)
    assert (await admin.data("GET", f"/api/accounts/{account['id']}"))["displayName"] == account[
        "displayName"
    ]
    assert [member["id"] for member in await admin.data("GET", "/users")] == [user_id]

    path = f"/api/accounts/{account['id']}"
    refused = await admin.refusal("PUT", path, {"displayName": "Another", "version": 1})
    assert refused == (403, "permission_denied", "impersonated")
    point = "A" * 87
    assert await admin.refusal("GET", f"/roles/wraps?devicePublicKeyB64u={point}") == refused
    assert await admin.refusal("GET", "/devices/public-keys") == refused
    closed = await admin.call("GET", "/api/auth/device/recovery")
    assert (closed.status_code, closed.json()["code"]) == (403, "IMPERSONATED")
    attach = await admin.call("POST", "/api/auth/device/attach", {"deviceName": "Mine"})
    assert attach.status_code in (400, 403)
    assert await house.facts("device.attached") == await house.facts("device.pending") == 0
    await house.follow()
    noted = await log_of(owner, actions="access.denied")
    said = {(change["field"], change["to"]) for entry in noted for change in entry["changes"]}
    assert {("resource", "impersonation"), ("action", "write"), ("resource", "key")} <= said
    admin_id = noted[0]["actor"]["impersonatorId"]
    assert {entry["actor"]["impersonatorId"] for entry in noted} == {admin_id}
    assert admin_id is not None


async def test_who_is_not_of_the_platform_is_refused_and_it_is_noted(house: House) -> None:
    person = await house.person().arrived()
    answer = await person.get("/admin/list-users")
    assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ALLOWED")
    await house.follow()
    own = await person.data("GET", "/api/auth/audit-logs/me?limit=5")
    assert own[0]["action"] == "action.denied"
