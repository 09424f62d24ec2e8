"""The primitives as we call them agree with the examples that their standards work out."""

from __future__ import annotations

import pytest

from client.crypto.derive import hkdf
from client.crypto.merkle import EMPTY_ROOT, CompactRange, inclusion_proof, leaf_hash, root_of


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
