"""The parts of a process share its pools, and none holds a connection while it asks for a second one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator

import pytest

from api.composition import foundation, sealing
from client.cabinet import Cabinet
from tests.api.vault.conftest import Household

pytestmark = pytest.mark.begins_early


@pytest.fixture(scope="module", autouse=True)
def _one_connection() -> Iterator[None]:
    """Before the house is opened: whoever asks for a second one would wait for itself, and be refused."""
    with pytest.MonkeyPatch.context() as patch:
        for module, most in (
            (foundation, "MOST_CONNECTIONS"),
            (foundation, "MOST_BY_KEY"),
            (sealing, "MOST_CONNECTIONS"),
        ):
            assert getattr(module, most) > 1
            patch.setattr(module, most, 1)
        yield


async def files_a_paper(household: Household) -> None:
    owner = await household.owner()
    papers = Cabinet(owner)
    content = secrets.token_bytes(300_000)
    file_id = await papers.upload("passport.pdf", "application/pdf", content)
    await papers.write({"v": 1, "title": "Passport"}, file_id)
    await household.house.follow()
    await owner.ledger.sync()
    (seen,) = await papers.documents()
    assert seen.file_ids == (file_id,)
    assert (await papers.download(file_id)).content == content


async def test_one_connection_is_enough_for_many_at_once(household: Household) -> None:
    await asyncio.gather(*(files_a_paper(household) for _ in range(4)))
