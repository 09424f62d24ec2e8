"""Connections to Valkey with the settings every part of the product wants."""

from __future__ import annotations

import redis
from redis.asyncio import Redis

ANSWER_SECONDS = 1.0
"""What it is asked is done in a moment. Who waits for longer waits for something that hangs."""

# Left alone for longer, a connection is asked whether it is still there.
_SURE_SECONDS = 5


def open_valkey(url: str, *, seconds: float | None = ANSWER_SECONDS) -> Redis:
    """A client that connects when it is first asked. `seconds` is None for what listens."""
    # A socket of this machine has no network that could lose it, and its connections refuse the question.
    network = {} if url.startswith("unix:") else {"socket_keepalive": True}
    return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
        url,
        socket_timeout=seconds,
        socket_connect_timeout=ANSWER_SECONDS,
        health_check_interval=_SURE_SECONDS,
        **network,
    )


def open_for_thread(url: str) -> redis.Redis:
    """A client for a thread without an event loop. It says one thing now and then."""
    return redis.Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
        url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
    )
