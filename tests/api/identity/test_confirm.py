"""Proving again who one is: what counts, for how long, and what does not."""

from datetime import timedelta

from tests.api.identity.test_passkeys import added, an_authenticator, with_passkey
from tests.support.door import PASSWORD, Door, an_address


async def test_the_password_confirms_for_ten_minutes(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    answer = await browser.post("/confirm", {"password": PASSWORD})
    until = (door.clock.now + timedelta(minutes=10)).isoformat(timespec="milliseconds")[:-6] + "Z"
    assert answer.json() == {"status": True, "until": until}


async def test_a_sign_in_by_password_counts_and_one_by_code_does_not(door: Door):
    email, by_code, by_password = an_address(), door.browser(), door.browser()
    await by_code.registered(email)
    await by_password.post("/sign-in/email", {"email": email, "password": PASSWORD})
    rows = await door.rows(
        "select method, confirmed_at is not null from read.sessions s join read.users u on u.id = s.user_id "
        "where u.email_index = %s order by s.seq",
        (door.base.blind.email(email),),
    )
    assert rows == [("otp", False), ("password", True)]


async def test_a_wrong_password_confirms_nothing_and_can_be_tried_five_times(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    for _ in range(5):
        wrong = await browser.post("/confirm", {"password": "wrong-password-9"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "INVALID_EMAIL_OR_PASSWORD")
        door.clock.advance(seconds=11)
    assert (await browser.post("/confirm", {"password": PASSWORD})).status_code == 429


async def test_a_passkey_confirms_its_own_person_only(door: Door):
    browser, authenticator = await with_passkey(door)
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    answer = await browser.post("/confirm", {"response": authenticator.sign(options)})
    assert answer.json()["status"] is True
    other, _ = await with_passkey(door)
    options = (await other.get("/passkey/generate-authenticate-options")).json()
    foreign = await other.post("/confirm", {"response": authenticator.sign(options)})
    assert (foreign.status_code, foreign.json()["code"]) == (401, "PASSKEY_NOT_FOUND")


async def test_a_code_confirms_whoever_has_nothing_else(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_in_by_code(email)
    code = await browser.ask_for_code(email)
    assert (await browser.post("/confirm", {"otp": code})).json()["status"] is True
    await added(browser, an_authenticator())
    code = await browser.ask_for_code(email)
    refused = await browser.post("/confirm", {"otp": code})
    assert (refused.status_code, refused.json()["code"]) == (400, "CODE_NOT_ENOUGH")


async def test_a_confirmation_makes_the_session_fresh(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    door.clock.advance(days=2)
    assert (await browser.get("/passkey/generate-register-options")).status_code == 403
    await browser.post("/confirm", {"password": PASSWORD})
    assert (await browser.get("/passkey/generate-register-options")).status_code == 200


async def test_one_proof_at_a_time_and_only_with_a_session(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    for body in ({}, {"password": PASSWORD, "otp": "123456"}):
        answer = await browser.post("/confirm", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert (await door.browser().post("/confirm", {"password": PASSWORD})).status_code == 401
