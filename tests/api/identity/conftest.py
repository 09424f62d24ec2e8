"""One running application for the authentication tests of a module."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.door import Door, an_open_door


@pytest.fixture(scope="module")
async def door(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Door]:
    mail: Path = tmp_path_factory.mktemp("mail")
    async with an_open_door(module_product_database_url, valkey_url, mail) as door:
        yield door
