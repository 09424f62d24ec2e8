"""The door with real providers beside it, and somebody in front of it."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.door import Door, an_open_door
from tests.support.providers import Traveller, running_providers, settings_of


@pytest.fixture(scope="module")
def issuers() -> Iterator[dict[str, str]]:
    with running_providers() as issuers:
        yield issuers


@pytest.fixture(scope="module")
async def door(
    module_product_database_url: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    issuers: dict[str, str],
) -> AsyncIterator[Door]:
    mail: Path = tmp_path_factory.mktemp("mail")
    async with an_open_door(module_product_database_url, valkey_url, mail, **settings_of(**issuers)) as door:
        yield door


@pytest.fixture(autouse=True)
def _now(door: Door) -> None:
    """Providers have a clock of their own."""
    door.clock.now = datetime.now(UTC).replace(microsecond=0)


@pytest.fixture
def somebody(door: Door) -> Traveller:
    return Traveller(door.browser())
