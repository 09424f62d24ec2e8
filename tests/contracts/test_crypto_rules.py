"""The client decides as the published rules do: key statements, chains, newcomers, and its own state."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

import pytest

from client.crypto import canonical
from client.crypto.authority import Authority, Device, Invite, Member, Policy, Role
from client.crypto.chains import ContentAlarm, Known, Link, ObjectId, Served, read_chain
from client.crypto.devices import DevicePublic
from client.crypto.errors import DataLoss, Unimplemented
from client.crypto.hashes import WrapName
from client.crypto.key_log import Entry, KeyLog, card_of
from client.crypto.leaves import Leaf, Leaves
from client.crypto.letting_in import Admission, Newcomer, let_in
from client.crypto.pairing import Invited, pairing_mac
from client.crypto.role_keys import RoleFacts
from client.crypto.statements import NO_HASH, parse
from client.crypto.states import Seen, state_of
from tests.support.crypto_vectors import VECTORS as V
from tests.support.crypto_vectors import named, raw, statement

RULES: dict[str, Any] = V["rules"]
ACCOUNT = named("account")


def by_name(rules: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("rule", [pytest.param(rule, id=rule["name"]) for rule in rules])


def key_state() -> Authority:
    """The state of the key log in which these rules are asked."""
    given = RULES["keyState"]
    known = Authority(ACCOUNT)
    known.policy = Policy(version=given["policyVersion"], allow_personal_roles=bool(given["allowPersonal"]))
    for user, bits in given["capabilities"].items():
        known.members[UUID(user)] = Member(bits, verified=True)
    for device, (user, key) in given["devices"].items():
        public = DevicePublic(
            ACCOUNT,
            UUID(user),
            raw(V["keys"][key.replace("Ecdsa", "Ecdh")]["public"]),
            raw(V["keys"][key]["public"]),
        )
        assert public.id == UUID(device)
        known.devices[public.id] = Device(public, "first", "authenticator", NO_HASH, b"", b"", "active")
    for role, facts in given["roles"].items():
        known.roles[UUID(role)] = Role(
            [RoleFacts(ACCOUNT, UUID(role), facts["generation"], b"", b"", b"")],
            b"",
            facts["personalOf"] is not None,
            facts["capabilities"],
            set(map(UUID, facts["holders"])),
            facts["rollDue"],
        )
    for place, roles in given["defaults"].items():
        scope, _, kind = place.partition("/")
        known.defaults[UUID(scope), kind] = tuple(map(UUID, roles))
    return known


@by_name(RULES["authority"])
def test_a_key_statement_is_valid_or_not(rule: dict[str, Any]) -> None:
    entry, log = at_the_end(rule)
    before = repr(log.known)
    if rule["is"] == "unknown":
        with pytest.raises(Unimplemented):
            log.append(entry)
    elif rule["is"] == "valid":
        assert log.append(entry)
        assert not log.refused
        return
    else:
        assert not log.append(entry)
        assert log.refused == [log.next_seq - 1]
        if rule["is"] == "malformed":
            with pytest.raises(DataLoss):
                parse(entry.statement)
        else:
            parse(entry.statement)
    assert repr(log.known) == before


def at_the_end(rule: dict[str, Any]) -> tuple[Entry, KeyLog]:
    """The statement, and a log of the published state that it is the next one of."""
    log = KeyLog(ACCOUNT)
    log.known, log.fingerprint = key_state(), raw(V["fingerprint"])
    fields = canonical.decode(raw(rule["bytes"])).fields
    log.next_seq, log.head = int.from_bytes(fields[1], "big"), fields[2]
    return Entry(raw(rule["bytes"]), (raw(rule["signature"]),)), log


def test_a_default_of_a_kind_that_is_not_known_has_no_effect() -> None:
    rule = next(rule for rule in RULES["authority"] if "kind of a later version" in rule["name"])
    entry, log = at_the_end(rule)
    assert log.append(entry)
    assert log.known.default_audience(named("user1"), parse(entry.statement).text("kind")) == ()
    assert log.known.default_audience(named("user1"), "document") != ()


@by_name(RULES["chains"])
def test_what_a_reader_answers_to_a_chain(rule: dict[str, Any]) -> None:
    known = rule.get("known")
    state = key_state()

    def read() -> Any:
        return read_chain(
            state,
            lambda _: state,
            ObjectId(rule["asked"]["kind"], UUID(rule["asked"]["id"])),
            Served(
                [Link(raw(bytes_), raw(signature)) for bytes_, signature in rule["chain"]],
                {
                    int(place): [WrapName(UUID(role), number, raw(box)) for role, number, box in wraps]
                    for place, wraps in rule["wraps"].items()
                },
                {name: raw(value) for name, value in rule["attrs"]},
                raw(rule["attrsSalt"]),
            ),
            Leaves(Leaf(raw(tag), seq, raw(hash_)) for tag, seq, hash_ in rule["leaves"]),
            floor=rule["floor"],
            known=Known(known["seq"], raw(known["hash"]), tuple(map(UUID, known["audience"])))
            if known
            else None,
        )

    if rule["is"] != "verified":
        with pytest.raises(ContentAlarm) as refused:
            read()
        assert refused.value.word == rule["is"]
        return
    proven = read()
    assert proven.audience == tuple(map(UUID, rule["audience"]))
    assert proven.owed == tuple(map(UUID, rule["owed"]))
    assert proven.newest.hash == hashlib.sha256(raw(rule["chain"][-1][0])).digest()
    assert proven.newest.deleted == (parse(raw(rule["chain"][-1][0])).type == "record.delete")
    assert not proven.behind


@by_name(RULES["grants"])
def test_what_a_device_does_by_itself_with_a_newcomer(rule: dict[str, Any]) -> None:
    known, own, role = key_state(), named("user1"), UUID(rule["invited"])
    custodian, invite_id, secret = named("custodianRole"), named("invite"), raw(V["pairing"]["secret"])
    card = card_of(statement("first"), raw(V["fingerprint"]))
    # Only its user holds the custodian role: with another holder without manage-members nothing is open.
    known.policy = Policy(1, let_in_by_itself=bool(rule["policy"]))
    known.roles[role].capabilities = rule["capabilities"]
    known.invites[invite_id] = Invite(role, custodian, 1, 2**63, NO_HASH)
    if not rule["open"]:
        known.invites[invite_id].state = "cancelled"
    if not rule["holdsRole"]:
        known.roles[role].assigned.discard(own)
    if not rule["holdsCustodian"]:
        known.roles[custodian].assigned.discard(own)
    if not rule["mayManage"]:
        known.members[own].capabilities = 0
    macs = {
        "right": pairing_mac(secret, ACCOUNT, invite_id, card),
        "wrong": pairing_mac(bytes(16), ACCOUNT, invite_id, card),
        "none": None,
    }
    newcomer = Newcomer(card, macs[rule["mac"]], rule["email"], rule["fullName"], raw(rule["saltB64u"]))
    decided = let_in(known, own, invite_id, Invited(secret, rule["boxEmail"]), newcomer, 0)
    match rule["does"]:
        case "ask" | "nothing":
            assert decided == rule["does"]
        case does:
            assert does == {"vouch": "pairing", "assign": [rule["invited"]], "capabilities": 0}
            assert decided == Admission(role)


@by_name(RULES["states"])
def test_the_state_of_a_client(rule: dict[str, Any]) -> None:
    seen = Seen(
        rule["anchor"],
        rule["log"],
        rule["head"],
        # An age of 0 stands for the first contact: no head was checked yet.
        rule["headAgeMinutes"] or None,
        anchor_fits=rule["anchorFits"],
        same_account=rule["sameAccount"],
    )
    assert state_of(seen) == rule["is"]
