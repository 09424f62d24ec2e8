"""A provider that is configured: where browsers are sent, and whom its answers are about."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import urlencode

from application.identity.social import Errand, NotRecognised, Profile
from domain.email_addresses import normalised
from domain.errors import InvalidArgument, Unavailable
from domain.identity.users import SocialProvider
from infrastructure.identity.social.client import ProviderClient, ProviderSilent
from infrastructure.identity.social.id_tokens import Claims, NotProven, proven
from infrastructure.identity.social.places import Places
from infrastructure.identity.social.signing_keys import SigningKeys

MOST_OF_A_NAME = 100
MOST_OF_A_SUBJECT = 255

_UNSEEN = re.compile(r"[\x00-\x1f\x7f]")


class Finder(Protocol):
    async def now(self, now: datetime, /) -> Places: ...


class Dialect(Protocol):
    """In what providers differ."""

    @property
    def name(self) -> SocialProvider: ...
    @property
    def scopes(self) -> Sequence[str]: ...
    @property
    def query(self) -> Sequence[tuple[str, str]]: ...
    @property
    def subject(self) -> str:
        """The claim that names a person for ever."""
        ...

    @property
    def places(self) -> Finder: ...
    def issuer_of(self, claims: Claims) -> str | None:
        """The issuer of these claims, when it is one that speaks for this provider."""
        ...

    def is_verified(self, claims: Claims, address: str) -> bool:
        """Whether the provider says that this address was proven to it."""
        ...


class OpenIdProvider:
    """Implements `application.identity.social.IdentityProvider`."""

    def __init__(
        self,
        dialect: Dialect,
        client: ProviderClient,
        *,
        client_id: str,
        client_secret: str,
        redirect_uri: str,
    ) -> None:
        self.name: SocialProvider = dialect.name
        self._dialect = dialect
        self._client = client
        self._client_id = client_id
        self._client_secret = client_secret
        self._redirect_uri = redirect_uri
        self._keys = SigningKeys(client, self._address_of_keys)

    async def address_for(self, errand: Errand, now: datetime) -> str:
        challenge = urlsafe_b64encode(sha256(errand.verifier.encode()).digest()).rstrip(b"=").decode()
        query = [
            ("response_type", "code"),
            ("client_id", self._client_id),
            ("redirect_uri", self._redirect_uri),
            ("scope", " ".join(dict.fromkeys([*self._dialect.scopes, *errand.scopes]))),
            ("state", errand.state),
            ("nonce", errand.nonce),
            ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
            *self._dialect.query,
        ]
        if errand.login_hint is not None:
            query.append(("login_hint", errand.login_hint))
        try:
            places = await self._dialect.places.now(now)
        except ProviderSilent as fault:
            raise Unavailable(
                "This provider does not answer right now. Try again in a moment, or sign in another way.",
                reason="provider_unavailable",
            ) from fault
        return f"{places.authorise}{'&' if '?' in places.authorise else '?'}{urlencode(query)}"

    async def profile_by_code(self, code: str, verifier: str, nonce: str, now: datetime) -> Profile:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": self._redirect_uri,
            "client_id": self._client_id,
            "client_secret": self._client_secret,
        }
        try:
            said = await self._client.post((await self._dialect.places.now(now)).token, form)
        except ProviderSilent as fault:
            raise NotRecognised("invalid_code") from fault
        if said.status != 200:
            raise NotRecognised("invalid_code")
        # The ID token is all that is kept, and only until it has been read.
        id_token = said.members.get("id_token")
        if not isinstance(id_token, str):
            raise NotRecognised("unable_to_get_user_info")
        return await self.profile_by_token(id_token, nonce, now)

    async def profile_by_token(self, id_token: str, nonce: str | None, now: datetime) -> Profile:
        try:
            claims = await proven(id_token, self._keys, self._client_id, now)
        except NotProven as fault:
            raise NotRecognised("unable_to_get_user_info") from fault
        issuer = self._dialect.issuer_of(claims)
        subject: Any = claims.get(self._dialect.subject)
        if issuer is None or claims.get("nonce") != nonce:
            raise NotRecognised("unable_to_get_user_info")
        if not isinstance(subject, str) or not 0 < len(subject) <= MOST_OF_A_SUBJECT:
            raise NotRecognised("unable_to_get_user_info")
        address = _address(claims.get("email"))
        return Profile(
            provider=self.name,
            # A subject is unique within its issuer only.
            subject=f"{issuer} {subject}",
            address=address,
            verified=self._dialect.is_verified(claims, address),
            name=_name(claims.get("name")),
        )

    async def _address_of_keys(self, now: datetime) -> str:
        return (await self._dialect.places.now(now)).keys


def _address(said: Any) -> str:
    try:
        return normalised(said if isinstance(said, str) else "")
    except InvalidArgument:
        raise NotRecognised("email_not_found") from None


def _name(said: Any) -> str:
    return _UNSEEN.sub(" ", said).strip()[:MOST_OF_A_NAME] if isinstance(said, str) else ""
