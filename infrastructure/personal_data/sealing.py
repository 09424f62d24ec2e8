"""One personal value as a reference: who it belongs to, what it is, and its ciphertext."""

from __future__ import annotations

import os
import re
from base64 import urlsafe_b64encode
from binascii import a2b_base64
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel import PiiRef
from infrastructure.canonical import canonical

_LABEL = "coffer.v1.person.aad"
_REF = re.compile(r"p1\.([A-Za-z0-9_-]{22})\.([a-z][a-z0-9_]*)\.([A-Za-z0-9_-]+)")
_SUBJECT = re.compile(r"p1\.([A-Za-z0-9_-]{22})\.[a-z][a-z0-9_]*\.")
_ORDINARY = bytes.maketrans(b"-_", b"+/")


class SealedValue(NamedTuple):
    subject: UUID
    bound_to: bytes
    data: bytes


def seal_value(subject: UUID, field: str, value: str, key: bytes) -> PiiRef:
    """Encrypt a value; the reference is bound to its person and to what the value is."""
    iv = os.urandom(12)
    data = iv + AESGCM(key).encrypt(iv, value.encode(), _bound_to(subject, field))
    ref = f"p1.{_text(subject.bytes)}.{field}.{_text(data)}"
    if _REF.fullmatch(ref) is None:
        raise ValueError(f"{field!r} is no name of a personal value.")
    return PiiRef(ref)


def parse(ref: PiiRef) -> SealedValue:
    found = _REF.fullmatch(ref)
    if found is None:
        raise ValueError("This is no reference to a personal value.")
    subject, field, data = found.groups()
    return SealedValue(*_bound(subject, field), _bytes(data))


def subjects_in(text: str) -> set[tuple[str, UUID]]:
    """Whose values are referred to anywhere in a text: as the references write it, and the subject."""
    return {(found, UUID(bytes=_bytes(found))) for found in _SUBJECT.findall(text)}


def open_values(values: Iterable[SealedValue], keys: Mapping[UUID, bytes]) -> list[str | None]:
    """The values in order; None for what was sealed under a key that has been destroyed since."""
    ciphers = {subject: AESGCM(key) for subject, key in keys.items()}
    return [
        None if (cipher := ciphers.get(value.subject)) is None else _opened(value, cipher) for value in values
    ]


def _opened(sealed: SealedValue, cipher: AESGCM) -> str | None:
    try:
        return cipher.decrypt(sealed.data[:12], sealed.data[12:], sealed.bound_to).decode()
    except InvalidTag:
        return None


# Whoever is asked for once is asked for again, and so are the few things known of everybody.
@lru_cache(maxsize=4096)
def _bound(subject: str, field: str) -> tuple[UUID, bytes]:
    """Whose a value is, and what it is bound to by that and by what it is."""
    its = UUID(bytes=_bytes(subject))
    return its, _bound_to(its, field)


def _bound_to(subject: UUID, field: str) -> bytes:
    return canonical(_LABEL, subject, field)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return a2b_base64(text.encode().translate(_ORDINARY) + b"=" * (-len(text) % 4))
