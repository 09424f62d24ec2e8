"""The bus between processes: short messages over Valkey's pub/sub, delivered to current subscribers only."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from typing import Any, cast

import redis
import structlog
from redis.exceptions import RedisError

from application.oversight.bus import Ear
from domain.errors import Unavailable
from infrastructure.valkey import open_valkey

log = structlog.get_logger("coffer.bus")

_PAUSE_SECONDS = 0.5
_LISTEN_SECONDS = 3.0
# After this much silence it is asked whether it is still there.
_QUIET_SECONDS = 10
# One place of a person's few, kept for as long as it is renewed. The server's clock counts; where it was set
# back, places end as if they had been renewed now.
_ENTER = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local longest = now + tonumber(ARGV[3])
for _, ahead in ipairs(redis.call('ZRANGE', KEYS[1], '(' .. longest, '+inf', 'BYSCORE')) do
    redis.call('ZADD', KEYS[1], longest, ahead)
end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) and not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    return 0
end
redis.call('ZADD', KEYS[1], longest, ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""


class Announcer:
    """Says something on a channel, from a process without an event loop."""

    def __init__(self, url: str) -> None:
        self._valkey: Any = redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5)  # pyright: ignore[reportUnknownMemberType]

    def say(self, channel: str, message: bytes) -> None:
        """Publish a message. Raises if that fails; without subscribers the message is lost."""
        self._valkey.publish(channel, message)


class ValkeyBus:
    """Implements `application.oversight.bus.Bus` on one connection, however many listen in this process."""

    def __init__(self, url: str) -> None:
        self._valkey: Any = open_valkey(url)
        # It hears nothing for as long as nothing happens.
        self._listening: Any = open_valkey(url, seconds=None)
        self._enter: Any = self._valkey.register_script(_ENTER)
        self._ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self._pubsub: Any = None
        self._task: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()
        self._confirmed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._interrupted: set[str] = set()

    async def open(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._valkey.aclose()
        await self._listening.aclose()

    async def listen(self, channel: str, ear: Ear) -> None:
        self._ears[channel].add(ear)
        try:
            async with asyncio.timeout(_LISTEN_SECONDS):
                await self._connected.wait()
                if not self._confirmed[channel].is_set():
                    await self._pubsub.subscribe(channel)
                await self._confirmed[channel].wait()
        except (RedisError, OSError, TimeoutError) as failure:
            await self.leave(channel, ear)
            raise Unavailable("The stream of changes does not answer.", reason="bus_unavailable") from failure

    async def leave(self, channel: str, ear: Ear) -> None:
        self._ears[channel].discard(ear)
        if not self._ears[channel]:
            del self._ears[channel]
            self._confirmed.pop(channel, None)
            self._interrupted.discard(channel)
            with contextlib.suppress(RedisError, OSError):
                await self._pubsub.unsubscribe(channel)

    async def enter(self, room: str, visitor: str, *, most: int, seconds: int) -> bool:
        try:
            return bool(await self._enter(keys=[room], args=[visitor, most, seconds]))
        except (RedisError, OSError) as failure:
            raise Unavailable("The stream of changes does not answer.", reason="bus_unavailable") from failure

    async def quit(self, room: str, visitor: str) -> None:
        with contextlib.suppress(RedisError, OSError):
            await self._valkey.zrem(room, visitor)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._listening.pubsub() as pubsub:
                    # A subscription keeps the connection busy, also when nobody is listening yet.
                    await pubsub.subscribe("coffer:bus", *self._ears)
                    self._pubsub = pubsub
                    self._connected.set()
                    while True:
                        message = await pubsub.get_message(timeout=_QUIET_SECONDS)
                        if message is not None:
                            self._hear(message["type"], message["channel"].decode(), message["data"])
            except (RedisError, OSError) as failure:
                log.warning("the bus was interrupted", error=type(failure).__name__)
            self._connected.clear()
            self._confirmed.clear()
            self._interrupted.update(self._ears)
            await asyncio.sleep(_PAUSE_SECONDS)

    def _hear(self, kind: str, channel: str, data: Any) -> None:
        if kind == "subscribe" and channel in self._ears:
            self._confirmed[channel].set()
            if channel in self._interrupted:
                self._interrupted.discard(channel)
                # Only now: what is fetched before nothing is missed any more can be old again at once.
                for ear in tuple(self._ears[channel]):
                    ear.missed()
        elif kind == "message":
            for ear in tuple(self._ears.get(channel, ())):
                ear.heard(cast("bytes", data))
