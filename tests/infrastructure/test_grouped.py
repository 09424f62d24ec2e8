"""Questions in groups: who goes with whom, how new an answer is, and whom a failure reaches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from infrastructure.grouped import Grouped


class Oracle:
    """Answers with what is true when it is asked, as soon as it is let."""

    def __init__(self, *, most: int = 8, at_once: int = 1) -> None:
        self.truth = "first"
        self.asked: list[Sequence[int]] = []
        self.failing: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()
        self.ask = Grouped(self._answers, most=most, at_once=at_once)

    async def _answers(self, questions: Sequence[int]) -> Sequence[str]:
        self.asked.append(list(questions))
        answers = [f"{question} {self.truth}" for question in questions]
        failing = self.failing
        await self.open.wait()
        if failing is not None:
            raise failing
        return answers


async def turns(count: int = 3) -> None:
    """Let everybody who can go on go on."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_who_comes_in_one_turn_goes_together() -> None:
    oracle = Oracle()
    assert await asyncio.gather(*map(oracle.ask, range(3))) == ["0 first", "1 first", "2 first"]
    assert oracle.asked == [[0, 1, 2]]


async def test_who_comes_meanwhile_waits_and_hears_of_what_is_true_by_then() -> None:
    oracle = Oracle()
    oracle.open.clear()
    early = asyncio.create_task(oracle.ask(1))
    await turns()
    late = [asyncio.create_task(oracle.ask(number)) for number in (2, 3)]
    await turns()
    oracle.truth = "second"
    oracle.open.set()
    assert [await early, *(await asyncio.gather(*late))] == ["1 first", "2 second", "3 second"]
    assert oracle.asked == [[1], [2, 3]]


async def test_nothing_is_remembered() -> None:
    oracle = Oracle()
    assert await oracle.ask(1) == "1 first"
    oracle.truth = "second"
    assert await oracle.ask(1) == "1 second"


async def test_a_group_has_its_limit() -> None:
    oracle = Oracle(most=2)
    await asyncio.gather(*map(oracle.ask, range(5)))
    assert oracle.asked == [[0, 1], [2, 3], [4]]


async def test_a_slow_answer_holds_up_nobody_else_up_to_a_number() -> None:
    oracle = Oracle(at_once=2)
    oracle.open.clear()
    slow = []
    for number in range(3):
        slow.append(asyncio.create_task(oracle.ask(number)))
        await asyncio.sleep(0.03)
    assert oracle.asked == [[0], [1]]
    oracle.open.set()
    assert await asyncio.gather(*slow) == ["0 first", "1 first", "2 first"]
    assert oracle.asked == [[0], [1], [2]]


async def test_a_failure_reaches_all_who_went_together_and_nobody_after_them() -> None:
    oracle = Oracle()
    oracle.failing = LookupError("no answer")
    failed = await asyncio.gather(*map(oracle.ask, range(3)), return_exceptions=True)
    assert [type(each) for each in failed] == [LookupError] * 3
    oracle.failing = None
    assert await oracle.ask(4) == "4 first"


async def test_who_goes_away_takes_nobody_along() -> None:
    oracle = Oracle()
    oracle.open.clear()
    first, second = (asyncio.create_task(oracle.ask(number)) for number in (1, 2))
    await turns()
    third, fourth = (asyncio.create_task(oracle.ask(number)) for number in (3, 4))
    await turns()
    first.cancel()
    third.cancel()
    await turns()
    oracle.open.set()
    assert await asyncio.gather(second, fourth) == ["2 first", "4 first"]
    assert oracle.asked == [[1, 2], [4]]
    for gone in (first, third):
        with pytest.raises(asyncio.CancelledError):
            await gone
