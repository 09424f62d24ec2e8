"""What the operator does at the command line: vouchers, and accounts that pay or do not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from api.cli.__main__ import main
from tests.support.door import KEY, ORIGIN, SECRET
from tests.support.house import House, an_open_house


@pytest.fixture
async def house(
    product_database_url: str, valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    async with an_open_house(product_database_url, valkey_url, tmp_path) as house:
        for name, value in {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": house.settings.database_url,
            "REDIS_URL": valkey_url,
            "COFFER_AUTH_SECRET": SECRET,
            "COFFER_KEK": KEY,
            "COFFER_BLOB_SECRET": SECRET,
        }.items():
            monkeypatch.setenv(name, value)
        yield house


@pytest.fixture
def coffer(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run one command; its exit code and what it says."""

    async def run(*words: str) -> tuple[int, Any]:
        capsys.readouterr()
        # The command has an event loop of its own, so it gets a thread.
        code = await asyncio.to_thread(main, list(words))
        said = capsys.readouterr()
        return code, json.loads(said.out) if "--json" in words else (said.out + said.err).strip()

    return run


async def test_a_code_pays_for_a_plan_until_it_is_revoked(house: House, coffer: Any) -> None:
    code, said = await coffer("voucher", "issue", "activation", "--times", "2", "--json")
    assert (code, said["changed"]) == (0, True)
    voucher = said["answer"]
    ann, bob = await house.person().arrived(), await house.person().arrived()
    body = {"planId": "family", "displayName": "Hawthorne", "code": voucher}
    account = await ann.data("POST", "/api/account/subscribe", body)
    assert account["state"] == "active"
    assert await coffer("voucher", "revoke", voucher) == (0, "Nobody can use this code any more.")
    assert (await bob.refusal("POST", "/api/account/subscribe", body))[2] == "code"
    code, said = await coffer("voucher", "revoke", voucher, "--json")
    assert (code, said) == (0, {"changed": False, "answer": None})


async def test_a_code_that_makes_no_sense_is_not_made(house: House, coffer: Any) -> None:
    assert (await coffer("voucher", "issue", "percent"))[0] == 1
    assert (await coffer("voucher", "issue", "percent", "--percent", "101"))[0] == 2
    code, said = await coffer("voucher", "revoke", "no code", "--json")
    assert (code, said["reason"]) == (1, "code")
    assert await house.facts("voucher.issued") == 0


async def test_an_account_falls_due_and_is_opened_again(house: House, coffer: Any) -> None:
    ann = await house.person().arrived()
    account = await ann.subscribed()
    assert (await coffer("account", "overdue", account["id"]))[0] == 0
    await house.follow()
    path = f"/api/accounts/{account['id']}"
    assert (await ann.data("GET", path))["state"] == "pastDue"
    assert (await coffer("account", "overdue", account["id"], "--json"))[1]["changed"] is False
    assert (await coffer("account", "reactivate", account["id"], "--until", "2030-01-31"))[0] == 0
    await house.follow()
    assert (await ann.data("GET", path))["state"] == "active"
    assert await house.rows(
        "select convert_from(state, 'utf8')::json->>'paidUntil' from es.event "
        "where type = 'account.reactivated'"
    ) == [("2030-01-31T23:59:59Z",)]


async def test_an_account_that_is_not_there_is_named_so(house: House, coffer: Any) -> None:
    assert await coffer("account", "overdue", str(uuid4())) == (1, "There is no such account.")


async def test_somebody_administers_the_platform_until_it_is_taken(house: House, coffer: Any) -> None:
    ann = await house.person().arrived()
    granted = "This person administers the platform from now on."
    assert await coffer("admin", "grant", ann.email.upper()) == (0, granted)
    assert (await ann.session())["user"]["role"] == "admin"
    assert (await ann.get("/admin/list-users")).status_code == 200
    code, said = await coffer("admin", "grant", ann.email, "--json")
    assert (code, said["changed"]) == (0, False)
    assert await house.rows(
        "select actor_kind, actor_id from es.event where type = 'user.platform_role_changed'"
    ) == [("system", None)]
    assert (await coffer("admin", "revoke", ann.email))[0] == 0
    assert (await ann.get("/admin/list-users")).status_code == 403


async def test_nobody_administers_the_platform_who_is_not_known(house: House, coffer: Any) -> None:
    assert await coffer("admin", "grant", "nobody@example.com") == (1, "User not found")
    assert await coffer("admin", "grant", "nobody") == (2, "Invalid email")
    assert await house.facts("user.platform_role_changed") == 0
