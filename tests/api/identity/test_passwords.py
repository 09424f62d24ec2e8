"""New passwords: set by whoever proves the mailbox, changed by whoever knows the old one."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.door import PASSWORD, Browser, Door, an_address

NEW = "violet-anchor-93-tin"


async def signs_in(door: Door, email: str, password: str) -> int:
    answer = await door.browser().post("/sign-in/email", {"email": email, "password": password})
    return answer.status_code


async def reset(browser: Browser, email: str, otp: str, password: str = NEW):
    body = {"email": email, "otp": otp, "password": password}
    answer = await browser.post("/email-otp/reset-password", body)
    return answer.status_code, answer.json().get("code")


async def test_a_password_tried_for_somebody_else_prolongs_no_session(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    before = await browser.session()
    door.clock.advance(days=2)
    assert await reset(browser, an_address(), "123456") == (400, "INVALID_OTP")
    assert await browser.session(disableRefresh="1") == before


@pytest.mark.parametrize("path", ["/email-otp/request-password-reset", "/forget-password/email-otp"])
async def test_a_code_sets_a_new_password_and_ends_every_session(door: Door, path: str):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    elsewhere = door.browser()
    assert (await elsewhere.post("/sign-in/email", {"email": email, "password": PASSWORD})).status_code == 200
    ended = await door.facts("session.ended")

    asked = await door.browser().post(path, {"email": email.upper()})
    assert asked.json() == {"success": True}
    stranger = door.browser()
    body = {"email": email, "otp": await door.code(email), "password": NEW}
    answer = await stranger.post("/email-otp/reset-password", body)
    assert answer.json() == {"success": True}
    assert "better-auth.session_token" not in str(answer.headers.get_list("set-cookie"))
    assert await stranger.session() is None

    assert await browser.session() is None
    assert await elsewhere.session() is None
    assert await door.facts("session.ended") == ended + 2
    assert await signs_in(door, email, PASSWORD) == 401
    assert await signs_in(door, email, NEW) == 200


async def test_a_reset_is_asked_for_by_nobody_and_answered_alike(door: Door):
    email = an_address()
    answer = await door.browser().post("/email-otp/request-password-reset", {"email": email})
    assert answer.json() == {"success": True}
    assert await door.letters(email) == []
    bad = await door.browser().post("/email-otp/request-password-reset", {"email": "nobody"})
    assert (bad.status_code, bad.json()["code"]) == (400, "INVALID_EMAIL")


async def test_the_password_is_looked_at_before_the_code(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    code = await browser.ask_for_code(email, "forget-password")
    for password, refusal in (
        ("short-7", "PASSWORD_TOO_SHORT"),
        ("x" * 129, "PASSWORD_TOO_LONG"),
        ("password1", "PASSWORD_COMPROMISED"),
    ):
        for otp in (code, "000000"):
            assert await reset(door.browser(), email, otp, password) == (400, refusal)
    assert await reset(door.browser(), email, code) == (200, None)
    assert await reset(door.browser(), email, code) == (400, "INVALID_OTP")


async def test_a_reset_takes_no_other_code(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    door.clock.advance(seconds=61)
    code = await browser.ask_for_code(email, "sign-in")
    assert await reset(door.browser(), email, code) == (400, "INVALID_OTP")


async def test_of_eight_simultaneous_resets_one_wins(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    code = await browser.ask_for_code(email, "forget-password")
    passwords = [f"{NEW}-{number}" for number in range(8)]
    answers = await asyncio.gather(*(reset(door.browser(), email, code, each) for each in passwords))
    assert sorted(answers, key=str) == [(200, None)] + [(400, "INVALID_OTP")] * 7
    (winner,) = [each for each, answer in zip(passwords, answers, strict=True) if answer[0] == 200]
    assert await signs_in(door, email, winner) == 200


async def test_a_reset_also_registers_who_signed_up_here(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email, name="Ann Lee")
    asked = await browser.post("/email-otp/request-password-reset", {"email": email})
    assert asked.json() == {"success": True}
    assert await reset(browser, email, await door.code(email)) == (200, None)
    assert await signs_in(door, email, PASSWORD) == 401
    answer = await door.browser().post("/sign-in/email", {"email": email, "password": NEW})
    assert answer.json()["user"]["name"] == "Ann Lee"
    assert answer.json()["user"]["emailVerified"] is True


async def test_a_reset_gives_a_password_to_who_had_none(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_in_by_code(email)
    assert (await browser.get("/list-accounts")).json() == []
    code = await door.browser().ask_for_code(email, "forget-password")
    assert await reset(door.browser(), email, code) == (200, None)
    assert await signs_in(door, email, NEW) == 200


async def test_who_knows_the_password_changes_it_and_stays_signed_in(door: Door):
    email, browser, other = an_address(), door.browser(), door.browser()
    user = await browser.registered(email)
    await other.post("/sign-in/email", {"email": email, "password": PASSWORD})
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    answer = await browser.post("/change-password", body)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["token"], answer.json()["user"]["id"]) == (None, user["id"])
    assert await browser.session() is not None
    assert await other.session() is not None
    assert await signs_in(door, email, PASSWORD) == 401
    assert await signs_in(door, email, NEW) == 200


async def test_a_change_may_end_every_other_session(door: Door):
    email, browser, other = an_address(), door.browser(), door.browser()
    await browser.registered(email)
    await other.post("/sign-in/email", {"email": email, "password": PASSWORD})
    before, kept = (await browser.session())["session"], dict(browser.http.cookies)
    body = {"currentPassword": PASSWORD, "newPassword": NEW, "revokeOtherSessions": True}
    answer = await browser.post("/change-password", body)
    after = (await browser.session())["session"]
    assert answer.json()["token"] == after["token"] != before["token"]
    assert await other.session() is None
    thief = door.browser()
    thief.http.cookies.update(kept)
    assert await thief.session() is None
    assert len((await browser.get("/list-sessions")).json()) == 1


async def test_a_session_that_is_not_remembered_is_followed_by_one_like_it(door: Door):
    email, browser = an_address(), door.browser()
    await door.browser().registered(email)
    await browser.post("/sign-in/email", {"email": email, "password": PASSWORD, "rememberMe": False})
    body = {"currentPassword": PASSWORD, "newPassword": NEW, "revokeOtherSessions": True}
    answer = await browser.post("/change-password", body)
    (cookie,) = [line for line in answer.headers.get_list("set-cookie") if "session_token" in line]
    assert "Max-Age" not in cookie


async def test_a_change_says_what_is_wrong(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)

    async def change(current: str, new: str, who: Browser = browser) -> tuple[int, str]:
        door.clock.advance(seconds=11)
        answer = await who.post("/change-password", {"currentPassword": current, "newPassword": new})
        return answer.status_code, answer.json()["code"]

    assert await change("not-the-password", NEW) == (400, "INVALID_PASSWORD")
    assert await change(PASSWORD, "short-7") == (400, "PASSWORD_TOO_SHORT")
    assert await change(PASSWORD, "x" * 129) == (400, "PASSWORD_TOO_LONG")
    assert await change(PASSWORD, "sunshine") == (400, "PASSWORD_COMPROMISED")
    without = door.browser()
    await without.sign_in_by_code(an_address())
    assert await change(PASSWORD, NEW, without) == (400, "CREDENTIAL_ACCOUNT_NOT_FOUND")
    assert await change(PASSWORD, NEW, door.browser()) == (401, "UNAUTHORIZED")


async def test_wrong_passwords_of_a_signed_in_browser_are_counted_and_right_ones_are_not(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    for _ in range(8):
        door.clock.advance(seconds=11)
        assert (await browser.post("/confirm", {"password": PASSWORD})).status_code == 200
    body = {"currentPassword": "not-the-password", "newPassword": NEW}
    for _ in range(5):
        door.clock.advance(seconds=11)
        assert (await browser.post("/change-password", body)).status_code == 400
    door.clock.advance(seconds=11)
    right = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert (await browser.post("/change-password", right)).status_code == 429


async def test_a_password_is_good_until_somebody_changes_it(door: Door):
    email = an_address()
    await door.browser().registered(email)
    door.clock.advance(days=3650)
    assert await signs_in(door, email, PASSWORD) == 200


@pytest.mark.parametrize(
    "password",
    [
        "violetanchortin",
        "VIOLETANCHORTIN",
        "7351908426",
        "#%&*+-/=?^",
        "  a b  c d  ",
        "žluťoučký kůň",
        "k" + "éx" * 63,
    ],
)
async def test_a_password_may_be_of_any_signs_and_is_taken_as_it_is(door: Door, password: str):
    email = an_address()
    await door.browser().registered(email, password=password)
    assert await signs_in(door, email, password) == 200
    changed = {password.swapcase(), password.strip(), password[:-1], password[:72], f"{password} "}
    for other in changed - {password}:
        door.clock.advance(seconds=11)
        assert await signs_in(door, email, other) == 401


async def test_two_changes_at_once_leave_one_password(door: Door):
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    passwords = [f"{NEW}-{number}" for number in range(2)]
    answers = await asyncio.gather(
        *(
            browser.post(
                "/change-password",
                {"currentPassword": PASSWORD, "newPassword": each, "revokeOtherSessions": True},
            )
            for each in passwords
        )
    )
    assert sorted(answer.status_code for answer in answers)[0] == 200
    working = [each for each in passwords if await signs_in(door, email, each) == 200]
    assert len(working) == 1
