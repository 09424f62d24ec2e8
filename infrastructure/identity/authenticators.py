"""The WebAuthn rules, by the library that keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import bytes_to_base64url, decode_credential_public_key
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.decoded_public_key_to_cryptography import decoded_public_key_to_cryptography
from webauthn.helpers.structs import AttestationFormat, CredentialDeviceType

from application.identity.ports import NewCredential, NotVerified, Signed, StoredPasskey

ALGORITHMS = [
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
_TRANSPORTS = frozenset({"ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"})
# WebAuthn allows no longer one, and sign-in looks for none.
_LONGEST_ID = 1023
_WRONG_SIGNATURE = "Could not verify authentication signature"


class WebAuthn:
    """Implements `application.identity.ports.Authenticators`."""

    def __init__(self, rp_id: str, origins: Sequence[str]) -> None:
        self.rp_id = rp_id
        self._origins = list(origins)

    def verify_registration(self, response: Mapping[str, Any], challenge: bytes) -> NewCredential:
        try:
            verified = verify_registration_response(
                credential=dict(response),
                expected_challenge=challenge,
                expected_rp_id=self.rp_id,
                expected_origin=self._origins,
                supported_pub_key_algs=ALGORITHMS,
                # No attestation was asked for; statements of others are not believed, only ignored.
                pem_root_certs_bytes_by_fmt=dict[AttestationFormat, list[bytes]](),
            )
            # A key that nobody can read would be a way in that opens nothing.
            decoded_public_key_to_cryptography(decode_credential_public_key(verified.credential_public_key))
        # Whatever the library trips over in bytes of a stranger is a refusal and never a fault of ours.
        except Exception as fault:
            raise NotVerified from fault
        # Without attestation nothing is signed, so at least all parts have to say the same.
        if bytes_to_base64url(verified.credential_id) != response.get("id"):
            raise NotVerified
        if not 1 <= len(verified.credential_id) <= _LONGEST_ID:
            raise NotVerified
        synced = verified.credential_device_type is CredentialDeviceType.MULTI_DEVICE
        return NewCredential(
            credential_id=bytes_to_base64url(verified.credential_id),
            public_key=verified.credential_public_key,
            counter=verified.sign_count,
            device_type="multiDevice" if synced else "singleDevice",
            backed_up=verified.credential_backed_up,
            transports=_transports(response),
            aaguid=verified.aaguid,
        )

    def verify_signature(
        self, response: Mapping[str, Any], challenge: bytes, passkey: StoredPasskey
    ) -> Signed:
        try:
            verified = verify_authentication_response(
                credential=dict(response),
                expected_challenge=challenge,
                expected_rp_id=self.rp_id,
                expected_origin=self._origins,
                credential_public_key=passkey.public_key,
                # What a counter says depends on the kind of passkey: the person's own rules decide.
                credential_current_sign_count=0,
            )
        except Exception as fault:
            raise NotVerified("signature" if str(fault) == _WRONG_SIGNATURE else "other") from fault
        return Signed(verified.new_sign_count, verified.credential_backed_up)


def _transports(response: Mapping[str, Any]) -> str:
    """The known ones, in the order given; an unknown word of a browser is dropped."""
    given: Any = response["response"].get("transports")
    words = cast("list[object]", given) if isinstance(given, list) else []
    return ",".join(word for word in words if isinstance(word, str) and word in _TRANSPORTS)
