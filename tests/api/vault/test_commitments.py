"""What a statement commits to is what the server shows: addresses of people, names of roles."""

from __future__ import annotations

import secrets
from uuid import uuid4

from client.crypto import base64url
from client.crypto.hashes import person_commitment, role_name_commitment
from client.crypto.statements import Field
from client.ledger import signed_of
from client.member import Member
from tests.api.vault.conftest import Household, refused

LOG = "/api/auth/keys/log"
INVALID = (400, "statement_invalid")


async def address_of(member: Member) -> str:
    return (await member.api.get("/api/auth/get-session"))["user"]["email"]


async def test_a_vouch_names_the_address_that_was_proven(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await owner.ledger.sync()
    size = owner.log.next_seq
    assert await refused(owner.vouch(guest.device.id, "somebody.else@example.com")) == INVALID
    await owner.ledger.sync()
    assert owner.log.next_seq == size
    await owner.vouch(guest.device.id, (await address_of(guest)).upper())
    assert owner.log.next_seq == size + 1


async def test_a_vouch_travels_with_the_salt_that_opens_it(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await owner.ledger.sync()
    salt, other = secrets.token_bytes(16), secrets.token_bytes(16)
    email = await address_of(guest)
    fields: dict[str, Field] = {
        "user": guest.user_id,
        "deviceAddHash": owner.log.known.devices[guest.device.id].statement_hash,
        "method": "code",
        "inviteId": None,
        "personCommitment": person_commitment(owner.account_id, guest.user_id, salt, email),
    }
    signed = signed_of(owner.writer.sign_key("user.vouch", fields, *owner.now))
    wrong = {**signed, "saltB64u": base64url.encode(other)}
    assert await refused(owner.api.post(LOG, {"items": [wrong]})) == INVALID
    assert await refused(owner.api.post(LOG, {"items": [signed]})) == (400, "salt")


async def test_nobody_learns_an_address_by_vouching_for_a_stranger(household: Household) -> None:
    owner, stranger = await household.owner(), await household.owner()
    salt, email = secrets.token_bytes(16), await address_of(stranger)
    answers: list[str] = []
    for guess in (email, "somebody.else@example.com"):
        fields: dict[str, Field] = {
            "user": stranger.user_id,
            "deviceAddHash": bytes(32),
            "method": "code",
            "inviteId": None,
            "personCommitment": person_commitment(owner.account_id, stranger.user_id, salt, guess),
        }
        entry = owner.writer.sign_key("user.vouch", fields, *owner.now)
        body = {"items": [{**signed_of(entry), "saltB64u": base64url.encode(salt)}]}
        answer = await owner.api.http.post(LOG, json=body)
        assert answer.status_code == 400
        answers.append(answer.json()["message"])
    assert answers[0] == answers[1]


async def test_a_vouch_for_nobody_makes_no_key_for_them(household: Household) -> None:
    owner = await household.owner()
    nobody, salt = uuid4(), secrets.token_bytes(16)
    fields: dict[str, Field] = {
        "user": nobody,
        "deviceAddHash": bytes(32),
        "method": "code",
        "inviteId": None,
        "personCommitment": person_commitment(owner.account_id, nobody, salt, "nobody@example.com"),
    }
    entry = owner.writer.sign_key("user.vouch", fields, *owner.now)
    item = {**signed_of(entry), "saltB64u": base64url.encode(salt)}
    assert await refused(owner.api.post(LOG, {"items": [item]})) == INVALID
    kept = "select count(*) from es.subject_key where owner_id = %s"
    assert await household.house.rows(kept, (nobody,)) == [(0,)]


async def test_a_role_is_named_as_the_account_names_it(household: Household) -> None:
    owner = await household.owner()
    role = owner.built_in("member")
    names = {one["id"]: one["name"] for one in await owner.api.get("/api/roles")}

    def naming(name: str, salt: bytes) -> dict[str, Field]:
        return {"role": role, "nameCommitment": role_name_commitment(owner.account_id, role, salt, name)}

    salt = secrets.token_bytes(16)
    assert await refused(owner.post("role.name", naming("Bosses", salt), salt)) == INVALID
    await owner.ledger.sync()
    assert await refused(owner.post("role.name", naming(names[str(role)], salt))) == (400, "salt")
    size = owner.log.next_seq
    await owner.post("role.name", naming(names[str(role)], salt), salt)
    assert owner.log.next_seq == size + 1
