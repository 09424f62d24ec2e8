"""The server reads statements as the published vectors have them, with its own parser and hashes."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.crypto import base64url
from client.crypto.labels import STATEMENT_HEADER, STATEMENTS
from domain.errors import InvalidArgument
from domain.records import bytes_of, unpadded
from domain.sealed import Signed
from domain.vault import encoding
from domain.vault.statement_types import TYPES, DeviceAdd, Header
from domain.vault.statements import Statement, read, read_signed, roll_proof_message
from infrastructure.vault.signatures import P256Signatures

V: dict[str, Any] = json.loads((Path(__file__).parent / "crypto-vectors.json").read_text())
SECOND = {"device.add": "device_signature_b64u", "role.roll": "roll_proof_b64u"}
ACCOUNT, ROLE, USER = (UUID(V["ids"][name]) for name in ("account", "role", "user2"))
check = P256Signatures()


def statement(name: str) -> Statement:
    vector = V["statements"][name]
    more = {SECOND[vector["type"]]: vector["signatures"][1]} if vector["type"] in SECOND else {}
    return read_signed(Signed(statement_b64u=vector["bytes"], signature_b64u=vector["signatures"][0], **more))


def test_the_tables_of_server_and_client_are_one() -> None:
    assert set(TYPES) == set(STATEMENTS)
    assert len(fields(Header)) == len(STATEMENT_HEADER)
    for name, kind in TYPES.items():
        assert len(fields(kind)) == len(STATEMENTS[name]), name


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
        ACCOUNT, fingerprint, body.user_id, body.agreement, body.signing, body.recovery_hash, body.protection
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
    person = encoding.person_commitment(
        ACCOUNT, USER, bytes_of(vector["personSalt"]), vector["person"].upper()
    )
    assert unpadded(person) == vector["personCommitment"]


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
