"""One running application for the tests of mail of a module."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from api.composition.foundation import lay_foundation, opened
from api.composition.messaging import MailWork, routes
from application.commands import Route
from tests.support.house import House, an_open_house


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    mail: Path = tmp_path_factory.mktemp("mail")
    more = {"SMTP_URL": "smtp://127.0.0.1:9"}
    async with an_open_house(module_product_database_url, valkey_url, mail, **more) as house:
        yield house


@pytest.fixture(scope="module")
async def work(house: House) -> AsyncIterator[MailWork]:
    """What the worker does about mail, beside the running application."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(house.settings, catalogue, house.clock)
    catalogue.update(routes(base))
    async with opened((base.pool, base.pool_by_key, base.store)):
        yield MailWork(base)
