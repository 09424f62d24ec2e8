"""A script in Valkey that many call at the same moment: each call decides by itself, all go together."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from hashlib import sha1
from typing import Any, NamedTuple, cast

from hiredis import pack_command  # pyright: ignore[reportUnknownVariableType]
from redis.asyncio import Redis
from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import NoScriptError
from redis.exceptions import TimeoutError as TooSlow

from infrastructure.grouped import Grouped
from infrastructure.valkey import ANSWER_SECONDS
from infrastructure.valkey_line import ValkeyLine

_MOST = 64
_AT_ONCE = 2
_SECONDS = ANSWER_SECONDS
# A server that hangs is left alone for this long: not everybody has to wait for it again.
_LEFT_ALONE_SECONDS = 1.0

# One call after the other, with nothing of others in between. Each sees only its own keys and numbers, and
# stands in ARGV as how many of both there are, and the numbers.
_EACH = """
local function decide(KEYS, ARGV)
%s
end
local answers, key, at = {}, 0, 1
while ARGV[at] do
    local keys, numbers = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    local upto = at + 1 + numbers
    answers[#answers + 1] = decide({unpack(KEYS, key + 1, key + keys)}, {unpack(ARGV, at + 2, upto)})
    key, at = key + keys, upto + 1
end
return answers
"""


class _Call(NamedTuple):
    keys: Sequence[str]
    numbers: Sequence[float]


class GroupedScript:
    """Calls a script that answers a list of whole numbers. Raises `RedisError` when Valkey does not answer.

    A group is one call of Valkey, over a connection that is held: the script runs once for each. So the keys
    of all lie on one server; for a cluster a group would first have to be parted by where its keys are.
    """

    def __init__(self, valkey: Redis, source: str) -> None:
        self._valkey = valkey
        self._source = _EACH % source
        # Valkey names its scripts like this; nothing depends on its strength.
        self._name = sha1(self._source.encode(), usedforsecurity=False).hexdigest()
        self._idle: list[ValkeyLine] = []
        self._asked_again_at = 0.0
        self._grouped: Grouped[_Call, list[int]] = Grouped(self._together, most=_MOST, at_once=_AT_ONCE)

    async def __call__(self, keys: Sequence[str], numbers: Sequence[float] = ()) -> list[int]:
        return await self._grouped(_Call(keys, numbers))

    async def _together(self, calls: Sequence[_Call]) -> Sequence[list[int]]:
        if time.monotonic() < self._asked_again_at:
            raise TooSlow("Valkey did not answer just now.")
        try:
            return await self._decided(calls)
        except TooSlow:
            self._asked_again_at = time.monotonic() + _LEFT_ALONE_SECONDS
            raise

    async def _decided(self, calls: Sequence[_Call]) -> Sequence[list[int]]:
        keys = [key for call in calls for key in call.keys]
        command = _packed("EVALSHA", self._name, len(keys), *keys, *_numbers(calls))
        try:
            return await self._asked(command)
        except NoScriptError:
            # After a restart Valkey has forgotten its scripts.
            await self._valkey.script_load(self._source)  # pyright: ignore[reportUnknownMemberType]
            return await self._asked(command)

    async def _asked(self, command: bytes) -> Any:
        line = await self._held()
        if line is not None:
            try:
                return await self._asked_on(line, command)
            except NoConnection:
                # It was lost while it was not used (a restart). Were it lost just now, some may be counted
                # twice: that refuses too early and never too late.
                pass
        return await self._asked_on(await self._connected(), command)

    async def _asked_on(self, line: ValkeyLine, command: bytes) -> Any:
        try:
            return await line.ask(command, _SECONDS)
        finally:
            self._idle.append(line)

    async def _held(self) -> ValkeyLine | None:
        while self._idle:
            line = self._idle.pop()
            if not line.broken:
                return line
            await self._pool.release(await line.release())
        return None

    async def _connected(self) -> ValkeyLine:
        return ValkeyLine(await self._pool.get_connection())  # pyright: ignore[reportUnknownMemberType]

    @property
    def _pool(self) -> ConnectionPool:
        return cast("ConnectionPool", self._valkey.connection_pool)


def _packed(*parts: str | float) -> bytes:
    return cast("bytes", pack_command(parts))  # pyright: ignore[reportArgumentType] - of any length, in fact


def _numbers(calls: Sequence[_Call]) -> Iterator[float]:
    for keys, numbers in calls:
        yield len(keys)
        yield len(numbers)
        yield from numbers
