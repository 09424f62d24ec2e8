"""What keys are refused, and that nothing of it is written."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any
from uuid import UUID, uuid4

import pytest

from client.api import Refused
from client.crypto import base64url
from client.crypto.devices import seal_for_recovery
from client.crypto.key_log import Entry, card_of
from client.crypto.merkle import consistent
from client.crypto.points import sign
from client.crypto.role_keys import link_generations, new_role_secret
from client.crypto.statements import parse
from client.ledger import signed_of
from client.member import Member
from domain.vault.key_log import KEY_LOG
from tests.api.vault.conftest import Household, refused

LOG = "/api/auth/keys/log"
ATTACH = "/api/auth/device/attach"
READS = (LOG, "/api/auth/keys/head", "/api/auth/keys/leaves?from=0&to=1", "/api/auth/device/pending")


async def test_a_stranger_sees_nothing(household: Household) -> None:
    stranger = household.house.person()
    for path in (*READS, "/devices/public-keys", "/roles/missing-wraps"):
        assert (await stranger.call("GET", path)).status_code == 401, path
    for path in (LOG, ATTACH, "/roles/wrap", "/roles/roll-wrap"):
        assert (await stranger.call("POST", path, {})).status_code in (400, 401), path


async def test_somebody_without_an_account_has_no_keys(household: Household) -> None:
    person = await household.house.person().arrived()
    for path in READS:
        answer = await person.call("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (400, "NO_ACCOUNT"), path


async def test_another_tenant_reads_and_writes_its_own_log_only(household: Household) -> None:
    one, other = await household.owner(), await household.owner()
    theirs = await other.api.get(LOG, after=-1)
    ours = await one.api.get(LOG, after=-1)
    assert not {item["statementB64u"] for item in theirs} & {item["statementB64u"] for item in ours}
    entry = one.writer.sign_key(
        "role.unassign", {"role": one.built_in("admin"), "user": one.user_id}, *one.now
    )
    assert await refused(other.api.post(LOG, {"items": [signed_of(entry)]})) == (400, "statement_invalid")
    key = base64url.encode(one.device.agreement.public)
    assert await other.api.get("/roles/wraps", devicePublicKeyB64u=key) == []
    bundle = other.api.get("/roles/bundle", devicePublicKeyB64u=key, roleId=one.built_in("owner"))
    assert await refused(bundle) == (404, "no_bundle")


async def test_a_statement_of_somebody_else_is_not_taken(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await owner.ledger.sync()
    entry = owner.writer.sign_key("invite.cancel", {"invite": uuid4()}, *owner.now)
    assert await refused(guest.api.post(LOG, {"items": [signed_of(entry)]})) == (403, "no_authority")
    forged = Entry(entry.statement, (sign(guest.device.signing.private, entry.statement),))
    assert await refused(owner.api.post(LOG, {"items": [signed_of(forged)]})) == (400, "statement_invalid")


async def test_items_are_taken_all_or_not_at_all(household: Household) -> None:
    owner = await household.owner()
    policy = {"lowestSuite": 1, "requireVerified": 1, "requireAuthenticators": 0, "allowCache": 1}
    first = owner.writer.sign_key(
        "account.policy", {**policy, "version": 2, "allowPersonal": 1, "letInByItself": 1}, *owner.now
    )
    same = owner.writer.sign_key(
        "account.policy", {**policy, "version": 3, "allowPersonal": 1, "letInByItself": 1}, *owner.now
    )
    call = owner.api.post(LOG, {"items": [signed_of(first), signed_of(same)]})
    assert await refused(call) == (409, "key_log_moved")
    await owner.ledger.sync()
    assert owner.log.known.policy.version == 1


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{}],
        [{"statementB64u": "AAAA", "signatureB64u": "A" * 86}],
        [{"statementB64u": "AA=", "signatureB64u": "A" * 86}],
        [{"statementB64u": base64url.encode(secrets.token_bytes(5000)), "signatureB64u": "A" * 86}],
        [{"statementB64u": "AAAA", "signatureB64u": "A" * 86, "other": 1}],
        [{"statementB64u": "AAAA", "signatureB64u": "A" * 86}] * 33,
        "text",
        None,
    ],
)
async def test_malformed_items_are_refused(household: Household, items: Any) -> None:
    owner = await an_owner(household)
    with pytest.raises(Refused) as refusal:
        await owner.api.post(LOG, {"items": items})
    assert refusal.value.status == 400


_owners: dict[int, Member] = {}


async def an_owner(household: Household) -> Member:
    """One owner for many refusals that change nothing."""
    if id(household) not in _owners:
        _owners[id(household)] = await household.owner()
    return _owners[id(household)]


async def test_the_same_attach_is_answered_alike(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    facts = await household.house.facts("device.attached")
    said = (await guest.api.get(LOG))[-1]
    card = card_of(parse(base64url.decode(said["statementB64u"])), guest.log.fingerprint)
    signed = {name: said[name] for name in ("statementB64u", "signatureB64u")}
    again = await guest.api.post(ATTACH, guest.attach_body(card) | signed)
    assert again["deviceId"] == str(guest.device.id)
    assert again["pending"] is False
    assert again["seq"] == guest.log.next_seq - 1
    assert await household.house.facts("device.attached") == facts


async def test_keys_of_one_person_are_nobody_elses(household: Household) -> None:
    owner = await household.owner()
    person = await household.house.person().arrived()
    account = await person.subscribed()
    thief = await household.member(person, UUID(account["id"]))
    thief.device = owner.device._replace(account=thief.account_id, user=thief.user_id)
    thief.recovery = seal_for_recovery(thief.device, thief.recovery_secret)
    assert await refused(thief.attach_itself("genesis")) == (409, "device_key_in_use")


async def test_only_the_owner_sets_up_the_keys(household: Household) -> None:
    clara = await household.house.person().arrived("Clara")
    account = await clara.subscribed("family")
    jonas = await household.house.person().arrived("Jonas")
    await clara.admits(jonas)
    member = await household.member(jonas, UUID(account["id"]))
    assert await refused(member.attach_itself("genesis")) == (403, "no_authority")
    assert await refused(member.attach_itself("first")) == (403, "no_authority")


async def test_an_attach_that_does_not_fit_its_card_is_refused(household: Household) -> None:
    owner = await an_owner(household)
    second = await household.second(owner)
    await second.ledger.sync()
    body = second.attach_body(second.card())
    another = await household.second(owner)
    other = another.attach_body(another.card())
    for member in ("hash", "deviceSignatureB64u", "recovery", "devicePublicKeyB64u", "signPublicKeyB64u"):
        broken = {**body, member: other[member]}
        assert await refused(owner.api.post(ATTACH, broken)) == (400, "statement_invalid"), member
    assert await refused(owner.api.post(ATTACH, {**body, "authenticator": True})) == (
        400,
        "statement_invalid",
    )


async def test_two_rolls_at_once_leave_one_generation(household: Household) -> None:
    owner = await household.owner()
    await household.confirmed(owner)
    twin = Member(owner.api, owner.account_id, owner.user_id, clock=household.clock, device=owner.device)
    await twin.ledger.sync()
    role = owner.built_in("admin")
    await twin.roles.secret(role)
    results = await asyncio.gather(owner.roles.roll(role), twin.roles.roll(role), return_exceptions=True)
    refusals = [result for result in results if result is not None]
    assert len(refusals) == 1
    assert isinstance(refusals[0], Refused)
    assert refusals[0].reason in ("stale_generation", "key_log_moved")
    await owner.ledger.sync()
    assert owner.log.known.roles[role].generation == 2


async def test_a_roll_wraps_for_every_device_that_stays(household: Household) -> None:
    owner = await household.owner()
    await household.confirmed(owner)
    role = owner.built_in("admin")
    body = await roll_body(owner, role)
    short = {**body, "wraps": []}
    with pytest.raises(Refused) as refusal:
        await owner.api.post("/roles/roll-wrap", short)
    assert refusal.value.status == 400
    twice = {**body, "wraps": body["wraps"] * 2}
    assert (await refused(owner.api.post("/roles/roll-wrap", twice)))[0] == 400
    foreign = {**body["wraps"][0], "deviceId": str(uuid4())}
    call = owner.api.post("/roles/roll-wrap", {**body, "wraps": [foreign]})
    assert await refused(call) == (400, "wraps_incomplete")
    no_proof = {name: value for name, value in body.items() if name != "rollProofB64u"}
    assert await refused(owner.api.post("/roles/roll-wrap", no_proof)) == (400, "statement_invalid")
    no_link = {name: value for name, value in body.items() if name != "previousSealedB64u"}
    assert (await refused(owner.api.post("/roles/roll-wrap", no_link)))[0] == 400
    await owner.ledger.sync()
    assert owner.log.known.roles[role].generation == 1
    assert (await owner.api.post("/roles/roll-wrap", body))["generation"] == 2
    assert await refused(owner.api.post("/roles/roll-wrap", body)) == (409, "stale_generation")


async def roll_body(owner: Member, role: Any) -> dict[str, Any]:
    known = owner.log.known.roles[role]
    old, secret = await owner.roles.secret(role), new_role_secret()
    facts = secret.facts(owner.account_id, role, known.generation + 1)
    entry = owner.writer.roll_role(facts, old, known.newest, "compromise", *owner.now)
    wrap = owner.roles.device_wrap(secret, facts, owner.device.public)
    return {
        "roleId": str(role),
        "expectedGeneration": known.generation,
        "rolePublicKeyB64u": base64url.encode(facts.public),
        "wraps": [wrap],
        "previousSealedB64u": base64url.encode(link_generations(secret, facts, old, known.newest).joined()),
        **signed_of(entry),
    }


async def test_a_roll_that_is_not_due_asks_who_it_is(household: Household) -> None:
    owner = await household.owner()
    body = await roll_body(owner, owner.built_in("member"))
    assert await refused(owner.api.post("/roles/roll-wrap", body)) == (400, "step_up_required")


async def test_grants_are_for_devices_that_the_log_assigns(household: Household) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await owner.ledger.sync()
    role = owner.built_in("member")
    facts, secret = owner.log.known.roles[role].newest, await owner.roles.secret(role)
    wrap = owner.roles.device_wrap(secret, facts, guest.device.public)
    assert await refused(owner.api.post("/roles/wrap", wrap)) == (400, "not_role_member")
    await owner.vouch(guest.device.id)
    assert await refused(owner.api.post("/roles/wrap", wrap)) == (400, "not_role_member")
    await owner.assign(role, guest.user_id)
    later = {**wrap, "generation": 2}
    assert await refused(owner.api.post("/roles/wrap", later)) == (400, "stale_generation")
    made = await owner.api.http.post("/roles/wrap", json=wrap)
    assert made.status_code == 201
    again = await owner.api.http.post("/roles/wrap", json=wrap)
    assert (again.status_code, again.json()) == (200, made.json())
    other = owner.roles.device_wrap(secret, facts, guest.device.public)
    assert await refused(owner.api.post("/roles/wrap", other)) == (409, "wrap_exists")


async def test_heads_go_on_from_one_another(household: Household) -> None:
    owner = await household.owner()
    size, root = owner.ledger.view
    await owner.post("role.unassign", {"role": owner.built_in("admin"), "user": owner.user_id})
    answer = await owner.api.get("/api/auth/keys/head", **{"from": size})
    proof = [base64url.decode(part) for part in answer["consistency"]]
    assert consistent(size, root, *owner.ledger.view, proof)
    assert (await owner.api.get("/api/auth/keys/head"))["note"] == answer["note"]
    assert await refused(owner.api.get("/api/auth/keys/head", **{"from": 10_000})) == (400, "range")
    call = owner.api.get("/api/auth/keys/leaves", **{"from": 0, "to": 5001})
    assert await refused(call) == (400, "range")
    household.house.clock.advance(hours=2)
    assert (await owner.api.get("/api/auth/keys/head"))["note"] != answer["note"]


async def test_devices_are_listed_with_what_they_miss(household: Household) -> None:
    owner = await household.owner()
    (listed,) = await owner.api.get("/devices/public-keys")
    assert listed["deviceId"] == str(owner.device.id)
    assert listed["word"]["deviceName"] == "This device"
    assert listed["word"]["hasWrap"] is True
    assert await owner.api.get("/roles/missing-wraps") == []
    (same,) = await owner.api.get("/devices/public-keys", roleId=owner.built_in("owner"))
    assert same == listed
    assert await owner.api.get("/devices/public-keys", roleId=uuid4()) == []


async def test_a_long_log_is_read_from_its_kept_state(household: Household) -> None:
    owner = await household.owner()
    rules = {"lowestSuite": 1, "requireVerified": 1, "requireAuthenticators": 0, "allowCache": 1}
    version = owner.log.known.policy.version
    for _ in range(5):
        items: list[dict[str, str]] = []
        for _ in range(30):
            version += 1
            fields = {**rules, "version": version, "allowPersonal": version % 2, "letInByItself": 1}
            entry = owner.writer.sign_key("account.policy", fields, *owner.now)
            assert owner.log.append(entry)
            items.append(signed_of(entry))
        await owner.api.post(LOG, {"items": items})
    ((kept,),) = await household.house.rows(
        "select count(*) from es.snapshot where stream_id = %s",
        (KEY_LOG.stream(owner.account_id, owner.account_id),),
    )
    assert kept == 1
    again = await household.second(owner)
    again.device = owner.device
    await again.ledger.sync()
    assert again.log.known.policy.version == version
    assert again.log.next_seq == owner.log.next_seq
