"""Signing statements and checking signatures, the second ones included."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from uuid import UUID

from client.crypto.canonical import bind, text
from client.crypto.devices import Card, DeviceKeys
from client.crypto.leaves import Leaf
from client.crypto.points import sign, verify
from client.crypto.role_keys import RoleSecret
from client.crypto.statements import KEY_TYPES, SignedStatement, Statement


def signed_by(statement: Statement, device: DeviceKeys) -> SignedStatement:
    return SignedStatement(statement, (sign(device.signing.private, statement.raw),))


def card_signature(card: Card, device: DeviceKeys) -> bytes:
    """The second signature of `device.add`: the newcomer owns the keys and means this account."""
    return sign(device.signing.private, card.encode())


def card_signed(card: Card, signature: bytes) -> bool:
    return verify(card.public.signing, card.encode(), signature)


def roll_proof(statement: Statement, old: RoleSecret) -> bytes:
    """The second signature of `role.roll`, by the generation that it ends."""
    return sign(old.signing.private, bind("roll-proof", statement.raw))


def roll_proven(statement: Statement, old_sign_public: bytes, proof: bytes) -> bool:
    return verify(old_sign_public, bind("roll-proof", statement.raw), proof)


def object_tag(account: UUID, kind: str, object_id: bytes) -> bytes:
    """The name of an object in the tree: only who knows its id recognises it."""
    return hashlib.sha256(bind("object", account.bytes, text(kind), object_id)).digest()[:16]


def tag_of(statement: Statement) -> bytes:
    """Empty for key statements, which everybody reads; else the tag of the object."""
    if statement.type in KEY_TYPES:
        return b""
    named = statement.fields["id"]
    assert isinstance(named, bytes | UUID)
    return object_tag(
        statement.account, statement.text("kind"), named if isinstance(named, bytes) else named.bytes
    )


def signed_hash(raw: bytes, signatures: Sequence[bytes]) -> bytes:
    """What the leaf of a statement names: its bytes and all its signatures."""
    return hashlib.sha256(bind("signed", raw, *signatures)).digest()


def leaf_of(signed: SignedStatement) -> Leaf:
    """The leaf of a statement in the account tree."""
    statement, signatures = signed
    return Leaf(tag_of(statement), statement.seq, signed_hash(statement.raw, signatures))
