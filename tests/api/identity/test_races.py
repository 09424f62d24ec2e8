"""Eight at once with one proof: exactly one is let in, whichever door each of them came to."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httpx

from tests.api.identity.test_codes import other_than
from tests.api.identity.test_codes_on_a_busy_store import held_by_another, waiting
from tests.api.identity.test_email_change import asked
from tests.api.identity.test_passkeys import an_authenticator, options_for, with_passkey
from tests.support.door import PASSWORD, Browser, Door, an_address

EIGHT = range(8)
SIGN_IN, CONFIRM = "/sign-in/email-otp", "/confirm"


def twins(door: Door, browser: Browser) -> list[Browser]:
    """The same browser eight times over, each at an address of its own so that no limit decides."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    return [door.browser(Cookie=cookie) for _ in EIGHT]


async def at_once(browsers: list[Browser], path: str, body: Any) -> list[httpx.Response]:
    return await asyncio.gather(*(browser.post(path, body) for browser in browsers))


def outcomes(answers: list[httpx.Response]) -> Counter[tuple[int, str | None]]:
    return Counter((answer.status_code, answer.json().get("code")) for answer in answers)


def one_of_eight(status: int, code: str) -> Counter[tuple[int, str | None]]:
    return Counter({(200, None): 1, (status, code): 7})


async def sessions_of(door: Door, email: str) -> int:
    ((count,),) = await door.rows(
        "select count(*) from read.sessions s join read.users u on u.id = s.user_id where u.email_index = %s",
        (door.base.blind.email(email),),
    )
    return count


async def test_one_code_that_proves_a_mailbox(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email)
    code = await browser.ask_for_code(email, "email-verification")
    body = {"email": email, "otp": code}
    answers = await at_once(twins(door, browser), "/email-otp/verify-email", body)
    assert outcomes(answers) == one_of_eight(400, "INVALID_OTP")
    assert await sessions_of(door, email) == 1
    again = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert again.status_code == 200, "who won took the registration along"


async def test_one_code_that_confirms(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_in_by_code(email)
    code = await browser.ask_for_code(email)
    before = await door.facts("session.refreshed")
    answers = await at_once(twins(door, browser), CONFIRM, {"otp": code})
    assert outcomes(answers) == one_of_eight(400, "INVALID_OTP")
    assert await door.facts("session.refreshed") == before + 1


async def test_one_code_at_two_doors(door: Door):
    """A code for signing in also confirms: it is one code, so it does one of the two."""
    email, browser = an_address(), door.browser()
    await browser.sign_in_by_code(email)
    code = await browser.ask_for_code(email)
    some, others = twins(door, browser)[:4], [door.browser() for _ in range(4)]
    answers = await asyncio.gather(
        at_once(some, CONFIRM, {"otp": code}), at_once(others, SIGN_IN, {"email": email, "otp": code})
    )
    assert outcomes([*answers[0], *answers[1]]) == one_of_eight(400, "INVALID_OTP")


async def test_one_code_that_moves_somebody(door: Door):
    browser, email, new = door.browser(), an_address(), an_address()
    await browser.registered(email)
    code = await asked(browser, new)
    body = {"newEmail": new, "otp": code}
    before = await door.facts("user.email_changed")
    answers = await at_once(twins(door, browser), "/email-otp/change-email", body)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 400: 7}
    assert await door.facts("user.email_changed") == before + 1


async def test_wrong_codes_at_once_are_all_counted(door: Door):
    email = an_address()
    code = await door.browser().ask_for_code(email)
    strangers = [door.browser() for _ in EIGHT]
    body = {"email": email, "otp": other_than(code)}
    async with held_by_another(door, email):
        tries = [asyncio.create_task(stranger.post(SIGN_IN, body)) for stranger in strangers]
        # Hashing lets them come one after another: held back until all are there, they are judged at once.
        while len(await waiting(door)) < sum(not tried.done() for tried in tries):
            pass
    answers = await asyncio.gather(*tries)
    # A busy machine answers some with nothing (test_codes_on_a_busy_store): they try again.
    busy = 0
    while not_told := [answer for answer in answers if answer.status_code == 503]:
        busy += len(not_told)
        told = [answer for answer in answers if answer.status_code != 503]
        answers = [*told, *await at_once(strangers[: len(not_told)], SIGN_IN, body)]
    # Three are wrong, the next one ends the code, and the rest find none.
    verdicts = outcomes(answers)
    assert verdicts.keys() <= {(400, "INVALID_OTP"), (403, "TOO_MANY_ATTEMPTS")}
    assert verdicts[403, "TOO_MANY_ATTEMPTS"] == 1 or (busy and not verdicts[403, "TOO_MANY_ATTEMPTS"])
    assert outcomes([await door.browser().post(SIGN_IN, {"email": email, "otp": code})]) == {
        (400, "INVALID_OTP"): 1
    }


async def test_one_challenge_that_adds_a_passkey(door: Door):
    browser = door.browser()
    await browser.registered(an_address())
    body = {"response": an_authenticator().register(await options_for(browser))}
    answers = await at_once(twins(door, browser), "/passkey/verify-registration", body)
    assert outcomes(answers) == one_of_eight(400, "CHALLENGE_NOT_FOUND")
    assert len((await browser.get("/passkey/list-user-passkeys")).json()) == 1


async def test_one_passkey_under_eight_challenges_is_added_once(door: Door):
    browser, authenticator = door.browser(), an_authenticator()
    await browser.registered(an_address())
    bodies: list[tuple[Browser, dict[str, Any]]] = []
    for twin in twins(door, browser):
        twin.http.headers.pop("Cookie")
        twin.http.cookies.update(browser.http.cookies)
        bodies.append((twin, {"response": authenticator.register(await options_for(twin))}))
    answers = await asyncio.gather(
        *(twin.post("/passkey/verify-registration", body) for twin, body in bodies)
    )
    assert outcomes(answers) == one_of_eight(400, "FAILED_TO_VERIFY_REGISTRATION")
    assert len((await browser.get("/passkey/list-user-passkeys")).json()) == 1


async def test_one_challenge_that_confirms(door: Door):
    browser, authenticator = await with_passkey(door, synced=True)
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    body = {"response": authenticator.sign(options, counted=False)}
    answers = await at_once(twins(door, browser), CONFIRM, body)
    assert outcomes(answers) == one_of_eight(400, "CHALLENGE_NOT_FOUND")


async def test_one_challenge_at_two_doors(door: Door):
    browser, authenticator = await with_passkey(door, synced=True)
    options = (await browser.get("/passkey/generate-authenticate-options")).json()
    body = {"response": authenticator.sign(options, counted=False)}
    all_of_them = twins(door, browser)
    answers = await asyncio.gather(
        at_once(all_of_them[:4], CONFIRM, body),
        at_once(all_of_them[4:], "/passkey/verify-authentication", body),
    )
    assert outcomes([*answers[0], *answers[1]]) == one_of_eight(400, "CHALLENGE_NOT_FOUND")


async def test_one_session_that_is_ended_and_used(door: Door):
    """Whatever was under way when it ended: what is asked after the answer finds nobody."""
    browser = door.browser()
    await browser.registered(an_address())
    others = twins(door, browser)
    ended, *_ = await asyncio.gather(browser.post("/sign-out"), *(each.session() for each in others[:4]))
    assert ended.status_code == 200
    assert await asyncio.gather(*(each.session() for each in others)) == [None] * 8
