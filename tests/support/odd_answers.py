"""Answers of authenticators whose shell is in order and whose inside need not be.

Every layer is made from its parts and packed as an authenticator packs it, so that a reader is led as deep
as there is anything to read: the client's data, the attestation object, the authenticator's data, the COSE
key in it, statements of other formats. Signatures are honest, over whatever there is. One layer or two are
odd: with more of them hardly anything would be read beyond the first.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import strategies as st

from tests.support.authenticator import Authenticator, b64u


class Layer(NamedTuple):
    """A part of an answer: as it should be, and otherwise."""

    honest: Any
    odd: st.SearchStrategy[Any]


FORMATS = ("none", "packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple")
_NOT_SAID = object()

plain = st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.text(max_size=6)
json_values = st.recursive(
    plain | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
cbor_values = st.recursive(
    plain | st.binary(max_size=70) | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(plain, inner, max_size=2),
    max_leaves=4,
)
# Words that no writer of CBOR makes: unending strings, tags, breaks, and deeper than anybody nests.
broken_cbor = st.sampled_from(
    [b"", b"\xff", b"\x5f", b"\x9f", b"\xbf", b"\x5b" + b"\xff" * 8, b"\xc2\x41\x00", b"\xd9\xff\xff\x00",
     b"\x81" * 5000, b"\xa1\x00" * 5000, b"\xf8\x01", b"\x1c"]
) | st.binary(max_size=40)  # fmt: skip


@st.composite
def members(
    draw: st.DrawFn, honest: Mapping[Any, Any], other: st.SearchStrategy[Any], most: int = 2
) -> dict[Any, Any]:
    """The honest members, up to so many of them left out or something else."""
    made = dict(honest)
    for name in draw(st.lists(st.sampled_from(list(honest)), max_size=most, unique=True)):
        said = draw(st.just(_NOT_SAID) | other)
        if said is _NOT_SAID:
            del made[name]
        else:
            made[name] = said
    return made


def client_data(kind: str, challenge: str, origin: str) -> Layer:
    honest = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}

    @st.composite
    def odd(draw: st.DrawFn) -> bytes:
        more = {**honest, "tokenBinding": {"status": "supported"}, "topOrigin": origin}
        said = json.dumps(draw(members(more, json_values))).encode()
        spoilt = [b"\xef\xbb\xbf" + said, said[:-1], said + said, b"[" * 3000, b"\xff\xfe", b"{}"]
        return draw(st.just(said) | st.just(said) | st.sampled_from(spoilt))

    return Layer(json.dumps(honest).encode(), odd())


def cose_key(authenticator: Authenticator) -> Layer:
    point = authenticator.key.public_key().public_numbers()
    ec = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
    rsa = {1: 3, 3: -257, -1: b"\x01" * 256, -2: b"\x01\x00\x01"}
    ed = {1: 1, 3: -8, -1: 6, -2: b"\x01" * 32}

    @st.composite
    def odd(draw: st.DrawFn) -> bytes:
        near = st.sampled_from([-7, -257, -8, 1, 2, 3, 6, b"\x01", bytes(32), b"\x01" * 32, b"\xff" * 32])
        key = draw(members(draw(st.sampled_from([ec, ec, rsa, ed])), cbor_values | near))
        return draw(st.just(cbor2.dumps(key)) | st.just(cbor2.dumps(key)) | broken_cbor)

    return Layer(cbor2.dumps(ec), odd())


def data_head(authenticator: Authenticator, flags: int) -> Layer:
    """Party, flags and counter."""
    party = hashlib.sha256(authenticator.rp_id.encode()).digest()

    @st.composite
    def odd(draw: st.DrawFn) -> bytes:
        head = draw(st.sampled_from([party] * 4 + [bytes(32), party[:31]]))
        said = flags ^ draw(st.sampled_from([0, 1, 4, 8, 16, 24, 64, 128, 255]))
        return head + struct.pack(">BI", said, draw(st.sampled_from([0, 1, 2**31, 2**32 - 1])))

    return Layer(party + struct.pack(">BI", flags, 1), odd())


extensions = Layer(b"", st.sampled_from([b"\xa0", cbor2.dumps({"credProtect": 2})]) | broken_cbor)


def credential(authenticator: Authenticator) -> Layer:
    """Its id, after its length."""
    honest = authenticator.credential_id

    @st.composite
    def odd(draw: st.DrawFn) -> bytes:
        id = draw(st.sampled_from([honest, b"", b"x" * 1023, b"x" * 1024, b"x" * 4000]))
        length = draw(st.sampled_from([len(id)] * 3 + [0, len(id) + 1, 65535]))
        return struct.pack(">H", length) + id

    return Layer(struct.pack(">H", len(honest)) + honest, odd())


def statement() -> Layer:
    """The statement of an attestation that nobody asked for, with members that some format has."""
    names = ("alg", "sig", "x5c", "ver", "certInfo", "pubArea", "response", "ecdaaKeyId", "receipt")
    some = st.one_of(
        cbor_values,
        st.sampled_from([-7, -65535, "2.0", b"\xff\x54\x43\x47" + bytes(60)]),
        st.lists(st.binary(max_size=40), max_size=2),
    )
    stated = st.dictionaries(st.sampled_from(names), some, max_size=5)
    return Layer(("none", {}), st.tuples(st.sampled_from([*FORMATS, "x", ""]), stated))


def which(*layers: str) -> st.SearchStrategy[set[str]]:
    """The layers that are odd."""
    return st.sets(st.sampled_from(layers), min_size=1, max_size=2)


@st.composite
def registrations(draw: st.DrawFn, authenticator: Authenticator, challenge: str) -> dict[str, Any]:
    """An answer to registration options."""
    odd = draw(which("client", "head", "credential", "key", "extensions", "statement", "object"))

    def of(name: str, layer: Layer) -> Any:
        return draw(layer.odd) if name in odd else layer.honest

    named = of("credential", credential(authenticator))
    head = of("head", data_head(authenticator, 0x45))
    data = head + bytes(16) + named + of("key", cose_key(authenticator)) + of("extensions", extensions)
    form, stated = of("statement", statement())
    attestation = {"fmt": form, "attStmt": stated, "authData": data}
    packed = Layer(cbor2.dumps(attestation), members(attestation, cbor_values).map(cbor2.dumps) | broken_cbor)
    return {
        "id": b64u(named[2:]),
        "rawId": b64u(named[2:]),
        "type": "public-key",
        "response": {
            "clientDataJSON": b64u(
                of("client", client_data("webauthn.create", challenge, authenticator.origin))
            ),
            "attestationObject": b64u(of("object", packed)),
            "transports": ["internal"],
        },
    }


@st.composite
def signatures(draw: st.DrawFn, authenticator: Authenticator, challenge: str) -> dict[str, Any]:
    """An answer to authentication options, signed over whatever it says."""
    odd = draw(which("client", "head", "extensions", "signature", "handle"))

    def of(name: str, layer: Layer) -> Any:
        return draw(layer.odd) if name in odd else layer.honest

    said = of("client", client_data("webauthn.get", challenge, authenticator.origin))
    data = of("head", data_head(authenticator, 0x05)) + of("extensions", extensions)
    honest = authenticator.key.sign(data + hashlib.sha256(said).digest(), ECDSA(SHA256()))
    near = st.sampled_from([b"", honest[:-1], honest + b"\0", bytes(72)])
    handle = of("handle", Layer(None, st.binary(max_size=70).map(b64u)))
    return {
        "id": b64u(authenticator.credential_id),
        "rawId": b64u(authenticator.credential_id),
        "type": "public-key",
        "response": {
            "clientDataJSON": b64u(said),
            "authenticatorData": b64u(data),
            "signature": b64u(of("signature", Layer(honest, near))),
            **({} if handle is None else {"userHandle": handle}),
        },
    }
