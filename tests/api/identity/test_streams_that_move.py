"""An act of the platform is decided anew when who acts, or whom it meets, changed in the same moment."""

from __future__ import annotations

import pytest

from tests.support.door import Browser, Door, an_address
from tests.support.moving import move_before
from tests.support.platform import asked, give_role


async def an_admin(door: Door) -> tuple[Browser, str]:
    browser, email = door.browser(), an_address()
    await browser.registered(email, name="Ada")
    await give_role(door, email)
    return browser, email


async def test_nobody_is_banned_by_an_admin_whose_role_is_taken_in_the_same_moment(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, email = await an_admin(door)
    user = await door.browser().registered(an_address())
    seen = move_before(monkeypatch, "UserBanned", lambda: give_role(door, email, "user"))
    answer = await asked(admin, "ban-user", userId=user["id"], banReason="abuse")
    assert (answer.status_code, seen.outcomes) == (403, ["version_conflict"]), answer.text
    assert await door.facts("user.banned") == 0


async def test_nobody_looks_as_one_who_becomes_an_admin_in_the_same_moment(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, _ = await an_admin(door)
    email = an_address()
    user = await door.browser().registered(email)
    seen = move_before(monkeypatch, "ImpersonationStarted", lambda: give_role(door, email))
    answer = await asked(admin, "impersonate-user", userId=user["id"], reason="support")
    assert (answer.status_code, seen.outcomes) == (403, ["version_conflict"]), answer.text
    assert await door.facts("impersonation.started") == 0
