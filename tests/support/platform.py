"""Whoever administers the platform, made as the operator makes them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from api.composition.operating import carry_out
from application.processes.platform_people import OperatorGivesRole
from domain.identity.users import PlatformRole
from tests.support.door import Browser, Door, an_address


async def give_role(door: Door, email: str, role: PlatformRole = "admin") -> None:
    # The command has an event loop of its own, so it gets a thread.
    await asyncio.to_thread(carry_out, door.settings, OperatorGivesRole(address=email, role=role))


async def an_admin(door: Door) -> Browser:
    """Somebody of the platform, in a browser of their own."""
    browser, email = door.browser(), an_address()
    await browser.registered(email, name="Ada")
    await give_role(door, email)
    return browser


async def asked(admin: Browser, act: str, **body: Any) -> httpx.Response:
    """An act of the platform, as the public client asks for it."""
    return await admin.post(f"/admin/{act}", body)


async def done(admin: Browser, act: str, **body: Any) -> Any:
    answer = await asked(admin, act, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def impersonates(admin: Browser, user_id: str, reason: str = "support") -> Any:
    """Look on behalf of this person from here on."""
    return await done(admin, "impersonate-user", userId=user_id, reason=reason)
