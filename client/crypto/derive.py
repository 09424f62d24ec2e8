"""Deriving keys: HKDF and PBKDF2, both with SHA-256, with the numbers that the design fixes."""

from __future__ import annotations

import unicodedata

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

from client.crypto.errors import InvalidArgument

ITERATIONS = 210_000
_MOST_ITERATIONS = 5_000_000
SAFETY_CODE_ITERATIONS = 1_048_576


def hkdf(ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(ikm)


def from_passphrase(passphrase: str, salt: bytes, iterations: int = ITERATIONS) -> bytes:
    """32 bytes of a pass-phrase. Fewer rounds than ours were never written, so they are refused."""
    if not ITERATIONS <= iterations <= _MOST_ITERATIONS:
        raise InvalidArgument("rounds out of bounds")
    normal = unicodedata.normalize("NFKC", passphrase).encode()
    return PBKDF2HMAC(hashes.SHA256(), 32, salt, iterations).derive(normal)


def stretched(fingerprint: bytes, salt: bytes) -> bytes:
    """32 bytes. Each fingerprint that an attacker tries costs two million compressions."""
    return PBKDF2HMAC(hashes.SHA256(), 32, salt, SAFETY_CODE_ITERATIONS).derive(fingerprint)
