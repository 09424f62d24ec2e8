"""Whatever a stranger sends as a passkey's answer proves nothing and breaks nothing."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from webauthn.helpers import decode_credential_public_key
from webauthn.helpers.decoded_public_key_to_cryptography import decoded_public_key_to_cryptography

from application.identity.ports import NotVerified, StoredPasskey
from domain.ids import PasskeyId, UserId
from domain.kernel import PiiRef
from infrastructure.identity.authenticators import WebAuthn
from tests.support import odd_answers
from tests.support.authenticator import USER_PRESENT, Authenticator, b64u, from_b64u
from tests.support.decisions import NOON

ORIGIN = "https://coffer.test"
CHALLENGE = os.urandom(32)
OPTIONS = {"challenge": b64u(CHALLENGE)}

webauthn = WebAuthn("coffer.test", [ORIGIN])
authenticator = Authenticator(origin=ORIGIN, rp_id="coffer.test")
REGISTRATION = authenticator.register(OPTIONS)
NEW = webauthn.verify_registration(REGISTRATION, CHALLENGE)
KEPT = StoredPasskey(
    passkey_id=PasskeyId(UUID(int=1)),
    user_id=UserId(UUID(int=2)),
    credential_id=NEW.credential_id,
    public_key=NEW.public_key,
    counter=0,
    transports=NEW.transports,
    aaguid=NEW.aaguid,
    device_type=NEW.device_type,
    backed_up=NEW.backed_up,
    name_ref=PiiRef("name"),
    created_at=NOON,
)
SIGNED = authenticator.sign(OPTIONS)

bytes_as_text = st.binary(max_size=80).map(b64u)


@st.composite
def spoilt(draw: st.DrawFn, answer: dict[str, Any]) -> dict[str, Any]:
    """An honest answer in which one thing is different."""
    spoilt = {**answer, "response": {**answer["response"]}}
    inner: dict[str, Any] = spoilt["response"]
    place = inner if draw(st.booleans()) else spoilt
    name = draw(st.sampled_from(sorted(place)))
    honest = place[name]
    if draw(st.booleans()) and isinstance(honest, str):
        raw = bytearray(from_b64u(honest)) if name != "type" else bytearray(honest.encode())
        at = draw(st.integers(0, len(raw) - 1))
        raw[at] ^= 1 << draw(st.integers(0, 7))
        cut = draw(st.integers(0, len(raw)))
        place[name] = b64u(bytes(raw) if draw(st.booleans()) else bytes(raw[:cut]))
    elif draw(st.booleans()):
        del place[name]
    else:
        place[name] = draw(odd_answers.json_values | bytes_as_text)
    return spoilt


anything = st.dictionaries(
    st.sampled_from(["id", "rawId", "type", "response", "clientExtensionResults"]),
    odd_answers.json_values,
)


@given(anything | spoilt(REGISTRATION))
def test_a_registration_is_honest_or_refused(answer: dict[str, Any]):
    try:
        credential = webauthn.verify_registration(answer, CHALLENGE)
    except NotVerified:
        return
    # Nothing of it is signed, so a stranger may say what he likes of his own passkey, but only in order.
    assert credential.credential_id == answer["id"] == NEW.credential_id
    assert credential.counter >= 0
    assert credential.device_type in ("singleDevice", "multiDevice")
    assert set(credential.transports.split(",")) <= {"", "internal", "hybrid"}
    assert UUID(credential.aaguid)


@given(anything | spoilt(SIGNED))
def test_a_signature_is_honest_or_refused(answer: dict[str, Any]):
    try:
        signed = webauthn.verify_signature(answer, CHALLENGE, KEPT)
    except NotVerified:
        return
    assert signed == (1, False)
    assert {name: answer["response"][name] for name in ("authenticatorData", "signature")} == {
        name: SIGNED["response"][name] for name in ("authenticatorData", "signature")
    }


@given(odd_answers.registrations(authenticator, OPTIONS["challenge"]))
@settings(max_examples=400)
def test_whatever_is_inside_a_registration_it_is_refused_or_opens_something(answer: dict[str, Any]):
    try:
        credential = webauthn.verify_registration(answer, CHALLENGE)
    except NotVerified:
        return
    assert credential.credential_id == answer["id"]
    assert 1 <= len(from_b64u(answer["id"])) <= 1023
    assert 0 <= credential.counter < 2**32
    said = json.loads(from_b64u(answer["response"]["clientDataJSON"]))
    assert (said["type"], said["challenge"], said["origin"]) == (
        "webauthn.create",
        OPTIONS["challenge"],
        ORIGIN,
    )
    # A key that cannot be read would be a way in that opens nothing, and others would be given up for it.
    assert decoded_public_key_to_cryptography(decode_credential_public_key(credential.public_key))


@given(odd_answers.signatures(authenticator, OPTIONS["challenge"]))
@settings(max_examples=400)
def test_whatever_is_signed_only_what_was_asked_for_is_honest(answer: dict[str, Any]):
    try:
        signed = webauthn.verify_signature(answer, CHALLENGE, KEPT)
    except NotVerified:
        return
    said = json.loads(from_b64u(answer["response"]["clientDataJSON"]))
    assert (said["type"], said["challenge"], said["origin"]) == ("webauthn.get", OPTIONS["challenge"], ORIGIN)
    data = from_b64u(answer["response"]["authenticatorData"])
    assert data[:32] == hashlib.sha256(b"coffer.test").digest()
    assert data[32] & USER_PRESENT
    assert signed.counter == int.from_bytes(data[33:37])


@given(st.binary(min_size=1, max_size=64))
def test_another_challenge_is_refused(challenge: bytes):
    if challenge == CHALLENGE:
        return
    for verify in (
        lambda: webauthn.verify_registration(REGISTRATION, challenge),
        lambda: webauthn.verify_signature(SIGNED, challenge, KEPT),
    ):
        with pytest.raises(NotVerified):
            verify()


def test_members_of_older_clients_are_overlooked():
    for answer in (REGISTRATION, SIGNED):
        older = {**answer, "clientExtensionResults": {"credProps": {"rk": True}}}
        verified = (
            webauthn.verify_registration(older, CHALLENGE)
            if answer is REGISTRATION
            else webauthn.verify_signature(older, CHALLENGE, KEPT)
        )
        assert verified
