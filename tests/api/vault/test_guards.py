"""What a browser says of its devices, wraps and invitations is what was signed; anything else is refused."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from client.api import Refused
from client.crypto import base64url
from client.crypto.box import Box
from client.crypto.devices import Card, new_device, seal_for_recovery
from client.crypto.role_keys import wrap_role
from client.crypto.signing import card_signature
from client.crypto.statements import Field
from client.ledger import signed_of
from client.member import WEEK, Member
from client.role_keyring import content_signed
from tests.api.vault.conftest import Household, refused
from tests.api.vault.test_roles_and_keys import a_pair, change

LOG = "/api/auth/keys/log"
ATTACH = "/api/auth/device/attach"
WRAP = "/roles/wrap"
DAY = 86_400_000
INVITE = "/api/auth/invite"
INVALID = (400, "statement_invalid")


async def message(call: Any) -> str:
    """Why a call is refused, which tells guards of one reason apart."""
    with pytest.raises(Refused) as refusal:
        await call
    return str(refusal.value)


async def test_a_device_that_is_in_keeps_its_card(household: Household) -> None:
    owner = await household.owner()
    owner.recovery = seal_for_recovery(owner.device, secrets.token_bytes(32))
    body = owner.attach_body(owner.card())
    assert "another card" in await message(owner.api.post(ATTACH, body))


async def test_a_device_that_waits_is_announced_as_the_log_allows(household: Household) -> None:
    owner = await household.owner()
    second = await household.second(owner)
    await second.ledger.sync()
    body = second.attach_body(second.card())
    mac = base64url.encode(secrets.token_bytes(32))
    assert await refused(owner.api.post(ATTACH, {**body, "pairingMacB64u": mac})) == (400, "pairing")
    elsewhere = Card(second.device.public, bytes(32), second.recovery.hash, "passphrase")
    body_elsewhere = {**second.attach_body(elsewhere)}
    assert "another account" in await message(owner.api.post(ATTACH, body_elsewhere))
    policy = {"version": 2, "lowestSuite": 1, "requireVerified": 1, "allowCache": 1, "allowPersonal": 1}
    await owner.post("account.policy", {**policy, "requireAuthenticators": 1, "letInByItself": 1})
    assert await refused(owner.api.post(ATTACH, body)) == (403, "no_authority")
    await owner.post(
        "account.policy", {**policy, "version": 3, "requireAuthenticators": 0, "letInByItself": 1}
    )
    assert (await owner.api.post(ATTACH, body))["pending"] is True


async def test_a_first_device_signs_its_own_statement(household: Household) -> None:
    owner = await household.owner()
    person = await household.house.person().arrived("Jonas")
    pairing = await owner.invite(person.email, owner.built_in("member"))
    await household.house.follow()
    await person.data("POST", "/api/accounts/join", {"accountIds": [str(owner.account_id)]})
    guest = await household.member(person, owner.account_id, pairing=pairing)
    await guest.ledger.sync()
    assert "signs its own statement" in await message(guest.api.post(ATTACH, guest.attach_body(guest.card())))


async def test_sixteen_devices_are_the_most_that_wait_too(household: Household) -> None:
    owner = await household.owner()
    for _ in range(15):
        further = new_device(owner.account_id, owner.user_id)
        recovery = seal_for_recovery(further, secrets.token_bytes(32))
        card = Card(further.public, owner.log.fingerprint, recovery.hash, "passphrase")
        entry = owner.writer.add(card, card_signature(card, further), "recovery", *owner.now)
        second = await household.second(owner)
        second.device, second.recovery = further, recovery
        await owner.api.post(ATTACH, second.attach_body(card) | signed_of(entry))
        await owner.ledger.sync()
    one_more = await household.second(owner)
    await one_more.ledger.sync()
    call = owner.api.post(ATTACH, one_more.attach_body(one_more.card()))
    assert await refused(call) == (400, "device_limit")


async def test_a_device_brings_its_own_statement_and_no_other(household: Household) -> None:
    owner = await household.owner()
    second, third = await household.second(owner), await household.second(owner)
    for device in (second, third):
        await device.ledger.sync()
    body = second.attach_body(second.card())
    of_third = owner.writer.add(
        third.card(), card_signature(third.card(), third.device), "recovery", *owner.now
    )
    theirs = signed_of(of_third) | {"deviceSignatureB64u": body["deviceSignatureB64u"]}
    assert "another device" in await message(owner.api.post(ATTACH, {**body, **theirs}))
    signature = card_signature(second.card(), second.device)
    by_another = owner.writer.add(second.card(), signature, "device", *owner.now)
    assert "posts this statement" in await message(owner.api.post(ATTACH, {**body, **signed_of(by_another)}))
    cancel = owner.writer.sign_key("invite.cancel", {"invite": uuid4()}, *owner.now)
    assert "another type" in await message(owner.api.post(ATTACH, {**body, **signed_of(cancel)}))


async def test_a_further_device_is_added_as_it_waits(household: Household) -> None:
    owner = await household.owner()
    second = await household.second(owner)
    await second.ledger.sync()
    card, signature = second.card(), card_signature(second.card(), second.device)

    def adds(card: Card, signature: bytes, how: Any = "device") -> dict[str, Any]:
        return {"items": [signed_of(owner.writer.add(card, signature, how, *owner.now))]}

    assert "no device waits" in await message(owner.api.post(LOG, adds(card, signature)))
    await second.announce()
    other_box = card._replace(recovery_hash=secrets.token_bytes(32))
    signed = card_signature(other_box, second.device)
    assert "another device" in await message(owner.api.post(LOG, adds(other_box, signed)))
    assert "another device" in await message(owner.api.post(LOG, adds(card, signature, "recovery")))
    await owner.api.post(LOG, adds(card, signature))
    await owner.ledger.sync()
    assert owner.log.known.is_active(owner.user_id, second.device.id)


async def test_a_wrap_is_the_granted_one_for_a_true_device(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin = owner.built_in("admin")
    await owner.assign(admin, guest.user_id)
    facts, secret, to = owner.log.known.roles[admin].newest, await owner.roles.secret(admin), guest.device
    wrap = owner.roles.device_wrap(secret, facts, to.public)
    other = owner.roles.device_wrap(secret, facts, owner.device.public)
    key = base64url.encode(owner.device.agreement.public)
    assert await refused(owner.api.post(WRAP, {**wrap, "devicePublicKeyB64u": key})) == (400, "device_key")
    newer = {**wrap, "rolePublicKeyB64u": key}
    assert await refused(owner.api.post(WRAP, newer)) == (400, "stale_generation")
    data = base64url.decode(wrap["dataB64u"])
    for broken in (b"\x02" + data[1:], data[:1] + bytes(65) + data[66:]):
        body = {**wrap, "dataB64u": base64url.encode(broken)}
        assert await refused(owner.api.post(WRAP, body)) == (400, "form")
    grant = {name: other[name] for name in ("statementB64u", "signatureB64u")}
    assert "another wrap" in await message(owner.api.post(WRAP, {**wrap, **grant}))
    sealed = wrap_role(
        secret, facts, user=guest.user_id, device=to.public.id, device_public=to.public.agreement
    )
    assert "not the signed one" in await message(owner.api.post(WRAP, {**wrap, **sealed.to_json()}))
    view: dict[str, Field] = {"kind": "view", "id": owner.device.id}
    seen = content_signed(owner.writer.content("view.seen", 1, bytes(32), view, *owner.now))
    assert "another type" in await message(owner.api.post(WRAP, {**wrap, **seen}))
    await owner.api.post(WRAP, wrap)


async def test_who_does_not_hold_a_role_hands_nothing_of_it_on(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin, owners = owner.built_in("admin"), owner.built_in("owner")
    await owner.assign(admin, guest.user_id)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 3})
    await owner.api.put("/users/role", change(guest, admin))
    await owner.roles.grant_missing()
    await household.house.follow()
    await guest.ledger.sync()
    facts, secret = guest.log.known.roles[owners].newest, await owner.roles.secret(owners)
    wrap = guest.roles.device_wrap(secret, facts, owner.device.public)
    assert await refused(guest.api.post(WRAP, wrap)) == (403, "not_holder")
    link = {"roleId": str(owners), "generation": 2, "previousSealedB64u": base64url.encode(bytes(174))}
    assert await refused(guest.api.post(WRAP, link)) == (403, "not_holder")


async def test_nothing_is_granted_while_a_roll_is_due(household: Household) -> None:
    owner, guest = await a_pair(household)
    member = owner.built_in("member")
    facts, secret = owner.log.known.roles[member].newest, await owner.roles.secret(member)
    await owner.post("role.unassign", {"role": member, "user": guest.user_id})
    wrap = owner.roles.device_wrap(secret, facts, owner.device.public)
    assert await refused(owner.api.post(WRAP, wrap)) == (400, "roll_due")


def a_box(size: int) -> Box:
    return Box(
        salt=secrets.token_bytes(16), iv=secrets.token_bytes(12), data=b"\x01" + secrets.token_bytes(size)
    )


async def invitation(owner: Member, **changed: Field) -> dict[str, Any]:
    """An invitation, of whose statement these fields are others."""
    role, custodian = owner.built_in("member"), owner.built_in("owner")
    invite_id = uuid4()
    box = a_box(80)
    fields: dict[str, Field] = {
        "invite": invite_id,
        "role": role,
        "custodianRole": custodian,
        "custodianGeneration": 1,
        "expiresAt": owner.ledger.clock() + WEEK,
        "boxHash": box.hash,
        **changed,
    }
    entry = owner.writer.sign_key("invite.create", fields, *owner.now)
    return {
        "email": f"{invite_id}@example.com",
        "roleId": str(role),
        "inviteId": str(invite_id),
        "pairing": box.to_json(),
        **signed_of(entry),
    }


async def test_an_invitation_is_the_signed_one(household: Household) -> None:
    owner = await household.owner()
    admin = owner.built_in("admin")
    others: tuple[dict[str, Field], ...] = ({"invite": uuid4()}, {"role": admin})
    for other in others:
        call = owner.api.post(INVITE, await invitation(owner, **other))
        assert "another invitation" in await message(call)
    body = await invitation(owner, boxHash=secrets.token_bytes(32))
    assert await refused(owner.api.post(INVITE, body)) == (400, "pairing")
    body = await invitation(owner)
    assert (await owner.api.post(INVITE, body))["id"] == body["inviteId"]


async def test_an_invitation_ends_when_its_statement_says(household: Household) -> None:
    owner = await household.owner()
    now = owner.ledger.clock()
    for days in (0, 31):
        body = await invitation(owner, expiresAt=now + days * DAY)
        assert "ends too late or has ended" in await message(owner.api.post(INVITE, body))
    body = await invitation(owner, expiresAt=now + 3 * DAY)
    for days in (3, 7):
        said_twice = owner.api.post(INVITE, {**body, "expiresInDays": days})
        assert await refused(said_twice) == (400, "statement")
    await owner.api.post(INVITE, body)
    await household.house.follow()
    letter = (await household.house.letters(body["email"]))[-1]
    card = await owner.api.post(
        "/api/auth/get-account-invite", {"token": letter.params["link"].rpartition("/")[2]}
    )
    ends = datetime.fromtimestamp((now + 3 * DAY) / 1000, UTC)
    assert datetime.fromisoformat(card["word"]["expiresAt"]) == ends


async def test_only_a_role_without_keys_is_offered_without_a_statement(household: Household) -> None:
    """Also before the role has its first key: whoever joins meanwhile is asked for the statement."""
    person = await household.house.person().arrived("Clara")
    account = await person.subscribed("family")
    owner = await household.member(person, UUID(account["id"]))
    await owner.attach_itself("genesis")
    for role in ("owner", "admin", "member"):
        body = {"email": f"{role}@example.com", "roleId": str(owner.built_in(role))}
        assert await refused(owner.api.post(INVITE, body)) == (400, "pairing"), role
    for role in ("auditor", "analyst"):
        body = {"email": f"{role}@example.com", "roleId": str(owner.built_in(role))}
        assert (await owner.api.post(INVITE, body))["word"]["roleId"] == body["roleId"]


async def test_a_secret_has_the_size_of_one(household: Household) -> None:
    owner = await household.owner()
    for size in (20, 400):
        box = a_box(size)
        body = await invitation(owner, boxHash=box.hash)
        body["pairing"] |= box.to_json()
        assert await refused(owner.api.post(INVITE, body)) == (400, "pairing")


async def test_an_invitation_is_cancelled_by_its_own_statement(household: Household) -> None:
    owner = await household.owner()
    one, other = [await owner.invite(f"{uuid4()}@example.com", owner.built_in("member")) for _ in range(2)]
    await household.house.follow()
    entry = owner.writer.sign_key("invite.cancel", {"invite": other.id}, *owner.now)
    path = f"/api/invitations/{one.id}"
    assert "another invitation" in await message(owner.api.delete(path, signed_of(entry)))
    states = {row["id"]: row["word"]["state"] for row in await owner.api.get("/api/invitations")}
    assert states[str(one.id)] == "pending"


async def test_a_removal_is_about_the_one_who_is_removed(household: Household) -> None:
    owner, guest = await a_pair(household)
    third = await household.guest(owner)
    await owner.ledger.sync()
    await owner.vouch(third.device.id)
    await household.confirmed(owner)
    fields: dict[str, Field] = {"user": third.user_id, "reason": "removed"}
    entry = owner.writer.sign_key("user.remove", fields, *owner.now)
    call = owner.api.delete(f"/users/{guest.user_id}", signed_of(entry))
    assert "somebody else" in await message(call)
    assert len(await owner.api.get("/users")) == 3


async def test_nobody_gives_up_a_key_that_no_one_else_holds(household: Household) -> None:
    owner, guest = await a_pair(household)
    admin = owner.built_in("admin")
    await owner.assign(admin, guest.user_id)
    await owner.post("capability.set", {"user": guest.user_id, "capabilities": 3})
    await owner.api.put("/users/role", change(guest, admin))
    await owner.post("role.unassign", {"role": admin, "user": owner.user_id})
    call = owner.api.put("/users/role", change(guest, owner.built_in("member")))
    assert await refused(call) == (400, "last_key_holder")
