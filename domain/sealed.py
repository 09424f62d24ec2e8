"""Ciphertext as the server sees it: boxes, wraps, signed statements and record envelopes."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from domain.kernel import Value

B64u = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]*\Z", max_length=1_400_000)]
# base64url lengths: 12-byte IV 16, 16-byte salt 22, 64-byte signature 86, 65-byte point 87, 32-byte hash 43
Iv = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{16}\Z")]
Salt = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22}\Z")]
# A salt that erasure leaves empty: its length is checked where it is written (`domain.records`).
ErasableSalt = Annotated[str, Meta(max_length=22)]
Hash = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{43}\Z")]
Point = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{87}\Z")]
Signature = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{86}\Z")]
Statement = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]+\Z", max_length=5462)]  # 4 KiB of bytes
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Signed(Value, frozen=True, kw_only=True):
    """A statement of `crypto.md` section 6 with its signature, and what travels beside it.

    `device_signature_b64u` is the second signature of `device.add`, `roll_proof_b64u` that of
    `role.roll`, `salt_b64u` opens the commitment in `role.create`, `role.set` and `user.person`.
    """

    statement_b64u: Statement
    signature_b64u: Signature
    device_signature_b64u: Signature | None = None
    roll_proof_b64u: Signature | None = None
    salt_b64u: Salt | None = None


class Box(Value, frozen=True):
    """The sealed box of `crypto.md` section 4."""

    iv_b64u: Iv
    salt_b64u: Salt
    data_b64u: B64u


class RecoveryEnvelope(Value, frozen=True):
    """The device's keys under the recovery secret: 114 bytes of data."""

    data_b64u: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{152}\Z")]
    iv_b64u: Iv
    salt_b64u: Salt


class Wrap(Value, frozen=True):
    """The key of one content revision, for one role: by its KEK (`wrap`) or its public key (`seal`)."""

    role_id: UUID
    generation: Annotated[int, Meta(ge=1, le=2**31)]
    mode: Literal["wrap", "seal"]
    iv_b64u: Iv
    salt_b64u: Salt
    data_b64u: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{108}([A-Za-z0-9_-]{87})?\Z")]  # 81 or 146 bytes


class DeviceWrap(Value, frozen=True):
    """The secret of one role generation for one device, with its `role.grant`."""

    role_id: UUID
    user_id: UUID
    device_id: UUID
    generation: Annotated[int, Meta(ge=1, le=2**31)]
    role_public_key_b64u: Point
    device_public_key_b64u: Point
    iv_b64u: Iv
    salt_b64u: Salt
    data_b64u: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{282}\Z")]  # 211 bytes
    statement_b64u: Statement
    signature_b64u: Signature


class Sealed(Value, frozen=True):
    """The record envelope of `crypto.md` section 12: one content revision of one item."""

    id: UUID
    revision: Annotated[int, Meta(ge=1)]
    content_revision: Annotated[int, Meta(ge=1)]
    schema: Annotated[int, Meta(ge=1, le=65535)]
    attrs: dict[str, B64u]
    attrs_salt_b64u: ErasableSalt
    iv_b64u: Iv
    salt_b64u: Salt
    data_b64u: B64u
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)]
    statement_b64u: Statement
    signature_b64u: Signature
