"""Statements as the server reads them, for rules that never verify a signature."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, cast
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domain.records import unpadded
from domain.sealed import Signed
from domain.vault.encoding import encode, text, u64
from domain.vault.statement_types import TYPES, ContentBody, Header, KeyBody, Point

NAMES = {kind: name for name, kind in TYPES.items()}
SIGNATURE = "A" * 86  # 64 zero bytes


@cache
def point(number: int) -> Point:
    """Always the same public key for the same number."""
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return Point(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def signed(header: Header, body: KeyBody | ContentBody) -> Signed:
    """The statement with signatures of the right form."""
    name = NAMES[type(body)]
    parts = [_encoded(getattr(part, field.name)) for part in (header, body) for field in fields(part)]
    return Signed(
        statement_b64u=unpadded(encode(f"stmt.{name}", *parts)),
        signature_b64u=SIGNATURE,
        device_signature_b64u=SIGNATURE if name == "device.add" else None,
        roll_proof_b64u=SIGNATURE if name == "role.roll" else None,
    )


def _encoded(value: Any) -> bytes:
    match value:
        case None:
            return b""
        case UUID():
            return value.bytes
        case int():
            return u64(value)
        case str():
            return text(value)
        case tuple():
            return b"".join(id.bytes for id in cast("tuple[UUID, ...]", value))
        case _:
            return value
