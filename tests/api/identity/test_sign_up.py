"""From registration to a session: the mailbox is what is proven, and the browser what proves it."""

import pytest

from tests.support.door import PASSWORD, Door, an_address

pytestmark = pytest.mark.real_hashes


async def test_a_registration_waits_for_its_proof_and_then_opens_a_session(door: Door):
    browser, email = door.browser(), an_address()
    answer = await browser.sign_up(email.upper(), name="Ann Lee")
    assert answer.json()["token"] is None
    assert answer.json()["user"]["email"] == email
    assert await browser.session() is None

    proven = await browser.sign_in_by_code(email)
    assert proven.status_code == 200, proven.text
    assert proven.json()["user"]["name"] == "Ann Lee"
    assert proven.json()["user"]["emailVerified"] is True

    session = await browser.session()
    assert session["user"]["email"] == email
    assert session["session"]["accountId"] is None
    assert session["account"] is None
    assert session["redirect"] == "/subscribe"


async def test_signing_up_appends_nothing_and_sends_nothing(door: Door):
    email = an_address()
    before = await door.rows("select count(*) from es.event")
    await door.browser().sign_up(email)
    assert await door.rows("select count(*) from es.event") == before
    assert await door.letters(email) == []


async def test_a_known_address_gets_the_answer_of_a_new_one(door: Door):
    email = an_address()
    await door.browser().registered(email, name="Ann")
    known = (await door.browser().sign_up(email, name="Eve")).json()
    new = (await door.browser().sign_up(an_address(), name="Eve")).json()
    assert known.keys() == new.keys()
    assert known["user"].keys() == new["user"].keys()
    assert known["user"]["name"] == "Eve"
    assert known["user"]["emailVerified"] is False
    assert known["user"]["createdAt"] == known["user"]["updatedAt"] == "2031-05-06T07:08:09.012Z"


async def test_the_password_of_the_proving_browser_counts_and_no_other(door: Door):
    email, victim, stranger = an_address(), door.browser(), door.browser()
    await stranger.sign_up(email, name="Eve", password="stranger-knows-1-this")
    await victim.sign_up(email, name="Ann", password=PASSWORD)
    proven = await victim.sign_in_by_code(email)
    assert proven.json()["user"]["name"] == "Ann"
    wrong = await stranger.post("/sign-in/email", {"email": email, "password": "stranger-knows-1-this"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "INVALID_EMAIL_OR_PASSWORD")
    right = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert right.status_code == 200


async def test_a_proof_in_another_browser_signs_in_without_the_password(door: Door):
    email, first, second = an_address(), door.browser(), door.browser()
    await first.sign_up(email, name="Ann")
    proven = await second.sign_in_by_code(email)
    assert proven.json()["user"]["name"] == ""
    waiting = "select 1 from identity.pending_registration where address = %s"
    assert await door.rows(waiting, (door.base.blind.email(email),)) == []
    denied = await first.post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert denied.status_code == 401


async def test_before_the_proof_only_this_browser_learns_that_it_is_missing(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email)
    right = await browser.post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert (right.status_code, right.json()["code"]) == (403, "EMAIL_NOT_VERIFIED")
    wrong = await browser.post("/sign-in/email", {"email": email, "password": "wrong-password-9"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "INVALID_EMAIL_OR_PASSWORD")
    other = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert (other.status_code, other.json()["code"]) == (401, "INVALID_EMAIL_OR_PASSWORD")


async def test_a_registration_is_forgotten_after_a_day(door: Door):
    email, browser = an_address(), door.browser()
    await browser.sign_up(email, name="Ann")
    door.clock.advance(hours=24, seconds=1)
    late = await browser.post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert late.status_code == 401


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short-7", "PASSWORD_TOO_SHORT"),
        ("x" * 129, "PASSWORD_TOO_LONG"),
        ("🔑🔑🔑", "PASSWORD_TOO_SHORT"),
        ("password", "PASSWORD_COMPROMISED"),
        ("Sunshine2031!", "PASSWORD_COMPROMISED"),
        ("coffer-2031", "PASSWORD_COMPROMISED"),
        ("Annabelle1", "PASSWORD_COMPROMISED"),
    ],
)
async def test_a_weak_password_is_refused(door: Door, password: str, code: str):
    answer = await door.browser().sign_up(an_address(), name="Annabelle", password=password)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_length_counts_utf16_units(door: Door):
    assert (await door.browser().sign_up(an_address(), password="🔑🗝🪙🧭")).status_code == 200
    assert (await door.browser().sign_up(an_address(), password="kxyz" * 32)).status_code == 200


@pytest.mark.parametrize(
    "email",
    [
        "",
        "no-at",
        "@example.com",
        "a@b",
        "a b@example.com",
        "a@example.c",
        "a@-x.com",
        f"{'x' * 65}@example.com",
        f"a@{'x' * 250}.com",
    ],
)
async def test_what_is_no_address_is_refused(door: Door, email: str):
    up = await door.browser().sign_up(email)
    assert (up.status_code, up.json()["code"]) == (400, "VALIDATION_ERROR")
    assert up.json()["message"].startswith("[body.email] ")
    entry = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert (entry.status_code, entry.json()["code"]) == (400, "INVALID_EMAIL")


@pytest.mark.parametrize("field", ["role", "banned", "banReason", "banExpires"])
async def test_nobody_gives_themselves_a_role(door: Door, field: str):
    body = {"name": "Ann", "email": an_address(), "password": PASSWORD, field: "admin"}
    answer = await door.browser().post("/sign-up/email", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "FIELD_NOT_ALLOWED")
    assert answer.json()["message"] == f"{field} is not allowed to be set"


async def test_a_password_is_kept_as_a_slow_hash_and_in_no_fact(door: Door):
    email = an_address()
    await door.browser().registered(email)
    rows = await door.rows("select hash from identity.password")
    assert all(hash_.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for (hash_,) in rows)
    leaked = await door.rows("select 1 from es.event where state like %s", (f"%{email}%".encode(),))
    assert leaked == []
