"""Sessions: what opens them, how long they live, and how they end (auth-wire.md sections 2, 4 and 6)."""

import asyncio
from uuid import UUID

from domain.identity.users import USER, BanUser, SetPassword, UnbanUser
from tests.support.door import PASSWORD, Browser, Door, an_address


def set_cookies(answer) -> dict[str, str]:
    return {line.split("=", 1)[0]: line for line in answer.headers.get_list("set-cookie")}


async def signed_in(door: Door, **headers: str) -> Browser:
    browser = door.browser(**headers)
    await browser.registered(an_address())
    return browser


async def test_a_password_opens_a_session(door: Door):
    email = an_address()
    user = await door.browser().registered(email)
    browser = door.browser()
    answer = await browser.post("/sign-in/email", {"email": email.upper(), "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["redirect"] is False
    assert "url" not in answer.json()
    assert answer.json()["user"]["id"] == user["id"]
    session = await browser.session()
    assert session["session"]["token"] == answer.json()["token"]
    assert session["session"]["userId"] == user["id"]


async def test_the_cookie_is_a_secret_and_the_token_a_handle(door: Door):
    email = an_address()
    await door.browser().registered(email)
    answer = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    line = set_cookies(answer)["__Secure-better-auth.session_token"]
    for attribute in ("HttpOnly", "Secure", "SameSite=lax", "Path=/", "Max-Age=604800"):
        assert attribute in line
    value = line.split("=", 1)[1].split(";")[0]
    assert len(value.split(".")[0]) == 32
    assert answer.json()["token"] not in value
    kept = await door.rows("select k::text from identity.session_secret as k")
    assert not any(value.split(".")[0] in row for (row,) in kept)


async def test_a_callback_is_answered_with_where_to_go(door: Door):
    email = an_address()
    await door.browser().registered(email)
    body = {"email": email, "password": PASSWORD, "callbackURL": "/dashboard"}
    answer = await door.browser().post("/sign-in/email", body)
    assert (answer.status_code, answer.headers["location"]) == (200, "/dashboard")
    assert (answer.json()["redirect"], answer.json()["url"]) == (True, "/dashboard")


async def test_wrong_password_and_unknown_address_answer_alike(door: Door):
    email = an_address()
    await door.browser().registered(email)
    wrong = await door.browser().post("/sign-in/email", {"email": email, "password": "not-the-password"})
    unknown = await door.browser().post(
        "/sign-in/email", {"email": an_address(), "password": "not-the-password"}
    )
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.content == unknown.content
    long = await door.browser().post("/sign-in/email", {"email": email, "password": "x" * 129})
    assert (long.status_code, long.json()["code"]) == (400, "PASSWORD_TOO_LONG")


async def test_a_forged_cookie_is_no_cookie(door: Door):
    browser = await signed_in(door)
    name = "__Secure-better-auth.session_token"
    value = browser.http.cookies[name]
    stranger = door.browser(Cookie=f"{name}={value[:-6]}AAA%3D")
    assert await stranger.session() is None
    stranger = door.browser(Cookie=f"{name}={'x' * 32}.{value.split('.')[1]}")
    assert await stranger.session() is None


async def test_a_session_shows_its_browser_and_no_secret(door: Door):
    browser = await signed_in(door)
    session = (await browser.session())["session"]
    assert session["userAgent"] == "Mozilla/5.0 (test)"
    assert session["ipAddress"].startswith("10.")
    assert session["impersonatedBy"] is None
    assert session["activeOrganizationId"] is None
    assert session["createdAt"] == door.clock.now.isoformat(timespec="milliseconds")[:-6] + "Z"


async def test_answers_with_a_session_are_never_stored(door: Door):
    answer = await (await signed_in(door)).get("/get-session")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["pragma"] == "no-cache"


async def test_a_session_lives_seven_days_from_its_last_refresh(door: Door):
    browser = await signed_in(door)
    first = (await browser.session())["session"]
    door.clock.advance(hours=23, minutes=59)
    early = await browser.get("/get-session")
    assert set_cookies(early) == {}
    assert early.json()["session"]["expiresAt"] == first["expiresAt"]

    door.clock.advance(minutes=1)
    kept = await browser.get("/get-session", params={"disableRefresh": "true"})
    assert kept.json()["session"]["expiresAt"] == first["expiresAt"]
    due = await browser.get("/get-session")
    refreshed = due.json()["session"]
    assert refreshed["expiresAt"] > first["expiresAt"]
    assert refreshed["updatedAt"] > first["updatedAt"]
    assert refreshed["createdAt"] == first["createdAt"]
    assert refreshed["token"] == first["token"]
    assert "Max-Age=604800" in set_cookies(due)["__Secure-better-auth.session_token"]

    door.clock.advance(days=6, hours=23)
    assert await browser.session(disableRefresh="1") is not None
    door.clock.advance(hours=1)
    assert await browser.session() is None


async def test_a_session_in_use_ends_a_month_after_the_last_proof(door: Door):
    kept, confirmed = await signed_in(door), await signed_in(door)
    for day in range(1, 30):
        door.clock.advance(days=1)
        assert await kept.session() is not None
        assert await confirmed.session() is not None
        if day == 20:
            assert (await confirmed.post("/confirm", {"password": PASSWORD})).status_code == 200
    last = await kept.get("/get-session")
    assert set_cookies(last) == {}, "there is nothing to prolong any more"
    door.clock.advance(days=1)
    assert await kept.session() is None
    assert await confirmed.session() is not None


async def test_two_tabs_refresh_at_the_same_moment(door: Door):
    browser = await signed_in(door)
    door.clock.advance(days=1)
    before = await door.facts("session.refreshed")
    answers = await asyncio.gather(*(browser.session() for _ in range(6)))
    assert len({answer["session"]["expiresAt"] for answer in answers}) == 1
    assert await door.facts("session.refreshed") == before + 1


async def test_a_session_that_is_not_remembered_ends_with_the_browser_and_after_a_day(door: Door):
    email = an_address()
    await door.browser().registered(email)
    browser = door.browser()
    body = {"email": email, "password": PASSWORD, "rememberMe": False}
    cookies = set_cookies(await browser.post("/sign-in/email", body))
    assert "Max-Age" not in cookies["__Secure-better-auth.session_token"]
    assert "Max-Age" not in cookies["__Secure-better-auth.dont_remember"]
    door.clock.advance(hours=23)
    assert await browser.session() is not None
    door.clock.advance(hours=1)
    assert await browser.session() is None


async def test_a_new_sign_in_makes_a_new_session(door: Door):
    browser, email = door.browser(), an_address()
    await browser.registered(email)
    first = (await browser.session())["session"]
    await browser.sign_in_by_code(email)
    second = (await browser.session())["session"]
    assert first["id"] != second["id"]
    assert first["token"] != second["token"]


async def test_who_signs_in_again_has_left_the_session_before(door: Door):
    email, other = an_address(), an_address()
    browser, elsewhere = door.browser(), door.browser()
    await elsewhere.registered(email)
    await door.browser().registered(other)
    for whose in (email, email, other):
        former = door.browser()
        former.http.cookies.update(browser.http.cookies)
        answer = await browser.post("/sign-in/email", {"email": whose, "password": PASSWORD})
        assert answer.status_code == 200
        assert await former.session() is None, "a copy of the cookie before is worth nothing"
    assert await elsewhere.session() is not None, "other browsers keep their own"


async def test_signing_out_ends_the_session_on_the_server(door: Door):
    browser = await signed_in(door)
    kept = dict(browser.http.cookies)
    answer = await browser.post("/sign-out")
    assert answer.json() == {"success": True}
    cleared = set_cookies(answer)
    assert cleared.keys() == {
        "__Secure-better-auth.session_token",
        "__Secure-better-auth.session_data",
        "__Secure-better-auth.dont_remember",
    }
    assert all("Max-Age=0" in line for line in cleared.values())
    thief = door.browser()
    thief.http.cookies.update(kept)
    assert await thief.session() is None


async def test_signing_out_without_a_session_is_fine(door: Door):
    answer = await door.browser().post("/sign-out", {})
    assert answer.json() == {"success": True}
    assert len(set_cookies(answer)) == 3


async def test_a_dead_cookie_is_taken_away_where_a_session_is_needed(door: Door):
    browser = await signed_in(door)
    door.clock.advance(days=8)
    answer = await browser.get("/passkey/list-user-passkeys")
    assert (answer.status_code, answer.json()) == (401, {"message": "Unauthorized", "code": "UNAUTHORIZED"})
    assert len(set_cookies(answer)) == 3
    without = await door.browser().get("/passkey/list-user-passkeys")
    assert without.status_code == 401
    assert set_cookies(without) == {}


async def test_a_ban_ends_every_session_at_once(door: Door):
    browser, email = door.browser(), an_address()
    user = await browser.registered(email)
    await door.decide(USER, UUID(user["id"]), BanUser("spam"))
    assert await browser.session() is None
    refused = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (403, "BANNED_USER")
    await door.decide(USER, UUID(user["id"]), UnbanUser())
    assert await browser.session() is None
    again = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert again.status_code == 200


async def test_a_password_set_by_somebody_else_ends_every_session(door: Door):
    browser = await signed_in(door)
    user = (await browser.session())["user"]
    await door.decide(USER, UUID(user["id"]), SetPassword("reset"))
    assert await browser.session() is None
