"""Codes, passwords, passkeys and sessions in any order: the application agrees with a model of a page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from infrastructure.identity import passwords
from tests.support.door import Door, an_open_door
from tests.support.door_machine import AtTheDoor


@pytest.fixture
async def quick(
    database_url: str, valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Door]:
    """The same door with hashes that take no time."""
    monkeypatch.setattr(passwords, "_MEMORY_KIB", 8)
    monkeypatch.setattr(passwords, "_PASSES", 1)
    async with an_open_door(database_url, valkey_url, tmp_path) as door:
        yield door


async def test_whatever_happens_at_the_door_the_model_foretold(quick: Door):
    loop = asyncio.get_running_loop()
    often = settings(
        max_examples=8,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        # A shorter counterexample would take minutes to find: every example has a database to ask.
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    await asyncio.to_thread(run_state_machine_as_test, lambda: AtTheDoor(quick, loop), settings=often)
