"""A script in Valkey that many call at the same moment: each call decides by itself, all go together."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha1
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from infrastructure.grouped import Grouped

_MOST = 64
_AT_ONCE = 2


class _Call(NamedTuple):
    keys: Sequence[str]
    numbers: Sequence[float]


class GroupedScript:
    """Calls a script that answers a list of whole numbers. Raises `RedisError` when Valkey does not answer.

    The calls of a group stay calls, so each runs where its keys are and no other can come between.
    """

    def __init__(self, valkey: Redis, source: str) -> None:
        self._valkey = valkey
        self._source = source
        # Valkey names its scripts like this; nothing depends on its strength.
        self._name = sha1(source.encode(), usedforsecurity=False).hexdigest()
        self._grouped: Grouped[_Call, list[int]] = Grouped(self._together, most=_MOST, at_once=_AT_ONCE)

    async def __call__(self, keys: Sequence[str], numbers: Sequence[float] = ()) -> list[int]:
        return await self._grouped(_Call(keys, numbers))

    async def _together(self, calls: Sequence[_Call]) -> Sequence[list[int]]:
        answers = await self._sent(calls)
        # After a restart Valkey has forgotten its scripts: what was not run for that is run now.
        missed = [place for place, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if missed:
            await self._valkey.script_load(self._source)  # pyright: ignore[reportUnknownMemberType]
            again = await self._sent([calls[place] for place in missed])
            for place, answer in zip(missed, again, strict=True):
                answers[place] = answer
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return cast("list[list[int]]", answers)

    async def _sent(self, calls: Sequence[_Call]) -> list[Any]:
        pipeline = self._valkey.pipeline(transaction=False)
        for keys, numbers in calls:
            pipeline.evalsha(self._name, len(keys), *keys, *map(str, numbers))  # pyright: ignore[reportUnknownMemberType]
        return await pipeline.execute(raise_on_error=False)
