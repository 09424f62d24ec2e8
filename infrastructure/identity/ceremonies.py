"""Challenges of passkey ceremonies in Valkey: five minutes, one answer."""

from __future__ import annotations

from base64 import b64decode, b64encode
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from application.identity.ports import Ceremony, CeremonyKind
from application.ports import BlindIndex
from domain.errors import Unavailable
from domain.ids import UserId
from infrastructure.identity.tokens import RandomTokens

LIFE = timedelta(seconds=300)


class _Kept(msgspec.Struct, frozen=True):
    kind: CeremonyKind
    challenge: str
    user_id: UUID | None
    expires_at: datetime


class ValkeyCeremonies:
    """Implements `application.identity.ports.Ceremonies`."""

    def __init__(self, valkey: Redis, blind: BlindIndex, tokens: RandomTokens) -> None:
        self._valkey = valkey
        self._blind = blind
        self._tokens = tokens

    async def begin(self, ceremony: Ceremony, now: datetime) -> str:
        cookie = self._tokens.token()
        kept = _Kept(ceremony.kind, b64encode(ceremony.challenge).decode(), ceremony.user_id, now + LIFE)
        try:
            await self._valkey.set(self._key(cookie), msgspec.json.encode(kept), ex=LIFE)
        except RedisError as failure:
            raise _unavailable() from failure
        return cookie

    async def take(self, cookie: str, kind: CeremonyKind, now: datetime) -> Ceremony | None:
        try:
            found = await self._valkey.getdel(self._key(cookie))
        except RedisError as failure:
            raise _unavailable() from failure
        if found is None:
            return None
        kept = msgspec.json.decode(found, type=_Kept)
        if kept.kind != kind or kept.expires_at <= now:
            return None
        return Ceremony(kind, b64decode(kept.challenge), UserId(kept.user_id) if kept.user_id else None)

    def _key(self, cookie: str) -> str:
        return f"ceremony:{self._blind.token('ceremony', cookie)}"


def _unavailable() -> Unavailable:
    return Unavailable(
        "Passkeys do not work right now. Try again in a moment.", reason="ceremonies_unavailable"
    )
