"""One running application for the tests of mail of a module."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.house import House, an_open_house


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    mail: Path = tmp_path_factory.mktemp("mail")
    more = {"SMTP_URL": "smtp://127.0.0.1:9"}
    async with an_open_house(module_product_database_url, valkey_url, mail, **more) as house:
        yield house
