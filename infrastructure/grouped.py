"""Questions that wait at the same moment are asked together, so that a crowd costs few round trips."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

# Longer than a healthy round trip, shorter than anybody notices.
_PATIENCE = 0.005


class Grouped(Generic[Q, A]):
    """Asks for a group of at most `most`; what arrives during a request waits for the next one. Where an
    answer is slow to come those who wait are sent after it, in up to `at_once` groups at a time.

    No question joins a group that was already sent: its answer is as new as if it had been asked alone.
    Nothing is remembered. Where asking fails, it fails for all of the group.
    """

    def __init__(
        self, ask: Callable[[Sequence[Q]], Awaitable[Sequence[A]]], *, most: int, at_once: int
    ) -> None:
        self._ask = ask
        self._most = most
        self._at_once = at_once
        self._waiting: deque[tuple[Q, asyncio.Future[A]]] = deque()
        self._under_way = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._impatience: asyncio.TimerHandle | None = None

    async def __call__(self, question: Q) -> A:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[A] = loop.create_future()
        self._waiting.append((question, answer))
        if not self._under_way:
            # It begins with the next turn of the loop, so that all who come in this one go with it.
            self._begin()
        elif self._impatience is None and self._under_way < self._at_once:
            self._impatience = loop.call_later(_PATIENCE, self._begin)
        return await answer

    def _begin(self) -> None:
        self._under_way += 1
        task = asyncio.get_running_loop().create_task(self._work_off())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                await self._answer(self._next_group())
        finally:
            # Not when the task is seen to be done: who is answered may ask again before that.
            self._under_way -= 1

    def _next_group(self) -> Sequence[tuple[Q, asyncio.Future[A]]]:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None
        taken = [self._waiting.popleft() for _ in range(min(self._most, len(self._waiting)))]
        # Who has gone away meanwhile is not asked for.
        return [(question, answer) for question, answer in taken if not answer.done()]

    async def _answer(self, group: Sequence[tuple[Q, asyncio.Future[A]]]) -> None:
        try:
            answers = await self._ask([question for question, _ in group]) if group else ()
        except asyncio.CancelledError:
            for _, waiting in group:
                waiting.cancel()
            raise
        except Exception as failure:  # not ours to handle: everybody who asked hears of it
            for _, waiting in group:
                if not waiting.done():
                    waiting.set_exception(failure)
        else:
            for (_, waiting), answer in zip(group, answers, strict=True):
                if not waiting.done():
                    waiting.set_result(answer)
