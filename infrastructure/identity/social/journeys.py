"""Journeys to providers in Valkey: ten minutes, one return."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from application.identity.social import Journey
from application.ports import BlindIndex
from domain.errors import Unavailable

LIFE = timedelta(minutes=10)


class _Kept(msgspec.Struct, frozen=True):
    journey: Journey
    expires_at: datetime


class ValkeyJourneys:
    """Implements `application.identity.social.Journeys`."""

    def __init__(self, valkey: Redis, blind: BlindIndex) -> None:
        self._valkey = valkey
        self._blind = blind

    async def begin(self, state: str, journey: Journey, now: datetime) -> None:
        kept = msgspec.json.encode(_Kept(journey, now + LIFE))
        try:
            await self._valkey.set(self._key(state), kept, ex=LIFE)
        except RedisError as failure:
            raise _unavailable() from failure

    async def end(self, state: str, now: datetime) -> Journey | None:
        try:
            found = await self._valkey.getdel(self._key(state))
        except RedisError as failure:
            raise _unavailable() from failure
        if found is None:
            return None
        kept = msgspec.json.decode(found, type=_Kept)
        return kept.journey if now < kept.expires_at else None

    def _key(self, state: str) -> str:
        return f"journey:{self._blind.token('journey', state)}"


def _unavailable() -> Unavailable:
    return Unavailable(
        "Signing in with an account elsewhere does not work right now. Try again in a moment.",
        reason="journeys_unavailable",
    )
