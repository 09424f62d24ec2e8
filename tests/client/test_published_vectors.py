"""The primitives as we call them agree with the published test vectors of others."""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterator
from pathlib import Path
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
from client.crypto.merkle import EMPTY_ROOT, CompactRange, inclusion_proof, leaf_hash, root_of
from client.crypto.points import ORDER, agree, check_point, verify

BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "wycheproof"
FOLDER = Path(os.environ.get("WYCHEPROOF_DIR", BESIDE))


def cases(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    content = json.loads((FOLDER / name).read_text())
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


@pytest.mark.parametrize(
    ("ikm", "salt", "info", "okm"),
    [
        (
            "0b" * 22,
            bytes(range(0x0D)).hex(),
            bytes(range(0xF0, 0xFA)).hex(),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(),
            bytes(range(0x60, 0xB0)).hex(),
            bytes(range(0xB0, 0x100)).hex(),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
            "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
            "cc30c58179ec3e87c14c01d5c1f3434f1d87",
        ),
        (
            "0b" * 22,
            "",
            "",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
)
def test_hkdf_of_rfc_5869(ikm: str, salt: str, info: str, okm: str) -> None:
    derived = hkdf(bytes.fromhex(ikm), bytes.fromhex(salt), bytes.fromhex(info), len(okm) // 2)
    assert derived.hex() == okm


def test_the_tree_of_rfc_6962() -> None:
    """The eight leaves that the log community uses as its worked example."""
    leaves = [
        bytes.fromhex(leaf)
        for leaf in (
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f",
        )
    ]
    roots = (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
    growing = CompactRange()
    assert growing.root() == EMPTY_ROOT
    for size, root in enumerate(roots, start=1):
        growing.append(leaf_hash(leaves[size - 1]))
        assert growing.root().hex() == root
    hashed = [leaf_hash(leaf) for leaf in leaves]
    assert root_of(hashed).hex() == roots[-1]
    assert [node.hex() for node in inclusion_proof(hashed, 0)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
