"""The identity providers that are configured."""

from __future__ import annotations

from collections.abc import Mapping

from application.identity.social import IdentityProvider
from infrastructure.identity.social.client import ProviderClient
from infrastructure.identity.social.google import Google
from infrastructure.identity.social.microsoft import Microsoft
from infrastructure.identity.social.provider import Dialect, OpenIdProvider
from infrastructure.settings import Settings


def configured_providers(settings: Settings, client: ProviderClient) -> Mapping[str, IdentityProvider]:
    """By name. One without an id and a secret is not there."""
    agreements: list[tuple[Dialect, str | None, str | None]] = [
        (Google(client, settings.google_issuer), settings.google_client_id, settings.google_client_secret),
        (
            Microsoft(client, settings.microsoft_issuer),
            settings.microsoft_client_id,
            settings.microsoft_client_secret,
        ),
    ]
    return {
        dialect.name: OpenIdProvider(
            dialect,
            client,
            client_id=client_id,
            client_secret=client_secret,
            redirect_uri=f"{settings.public_url}/api/auth/callback/{dialect.name}",
        )
        for dialect, client_id, client_secret in agreements
        if client_id and client_secret
    }
