"""Rate limits over all processes: one atomic script in Valkey for each decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from redis.asyncio import Redis
from redis.exceptions import RedisError

from application.identity.ports import Rule, Verdict
from application.pace import Allowance, Pace
from domain.errors import Unavailable
from infrastructure.grouped_script import GroupedScript

# In any stretch of `seconds` there are at most so many: the newest are kept, and the oldest of them says when
# the next may come. Nothing is counted unless every rule allows it. `first` is a refusal that comes after a
# whole window without one. What a clock noted that has been set back since lies ahead: it counts as of now,
# else people would be refused for as long as the clock was ahead.
_TAKE = """
local now, wait, first = tonumber(ARGV[1]), 0, 0
for i, key in ipairs(KEYS) do
    local most, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1]) * 1000
    local place, newest = 0, tonumber(redis.call('LINDEX', key, 0) or nil)
    while newest and newest > now do
        redis.call('LSET', key, place, now)
        place = place + 1
        newest = tonumber(redis.call('LINDEX', key, place) or nil)
    end
    local oldest = tonumber(redis.call('LINDEX', key, most - 1) or nil)
    if oldest and now - oldest < window then
        wait = math.max(wait, oldest + window - now)
        local told = tonumber(redis.call('GET', key .. ':told') or nil)
        if not told or told > now or now - told >= window then
            first = 1
            redis.call('SET', key .. ':told', now, 'PX', window)
        end
    end
end
if wait > 0 then return {wait, first} end
for i, key in ipairs(KEYS) do
    redis.call('LPUSH', key, now)
    redis.call('LTRIM', key, 0, tonumber(ARGV[2 * i]) - 1)
    redis.call('PEXPIRE', key, tonumber(ARGV[2 * i + 1]) * 1000)
end
return {0, 0}
"""
_GIVE_BACK = """
for _, key in ipairs(KEYS) do redis.call('LPOP', key) end
return {}
"""

# A bucket fills up with time, by Valkey's own clock: the processes' may differ. As above nothing is taken
# unless there is one in every bucket, and what lies ahead of the clock counts as of now. What is answered is
# about the emptiest one.
_KEEP_TO = """
local time = redis.call('TIME')
local now, wait, first = time[1] * 1000 + math.floor(time[2] / 1000), 0, 0
local left, ahead, tightest = {}, {}, 1
for i, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * i - 1]) / 1000, tonumber(ARGV[2 * i])
    local kept = redis.call('HMGET', key, 'left', 'at')
    left[i] = burst
    if kept[1] then
        local passed = now - tonumber(kept[2])
        ahead[i] = passed < 0
        left[i] = math.min(burst, tonumber(kept[1]) + math.max(0, passed) * rate)
    end
    if left[i] < left[tightest] then tightest = i end
    if left[i] < 1 then wait = math.max(wait, math.ceil((1 - left[i]) / rate)) end
end
if wait > 0 then
    local told = tonumber(redis.call('GET', KEYS[1] .. ':told') or nil)
    if not told or told > now or now - told >= 60000 then
        first = 1
        redis.call('SET', KEYS[1] .. ':told', now, 'EX', 60)
    end
end
for i, key in ipairs(KEYS) do
    local rate, burst = tonumber(ARGV[2 * i - 1]) / 1000, tonumber(ARGV[2 * i])
    if wait == 0 then left[i] = left[i] - 1 end
    if wait == 0 or ahead[i] then
        redis.call('HSET', key, 'left', string.format('%.6f', left[i]), 'at', now)
        redis.call('PEXPIRE', key, math.ceil((burst - left[i]) / rate) + 1000)
    end
end
local rate, burst = tonumber(ARGV[2 * tightest - 1]) / 1000, tonumber(ARGV[2 * tightest])
return {wait, burst, math.floor(left[tightest]), math.ceil((burst - left[tightest]) / rate), first}
"""


class ValkeyLimits:
    """Implements `application.identity.ports.Limits` and `application.pace.Paces`."""

    def __init__(self, valkey: Redis) -> None:
        self._take = GroupedScript(valkey, _TAKE)
        self._give_back = GroupedScript(valkey, _GIVE_BACK)
        self._keep_to = GroupedScript(valkey, _KEEP_TO)

    async def take(self, subject: str, rules: Sequence[Rule], now: datetime) -> Verdict:
        keys = _keys(subject, rules)
        numbers = [number for rule in rules for number in rule]
        try:
            wait, first = await self._take(keys, (int(now.timestamp() * 1000), *numbers))
        except RedisError as failure:
            raise _unavailable() from failure
        return Verdict(-(-wait // 1000), bool(first))

    async def give_back(self, subject: str, rules: Sequence[Rule]) -> None:
        try:
            await self._give_back(_keys(subject, rules))
        except RedisError as failure:
            raise _unavailable() from failure

    async def keep_to(self, subject: str, paces: Sequence[Pace]) -> Allowance:
        name = _hidden(subject)
        keys = [f"pace:{{{name}}}:{pace.name}" for pace in paces]
        numbers = [number for pace in paces for number in (pace.per_second, pace.burst)]
        try:
            wait, limit, left, full_in, first = await self._keep_to(keys, numbers)
        except RedisError as failure:
            raise _unavailable() from failure
        return Allowance(-(-wait // 1000), limit, left, -(-full_in // 1000), bool(first))


def _keys(subject: str, rules: Sequence[Rule]) -> list[str]:
    """In braces, so that a cluster would keep those of one subject together."""
    name = _hidden(subject)
    return [f"window:{{{name}}}:{rule.most}/{rule.seconds}" for rule in rules]


def _hidden(subject: str) -> str:
    """A subject may hold an address, or a session's secret."""
    return sha256(subject.encode()).hexdigest()[:32]


def _unavailable() -> Unavailable:
    return Unavailable(
        "Sign-in is not available right now. Try again in a moment.", reason="limits_unavailable"
    )
