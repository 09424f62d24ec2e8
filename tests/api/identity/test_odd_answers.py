"""Odd answers of authenticators through the whole application: 400 or 401, never a fault, nothing left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.pace import Pace
from tests.api.identity.test_passkeys import an_authenticator, options_for, signed, with_passkey
from tests.support import odd_answers
from tests.support.door import ORIGIN, Browser, Door
from tests.support.door_machine import Roaming

T = TypeVar("T")
Wait = Callable[[Coroutine[Any, Any, T]], T]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """One session asks for all examples at once: how fast it may is tested elsewhere."""
    monkeypatch.setattr("api.http.identity.guard._KNOWN", Pace("protocol", 1_000.0, 1_000))


# Every example is two requests and more.
often = settings(max_examples=60)


async def while_others_wait(property: Callable[[Wait[Any]], None]) -> None:
    """Test a property in a thread of its own; what it waits for is done in this one."""
    loop = asyncio.get_running_loop()

    def wait(asked: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(asked, loop).result()

    await asyncio.to_thread(property, wait)


def roaming(browser: Browser) -> Browser:
    """The same browser, held up by no limit of its address."""
    old = browser.http
    browser.http = httpx.AsyncClient(
        transport=Roaming(browser.door.app), base_url=ORIGIN, headers=dict(old.headers), cookies=old.cookies
    )
    return browser


def refused(answer: httpx.Response, *codes: str) -> bool:
    """Whether it is refused in the words of the wire; anything but that or success is a fault."""
    if answer.status_code == 200:
        return False
    assert answer.status_code in (400, 401), answer.text
    assert answer.json()["code"] in codes
    return True


async def test_adding_a_passkey(door: Door):
    browser, _ = await with_passkey(door)
    roaming(browser)

    def property(wait: Wait[Any]) -> None:
        @often
        @given(st.data())
        def holds(data: st.DataObject) -> None:
            authenticator = an_authenticator()
            challenge = wait(options_for(browser))["challenge"]
            response = data.draw(odd_answers.registrations(authenticator, challenge))
            answer = wait(browser.post("/passkey/verify-registration", {"response": response}))
            listed = wait(browser.get("/passkey/list-user-passkeys")).json()
            if refused(answer, "FAILED_TO_VERIFY_REGISTRATION"):
                assert len(listed) == 1
                return
            added = answer.json()
            assert [passkey["id"] for passkey in listed][1:] == [added["id"]]
            # It opens, or is refused for the signature of another key: a passkey like any other.
            opened = wait(signed(roaming(door.browser()), authenticator))
            refused(opened, "AUTHENTICATION_FAILED", "PASSKEY_NOT_FOUND")
            removed = wait(browser.post("/passkey/delete-passkey", {"id": added["id"]}))
            assert removed.json() == {"status": True}

        holds()

    await while_others_wait(property)


async def test_signing_in_and_confirming(door: Door):
    browser, authenticator = await with_passkey(door)
    roaming(browser)
    stranger = roaming(door.browser())

    def property(wait: Wait[Any]) -> None:
        @often
        @given(st.data(), st.booleans())
        def holds(data: st.DataObject, confirms: bool) -> None:
            who = browser if confirms else stranger
            options = wait(who.get("/passkey/generate-authenticate-options")).json()
            response = data.draw(odd_answers.signatures(authenticator, options["challenge"]))
            path = "/confirm" if confirms else "/passkey/verify-authentication"
            refused(wait(who.post(path, {"response": response})), "AUTHENTICATION_FAILED")
            # Whatever it was, its challenge is used up.
            again = wait(who.post(path, {"response": response}))
            assert refused(again, "CHALLENGE_NOT_FOUND")
            if not confirms:
                stranger.http.cookies.clear()

        holds()

    await while_others_wait(property)
