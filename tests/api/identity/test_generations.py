"""What older generations of the public client send, byte by byte (auth-wire.md section 12)."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.support.authenticator import Authenticator
from tests.support.door import ORIGIN, PASSWORD, Browser, Door, an_address

ANY = "application/json"


async def raw(browser: Browser, path: str, body: bytes | None = None, **headers: str) -> httpx.Response:
    """A POST as a browser's `fetch` sends it: without a body there is no media type either."""
    sent = {"Content-Type": ANY, **headers} if body is not None else dict(headers)
    return await browser.http.post(f"/api/auth{path}", content=body, headers=sent)


async def somebody(door: Door) -> tuple[Browser, str, Authenticator]:
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    authenticator = Authenticator(origin=ORIGIN, rp_id="coffer.test")
    options = (await browser.get("/passkey/generate-register-options")).json()
    # Up to 1.3 the answer came with the results of extensions, whatever they are.
    response = authenticator.register(options) | {"clientExtensionResults": {"credProps": {"rk": True}}}
    answer = await browser.post("/passkey/verify-registration", {"response": response, "name": "Laptop"})
    assert answer.status_code == 200, answer.text
    return browser, email, authenticator


@pytest.mark.parametrize("body", [b'{"email":"EMAIL"}', b"{}", None], ids=["1.2", "1.3", "1.4"])
async def test_passkeys_are_asked_for_by_post_with_an_address_an_object_or_nothing(
    door: Door, body: bytes | None
):
    _, email, authenticator = await somebody(door)
    browser = door.browser()
    said = None if body is None else body.replace(b"EMAIL", email.encode())
    asked = await raw(browser, "/passkey/generate-authenticate-options", said)
    assert asked.status_code == 200, asked.text
    assert "allowCredentials" not in asked.json()
    response = authenticator.sign(asked.json()) | {"clientExtensionResults": {}}
    answer = await raw(browser, "/passkey/verify-authentication", json.dumps({"response": response}).encode())
    assert answer.json().keys() == {"session", "user"}
    # 1.2 does not ask again by itself: the cookie has to be on this very answer.
    assert any("session_token" in line for line in answer.headers.get_list("set-cookie"))
    assert (await browser.session())["user"]["email"] == email


async def test_up_to_1_3_a_reset_is_asked_for_under_its_older_name(door: Door):
    _, email, _ = await somebody(door)
    asked = await raw(door.browser(), "/forget-password/email-otp", json.dumps({"email": email}).encode())
    assert (asked.status_code, asked.json()) == (200, {"success": True})
    body = {"email": email, "otp": await door.code(email), "password": "violet-anchor-93-tin"}
    answer = await raw(door.browser(), "/email-otp/reset-password", json.dumps(body).encode())
    assert (answer.status_code, answer.json()) == (200, {"success": True})


@pytest.mark.parametrize("path", ["/sign-out", "/revoke-sessions", "/revoke-other-sessions", "/delete-user"])
@pytest.mark.parametrize("body", [None, b"{}"], ids=["nothing", "object"])
async def test_what_needs_no_members_is_posted_with_or_without_a_body(
    door: Door, path: str, body: bytes | None
):
    browser, _, _ = await somebody(door)
    answer = await raw(browser, path, body)
    assert answer.status_code == 200, answer.text
    assert answer.json().get("success") or answer.json().get("status")


async def test_a_charset_and_members_of_the_client_itself_are_overlooked(door: Door):
    _, email, _ = await somebody(door)
    body = {"email": email, "password": PASSWORD, "rememberMe": None, "fetchOptions": {"x": 1}, "query": {}}
    answer = await raw(
        door.browser(),
        "/sign-in/email",
        json.dumps(body).encode(),
        **{"Content-Type": "application/json; charset=utf-8"},
    )
    assert answer.status_code == 200, answer.text


async def test_spaces_in_a_query_come_as_percent_20(door: Door):
    browser, _, _ = await somebody(door)
    answer = await browser.http.get(
        "/api/auth/passkey/generate-register-options?name=Ann%20Lee&context=%7B%7D"
    )
    assert answer.json()["user"]["name"] == "Ann Lee"


async def test_every_time_has_three_digits_and_a_z(door: Door):
    browser, _, _ = await somebody(door)
    seen: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                if str(name).endswith("At") and isinstance(inner, str):
                    seen.append(inner)
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for path in ("/get-session", "/list-sessions", "/list-accounts", "/passkey/list-user-passkeys"):
        walk((await browser.get(path)).json())
    assert len(seen) >= 10
    assert all(len(at) == 24 and at[19] == "." and at.endswith("Z") for at in seen)
