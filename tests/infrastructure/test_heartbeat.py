"""Signs of life: who gives none is down, whatever the clock says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from redis.asyncio import Redis

from application.messaging.ports import ProviderRefused, RenderedMail
from infrastructure import readiness
from infrastructure.heartbeat import ALIVE_SECONDS, BEAT_SECONDS, Heart, NotedCarrier, look
from infrastructure.local.ports import free_port

MAIL = RenderedMail(UUID(int=1), "ann@coffer.test", "Subject", "text", "<p>text</p>")


@pytest.fixture
async def valkey(valkey_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(valkey_url) as client:
        await client.flushdb()
        yield client


async def test_a_process_that_gives_no_sign_of_life_is_down(valkey: Redis, valkey_url: str) -> None:
    assert (await look(valkey)).parts == {"worker": "down", "followers": "down"}
    # Only who turns gives a sign of life.
    readiness.beat()
    await asyncio.to_thread(Heart(valkey_url, "worker").say)
    assert (await look(valkey)).parts == {"worker": "ok", "followers": "down"}
    assert ALIVE_SECONDS > 3 * BEAT_SECONDS
    # Valkey's own clock cannot be moved: what it noted is.
    for moved in (-ALIVE_SECONDS - 2, 86_400, -86_400):
        at = int(await valkey.hget("coffer:beats", "worker") or 0)
        await valkey.hset("coffer:beats", "worker", at + moved)
        assert (await look(valkey)).parts["worker"] == "down", moved
        await asyncio.to_thread(Heart(valkey_url, "worker").say)
        assert (await look(valkey)).parts["worker"] == "ok"


async def test_a_process_whose_work_stands_still_says_nothing(
    valkey: Redis, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PULSE_SECONDS", -1.0)
    await asyncio.to_thread(Heart(valkey_url, "followers").say)
    assert (await look(valkey)).parts["followers"] == "down"
    monkeypatch.undo()
    readiness.beat()
    await asyncio.to_thread(Heart(valkey_url, "followers").say)
    assert (await look(valkey)).parts["followers"] == "ok"


async def test_it_beats_by_itself_and_outlives_a_valkey_that_is_away(valkey: Redis, valkey_url: str) -> None:
    with Heart(f"redis://127.0.0.1:{free_port()}", "worker"), Heart(valkey_url, "followers"):
        async with asyncio.timeout(30):
            while (await look(valkey)).parts["followers"] == "down":  # noqa: ASYNC110 - a thread says it
                await asyncio.sleep(0.02)


class Carried:
    def __init__(self) -> None:
        self.refusal: ProviderRefused | None = None

    async def carry(self, mail: RenderedMail) -> str:
        if self.refusal is not None:
            raise self.refusal
        return "250 taken"


@pytest.mark.parametrize(
    ("refusal", "state"),
    [
        (ProviderRefused("smtp_unreachable", transient=True), "down"),
        (ProviderRefused("smtp_451", transient=True), "down"),
        (ProviderRefused("smtp_535", transient=True), "down"),
        (ProviderRefused("smtp_550", transient=False), "ok"),
    ],
    ids=lambda value: value.code if isinstance(value, ProviderRefused) else value,
)
async def test_what_came_of_the_last_message_is_known(
    valkey: Redis, valkey_url: str, refusal: ProviderRefused, state: str
) -> None:
    carried = Carried()
    carrier = NotedCarrier(carried, valkey_url)
    assert (await look(valkey)).mail == "unchecked"
    assert await carrier.carry(MAIL) == "250 taken"
    assert (await look(valkey)).mail == "ok"
    carried.refusal = refusal
    with pytest.raises(ProviderRefused):
        await carrier.carry(MAIL)
    assert (await look(valkey)).mail == state


async def test_a_message_is_sent_also_where_that_cannot_be_noted() -> None:
    carrier = NotedCarrier(Carried(), f"redis://127.0.0.1:{free_port()}")
    assert await carrier.carry(MAIL) == "250 taken"
