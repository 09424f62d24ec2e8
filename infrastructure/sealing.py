"""Short texts outside the log, sealed under a key of the installation and bound to their place."""

from __future__ import annotations

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from domain.errors import Damaged


class KeySealing:
    """Implements `application.messaging.ports.Sealing`."""

    def __init__(self, kek: bytes) -> None:
        derived = HKDF(SHA256(), 32, salt=None, info=b"coffer.v1.short_texts.key").derive(kek)
        self._cipher = AESGCM(derived)

    def seal(self, label: str, plain: bytes) -> bytes:
        iv = os.urandom(12)
        return iv + self._cipher.encrypt(iv, plain, label.encode())

    def open(self, label: str, sealed: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:12], sealed[12:], label.encode())
        except (InvalidTag, ValueError):
            raise Damaged("A kept text cannot be opened.", reason="sealed_text") from None
