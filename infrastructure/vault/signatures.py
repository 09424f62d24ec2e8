"""ECDSA P-256 with SHA-256 as the design takes it: 64 bytes r‖s, the lower s, uncompressed points."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_SHA256 = ec.ECDSA(hashes.SHA256())


class P256Signatures:
    """Implements `application.ports.SignatureCheck`."""

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        if len(signature) != 64 or len(public_key) != 65 or public_key[0] != 4:
            return False
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        if not (1 <= r < _ORDER and 1 <= s <= (_ORDER - 1) // 2):
            return False
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public_key)
            key.verify(encode_dss_signature(r, s), message, _SHA256)
        except (InvalidSignature, ValueError):
            return False
        return True
