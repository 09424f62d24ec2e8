"""An authenticator in software: keys, counters and answers as a browser would pass them on."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40
BACKUP_ELIGIBLE, BACKED_UP = 0x08, 0x10


def b64u(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_b64u(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """One credential. Members may be changed between ceremonies to misbehave."""

    origin: str
    rp_id: str
    synced: bool = False
    counter: int = 0
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: os.urandom(20))

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to registration options, without the members that the public client leaves out."""
        client_data = self._client_data("webauthn.create", options["challenge"])
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        credential = bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id + cose
        data = self._authenticator_data(ATTESTED) + credential
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "id": b64u(self.credential_id),
            "rawId": b64u(self.credential_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "response": {
                "clientDataJSON": b64u(client_data),
                "attestationObject": b64u(statement),
                "transports": ["internal", "hybrid"],
            },
        }

    def sign(self, options: dict[str, Any], *, counted: bool = True) -> dict[str, Any]:
        """The answer to authentication options."""
        if counted:
            self.counter += 1
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._authenticator_data(0)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ECDSA(SHA256()))
        return {
            "id": b64u(self.credential_id),
            "rawId": b64u(self.credential_id),
            "type": "public-key",
            "response": {
                "clientDataJSON": b64u(client_data),
                "authenticatorData": b64u(data),
                "signature": b64u(signature),
            },
        }

    def _client_data(self, kind: str, challenge: str) -> bytes:
        members = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(members).encode()

    def _authenticator_data(self, more: int) -> bytes:
        flags = USER_PRESENT | USER_VERIFIED | more
        if self.synced:
            flags |= BACKUP_ELIGIBLE | BACKED_UP
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.counter)
