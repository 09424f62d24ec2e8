"""What is particular about Microsoft: one endpoint for many tenants, each an issuer of its own."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from domain.identity.users import SocialProvider
from infrastructure.identity.social.client import ProviderClient
from infrastructure.identity.social.id_tokens import Claims
from infrastructure.identity.social.places import DescribedPlaces, KnownPlaces, Places

AUTHORITY = "https://login.microsoftonline.com"

# The tenant that all private persons belong to.
_PRIVATE = "9188040d-6c67-4c5b-b112-36a304b66dad"


class Microsoft:
    """Implements `infrastructure.identity.social.provider.Dialect`."""

    name: SocialProvider = "microsoft"
    scopes = ("openid", "profile", "email", "User.Read", "offline_access")
    query = ()
    subject = "oid"

    def __init__(self, client: ProviderClient, issuer: str) -> None:
        self._authority, self._tenant, _ = issuer.rsplit("/", 2)
        base = f"{self._authority}/{self._tenant}"
        # The description of a shared endpoint leaves the tenant open.
        names = {issuer, f"{self._authority}/{{tenantid}}/v2.0"}
        if self._tenant == "consumers":
            names.add(f"{self._authority}/{_PRIVATE}/v2.0")
        self.places = (
            KnownPlaces(
                Places(
                    authorise=f"{base}/oauth2/v2.0/authorize",
                    token=f"{base}/oauth2/v2.0/token",
                    keys=f"{base}/discovery/v2.0/keys",
                )
            )
            if self._authority == AUTHORITY
            else DescribedPlaces(client, issuer, frozenset(names))
        )

    def issuer_of(self, claims: Claims) -> str | None:
        """The tenant's issuer, when the token names the tenant and comes from one that is let in."""
        tenant = claims.get("tid")
        if not isinstance(tenant, str) or not self._lets_in(tenant):
            return None
        issuer = f"{self._authority}/{tenant}/v2.0"
        return issuer if claims["iss"] == issuer else None

    def is_verified(self, claims: Claims, address: str) -> bool:
        """An administrator may write any address into a tenant's directory: only what was proven counts."""
        if "email_verified" in claims:
            return claims["email_verified"] is True
        return any(
            address in _addresses(claims.get(f"verified_{which}_email")) for which in ("primary", "secondary")
        )

    def _lets_in(self, tenant: str) -> bool:
        try:
            # It becomes a part of an address: nothing but the text of an id may stand there.
            if str(UUID(tenant)) != tenant:
                return False
        except ValueError:
            return False
        match self._tenant:
            case "common":
                return True
            case "organizations":
                return tenant != _PRIVATE
            case "consumers":
                return tenant == _PRIVATE
            case own:
                return tenant == own


def _addresses(said: Any) -> list[str]:
    listed = cast("list[Any]", said) if isinstance(said, list) else [said]
    return [address.lower() for address in listed if isinstance(address, str)]
