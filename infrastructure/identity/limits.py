"""Rate limits over all processes: one atomic script in Valkey for each decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from application.identity.ports import Rule, Verdict
from domain.errors import Unavailable

# A window begins anew once `seconds` have passed since the last that was counted. Nothing is counted
# unless every rule allows it. `told` marks windows whose first refusal was answered.
_TAKE = """
local now, wait, first = tonumber(ARGV[1]), 0, 0
for i, key in ipairs(KEYS) do
    local most, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1]) * 1000
    local kept = redis.call('HMGET', key, 'count', 'last')
    if kept[1] and now - tonumber(kept[2]) < window and tonumber(kept[1]) >= most then
        wait = math.max(wait, tonumber(kept[2]) + window - now)
        if redis.call('HSETNX', key, 'told', 1) == 1 then first = 1 end
    end
end
if wait > 0 then return {wait, first} end
for i, key in ipairs(KEYS) do
    local window = tonumber(ARGV[2 * i + 1]) * 1000
    local last = redis.call('HGET', key, 'last')
    if not last or now - tonumber(last) >= window then redis.call('DEL', key) end
    redis.call('HINCRBY', key, 'count', 1)
    redis.call('HSET', key, 'last', now)
    redis.call('PEXPIRE', key, window)
end
return {0, 0}
"""
_GIVE_BACK = """
for _, key in ipairs(KEYS) do
    if tonumber(redis.call('HGET', key, 'count') or 0) > 0 then redis.call('HINCRBY', key, 'count', -1) end
end
"""


class ValkeyLimits:
    """Implements `application.identity.ports.Limits`."""

    def __init__(self, valkey: Redis) -> None:
        self._take = valkey.register_script(_TAKE)
        self._give_back = valkey.register_script(_GIVE_BACK)

    async def take(self, subject: str, rules: Sequence[Rule], now: datetime) -> Verdict:
        keys = _keys(subject, rules)
        numbers = [number for rule in rules for number in rule]
        try:
            answer = cast(
                "list[int]",
                await self._take(keys=keys, args=[int(now.timestamp() * 1000), *numbers]),
            )
        except RedisError as failure:
            raise _unavailable() from failure
        wait, first = answer
        return Verdict(-(-wait // 1000), bool(first))

    async def give_back(self, subject: str, rules: Sequence[Rule]) -> None:
        try:
            await self._give_back(keys=_keys(subject, rules))
        except RedisError as failure:
            raise _unavailable() from failure


def _keys(subject: str, rules: Sequence[Rule]) -> list[str]:
    """Hashed, because a subject may hold an address; in braces, so that a cluster keeps them together."""
    name = sha256(subject.encode()).hexdigest()[:32]
    return [f"limit:{{{name}}}:{rule.most}/{rule.seconds}" for rule in rules]


def _unavailable() -> Unavailable:
    return Unavailable(
        "Coffer cannot let anybody in right now. Try again in a moment.", reason="limits_unavailable"
    )
