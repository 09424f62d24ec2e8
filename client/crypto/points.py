"""P-256: keys in their one encoding, agreement, and signatures of which there is one form each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from client.crypto.errors import DataLoss

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
POINT_SIZE = 65
_CURVE = ec.SECP256R1()
_SHA256 = ec.ECDSA(hashes.SHA256())


class KeyPair(NamedTuple):
    """A private scalar (32 bytes) and its public point (65 bytes, uncompressed)."""

    private: bytes
    public: bytes


def new_pair() -> KeyPair:
    key = ec.generate_private_key(_CURVE)
    return pair_of(key.private_numbers().private_value.to_bytes(32, "big"))


def pair_of(scalar: bytes) -> KeyPair:
    key = _private(scalar)
    public = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return KeyPair(scalar, public)


def check_point(point: bytes) -> bytes:
    """The point itself when it is an uncompressed point of the curve; compressed forms are refused."""
    _public(point)
    return point


def agree(scalar: bytes, point: bytes) -> bytes:
    """ECDH: the x coordinate, 32 bytes."""
    return _private(scalar).exchange(ec.ECDH(), _public(point))


def sign(scalar: bytes, message: bytes) -> bytes:
    """64 bytes r‖s with the lower s: nobody but the signer can make a second form of it."""
    r, s = decode_dss_signature(_private(scalar).sign(message, _SHA256))
    return r.to_bytes(32, "big") + min(s, ORDER - s).to_bytes(32, "big")


def verify(point: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (1 <= r < ORDER and 1 <= s <= (ORDER - 1) // 2):
        return False
    try:
        _public(point).verify(encode_dss_signature(r, s), message, _SHA256)
    except InvalidSignature:
        return False
    return True


def _private(scalar: bytes) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(scalar, "big")
    if len(scalar) != 32 or not 1 <= number < ORDER:
        raise DataLoss("not a private scalar")
    return ec.derive_private_key(number, _CURVE)


@lru_cache(maxsize=1024)
def _public(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != POINT_SIZE or point[0] != 4:
        raise DataLoss("not an uncompressed point")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except ValueError:
        raise DataLoss("not a point of the curve") from None
