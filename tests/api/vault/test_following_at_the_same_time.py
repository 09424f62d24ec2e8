"""Two people add to one log at the same moment: who reads in two answers takes the second for no lie."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.vault.conftest import Household


async def test_a_statement_between_the_log_and_the_head_is_no_alarm(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await household.owner()
    guest = await household.guest(owner)
    await household.house.follow()
    await owner.let_in_invited()
    await household.house.follow()
    await owner.ledger.sync()
    known, ask, asked = owner.log.next_seq, owner.api.get, list[str]()

    async def get(path: str, **query: Any) -> Any:
        answer = await ask(path, **query)
        if path == "/api/auth/keys/log" and path not in asked:
            # The head that is asked for next has it.
            await guest.roles.create(guest.personal_role, "Personal")
            await household.house.follow()
        asked.append(path)
        return answer

    monkeypatch.setattr(owner.api, "get", get)
    await owner.ledger.sync()
    assert owner.log.next_seq == known + 1
    assert asked.count("/api/auth/keys/log") == 2
    assert owner.ledger.head is not None
    assert owner.ledger.head.key_seq == known
