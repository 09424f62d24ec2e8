"""The sealed box: the one way in which small things are encrypted.

The first half of the derived bytes is the key, the second commits to it: without that, one ciphertext
could open under two keys. Every box has a key of its own, so an IV never meets a key twice.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from client.crypto import base64url
from client.crypto.canonical import bind
from client.crypto.derive import hkdf
from client.crypto.errors import CryptoError, DataLoss, Unimplemented

SUITE = 1
IV_SIZE = 12
SALT_SIZE = 16
_COMMITMENT = 32
_TAG = 16
OVERHEAD = 1 + _COMMITMENT + _TAG

# Plaintexts of one length only: a box of another size is refused before a key is touched.
PLAINTEXT_SIZE: Mapping[str, int] = {
    "role-wrap": 97,
    "role-history": 97,
    "content-wrap": 32,
    "content-seal": 32,
    "device-key.passphrase": 65,
    "device-key.prf": 65,
    "recovery": 65,
    "unlock-cache": 65,
}
PREFIX_SIZE: Mapping[str, int] = {"role-wrap": 65, "content-seal": 65}


class Box(NamedTuple):
    iv: bytes
    salt: bytes
    data: bytes

    @property
    def hash(self) -> bytes:
        """What a statement names when it names this box."""
        return hashlib.sha256(self.salt + self.iv + self.data).digest()

    def prefix(self, label: str) -> bytes:
        """The object prefix: the ephemeral public key of a role wrap or a content seal."""
        return self.data[1 : 1 + PREFIX_SIZE.get(label, 0)]

    def to_json(self) -> dict[str, str]:
        return {
            "ivB64u": base64url.encode(self.iv),
            "saltB64u": base64url.encode(self.salt),
            "dataB64u": base64url.encode(self.data),
        }

    @classmethod
    def from_json(cls, members: Mapping[str, Any]) -> Box:
        return cls(
            base64url.decode(members["ivB64u"], size=IV_SIZE),
            base64url.decode(members["saltB64u"], size=SALT_SIZE),
            base64url.decode(members["dataB64u"]),
        )

    def joined(self) -> bytes:
        """salt ‖ iv ‖ data, the form in which history links travel."""
        return self.salt + self.iv + self.data

    @classmethod
    def from_joined(cls, data: bytes) -> Box:
        if len(data) < SALT_SIZE + IV_SIZE + OVERHEAD:
            raise DataLoss("not a box")
        return cls(data[SALT_SIZE : SALT_SIZE + IV_SIZE], data[:SALT_SIZE], data[SALT_SIZE + IV_SIZE :])


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_SIZE)


def seal(
    ikm: bytes,
    label: str,
    context: Sequence[bytes],
    plaintext: bytes,
    *,
    prefix: bytes = b"",
    salt: bytes | None = None,
) -> Box:
    """Encrypt. `salt` is given only where the same salt stretched the pass-phrase."""
    if len(prefix) != PREFIX_SIZE.get(label, 0) or len(plaintext) != PLAINTEXT_SIZE.get(
        label, len(plaintext)
    ):
        raise DataLoss("sizes do not fit the object")
    salt = new_salt() if salt is None else salt
    iv = secrets.token_bytes(IV_SIZE)
    key, commitment = _keys(ikm, label, context, salt)
    body = AESGCM(key).encrypt(iv, plaintext, bind(f"{label}.aad", *context))
    return Box(iv, salt, bytes((SUITE,)) + prefix + commitment + body)


def open_box(ikm: bytes, label: str, context: Sequence[bytes], box: Box) -> bytes:
    """Decrypt, or say that it does not open and nothing else."""
    check_size(label, box)
    start = 1 + PREFIX_SIZE.get(label, 0)
    key, commitment = _keys(ikm, label, context, box.salt)
    if not hmac.compare_digest(commitment, box.data[start : start + _COMMITMENT]):
        raise DataLoss("the box does not open")
    try:
        return AESGCM(key).decrypt(box.iv, box.data[start + _COMMITMENT :], bind(f"{label}.aad", *context))
    except InvalidTag:
        raise DataLoss("the box does not open") from None


def check_size(label: str, box: Box) -> None:
    """Lengths and version, which are looked at before any key is used."""
    least = OVERHEAD + PREFIX_SIZE.get(label, 0)
    size = PLAINTEXT_SIZE.get(label)
    if len(box.iv) != IV_SIZE or len(box.salt) != SALT_SIZE or not box.data:
        raise DataLoss("the box does not open")
    if box.data[0] != SUITE:
        raise Unimplemented("update the application")
    if len(box.data) < least or (size is not None and len(box.data) != least + size):
        raise DataLoss("the box does not open")


def _keys(ikm: bytes, label: str, context: Sequence[bytes], salt: bytes) -> tuple[bytes, bytes]:
    try:
        okm = hkdf(ikm, salt, bind(f"{label}.key", *context), 64)
    except (KeyError, CryptoError):
        raise DataLoss("the box does not open") from None
    return okm[:32], okm[32:]
