"""One's own passkeys: named, taken away, and how they count."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.identity.test_passkeys import added, an_authenticator, refusal, signed, with_passkey
from tests.support.door import PASSWORD, Browser, Door, an_address


async def id_of(browser: Browser) -> str:
    return (await browser.get("/passkey/list-user-passkeys")).json()[0]["id"]


async def test_a_passkey_is_called_something_else(door: Door):
    browser, _ = await with_passkey(door)
    before = (await browser.get("/passkey/list-user-passkeys")).json()[0]
    answer = await browser.post("/passkey/update-passkey", {"id": before["id"], "name": "  Phone "})
    assert (answer.status_code, answer.json()) == (200, {"passkey": {**before, "name": "Phone"}})
    assert (await browser.get("/passkey/list-user-passkeys")).json() == [{**before, "name": "Phone"}]
    empty = await browser.post("/passkey/update-passkey", {"id": before["id"], "name": "  "})
    assert refusal(empty) == (400, "VALIDATION_ERROR")
    assert empty.json()["message"].startswith("[body.name] ")


async def test_a_passkey_that_is_taken_away_opens_nothing_and_may_come_back(door: Door):
    browser, authenticator = await with_passkey(door)
    answer = await browser.post("/passkey/delete-passkey", {"id": await id_of(browser)})
    assert (answer.status_code, answer.json()) == (200, {"status": True})
    assert (await browser.get("/passkey/list-user-passkeys")).json() == []
    assert refusal(await signed(door.browser(), authenticator)) == (401, "PASSKEY_NOT_FOUND")
    assert (await added(browser, authenticator)).status_code == 200


@pytest.mark.parametrize(("path", "more"), [("delete-passkey", {}), ("update-passkey", {"name": "Mine"})])
async def test_another_persons_passkey_is_none(door: Door, path: str, more: dict[str, str]):
    owner, authenticator = await with_passkey(door)
    stranger, _ = await with_passkey(door)
    for id in (await id_of(owner), str(uuid4()), "x", "", "\x00"):
        answer = await stranger.post(f"/passkey/{path}", {"id": id, **more})
        assert refusal(answer) == (404, "PASSKEY_NOT_FOUND")
    assert (await signed(door.browser(), authenticator)).status_code == 200
    assert (await door.browser().post(f"/passkey/{path}", {"id": "x", **more})).status_code == 401


async def test_taking_one_away_needs_a_fresh_session_or_a_proof(door: Door):
    browser, _ = await with_passkey(door)
    id = await id_of(browser)
    door.clock.advance(hours=24)
    stale = await browser.post("/passkey/delete-passkey", {"id": id})
    assert refusal(stale) == (403, "SESSION_NOT_FRESH")
    await browser.post("/confirm", {"password": PASSWORD})
    assert (await browser.post("/passkey/delete-passkey", {"id": id})).status_code == 200


async def test_a_synced_passkey_counts_on_each_of_its_devices(door: Door):
    browser, phone = await with_passkey(door, synced=True)
    for _ in range(3):
        assert (await signed(door.browser(), phone)).status_code == 200
    laptop = an_authenticator(synced=True, key=phone.key, credential_id=phone.credential_id, counter=0)
    assert (await signed(door.browser(), laptop)).status_code == 200
    assert (await browser.get("/passkey/list-user-passkeys")).json()[0]["counter"] == 1


async def test_a_copy_of_a_bound_passkey_is_refused_and_noted(door: Door):
    _, authenticator = await with_passkey(door)
    for _ in range(2):
        assert (await signed(door.browser(), authenticator)).status_code == 200
    before = await door.facts("passkey.counter_went_back")
    copy = an_authenticator(key=authenticator.key, credential_id=authenticator.credential_id)
    assert refusal(await signed(door.browser(), copy)) == (400, "AUTHENTICATION_FAILED")
    assert await door.facts("passkey.counter_went_back") == before + 1


async def test_the_handle_of_a_person_is_the_same_for_every_passkey(door: Door):
    browser, email = door.browser(), an_address()
    await browser.registered(email)
    handles: set[str] = set()
    for _ in range(2):
        options = (await browser.get("/passkey/generate-register-options")).json()
        handles.add(options["user"]["id"])
        await browser.post("/passkey/verify-registration", {"response": an_authenticator().register(options)})
    other = door.browser()
    await other.post("/sign-in/email", {"email": email, "password": PASSWORD})
    handles.add((await other.get("/passkey/generate-register-options")).json()["user"]["id"])
    assert len(handles) == 1
