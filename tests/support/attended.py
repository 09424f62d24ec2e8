"""Deadlines as a test measures them: in the time of the loop that the product runs on."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable
from typing import TypeVar

import pytest

T = TypeVar("T")

_TICK = 0.05
# Ticks in which an answer is put together once its deadline has passed.
_SLACK = 8


async def within(seconds: float, asked: Awaitable[T]) -> T:
    """The answer. Fails the test that gets none in this time.

    It is counted in ticks of the loop on which product and test both run. A machine that is busy elsewhere
    makes ticks longer, for the deadlines of the product as for this, and never more.
    """
    task = asyncio.ensure_future(asked)
    for _ in range(math.ceil(seconds / _TICK) + _SLACK):
        done, _ = await asyncio.wait({task}, timeout=_TICK)
        if done:
            return task.result()
    task.cancel()
    pytest.fail(f"There is no answer within {seconds} s.")
