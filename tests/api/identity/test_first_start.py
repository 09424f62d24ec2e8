"""A database that was just made lets nobody in: there is no account to begin with, and no password."""

from __future__ import annotations

import pytest

from tests.support.door import Door


@pytest.mark.parametrize("name", ["admin", "root", "coffer", "test"])
async def test_nobody_is_there_by_default(door: Door, name: str):
    email = f"{name}@coffer.test"
    for password in (name, "password", "changeme", "admin"):
        door.clock.advance(seconds=11)
        answer = await door.browser().post("/sign-in/email", {"email": email, "password": password})
        assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_EMAIL_OR_PASSWORD")


async def test_nothing_that_opens_anything_is_kept(door: Door):
    for table in ("read.users", "read.sessions", "identity.password", "identity.passkey"):
        assert await door.rows(f"select count(*) from {table}") == [(0,)], table
