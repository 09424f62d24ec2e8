"""The server decides the cases of the published vectors with its own rules: key statements, and chains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from domain.errors import InvalidArgument, NotAllowed, Refused, Stale
from domain.ids import UserId, personal_role
from domain.kernel import Actor, Moment
from domain.records import bytes_of, unpadded
from domain.sealed import Signed
from domain.vault.chains import Link, next_link
from domain.vault.encoding import WrapName, attrs_hash, malformed, signed_hash, wraps_hash
from domain.vault.key_log import KEY_LOG, AppendKeyStatement, KeyLog, proofs_of
from domain.vault.key_log.effects import take_effect
from domain.vault.key_log.rules import check_statement
from domain.vault.key_log.state import DeviceKeys, Person, Policy, RoleKey
from domain.vault.statement_types import RecordAttrs, RecordPut
from domain.vault.statements import Statement, read, read_signed
from infrastructure.vault.signatures import P256Signatures
from tests.support.decisions import NOON
from tests.support.key_logs import ZEROS
from tests.support.key_statements import point

V: dict[str, Any] = json.loads((Path(__file__).parents[2] / "contracts/crypto-vectors.json").read_text())
RULES = V["rules"]
ACCOUNT = UUID(V["ids"]["account"])
SECOND = {"device.add": "device_signature_b64u", "role.roll": "roll_proof_b64u"}
check = P256Signatures()


def key_state() -> KeyLog:
    """The state in which the cases stand."""
    state = RULES["keyState"]
    return KeyLog(
        ACCOUNT,
        devices={
            UUID(device): DeviceKeys(
                UUID(user), point(1), bytes_of(V["keys"][key]["public"]), "first", ZEROS, "active"
            )
            for device, (user, key) in state["devices"].items()
        },
        people={UUID(user): Person(bits, verified=True) for user, bits in state["capabilities"].items()},
        roles={
            UUID(role): RoleKey(
                facts["generation"],
                *(point(3), point(4), ZEROS),
                personal=facts["personalOf"] is not None,
                assigned=frozenset(UUID(user) for user in facts["holders"]),
                roll_due=facts["rollDue"],
                capabilities=facts["capabilities"],
            )
            for role, facts in state["roles"].items()
        },
        policy=Policy(state["policyVersion"], allow_personal_roles=bool(state["allowPersonal"])),
        defaults={
            name.removeprefix(f"{ACCOUNT.hex}/"): tuple(UUID(role) for role in roles)
            for name, roles in state["defaults"].items()
        },
    )


def test_the_state_of_the_cases_is_one_that_the_server_knows() -> None:
    for role, facts in RULES["keyState"]["roles"].items():
        if facts["personalOf"]:
            assert UUID(role) == personal_role(ACCOUNT, UUID(facts["personalOf"]))


def test_the_published_key_log_is_taken_statement_by_statement() -> None:
    log: KeyLog | None = None
    for name in V["keyLog"]:
        vector = V["statements"][name]
        more = {SECOND[vector["type"]]: vector["signatures"][1]} if vector["type"] in SECOND else {}
        signed = Signed(statement_b64u=vector["bytes"], signature_b64u=vector["signatures"][0], **more)
        statement = read_signed(signed)
        known = log or KeyLog(ACCOUNT)
        proven = all(check.verify(p.public_key, p.message, p.signature) for p in proofs_of(known, statement))
        at = NOON.fromtimestamp(statement.header.created_at / 1000, NOON.tzinfo)
        moment = Moment(Actor("user", UserId(statement.header.user_id)), at)
        log = KEY_LOG.fold(KEY_LOG.decide(AppendKeyStatement(signed, proven), log, moment), log)
    assert log is not None
    assert unpadded(log.fingerprint) == V["fingerprint"]


AUTHORITY = {case["name"]: case for case in RULES["authority"]}


@pytest.mark.parametrize("name", AUTHORITY)
def test_who_may_sign_what_in_the_key_log(name: str) -> None:
    case = AUTHORITY[name]
    assert _authority(case) == case["is"]


def _authority(case: dict[str, Any]) -> str:
    try:
        statement = read(case["bytes"], case["signature"])
    except InvalidArgument as refusal:
        return "unknown" if "type is unknown" in refusal.message else "malformed"
    log = key_state()
    device = log.devices[statement.header.device_id]
    assert check.verify(device.signing, statement.raw, statement.signature)
    try:
        check_statement(log, statement)
    except (InvalidArgument, NotAllowed):
        return "invalid"
    return "valid"


def test_a_default_of_a_kind_of_a_later_version_changes_nothing_here() -> None:
    case = next(case for name, case in AUTHORITY.items() if "later version" in name)
    log = key_state()
    after = take_effect(log, read(case["bytes"], case["signature"]))
    assert after.defaults == log.defaults


CHAINS = {case["name"]: case for case in RULES["chains"]}
# What a reader finds by what it has seen before, and a server cannot: it serves whole chains.
BY_WHAT_WAS_SEEN = {
    "an older state than this device has seen",
    "an older state than the log holds",
    "nothing served of an object that was seen",
}
REFUSED = {
    "shared, and the wrap of the share is left out": "wraps",
    "a statement left out of the middle": "revision_conflict",
    "a chain of his own by one who could not read": "revision_conflict",
    "replaced by one who held no role of the preceding audience": "not_found",
    "the same, and the log holds both chains": "revision_conflict",
    "a share that takes a role away": "audience",
    "a wrap for a role outside the signed audience": "wraps",
    "the personal role of another in the audience": "audience",
    "goes on from another statement than the proven one": "revision_conflict",
    "goes on, by one who was not in the proven audience": "not_found",
    "goes on with a gap": "revision_conflict",
    "taken back by one who is no longer in the audience": "not_found",
    "a personal role beside others": "audience",
    "another object than the one asked for": "statement_invalid",
    "an object of another account": "statement_invalid",
    "a device that the log does not know": "no_authority",
    "an attribute changed by the server": "attrs",
    "an attribute added by the server": "attrs",
    "a wrap exchanged": "wraps",
    "a wrap added by the server": "wraps",
    "the signature of another statement": "statement_invalid",
    "a statement that follows another one than the one before it": "revision_conflict",
    "a debt paid by one who could not open it": "not_found",
    "no wrap at all": "wraps",
    "an author outside the audience that he writes for": "audience",
}


class Walked(NamedTuple):
    """How far a chain is valid, the roles that have a wrap by then, and what ends it."""

    link: Link | None
    wrapped: frozenset[UUID]
    refusal: Refused | None


@pytest.mark.parametrize("name", CHAINS)
def test_which_chains_are_valid(name: str) -> None:
    case = CHAINS[name]
    walked = walk(case)
    assert (walked.refusal and walked.refusal.reason) == REFUSED.get(name)
    assert (case["is"] == "verified") == (name not in REFUSED.keys() | BY_WHAT_WAS_SEEN)
    if case["is"] == "verified":
        assert walked.link is not None
        assert [role.hex for role in walked.link.audience] == case["audience"]
        assert [role for role in case["audience"] if UUID(role) not in walked.wrapped] == case["owed"]


def walk(case: dict[str, Any]) -> Walked:
    """The chain from what is known of it, each statement decided on the state of the cases."""
    log, known = key_state(), case.get("known")
    link: Link | None = None
    wrapped: frozenset[UUID] = frozenset()
    if known is not None:
        # The cases go on from the first content with the second.
        link = Link(known["seq"], bytes_of(known["hash"]), 1, tuple(UUID(role) for role in known["audience"]))
    statements = [read(*said) for said in case["chain"]]
    try:
        for place, statement in enumerate(statements):
            _check_what_is_said(case, log, statement)
            wraps = _wraps(case, place, statement)
            _check_comes_first(case, statement)
            link = next_link(log, statement, link, wraps)
            kept = frozenset[UUID]() if isinstance(statement.body, RecordPut) else wrapped
            wrapped = kept | {wrap.role_id for wrap in wraps}
        _check_attributes(case, statements)
    except Refused as refusal:
        return Walked(link, wrapped, refusal)
    return Walked(link, wrapped, None)


def _check_what_is_said(case: dict[str, Any], log: KeyLog, statement: Statement) -> None:
    """That it is about what was asked for, and truly signed."""
    body: Any = statement.body
    if (body.kind, body.id) != (case["asked"]["kind"], UUID(case["asked"]["id"])):
        raise malformed("it is about something else")
    device = log.devices.get(statement.header.device_id)
    if device is not None and not check.verify(device.signing, statement.raw, statement.signature):
        raise malformed("its signature does not fit")


def _check_comes_first(case: dict[str, Any], statement: Statement) -> None:
    """A server that took the statements of the tree refuses another one with a number that it has."""
    place = (unpadded(statement.tag), statement.header.seq)
    taken = [content for tag, seq, content in case["leaves"] if (tag, seq) == place]
    if taken and taken[0] != unpadded(signed_hash(statement.raw, statement.signatures)):
        raise Stale("Someone else changed this in the meantime.", reason="revision_conflict")


def _check_attributes(case: dict[str, Any], statements: list[Statement]) -> None:
    """Those that are served are those of the newest statement that signs any."""
    bodies = [s.body for s in statements if isinstance(s.body, RecordPut | RecordAttrs)]
    attrs = {name: bytes_of(value) for name, value in case["attrs"]}
    if bodies and attrs_hash(bytes_of(case["attrsSalt"]), attrs) != bodies[-1].attrs_hash:
        raise InvalidArgument("The attributes are not the signed ones.", reason="attrs")


def _named(wraps: list[Any]) -> tuple[WrapName, ...]:
    return tuple(WrapName(UUID(role), number, bytes_of(box)) for role, number, box in wraps)


ALL_WRAPS = {
    wraps_hash(_named(wraps)): _named(wraps) for case in RULES["chains"] for wraps in case["wraps"].values()
}


def _wraps(case: dict[str, Any], place: int, statement: Statement) -> tuple[WrapName, ...]:
    """Those that came with the statement. A case has those of the newest content alone; those of contents
    before it are found among all cases, by their signed hash."""
    served = case["wraps"].get(str(place))
    if served is not None:
        return _named(served)
    return ALL_WRAPS.get(getattr(statement.body, "wraps_hash", b""), ())
