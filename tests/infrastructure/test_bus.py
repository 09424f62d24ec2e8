"""Places of a person's sockets, kept in Valkey."""

from __future__ import annotations

import time

from redis.asyncio import Redis

from infrastructure.bus import ValkeyBus


async def test_a_place_of_before_the_clock_was_set_back_ends_as_if_it_were_renewed_now(
    valkey_url: str,
) -> None:
    bus, room = ValkeyBus(valkey_url), "room of a test"
    assert await bus.enter(room, "one", most=1, seconds=60)
    async with Redis.from_url(valkey_url) as valkey:
        # Valkey's own clock cannot be moved: what it noted is.
        await valkey.zadd(room, {"one": time.time() + 86_400}, xx=True)
        assert not await bus.enter(room, "two", most=1, seconds=60)
        ends = await valkey.zscore(room, "one")
        assert ends is not None
        assert 0 < ends - time.time() <= 61
        await valkey.zadd(room, {"one": time.time() - 1}, xx=True)
        assert await bus.enter(room, "two", most=1, seconds=60)
    await bus.close()
