"""Signs of life of the processes without a port, and the last word of whoever carries mail, kept in Valkey.

Moments are those of Valkey's clock, compared with each other and nothing else: a clock that is set costs one
beat. What is lost with Valkey is there again with the next.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from application.messaging.ports import Carrier, ProviderRefused, RenderedMail
from infrastructure.readiness import turns
from infrastructure.valkey import open_for_thread, open_valkey

log = structlog.get_logger("coffer.heartbeat")

BEAT_SECONDS = 5.0
# A process that has missed three beats is not there.
ALIVE_SECONDS = 20
_BEATS = "coffer:beats"
_MAIL = "coffer:mail"
# The check value of the key that whoever follows the log would sign it with.
_LOG_KEY = "coffer:log_key"
_SAY = "redis.call('HSET', KEYS[1], ARGV[1], redis.call('TIME')[1])"
_LOOK = """
return {redis.call('TIME')[1], redis.call('HGETALL', KEYS[1]), redis.call('GET', KEYS[2]),
    redis.call('GET', KEYS[3])}
"""

Part = Literal["worker", "followers"]
PARTS: tuple[Part, ...] = ("worker", "followers")


class Heart:
    """Says every few seconds that the loop of this process still turns. A thread of its own, so that a Valkey
    that hangs holds up no work. `log_key` is the check value of the log's key, of a process that has it."""

    def __init__(self, url: str, part: Part, log_key: bytes | None = None) -> None:
        self._valkey: Any = open_for_thread(url)
        self._part = part
        self._log_key = log_key
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def __enter__(self) -> Heart:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()
        self._valkey.close()

    def say(self) -> None:
        """One beat, if the loop has turned lately."""
        if turns():
            self._valkey.eval(_SAY, 1, _BEATS, self._part)
            if self._log_key is not None:
                self._valkey.set(_LOG_KEY, self._log_key)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.say()
            except RedisError as failure:
                log.info("not_said", error=type(failure).__name__)
            self._stopped.wait(BEAT_SECONDS)


def say_log_key(url: str, check_value: bytes) -> None:
    """For a process that is refused for its key, and so has no heart: `/health` names the key by this."""
    valkey: Any = open_for_thread(url)
    try:
        valkey.set(_LOG_KEY, check_value)
    except RedisError as failure:
        log.info("not_said", error=type(failure).__name__)
    finally:
        valkey.close()


class Seen(NamedTuple):
    parts: Mapping[Part, Literal["ok", "down"]]
    mail: Literal["ok", "down", "unchecked"]
    log_key: bytes | None
    """The check value of the key of the last process that followed the log, or was refused for it."""


async def look(valkey: Redis) -> Seen:
    """How they are. Raises `RedisError`."""
    asked: Any = valkey
    now, flat, mail, log_key = await asked.eval(_LOOK, 3, _BEATS, _MAIL, _LOG_KEY)
    beats: dict[bytes, int] = dict(zip(flat[::2], map(int, flat[1::2]), strict=True))
    alive = {part for part in PARTS if abs(int(now) - beats.get(part.encode(), 0)) <= ALIVE_SECONDS}
    return Seen(
        {part: "ok" if part in alive else "down" for part in PARTS},
        "unchecked" if mail is None else "ok" if mail == b"ok" else "down",
        log_key,
    )


class NotedCarrier:
    """Implements `application.messaging.ports.Carrier`: another one, whose last word is kept."""

    def __init__(self, carrier: Carrier, url: str) -> None:
        self._carrier = carrier
        self._valkey: Any = open_valkey(url)

    async def carry(self, mail: RenderedMail) -> str:
        try:
            answer = await self._carrier.carry(mail)
        except ProviderRefused as refusal:
            # Who refuses one message for good may take the next.
            await self._note("down" if refusal.transient else "ok")
            raise
        await self._note("ok")
        return answer

    async def _note(self, state: Literal["ok", "down"]) -> None:
        try:
            await self._valkey.set(_MAIL, state)
        except (RedisError, OSError) as failure:
            log.info("not_said", error=type(failure).__name__)
