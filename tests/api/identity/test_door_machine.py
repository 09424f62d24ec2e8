"""Codes, passwords, passkeys and sessions in any order: the application agrees with a model of a page."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.door import Door
from tests.support.door_machine import AtTheDoor
from tests.support.planted_faults import FAULTS, Plant

pytestmark = pytest.mark.begins_early

USUAL = settings(
    max_examples=8,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow],
    # A shorter counterexample would take minutes to find: every example has a database to ask.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
# The same steps in every run, so that what is found once is found always.
SEARCH = settings(
    USUAL,
    max_examples=30,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    phases=[Phase.generate],
)


async def run(door: Door, how: settings) -> None:
    loop = asyncio.get_running_loop()
    await asyncio.to_thread(run_state_machine_as_test, lambda: AtTheDoor(door, loop), settings=how)


async def test_whatever_happens_at_the_door_the_model_foretold(door: Door):
    await run(door, USUAL)


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
async def test_a_fault_is_found(door: Door, monkeypatch: pytest.MonkeyPatch, plant: Plant):
    plant(monkeypatch, door)
    with pytest.raises(AssertionError):
        await run(door, SEARCH)
