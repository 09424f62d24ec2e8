"""The second oracle of the hostile server notices what was signed wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest

from client.crypto import base64url
from client.crypto.devices import DeviceKeys
from client.crypto.hashes import attrs_hash
from client.crypto.points import new_pair
from client.crypto.role_keys import RoleSecret, new_role_secret
from client.crypto.signing import roll_proof, signed_by
from client.crypto.statements import NO_HASH, Author, Field, View, build, parse
from tests.hostile.oracle import Oracle

ACCOUNT = uuid4()


def a_device() -> DeviceKeys:
    return DeviceKeys(ACCOUNT, uuid4(), new_pair(), new_pair())


def said(by: DeviceKeys, type_: str, *, seq: int = 2, **fields: Field) -> dict[str, str]:
    """A statement as it travels."""
    author = Author(ACCOUNT, by.user, by.id)
    statement = build(type_, author, seq=seq, prev_hash=NO_HASH, created_at=1, view=View(), fields=fields)
    return {
        "statementB64u": base64url.encode(statement.raw),
        "signatureB64u": base64url.encode(signed_by(statement, by).signatures[0]),
    }


def added(device: DeviceKeys) -> Mapping[str, str]:
    return said(
        device,
        "device.add",
        user=device.user,
        device=device.id,
        ecdhPublic=device.agreement.public,
        ecdsaPublic=device.signing.public,
        how="first",
        recoveryHash=bytes(32),
        protection="passphrase",
        personCommitment=None,
    )


@pytest.fixture
def device() -> DeviceKeys:
    return a_device()


@pytest.fixture
def oracle(device: DeviceKeys) -> Oracle:
    oracle = Oracle()
    oracle.learn({"data": [added(device)]})
    return oracle


def deleted(by: DeviceKeys) -> dict[str, str]:
    return said(by, "record.delete", kind="document", id=uuid4())


def test_what_a_known_device_signed_has_nothing_wrong(oracle: Oracle, device: DeviceKeys) -> None:
    [line] = oracle.said_by({"items": [deleted(device)]})
    assert line.startswith("record.delete seq=2 kind=document id=")
    assert "NOT" not in line


def test_two_invitations_differ_by_what_they_give_alone(oracle: Oracle, device: DeviceKeys) -> None:
    member, admin, keeper = uuid4(), uuid4(), uuid4()

    def told(role: UUID) -> list[str]:
        invitation = said(
            device,
            "invite.create",
            invite=uuid4(),
            role=role,
            custodianRole=keeper,
            custodianGeneration=1,
            boxHash=bytes(32),
            expiresAt=9,
        )
        return oracle.said_by(invitation)

    assert told(member) == told(member) != told(admin)


def test_a_new_file_is_told_from_those_before_it(oracle: Oracle, device: DeviceKeys) -> None:
    document, first = uuid4(), uuid4()
    hashes = ("headerHash", "frameRoot", "manifestHash", "wrapsHash", "attrsHash")
    preview = ("thumbnailHeaderHash", "thumbnailFrameCount", "thumbnailFrameRoot")

    def uploaded(file: UUID) -> UUID:
        [line] = oracle.said_by(
            said(
                device,
                "file.put",
                seq=1,
                kind="file",
                id=file,
                version=1,
                frameCount=1,
                encryptedSize=1,
                audience=(uuid4(),),
                **dict.fromkeys(hashes, bytes(32)),
                **dict.fromkeys(preview),
            )
        )
        assert "NOT" not in line
        return file

    def told(*versions: UUID) -> list[str]:
        values = {"versions": b"".join(file.bytes for file in versions)}
        salt = bytes(16)
        hashed = attrs_hash(salt, values)
        statement = said(
            device, "record.attrs", kind="document", id=document, contentRevision=1, attrsHash=hashed
        )
        beside = {name: base64url.encode(value) for name, value in values.items()}
        return oracle.said_by({**statement, "attrs": beside, "attrsSaltB64u": base64url.encode(salt)})

    second = told(first, uploaded(uuid4()))
    assert second == told(first, last := uploaded(uuid4()))
    assert "NOT" not in second[0]
    assert second != told(last, first), "in another order"
    assert second != told(last), "without the one before"
    assert second != told(first), "without the new one"
    uploaded(uuid4())
    assert second != told(first, last), "with one that is not the newest any more"


def test_the_signature_of_another_statement_is_noticed(oracle: Oracle, device: DeviceKeys) -> None:
    other = deleted(device)["signatureB64u"]
    [line] = oracle.said_by({**deleted(device), "signatureB64u": other})
    assert line.endswith("NOT SIGNED BY ITS AUTHOR")


def test_a_device_that_nobody_added_is_noticed(oracle: Oracle) -> None:
    [line] = oracle.said_by(deleted(a_device()))
    assert line.endswith("BY A DEVICE THAT IS NOT KNOWN")


def test_a_device_under_the_keys_of_another_is_not_learnt(oracle: Oracle, device: DeviceKeys) -> None:
    forger = a_device()
    forged = said(
        forger,
        "device.add",
        user=device.user,
        device=device.id,
        ecdhPublic=forger.agreement.public,
        ecdsaPublic=forger.signing.public,
        how="first",
        recoveryHash=bytes(32),
        protection="passphrase",
        personCommitment=None,
    )
    oracle.learn(forged)
    [line] = oracle.said_by(deleted(device))
    assert "NOT" not in line


def test_a_roll_is_proven_by_the_generation_that_it_ends(oracle: Oracle, device: DeviceKeys) -> None:
    role, old = uuid4(), new_role_secret()
    oracle.learn(made(device, "role.create", role, 1, old, capabilities=1, nameCommitment=bytes(32)))
    rolled = made(
        device, "role.roll", role, 2, new_role_secret(), previousRolePublic=old.agreement.public, reason="x"
    )
    proof = roll_proof(parse(base64url.decode(rolled["statementB64u"])), old)
    [proven] = oracle.said_by({**rolled, "rollProofB64u": base64url.encode(proof)})
    assert "NOT" not in proven
    [line] = oracle.said_by({**rolled, "rollProofB64u": base64url.encode(bytes(64))})
    assert line.endswith("NOT PROVEN BY THE GENERATION THAT IT ENDS")


def made(
    by: DeviceKeys, type_: str, role: UUID, generation: int, secret: RoleSecret, **fields: Field
) -> dict[str, str]:
    return said(
        by,
        type_,
        role=role,
        generation=generation,
        rolePublic=secret.agreement.public,
        signPublic=secret.signing.public,
        seedCommitment=bytes(32),
        **fields,
    )


def test_attributes_that_are_not_those_that_were_signed_are_noticed(
    oracle: Oracle, device: DeviceKeys
) -> None:
    salt, values = bytes(32), {"expiresOn": b"2029-01-14"}
    signed = said(
        device,
        "record.attrs",
        kind="document",
        id=uuid4(),
        contentRevision=1,
        attrsHash=attrs_hash(salt, values),
    )
    beside = {
        "attrsSaltB64u": base64url.encode(salt),
        "attrs": {"expiresOn": base64url.encode(b"2026-12-01")},
    }
    [line] = oracle.said_by({**signed, **beside})
    assert line.endswith("attrs={expiresOn: 2026-12-01} NOT AS SIGNED")
