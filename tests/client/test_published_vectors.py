"""The primitives as we call them agree with the published test vectors of others."""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

from client.crypto import base64url
from client.crypto.box import IV_SIZE
from client.crypto.derive import hkdf
from client.crypto.errors import CryptoError, DataLoss
from client.crypto.points import ORDER, agree, check_point, verify
from infrastructure.local.published_vectors import NO_VECTORS, published_vectors

FOLDER = published_vectors(os.environ)

pytestmark = pytest.mark.skipif(FOLDER is None, reason=NO_VECTORS)


def cases(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    assert FOLDER is not None
    content = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for group in content["testGroups"]:
        for case in group["tests"]:
            yield group, case


def test_aes_gcm() -> None:
    seen = 0
    for group, case in cases("aes_gcm_test.json"):
        if (group["keySize"], group["ivSize"], group["tagSize"]) != (256, IV_SIZE * 8, 128):
            continue
        key, iv, aad, message = (bytes.fromhex(case[part]) for part in ("key", "iv", "aad", "msg"))
        sealed = bytes.fromhex(case["ct"]) + bytes.fromhex(case["tag"])
        seen += 1
        if case["result"] == "valid":
            assert AESGCM(key).encrypt(iv, message, aad) == sealed
            assert AESGCM(key).decrypt(iv, sealed, aad) == message
        else:
            with pytest.raises(InvalidTag):
                AESGCM(key).decrypt(iv, sealed, aad)
    assert seen > 50


def test_agreement_over_points() -> None:
    seen = 0
    for _, case in cases("ecdh_secp256r1_ecpoint_test.json"):
        private, point = int(case["private"], 16), bytes.fromhex(case["public"])
        uncompressed = len(point) == 65 and point[:1] == b"\x04"
        seen += 1
        if case["result"] == "valid" and uncompressed:
            assert agree(private.to_bytes(32, "big"), point) == bytes.fromhex(case["shared"])
        else:
            # A compressed form of a valid point is refused too: a key has one encoding.
            with pytest.raises(DataLoss):
                check_point(point)
    assert seen > 200


def test_agreement_over_jwk() -> None:
    seen = 0
    for _, case in cases("ecdh_secp256r1_webcrypto_test.json"):
        public, private = case["public"], case["private"]
        try:
            x, y, scalar = (
                base64url.decode(part, size=32) for part in (public["x"], public["y"], private["d"])
            )
            if public["crv"] != "P-256" or public["kty"] != "EC":
                raise DataLoss("another curve")
            shared = agree(scalar, b"\x04" + x + y)
        except (CryptoError, KeyError):
            assert case["result"] == "invalid", case["tcId"]
        else:
            assert case["result"] == "valid", case["tcId"]
            assert shared == bytes.fromhex(case["shared"])
            seen += 1
    assert seen > 100


def test_signatures() -> None:
    valid = high = 0
    for group, case in cases("ecdsa_secp256r1_sha256_p1363_test.json"):
        point = bytes.fromhex(group["publicKey"]["uncompressed"])
        signature = bytes.fromhex(case["sig"])
        accepted = verify(point, bytes.fromhex(case["msg"]), signature)
        upper = len(signature) == 64 and int.from_bytes(signature[32:], "big") > (ORDER - 1) // 2
        if case["result"] == "valid" and not upper:
            valid += 1
            assert accepted, case["tcId"]
        else:
            high += upper
            assert not accepted, case["tcId"]
            if case["result"] == "valid":
                # The same signature in its lower form is the one that we take.
                lower = ORDER - int.from_bytes(signature[32:], "big")
                assert verify(point, bytes.fromhex(case["msg"]), signature[:32] + lower.to_bytes(32, "big"))
    assert valid > 50
    assert high > 50


def test_hkdf() -> None:
    for _, case in cases("hkdf_sha256_test.json"):
        ikm, salt, info = (bytes.fromhex(case[part]) for part in ("ikm", "salt", "info"))
        if case["result"] == "valid":
            assert hkdf(ikm, salt, info, case["size"]) == bytes.fromhex(case["okm"])
        else:
            with pytest.raises(ValueError, match=r"[Dd]erive"):
                hkdf(ikm, salt, info, case["size"])


def test_hmac() -> None:
    for group, case in cases("hmac_sha256_test.json"):
        if group["tagSize"] != 256:
            continue
        tag = hmac.digest(bytes.fromhex(case["key"]), bytes.fromhex(case["msg"]), "sha256")
        assert (tag == bytes.fromhex(case["tag"])) == (case["result"] == "valid")


def test_pbkdf2() -> None:
    for _, case in cases("pbkdf2_hmacsha256_test.json"):
        salt, password = bytes.fromhex(case["salt"]), bytes.fromhex(case["password"])
        derived = PBKDF2HMAC(hashes.SHA256(), case["dkLen"], salt, case["iterationCount"])
        assert derived.derive(password) == bytes.fromhex(case["dk"])
