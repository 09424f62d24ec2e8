"""A proof in a session gives it another secret; the one before opens it for ten more seconds."""

from __future__ import annotations

import asyncio

from infrastructure.identity.housekeeping import Housekeeping
from tests.api.identity.test_passkeys import with_passkey
from tests.api.identity.test_sessions import set_cookies
from tests.support.door import PASSWORD, Browser, Door, an_address

COOKIE = "__Secure-better-auth.session_token"


def copy_of(door: Door, browser: Browser) -> Browser:
    """Somebody who has the cookies that the browser has now."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    return door.browser(Cookie=cookie)


async def registered(door: Door) -> Browser:
    browser = door.browser()
    await browser.registered(an_address())
    return browser


async def test_a_proof_gives_the_session_another_secret(door: Door):
    browser = await registered(door)
    before, copy = await browser.session(), copy_of(door, browser)
    answer = await browser.post("/confirm", {"password": PASSWORD})
    assert "Max-Age=604800" in set_cookies(answer)[COOKIE]
    door.clock.advance(seconds=11)
    after = await browser.session()
    assert after["session"]["id"] == before["session"]["id"]
    assert after["session"]["token"] == before["session"]["token"], "the handle names the session, and stays"
    assert await copy.session() is None
    assert (await copy.get("/list-sessions")).status_code == 401


async def test_a_passkey_gives_another_secret_too(door: Door):
    browser, authenticator = await with_passkey(door)
    copy = copy_of(door, browser)
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    answer = await browser.post("/confirm", {"response": authenticator.sign(options)})
    assert {COOKIE, "__Secure-better-auth.better-auth-passkey"} <= set(set_cookies(answer))
    door.clock.advance(seconds=11)
    assert await copy.session() is None
    assert await browser.session() is not None


async def test_what_was_under_way_meanwhile_is_answered(door: Door):
    browser = await registered(door)
    under_way = copy_of(door, browser)
    await browser.post("/confirm", {"password": PASSWORD})
    door.clock.advance(seconds=9)
    assert (await under_way.get("/list-sessions")).status_code == 200
    door.clock.advance(seconds=1)
    assert (await under_way.get("/list-sessions")).status_code == 401


async def test_a_former_secret_is_never_set_again(door: Door):
    browser = await registered(door)
    door.clock.advance(days=2)
    late = copy_of(door, browser)
    await browser.post("/confirm", {"password": PASSWORD})
    assert COOKIE not in set_cookies(await late.get("/get-session")), "the proof has refreshed it"
    assert COOKIE not in set_cookies(await late.post("/update-user", {"name": "Late"}))
    assert COOKIE not in set_cookies(await late.post("/confirm", {"password": PASSWORD}))
    door.clock.advance(seconds=11)
    assert (await browser.session())["user"]["name"] == "Late"


async def test_a_refresh_that_falls_due_meanwhile_sets_no_former_secret(door: Door):
    browser = await registered(door)
    door.clock.advance(hours=24, seconds=-5)
    late = copy_of(door, browser)
    assert COOKIE in set_cookies(await browser.post("/confirm", {"password": PASSWORD}))
    door.clock.advance(seconds=6)
    assert COOKIE not in set_cookies(await late.get("/get-session"))
    assert COOKIE in set_cookies(await browser.get("/get-session")), "it is due for whoever has the new one"


async def test_of_two_proofs_at_the_same_moment_one_gives_a_secret(door: Door):
    browser = await registered(door)
    twins = [copy_of(door, browser) for _ in range(4)]
    answers = await asyncio.gather(*(twin.post("/confirm", {"password": PASSWORD}) for twin in twins))
    assert {answer.status_code for answer in answers} == {200}
    given = [cookies[COOKIE] for answer in answers if COOKIE in (cookies := set_cookies(answer))]
    assert len(given) == 1
    door.clock.advance(seconds=11)
    new = door.browser(Cookie=given[0].partition(";")[0])
    assert await new.session() is not None


async def test_a_browser_that_is_not_to_remember_still_does_not(door: Door):
    email, browser = an_address(), door.browser()
    await door.browser().registered(email)
    await browser.post("/sign-in/email", {"email": email, "password": PASSWORD, "rememberMe": False})
    cookies = set_cookies(await browser.post("/confirm", {"password": PASSWORD}))
    assert "Max-Age" not in cookies[COOKIE]
    assert "__Secure-better-auth.dont_remember" in cookies


async def test_a_wrong_proof_changes_nothing(door: Door):
    browser = await registered(door)
    refused = await browser.post("/confirm", {"password": "wrong-password-9"})
    assert set_cookies(refused) == {}
    door.clock.advance(seconds=11)
    assert await browser.session() is not None


async def test_former_secrets_are_dropped_once_they_open_nothing(door: Door):
    browser = await registered(door)
    await browser.post("/confirm", {"password": PASSWORD})
    await door.rows("update identity.former_secret set ends_at = now() - interval '1 second' returning true")
    await Housekeeping(door.base.pool).drop_what_is_due()
    assert await door.rows("select from identity.former_secret") == []
    assert await browser.session() is not None
