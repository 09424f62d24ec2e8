"""Moving to another address, and looking at a code without using it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.door import PASSWORD, Browser, Door, an_address


async def somebody(door: Door) -> tuple[Browser, str]:
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    return browser, email


async def asked(browser: Browser, new: str) -> str:
    answer = await browser.post("/email-otp/request-email-change", {"newEmail": new.title()})
    assert answer.json() == {"success": True}, answer.text
    return await browser.door.code(new)


def refusal(answer: Any) -> tuple[int, dict[str, str]]:
    return answer.status_code, answer.json()


async def test_a_person_moves_to_a_mailbox_that_was_proven(door: Door):
    browser, former = await somebody(door)
    before, new = await browser.session(), an_address()
    code = await asked(browser, new)
    answer = await browser.post("/email-otp/change-email", {"newEmail": new, "otp": code})
    assert refusal(answer) == (200, {"success": True})
    assert any("session_token" in line for line in answer.headers.get_list("set-cookie"))
    after = await browser.session()
    assert after["user"]["email"] == new
    assert after["user"]["emailVerified"] is True
    assert after["session"]["id"] == before["session"]["id"]
    signs_in = door.browser().post("/sign-in/email", {"email": new, "password": PASSWORD})
    assert (await signs_in).status_code == 200
    as_before = door.browser().post("/sign-in/email", {"email": former, "password": PASSWORD})
    assert (await as_before).status_code == 401


async def test_the_mailbox_before_hears_of_it_and_is_free_again(door: Door):
    browser, former = await somebody(door)
    new = an_address()
    await browser.post("/email-otp/change-email", {"newEmail": new, "otp": await asked(browser, new)})
    assert (await door.letters(former))[-1].template == "email_changed"
    other = door.browser()
    user = await other.registered(former)
    assert user["id"] != (await browser.session())["user"]["id"]


async def test_an_address_that_somebody_has_gets_no_mail_and_the_same_answer(door: Door):
    browser, _ = await somebody(door)
    _, taken = await somebody(door)
    before = len(await door.letters(taken))
    answer = await browser.post("/email-otp/request-email-change", {"newEmail": taken})
    assert refusal(answer) == (200, {"success": True})
    assert len(await door.letters(taken)) == before
    guess = await browser.post("/email-otp/change-email", {"newEmail": taken, "otp": "123456"})
    assert (guess.status_code, guess.json()["code"]) == (400, "INVALID_OTP")


async def test_who_is_slower_learns_that_the_address_is_in_use(door: Door):
    first, _ = await somebody(door)
    second, _ = await somebody(door)
    new = an_address()
    code_of_first, code_of_second = await asked(first, new), await asked(second, new)
    done = await first.post("/email-otp/change-email", {"newEmail": new, "otp": code_of_first})
    assert done.status_code == 200
    late = await second.post("/email-otp/change-email", {"newEmail": new, "otp": code_of_second})
    assert refusal(late) == (400, {"message": "Email already in use"})


async def test_a_code_is_for_one_person_and_one_pair_of_addresses(door: Door):
    browser, _ = await somebody(door)
    other, _ = await somebody(door)
    new, elsewhere = an_address(), an_address()
    code = await asked(browser, new)
    for who, address in ((other, new), (browser, elsewhere)):
        wrong = await who.post("/email-otp/change-email", {"newEmail": address, "otp": code})
        assert (wrong.status_code, wrong.json()["code"]) == (400, "INVALID_OTP")
    sign_in = await door.browser().post("/sign-in/email-otp", {"email": new, "otp": code})
    assert (sign_in.status_code, sign_in.json()["code"]) == (400, "INVALID_OTP")
    right = await browser.post("/email-otp/change-email", {"newEmail": new, "otp": code})
    assert right.status_code == 200


async def test_the_same_address_is_no_change(door: Door):
    browser, email = await somebody(door)
    for path, body in (("request-email-change", {}), ("change-email", {"otp": "123456"})):
        answer = await browser.post(f"/email-otp/{path}", {"newEmail": email.upper(), **body})
        assert refusal(answer) == (400, {"message": "Email is the same"})
    bad = await browser.post("/email-otp/request-email-change", {"newEmail": "nobody"})
    assert (bad.status_code, bad.json()["code"]) == (400, "INVALID_EMAIL")


@pytest.mark.parametrize("path", ["request-email-change", "change-email"])
async def test_a_change_needs_a_fresh_session(door: Door, path: str):
    browser, _ = await somebody(door)
    body = {"newEmail": an_address(), "otp": "123456"}
    assert (await door.browser().post(f"/email-otp/{path}", body)).status_code == 401
    door.clock.advance(hours=24)
    stale = await browser.post(f"/email-otp/{path}", body)
    assert (stale.status_code, stale.json()["code"]) == (403, "SESSION_NOT_FRESH")
    await browser.post("/confirm", {"password": PASSWORD})
    again = await browser.post(f"/email-otp/{path}", body)
    assert again.json().get("code") != "SESSION_NOT_FRESH"


async def test_addresses_are_not_proven_by_links(door: Door):
    browser, _ = await somebody(door)
    answer = await browser.post("/change-email", {"newEmail": an_address(), "callbackURL": "/settings"})
    assert refusal(answer) == (400, {"message": "Verification email isn't enabled"})
    assert (await door.browser().post("/change-email", {"newEmail": an_address()})).status_code == 401


async def test_a_code_that_is_looked_at_stays_good_and_a_wrong_look_counts(door: Door):
    browser, email = await somebody(door)
    code = await door.browser().ask_for_code(email, "forget-password")
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"

    async def look(otp: str) -> tuple[int, str | None]:
        body = {"email": email, "type": "forget-password", "otp": otp}
        answer = await door.browser().post("/email-otp/check-verification-otp", body)
        return answer.status_code, answer.json().get("code")

    for _ in range(3):
        assert await look(code) == (200, None)
    for _ in range(3):
        assert await look(wrong) == (400, "INVALID_OTP")
    assert await look(code) == (403, "TOO_MANY_ATTEMPTS")
    assert await look(code) == (400, "INVALID_OTP")
    assert await browser.session() is not None


async def test_looking_at_a_code_tells_strangers_nothing(door: Door):
    email, path = an_address(), "/email-otp/check-verification-otp"
    nobody = await door.browser().post(path, {"email": email, "type": "sign-in", "otp": "123456"})
    assert (nobody.status_code, nobody.json()["code"]) == (400, "INVALID_OTP")
    code = await door.browser().ask_for_code(email)
    proven = await door.browser().post(path, {"email": email, "type": "sign-in", "otp": code})
    assert (proven.status_code, proven.json()["code"]) == (400, "USER_NOT_FOUND")
    used = await door.browser().post("/sign-in/email-otp", {"email": email, "otp": code})
    assert used.status_code == 200
    odd = await door.browser().post(path, {"email": email, "type": "change-email", "otp": "1"})
    assert refusal(odd) == (400, {"message": "Invalid OTP type"})
