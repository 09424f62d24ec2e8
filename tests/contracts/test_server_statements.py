"""The server reads statements as the published vectors have them, with its own parser and hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.crypto import base64url
from domain.errors import InvalidArgument
from domain.kernel import camel
from domain.records import bytes_of, unpadded
from domain.sealed import Signed
from domain.vault import encoding
from domain.vault.statement_types import TYPES, DeviceAdd, Hash, Header, Place, Point, RecordPut, Roles
from domain.vault.statements import Statement, read, read_signed, roll_proof_message
from infrastructure.vault.signatures import P256Signatures

V: dict[str, Any] = json.loads((Path(__file__).parent / "crypto-vectors.json").read_text())
SECOND = {"device.add": "device_signature_b64u", "role.roll": "roll_proof_b64u"}
ACCOUNT, ROLE = (UUID(V["ids"][name]) for name in ("account", "role"))
# What the server calls otherwise than the table.
SPELT = {
    "account_id": "account",
    "user_id": "user",
    "device_id": "device",
    "role_id": "role",
    "invite_id": "invite",
    "custodian_role_id": "custodianRole",
    "agreement": "ecdhPublic",
    "signing": "ecdsaPublic",
    "device_add": "addHash",
    "bits": "capabilities",
    "public": "rolePublic",
    "old_public": "previousRolePublic",
    "allow_personal_roles": "allowPersonal",
    "body_hash": "boxHash",
    "tree_root": "frameRoot",
    "thumbnail_root": "thumbnailFrameRoot",
    "place": "id",
}
AUTHOR = {"user_id": "authorUser", "device_id": "authorDevice"}
check = P256Signatures()


def statement(name: str) -> Statement:
    vector = V["statements"][name]
    more = {SECOND[vector["type"]]: vector["signatures"][1]} if vector["type"] in SECOND else {}
    return read_signed(Signed(statement_b64u=vector["bytes"], signature_b64u=vector["signatures"][0], **more))


def test_the_classes_of_the_statements_are_the_published_table() -> None:
    table = {name: _table_of(kind) for name, kind in TYPES.items()}
    assert {"header": _table_of(Header, AUTHOR), **table} == V["statementFields"]


def _table_of(kind: type[Any], spelt: Mapping[str, str] = {}) -> list[str]:
    hints, names = get_type_hints(kind), {**SPELT, **spelt}
    return [
        f"{names.get(field.name, camel(field.name))}:{_shape(hints[field.name])}" for field in fields(kind)
    ]


def _shape(hint: Any) -> str:
    parts = [part for part in get_args(hint) if part is not NoneType] if hasattr(hint, "__args__") else [hint]
    size = {UUID: "16", int: "8", Hash: "32", Place: "32", Point: "65", str: "text", Roles: "roles"}[parts[0]]
    return size if parts == [hint] else f"{size}?"


@pytest.mark.parametrize("name", sorted(V["statements"]))
def test_a_statement_is_read_and_its_signature_verifies(name: str) -> None:
    vector, found = V["statements"][name], statement(name)
    assert found.type == vector["type"]
    assert found.header.account_id == ACCOUNT
    signer = bytes_of(V["keys"][vector["signers"][0]]["public"])
    assert check.verify(signer, found.raw, found.signature)
    assert not check.verify(signer, found.raw + b"\0", found.signature)
    for cut in (vector["bytes"][:-4], vector["bytes"] + "AAAA"):
        with pytest.raises(InvalidArgument):
            read(cut, vector["signatures"][0])


@pytest.mark.parametrize("case", sorted(set(V["signatureRefuse"]) - {"statement"}))
def test_other_forms_of_a_signature_do_not_verify(case: str) -> None:
    vector = V["signatureRefuse"]
    found = statement(vector["statement"])
    signer = bytes_of(V["keys"]["dev1Ecdsa"]["public"])
    assert not check.verify(signer, found.raw, bytes_of(vector[case]))


@pytest.mark.parametrize("case", sorted(V["publicKeyRefuse"]))
def test_other_forms_of_a_public_key_are_no_points(case: str) -> None:
    assert not encoding.is_point(bytes_of(V["publicKeyRefuse"][case]))


@pytest.mark.parametrize("case", sorted(V["encoding"]["refuse"]))
def test_other_encodings_are_refused(case: str) -> None:
    with pytest.raises(InvalidArgument):
        encoding.decode(bytes.fromhex(V["encoding"]["refuse"][case]))


@pytest.mark.parametrize("number", range(7))
def test_a_field_of_the_header_has_one_length(number: int) -> None:
    """Also where the one behind it makes up for it."""
    vector = V["statements"]["recordPut"]
    raw, signature = bytes_of(vector["bytes"]), bytes_of(vector["signatures"][0])
    label, parts = encoding.decode(raw)
    for shift in (-1, 1):
        lengths = [*parts]
        both = parts[number] + parts[number + 1]
        at = len(parts[number]) + shift
        lengths[number], lengths[number + 1] = both[:at], both[at:]
        with pytest.raises(InvalidArgument, match="a field has another length"):
            read(unpadded(encoding.encode(label, *lengths)), unpadded(signature))
    assert read(unpadded(encoding.encode(label, *parts)), unpadded(signature)).raw == raw


def test_base64url_has_one_form() -> None:
    for text in V["base64url"]["accept"]:
        assert unpadded(bytes_of(text)) == text
    for text in V["base64url"]["refuse"]:
        with pytest.raises(InvalidArgument):
            bytes_of(text)


@pytest.mark.parametrize("name", ["genesis", "first"])
def test_cards_and_device_ids(name: str) -> None:
    body = statement(name).body
    assert isinstance(body, DeviceAdd)
    fingerprint = encoding.NO_HASH if name == "genesis" else bytes_of(V["fingerprint"])
    card = encoding.Card(
        *(ACCOUNT, fingerprint, body.user_id, body.agreement, body.signing, body.recovery_hash),
        *(body.protection, body.person_commitment),
    )
    assert unpadded(card.encode()) == V["deviceCards"][name]
    assert encoding.device_id(ACCOUNT, body.user_id, body.agreement, body.signing) == body.device_id


def test_the_message_of_a_roll_proof() -> None:
    assert unpadded(roll_proof_message(statement("roleRoll"))) == V["rollProofMessage"]


def test_hashes_and_commitments() -> None:
    vector = V["hashes"]
    wraps = [encoding.WrapName(UUID(role), number, bytes_of(box)) for role, number, box in vector["wraps"]]
    assert unpadded(encoding.wraps_hash(wraps)) == vector["wrapsHash"]
    attrs = {name: bytes_of(value) for name, value in vector["attrs"]}
    assert unpadded(encoding.attrs_hash(bytes_of(vector["attrsSalt"]), attrs)) == vector["attrsHash"]
    named = encoding.name_commitment(ACCOUNT, ROLE, bytes_of(vector["roleNameSalt"]), vector["roleName"])
    assert unpadded(named) == vector["roleNameCommitment"]
    for person in vector["persons"].values():
        user_id, salt, address = UUID(person["user"]), bytes_of(person["saltB64u"]), person["email"]
        for written in (address, address.upper()):
            said = encoding.person_commitment(ACCOUNT, user_id, salt, written, person["name"])
            assert unpadded(said) == person["commitment"]


@pytest.mark.parametrize("case", sorted(V["audience"]["refuse"]))
def test_an_audience_has_one_encoding(case: str) -> None:
    """Of all places that name one the first will do: there is one parser."""
    label, parts = encoding.decode(bytes_of(V["statements"]["recordPut"]["bytes"]))
    place = 8 + [field.name for field in fields(TYPES["record.put"])].index("audience")
    for roles, said in V["audience"]["accept"]:
        again = encoding.encode(label, *parts[:place], bytes_of(said), *parts[place + 1 :])
        body = read(unpadded(again), "A" * 86).body
        assert isinstance(body, RecordPut)
        assert body.audience == tuple(UUID(role) for role in roles)
    refused = bytes_of(V["audience"]["refuse"][case])
    with pytest.raises(InvalidArgument):
        read(unpadded(encoding.encode(label, *parts[:place], refused, *parts[place + 1 :])), "A" * 86)


def test_leaves_and_tags() -> None:
    log = V["log"]
    for name, tag, seq, leaf in zip(log["order"], log["tags"], log["seqs"], log["leaves"], strict=True):
        found = statement(name)
        assert unpadded(found.tag) == tag
        assert found.header.seq == seq
        content = encoding.signed_hash(found.raw, found.signatures)
        assert unpadded(encoding.leaf(found.tag, found.header.seq, content)) == leaf


@given(st.binary(max_size=400))
def test_no_bytes_break_the_parser(data: bytes) -> None:
    with pytest.raises(InvalidArgument):
        read(base64url.encode(data), "A" * 86)


@given(st.sampled_from(sorted(V["statements"])), st.data())
def test_a_changed_byte_is_refused_or_breaks_the_signature(name: str, data: st.DataObject) -> None:
    vector = V["statements"][name]
    raw = bytes_of(vector["bytes"])
    place = data.draw(st.integers(0, len(raw) - 1))
    changed = raw[:place] + bytes((raw[place] ^ 1,)) + raw[place + 1 :]
    try:
        found = read(unpadded(changed), vector["signatures"][0])
    except InvalidArgument:
        return
    signer = bytes_of(V["keys"][vector["signers"][0]]["public"])
    assert not check.verify(signer, found.raw, found.signature)
