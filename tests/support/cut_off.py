"""Connections to Valkey that are lost, as by a restart, for one worker of the tests and nobody else."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis


async def cut_off(valkey: Redis, kind: str) -> None:
    """End all other connections of a kind (`normal`, `pubsub`) that use this database: workers share the
    server, and each has a database of its own."""
    own: dict[str, Any] = await valkey.client_info()  # pyright: ignore[reportUnknownMemberType]
    clients: list[dict[str, Any]] = await valkey.client_list(_type=kind)  # pyright: ignore[reportUnknownMemberType]
    for client in clients:
        if client["db"] == str(own["db"]) and client["id"] != str(own["id"]):
            await valkey.client_kill_filter(_id=client["id"])  # pyright: ignore[reportUnknownMemberType]
