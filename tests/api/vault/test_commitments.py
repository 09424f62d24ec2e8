"""What a statement commits to is what the server shows: e-mails and names of people, names of roles."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID, uuid4

from client.crypto import base64url
from client.crypto.hashes import person_commitment, role_name_commitment
from client.crypto.key_log import card_of
from client.crypto.statements import Field, parse
from client.ledger import signed_of
from client.member import Member
from tests.api.vault.conftest import Household, refused

LOG = "/api/auth/keys/log"
ATTACH = "/api/auth/device/attach"
INVALID = (400, "statement_invalid")


async def said_of(member: Member) -> tuple[str, str]:
    """The e-mail and the name that others are shown."""
    person = (await member.api.get("/api/auth/get-session"))["user"]
    return person["email"], person["name"]


def names(account: UUID, user: UUID, salt: bytes, email: str, name: str) -> dict[str, Field]:
    return {"user": user, "personCommitment": person_commitment(account, user, salt, email, name)}


async def a_newcomer(household: Household) -> Member:
    """A member whose browser has no keys yet."""
    clara = await household.house.person().arrived("Clara")
    account = await clara.subscribed("family")
    jonas = await household.house.person().arrived("Jonas")
    await clara.admits(jonas)
    await (await household.member(clara, UUID(account["id"]))).found()
    return await household.member(jonas, UUID(account["id"]))


async def attaching(member: Member, email: str, name: str, salt: bytes) -> dict[str, Any]:
    """The body by which this newcomer calls themself so."""
    await member.ledger.sync()
    said = person_commitment(member.account_id, member.user_id, salt, email, name)
    entry = member.writer.add_itself("first", member.recovery, "passphrase", said, *member.now)
    card = card_of(parse(entry.statement), member.log.fingerprint)
    return {**member.attach_body(card), **signed_of(entry), "personSaltB64u": base64url.encode(salt)}


async def test_a_newcomer_is_called_as_the_account_shows_them(household: Household) -> None:
    newcomer = await a_newcomer(household)
    email, name = await said_of(newcomer)
    salt = secrets.token_bytes(16)
    for wrong in (("somebody.else@example.com", name), (email, "Clara"), (email, "")):
        assert await refused(newcomer.api.post(ATTACH, await attaching(newcomer, *wrong, salt))) == INVALID
    body = await attaching(newcomer, email, name, salt)
    other = {**body, "personSaltB64u": base64url.encode(secrets.token_bytes(16))}
    assert await refused(newcomer.api.post(ATTACH, other)) == INVALID
    without = {member: value for member, value in body.items() if member != "personSaltB64u"}
    assert await refused(newcomer.api.post(ATTACH, without)) == (400, "salt")
    await newcomer.ledger.sync()
    assert newcomer.device.id not in newcomer.log.known.devices
    # An address has one spelling for this, whatever the case it is written in.
    await newcomer.api.post(ATTACH, await attaching(newcomer, email.upper(), name, salt))


async def test_the_salt_of_who_waits_and_of_who_was_let_in_is_shown_to_members(
    household: Household,
) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()

    async def fits(salt_b64u: str) -> bool:
        email, name = await said_of(guest)
        salt = base64url.decode(salt_b64u)
        said = person_commitment(owner.account_id, guest.user_id, salt, email, name)
        await owner.ledger.sync()
        entries = await owner.api.get(LOG)
        adds = [parse(base64url.decode(one["statementB64u"])) for one in entries]
        return any(one.type == "device.add" and one.bytes("personCommitment") == said for one in adds)

    async def shown() -> str:
        rows = await owner.api.get("/users")
        return next(row["personSaltB64u"] for row in rows if row["id"] == str(guest.user_id))

    (waiting,) = await owner.api.get("/api/auth/device/pending")
    assert waiting["personSaltB64u"] == await shown()
    assert await fits(await shown())
    await owner.vouch(guest.device.id)
    await household.house.follow()
    assert await fits(await shown())


async def test_a_change_of_name_is_to_what_the_account_shows(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await owner.ledger.sync()
    await owner.vouch(guest.device.id)
    email, name = await said_of(guest)
    salt, size = secrets.token_bytes(16), owner.log.next_seq
    for wrong in (("somebody.else@example.com", name), (email, "Clara")):
        fields = names(owner.account_id, guest.user_id, salt, *wrong)
        assert await refused(guest.post("user.person", fields, salt)) == INVALID
    fields = names(owner.account_id, guest.user_id, salt, email, name)
    await guest.ledger.sync()
    assert await refused(guest.post("user.person", fields)) == (400, "salt")
    await owner.ledger.sync()
    assert owner.log.next_seq == size
    await guest.post("user.person", fields, salt)
    await owner.post("user.person", fields, salt)
    assert owner.log.next_seq == size + 2
    await household.house.follow()
    rows = await owner.api.get("/users")
    shown = next(row["personSaltB64u"] for row in rows if row["id"] == str(guest.user_id))
    assert base64url.decode(shown) == salt


async def test_nobody_learns_who_a_stranger_is_by_naming_them(household: Household) -> None:
    owner, stranger = await household.owner(), await household.owner()
    salt = secrets.token_bytes(16)
    answers: list[str] = []
    for guess in (await said_of(stranger), ("somebody.else@example.com", "Somebody")):
        fields = names(owner.account_id, stranger.user_id, salt, *guess)
        entry = owner.writer.sign_key("user.person", fields, *owner.now)
        body = {"items": [{**signed_of(entry), "saltB64u": base64url.encode(salt)}]}
        answer = await owner.api.http.post(LOG, json=body)
        assert answer.status_code == 400
        answers.append(answer.json()["message"])
    assert answers[0] == answers[1]


async def test_a_name_for_nobody_makes_no_key_for_them(household: Household) -> None:
    owner = await household.owner()
    nobody, salt = uuid4(), secrets.token_bytes(16)
    fields = names(owner.account_id, nobody, salt, "nobody@example.com", "Nobody")
    entry = owner.writer.sign_key("user.person", fields, *owner.now)
    item = {**signed_of(entry), "saltB64u": base64url.encode(salt)}
    assert await refused(owner.api.post(LOG, {"items": [item]})) == INVALID
    kept = "select count(*) from es.subject_key where owner_id = %s"
    assert await household.house.rows(kept, (nobody,)) == [(0,)]


async def test_a_role_is_named_as_the_account_names_it(household: Household) -> None:
    owner = await household.owner()
    role = owner.built_in("member")
    shown = {one["id"]: one["name"] for one in await owner.api.get("/api/roles")}

    def naming(name: str, salt: bytes) -> dict[str, Field]:
        commitment = role_name_commitment(owner.account_id, role, salt, name)
        return {"role": role, "nameCommitment": commitment, "capabilities": 0}

    salt = secrets.token_bytes(16)
    assert await refused(owner.post("role.set", naming("Bosses", salt), salt)) == INVALID
    await owner.ledger.sync()
    assert await refused(owner.post("role.set", naming(shown[str(role)], salt))) == (400, "salt")
    size = owner.log.next_seq
    await owner.post("role.set", naming(shown[str(role)], salt), salt)
    assert owner.log.next_seq == size + 1
