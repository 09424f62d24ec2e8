"""What an ID token has to prove before a word of it is believed (OpenID Connect Core, section 3.1.3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwt import JWTClaimsRegistry

from infrastructure.identity.social.signing_keys import SigningKeys

# A shared secret, or none at all, signs nothing that a third party could not have made.
KINDS: Mapping[str, str] = {"RS256": "RSA", "PS256": "RSA", "ES256": "EC"}
MOST_CHARACTERS = 16 * 1024
OLDEST = timedelta(hours=1)
SKEW_SECONDS = 60

Claims = Mapping[str, Any]


class NotProven(Exception):
    """The token proves nothing."""


async def proven(token: str, keys: SigningKeys, client_id: str, now: datetime) -> Claims:
    """The claims of a token that the provider made for us a moment ago. Who issued it is left to the caller,
    because providers name themselves in different ways. Raises `NotProven`."""
    if len(token) > MOST_CHARACTERS or not token.isascii():
        raise NotProven
    algorithm, kid = _header(token)
    signer = await keys.find(kid, KINDS[algorithm], now)
    if signer is None:
        raise NotProven
    seconds = int(now.timestamp())
    expected = JWTClaimsRegistry(
        now=seconds,
        leeway=SKEW_SECONDS,
        iss={"essential": True},
        sub={"essential": True},
        aud={"essential": True, "value": client_id},
        exp={"essential": True},
        iat={"essential": True},
    )
    try:
        claims = jwt.decode(token, signer.key, algorithms=[algorithm]).claims
        expected.validate(claims)
    except (JoseError, ValueError, TypeError) as fault:
        raise NotProven from fault
    if seconds - claims["iat"] > OLDEST.total_seconds() + SKEW_SECONDS:
        raise NotProven
    _check_party(claims, client_id)
    # A key of one tenant, or of private persons only, does not speak for other tenants.
    if (
        signer.issuer is not None
        and signer.issuer.replace("{tenantid}", str(claims.get("tid"))) != claims["iss"]
    ):
        raise NotProven
    return claims


def _header(token: str) -> tuple[str, str | None]:
    """What it says it is signed with: an algorithm of ours, and the id of a key."""
    try:
        header = jws.extract_compact(token.encode()).headers()
    except (JoseError, ValueError, TypeError) as fault:
        raise NotProven from fault
    algorithm: Any = header.get("alg")
    kid: Any = header.get("kid")
    if algorithm not in KINDS or not (kid is None or isinstance(kid, str)):
        raise NotProven
    return algorithm, kid


def _check_party(claims: Claims, client_id: str) -> None:
    """A token for several is ours only if we are who asked for it."""
    audience = claims["aud"]
    several = isinstance(audience, list) and len(cast("list[object]", audience)) > 1
    party = claims.get("azp")
    if party != client_id if several else party not in (None, client_id):
        raise NotProven
