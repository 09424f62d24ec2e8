"""Two accounts with what happened in them, for the tests of a module."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.analysed import Analysed, two_accounts


@pytest.fixture(scope="module")
async def analysed(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Analysed]:
    folder = tmp_path_factory.mktemp("house")
    async with two_accounts(module_product_database_url, valkey_url, folder) as analysed:
        yield analysed
