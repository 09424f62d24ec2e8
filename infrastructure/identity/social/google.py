"""What is particular about Google."""

from __future__ import annotations

from domain.identity.users import SocialProvider
from infrastructure.identity.social.client import ProviderClient
from infrastructure.identity.social.id_tokens import Claims
from infrastructure.identity.social.places import DescribedPlaces, KnownPlaces, Places

ISSUER = "https://accounts.google.com"

_PLACES = Places(
    authorise="https://accounts.google.com/o/oauth2/v2/auth",
    token="https://oauth2.googleapis.com/token",  # noqa: S106 - an address
    keys="https://www.googleapis.com/oauth2/v3/certs",
)


class Google:
    """Implements `infrastructure.identity.social.provider.Dialect`."""

    name: SocialProvider = "google"
    scopes = ("email", "profile", "openid")
    query = (("include_granted_scopes", "true"),)
    subject = "sub"

    def __init__(self, client: ProviderClient, issuer: str) -> None:
        self._issuer = issuer
        # Its older tokens leave the scheme out.
        self._names = {self._issuer, self._issuer.removeprefix("https://")}
        public = self._issuer == ISSUER
        self.places = (
            KnownPlaces(_PLACES) if public else DescribedPlaces(client, self._issuer, frozenset({issuer}))
        )

    def issuer_of(self, claims: Claims) -> str | None:
        return self._issuer if claims["iss"] in self._names else None

    def is_verified(self, claims: Claims, address: str) -> bool:
        return claims.get("email_verified") is True
