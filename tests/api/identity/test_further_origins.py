"""Pages of ours on another origin: they may call, others may not."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.door import ORIGIN, Door, an_address, an_open_door

OTHER = "https://app.coffer.test"
STRANGE = "https://evil.test"


@pytest.fixture
async def door(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[Door]:
    async with an_open_door(product_database_url, valkey_url, tmp_path, COFFER_TRUSTED_ORIGINS=OTHER) as door:
        yield door


async def test_a_trusted_origin_is_echoed_with_credentials(door: Door):
    browser = door.browser(Origin=OTHER)
    await browser.registered(an_address())
    answer = await browser.get("/get-session")
    assert answer.headers["access-control-allow-origin"] == OTHER
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert "X-Retry-After" in answer.headers["access-control-expose-headers"]
    asked = await browser.http.options(
        "/api/auth/sign-in/email",
        headers={"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"},
    )
    assert asked.status_code in (200, 204)
    assert asked.headers["access-control-allow-origin"] == OTHER
    assert "content-type" in asked.headers["access-control-allow-headers"].lower()


async def test_a_strange_origin_is_not(door: Door):
    browser = door.browser(Origin=STRANGE)
    answer = await browser.get("/get-session")
    assert "access-control-allow-origin" not in answer.headers
    refused = await browser.post("/sign-in/email", {"email": an_address(), "password": "x"})
    assert (refused.status_code, refused.json()["code"]) == (403, "INVALID_ORIGIN")


async def test_both_origins_may_be_called_back(door: Door):
    for origin in (ORIGIN, OTHER):
        body = {"email": an_address(), "password": "x", "callbackURL": f"{origin}/dashboard"}
        assert (await door.browser().post("/sign-in/email", body)).status_code == 401
