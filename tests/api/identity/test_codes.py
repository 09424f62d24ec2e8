"""One-time codes, row by row of auth-wire.md section 5."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from infrastructure.identity.passwords import Argon2Passwords
from tests.support.door import Browser, Door, an_address

pytestmark = pytest.mark.real_hashes


def other_than(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


async def use(browser: Browser, email: str, otp: object, path: str = "/sign-in/email-otp"):
    answer = await browser.post(path, {"email": email, "otp": otp})
    return answer.status_code, answer.json().get("code")


async def kept(door: Door, email: str) -> str:
    """What is kept of the code that was sent to an address."""
    index = door.base.blind.email(email)
    ((kept,),) = await door.rows("select code_hash from identity.one_time_code where address = %s", (index,))
    return kept


async def test_a_right_code_is_good_once(door: Door):
    email, browser = an_address(), door.browser()
    code = await browser.ask_for_code(email)
    assert (await use(browser, email, code))[0] == 200
    assert await use(door.browser(), email, code) == (400, "INVALID_OTP")


async def test_of_eight_simultaneous_uses_one_wins(door: Door):
    email = an_address()
    code = await door.browser().ask_for_code(email)
    answers = await asyncio.gather(*(use(door.browser(), email, code) for _ in range(8)))
    assert sorted(answers, key=str) == [(200, None)] + [(400, "INVALID_OTP")] * 7
    sessions = await door.rows(
        "select count(*) from read.sessions s join read.users u on u.id = s.user_id where u.email_index = %s",
        (door.base.blind.email(email),),
    )
    assert sessions == [(1,)]


async def test_with_nothing_outstanding_a_code_is_invalid(door: Door):
    assert await use(door.browser(), an_address(), "123456") == (400, "INVALID_OTP")


async def test_an_old_code_says_so_once(door: Door):
    email, browser = an_address(), door.browser()
    code = await browser.ask_for_code(email)
    door.clock.advance(seconds=300)
    assert await use(door.browser(), email, code) == (400, "OTP_EXPIRED")
    assert await use(door.browser(), email, code) == (400, "INVALID_OTP")


async def test_a_code_is_still_good_shortly_before_its_end(door: Door):
    email, browser = an_address(), door.browser()
    code = await browser.ask_for_code(email)
    door.clock.advance(seconds=299)
    assert (await use(door.browser(), email, code))[0] == 200


async def test_after_three_wrong_tries_even_the_right_code_is_dead(door: Door):
    email = an_address()
    code = await door.browser().ask_for_code(email)
    for _ in range(3):
        assert await use(door.browser(), email, other_than(code)) == (400, "INVALID_OTP")
    assert await use(door.browser(), email, code) == (403, "TOO_MANY_ATTEMPTS")
    assert await use(door.browser(), email, code) == (400, "INVALID_OTP")


async def test_two_wrong_tries_leave_the_right_one(door: Door):
    email = an_address()
    code = await door.browser().ask_for_code(email)
    for _ in range(2):
        await use(door.browser(), email, other_than(code))
    assert (await use(door.browser(), email, code))[0] == 200


async def test_a_new_code_kills_the_one_before(door: Door):
    email, browser = an_address(), door.browser()
    first = await browser.ask_for_code(email)
    second = await browser.ask_for_code(email)
    if first != second:
        assert await use(door.browser(), email, first) == (400, "INVALID_OTP")
    assert (await use(door.browser(), email, second))[0] == 200


async def test_a_code_of_one_type_is_none_of_another(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email)
    verification = await browser.ask_for_code(email, "email-verification")
    assert await use(door.browser(), email, verification) == (400, "INVALID_OTP")
    verified = await browser.post("/email-otp/verify-email", {"email": email, "otp": verification})
    assert verified.json()["status"] is True
    assert verified.json()["token"]
    assert (await browser.session())["user"]["email"] == email


@pytest.mark.parametrize("kind", ["email-verification", "forget-password"])
async def test_only_sign_in_codes_go_to_strangers(door: Door, kind: str):
    email, browser = an_address(), door.browser()
    answer = await browser.post("/email-otp/send-verification-otp", {"email": email, "type": kind})
    assert answer.json() == {"success": True}
    assert await door.letters(email) == []
    index = door.base.blind.email(email)
    assert await door.rows("select 1 from identity.one_time_code where address = %s", (index,)) == []


async def test_types_are_checked(door: Door):
    browser, path = door.browser(), "/email-otp/send-verification-otp"
    change = await browser.post(path, {"email": an_address(), "type": "change-email"})
    assert (change.status_code, change.json()) == (400, {"message": "Invalid OTP type"})
    odd = await browser.post(path, {"email": an_address(), "type": "other"})
    assert (odd.status_code, odd.json()["code"]) == (400, "VALIDATION_ERROR")
    bad = await browser.post(path, {"email": "nobody", "type": "sign-in"})
    assert (bad.status_code, bad.json()["code"]) == (400, "INVALID_EMAIL")


async def test_a_number_is_no_code(door: Door):
    answer = await door.browser().post("/sign-in/email-otp", {"email": an_address(), "otp": 123456})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert answer.json()["message"].startswith("[body.otp] ")


async def test_without_a_registration_the_first_code_makes_a_person_of_that_name(door: Door):
    email, browser = an_address(), door.browser()
    code = await browser.ask_for_code(email)
    answer = await browser.post("/sign-in/email-otp", {"email": email, "otp": code, "name": "Bo"})
    assert answer.json()["user"]["name"] == "Bo"
    denied = await browser.post("/sign-in/email", {"email": email, "password": "any-password-1"})
    assert denied.status_code == 401


@pytest.mark.parametrize("path", ["/email-otp/send-verification-otp", "/forget-password/email-otp"])
async def test_a_code_is_mailed_in_the_language_that_was_asked_in(door: Door, path: str):
    email = an_address()
    await door.browser().registered(email)
    door.clock.advance(minutes=2)
    browser = door.browser(**{"Accept-Language": "tlh, fr-CA;q=0.7, de;q=0.9"})
    body = {"email": email} if path.startswith("/forget") else {"email": email, "type": "sign-in"}
    assert (await browser.post(path, body)).status_code == 200
    assert (await door.letters(email))[-1].locale == "de"


async def test_codes_are_kept_as_hashes_and_mailed_sealed(door: Door):
    email = an_address()
    code = await door.browser().ask_for_code(email)
    for table in ("identity.one_time_code", "messaging.mail_body", "es.event"):
        rows = await door.rows(f"select t::text from {table} as t")
        assert not any(code in row or email in row for (row,) in rows)
    states = await door.rows("select convert_from(state, 'utf8') from es.event")
    assert not any(code in state or email in state for (state,) in states)


@pytest.fixture
def passwords() -> Iterator[Argon2Passwords]:
    passwords = Argon2Passwords(at_once=1)
    yield passwords
    passwords.close()


async def test_what_is_kept_of_a_code_is_a_slow_hash_with_a_salt_of_its_keyed_hash(
    door: Door, passwords: Argon2Passwords, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 4711)
    email, found = an_address(), list[str]()
    for _ in range(2):
        assert await door.browser().ask_for_code(email) == "004711"
        found.append(await kept(door, email))
    assert all(each.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for each in found)
    assert found[0] != found[1], "of the same code, with another salt"
    keyed = door.base.blind.token("code", f"sign-in:{door.base.blind.email(email)}:004711")
    assert keyed not in found
    assert await passwords.matches(keyed, found[0])
    assert not await passwords.matches("004711", found[0]), "without our key nothing can be tried"


async def test_a_code_that_is_replaced_while_it_is_tried_is_not_used(
    door: Door, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 4711)
    email, matches = an_address(), Argon2Passwords.matches
    code = await door.browser().ask_for_code(email)

    async def overtaken(passwords: Argon2Passwords, *given: Any) -> bool:
        found = await matches(passwords, *given)
        monkeypatch.setattr(Argon2Passwords, "matches", matches)
        assert await door.browser().ask_for_code(email) == code
        return found

    monkeypatch.setattr(Argon2Passwords, "matches", overtaken)
    assert await use(door.browser(), email, code) == (400, "INVALID_OTP")
    assert (await use(door.browser(), email, code))[0] == 200, "the one that took its place"


@pytest.mark.parametrize("odd", ["", "{keyed}", "{code}", "$argon2id$", "$argon2id$" + "x" * 200])
async def test_something_else_in_its_place_is_no_code(door: Door, odd: str):
    """The keyed hash alone is what was kept of codes before."""
    email = an_address()
    code, index = await door.browser().ask_for_code(email), door.base.blind.email(email)
    keyed = door.base.blind.token("code", f"sign-in:{index}:{code}")
    await door.rows(
        "update identity.one_time_code set code_hash = %s where address = %s returning 1",
        (odd.format(keyed=keyed, code=code), index),
    )
    for _ in range(3):
        assert await use(door.browser(), email, code) == (400, "INVALID_OTP")
    assert await use(door.browser(), email, code) == (403, "TOO_MANY_ATTEMPTS")


async def test_an_address_takes_three_mails_a_minute_and_ten_an_hour(door: Door):
    email, path = an_address(), "/email-otp/send-verification-otp"
    body = {"email": email, "type": "sign-in"}
    for minute in range(4):
        for place in range(3):
            answer = await door.browser().post(path, body)
            assert answer.status_code == (200 if minute * 3 + place < 10 else 429)
        over = await door.browser().post(path, body)
        assert over.status_code == 429
        assert int(over.headers["X-Retry-After"]) > 0
        door.clock.advance(seconds=61)
    assert len(await door.letters(email)) == 10


async def test_new_codes_do_not_refill_the_guesses(door: Door):
    email = an_address()
    for _ in range(3):
        code = await door.browser().ask_for_code(email)
        for _ in range(3):
            assert await use(door.browser(), email, other_than(code)) == (400, "INVALID_OTP")
        door.clock.advance(seconds=61)
    code = await door.browser().ask_for_code(email)
    assert await use(door.browser(), email, other_than(code)) == (400, "INVALID_OTP")
    assert await use(door.browser(), email, code) == (403, "TOO_MANY_ATTEMPTS")


async def test_a_browser_that_was_let_in_before_has_guesses_of_its_own(door: Door):
    email, own = an_address(), door.browser()
    await own.sign_in_by_code(email)
    for _ in range(4):
        code = await door.browser().ask_for_code(email)
        for _ in range(3):
            await use(door.browser(), email, other_than(code))
        door.clock.advance(seconds=61)
    code = await door.browser().ask_for_code(email)
    assert await use(door.browser(), email, code) == (403, "TOO_MANY_ATTEMPTS")
    assert (await use(own, email, code))[0] == 200


async def test_two_first_proofs_at_once_make_one_person(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email)
    sign_in = await browser.ask_for_code(email)
    verification = await browser.ask_for_code(email, "email-verification")
    answers = await asyncio.gather(
        door.browser().post("/sign-in/email-otp", {"email": email, "otp": sign_in}),
        door.browser().post("/email-otp/verify-email", {"email": email, "otp": verification}),
    )
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    assert len({answer.json()["user"]["id"] for answer in answers}) == 1


async def test_who_signs_in_by_code_often_is_never_too_often(door: Door):
    email = an_address()
    for _ in range(12):
        assert (await door.browser().sign_in_by_code(email)).status_code == 200
        door.clock.advance(minutes=50)
