"""One personal value as a reference: who it belongs to, what it is, and its ciphertext."""

from __future__ import annotations

import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel import PiiRef
from infrastructure.canonical import canonical

_LABEL = "coffer.v1.person.aad"
_REF = re.compile(r"p1\.([A-Za-z0-9_-]{22})\.([a-z][a-z0-9_]*)\.([A-Za-z0-9_-]+)")


class SealedValue(NamedTuple):
    subject: UUID
    field: str
    data: bytes


def seal_value(subject: UUID, field: str, value: str, key: bytes) -> PiiRef:
    """Encrypt a value; the reference is bound to its person and to what the value is."""
    iv = os.urandom(12)
    data = iv + AESGCM(key).encrypt(iv, value.encode(), canonical(_LABEL, subject, field))
    ref = f"p1.{_text(subject.bytes)}.{field}.{_text(data)}"
    if _REF.fullmatch(ref) is None:
        raise ValueError(f"{field!r} is no name of a personal value.")
    return PiiRef(ref)


def parse(ref: PiiRef) -> SealedValue:
    found = _REF.fullmatch(ref)
    if found is None:
        raise ValueError("This is no reference to a personal value.")
    subject, field, data = found.groups()
    return SealedValue(UUID(bytes=_bytes(subject)), field, _bytes(data))


def open_value(sealed: SealedValue, key: bytes) -> str | None:
    """The value; None when it was sealed under a key that has been destroyed since."""
    bound_to = canonical(_LABEL, sealed.subject, sealed.field)
    try:
        return AESGCM(key).decrypt(sealed.data[:12], sealed.data[12:], bound_to).decode()
    except InvalidTag:
        return None


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
