"""The pace of what members write: one message after the other in each account, over all processes."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.errors import Unavailable
from infrastructure.grouped_script import GroupedScript

# domain.md section 13: at most 60 a minute. A turn may be taken a little late, and is over then: else all
# that were missed while nobody worked would be taken at once. Those four and the next are no more than 60.
GAP_MS = 1_100
_MISSED_MS = 4 * GAP_MS

# A message keeps its turn however often it asks, and the next one gets the one after. What a clock noted that
# has been set back since lies ahead by more than a day's mail: it counts as of now.
_TURN = """
local now, gap, missed = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local own = tonumber(redis.call('GET', KEYS[2]) or nil)
if own and own <= now + 86400000 then return {own} end
local turn = tonumber(redis.call('GET', KEYS[1]) or nil)
if not turn or turn < now or turn > now + 86400000 then turn = now end
redis.call('SET', KEYS[1], string.format('%.0f', turn + gap), 'PX', turn + gap - now)
redis.call('SET', KEYS[2], string.format('%.0f', turn), 'PX', turn - now + missed)
return {turn}
"""


class ValkeyLanes:
    """Implements `application.messaging.ports.Lanes`."""

    def __init__(self, valkey: Redis) -> None:
        self._turn = GroupedScript(valkey, _TURN)

    async def turn_of(self, account_id: UUID, message_id: UUID, now: datetime) -> datetime:
        lane = f"mail:{{{account_id}}}"
        moment = int(now.timestamp() * 1000)
        try:
            (turn,) = await self._turn((lane, f"{lane}:{message_id}"), (moment, GAP_MS, _MISSED_MS))
        except RedisError as failure:
            raise Unavailable("Mail waits for its queue.", reason="mail_queue") from failure
        return now if turn <= moment else datetime.fromtimestamp(turn / 1000, UTC)
