"""The disks are looked at where the worker starts, and every hour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from api.composition import blobs, working
from infrastructure.disk import DiskWatch
from tests.support.house import House, an_open_house


@pytest.fixture
async def house(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    async with an_open_house(product_database_url, valkey_url, tmp_path, seals=False) as house:
        yield house


async def test_at_the_start_of_the_worker_and_every_hour(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    async def look(_self: DiskWatch) -> None:
        looked.append("start" if not hourly else "hour")

    hourly: list[Any] = []

    async def run_worker(*_: object, **given: Any) -> None:
        hourly.extend(given["hourly"])

    monkeypatch.setattr(DiskWatch, "look", look)
    monkeypatch.setattr(working, "run_worker", run_worker)
    await working._work(house.settings)  # pyright: ignore[reportPrivateUsage]
    assert looked == ["start"]
    for chore in hourly:
        if isinstance(getattr(chore, "__self__", None), DiskWatch):
            await chore()
    assert looked == ["start", "hour"]


def test_the_disk_of_a_database_that_root_keeps_elsewhere_is_looked_at(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def folders() -> tuple[Path, ...]:
        return blobs.disk_of(house.settings)._folders  # pyright: ignore[reportPrivateUsage]

    monkeypatch.setattr(blobs, "STATE_OF_ROOT", tmp_path)
    assert folders() == (house.settings.blob_dir, house.settings.data_dir)
    place = tmp_path / blobs.short_name(house.settings.data_dir)
    place.mkdir()
    assert folders()[2:] == (place,)
