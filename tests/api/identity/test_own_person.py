"""The own person: the name, what there is to sign in with, and being forgotten."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from application.messaging.outbox import subject_of_address
from application.ports import Context
from application.processes.forget_person import Forgetting
from domain.kernel import Actor
from infrastructure.identity.chores import PeopleChores
from infrastructure.identity.people import StoredPeople
from tests.support.authenticator import Authenticator
from tests.support.door import ORIGIN, PASSWORD, Browser, Door, an_address
from tests.support.platform import an_admin, impersonates


async def somebody(door: Door) -> tuple[Browser, str]:
    email, browser = an_address(), door.browser()
    await browser.registered(email)
    return browser, email


def said(answer: Any) -> tuple[int, Any]:
    return answer.status_code, answer.json()


async def test_a_name_is_changed_and_sealed(door: Door):
    browser, _ = await somebody(door)
    answer = await browser.post("/update-user", {"name": "Canary Lee"})
    assert said(answer) == (200, {"status": True})
    assert any("session_token" in line for line in answer.headers.get_list("set-cookie"))
    assert (await browser.session())["user"]["name"] == "Canary Lee"
    leaked = await door.rows("select 1 from es.event where state like %s", (b"%Canary Lee%",))
    assert leaked == []


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({}, None, "No fields to update"),
        ({"email": "other@example.com"}, "EMAIL_CAN_NOT_BE_UPDATED", "Email can not be updated"),
        ({"name": "Ann", "role": "admin"}, "FIELD_NOT_ALLOWED", "role is not allowed to be set"),
        ({"banned": False}, "FIELD_NOT_ALLOWED", "banned is not allowed to be set"),
        ({"image": "https://x.test/a.png"}, "FIELD_NOT_ALLOWED", "image is not allowed to be set"),
    ],
)
async def test_what_is_not_theirs_is_refused(door: Door, body: Any, code: str | None, message: str):
    browser, _ = await somebody(door)
    answer = await browser.post("/update-user", body)
    assert answer.status_code == 400
    assert (answer.json().get("code"), answer.json()["message"]) == (code, message)


async def test_a_picture_that_is_not_kept_can_be_cleared(door: Door):
    browser, _ = await somebody(door)
    assert said(await browser.post("/update-user", {"image": None})) == (200, {"status": True})
    odd = await browser.post("/update-user", {"name": None})
    assert (odd.status_code, odd.json()["code"]) == (400, "VALIDATION_ERROR")
    assert (await door.browser().post("/update-user", {"name": "Eve"})).status_code == 401


async def test_the_password_is_listed_as_the_wire_calls_it(door: Door):
    browser, _ = await somebody(door)
    user = (await browser.session())["user"]
    (listed,) = (await browser.get("/list-accounts")).json()
    assert (listed["providerId"], listed["accountId"]) == ("credential", user["id"])
    assert (listed["userId"], listed["scopes"]) == (user["id"], [])
    assert listed["createdAt"] == listed["updatedAt"] == user["createdAt"]
    assert (await door.browser().get("/list-accounts")).status_code == 401


async def test_who_is_forgotten_leaves_nothing_that_names_them(door: Door):
    browser, email = await somebody(door)
    other = door.browser()
    await other.post("/sign-in/email", {"email": email, "password": PASSWORD})
    authenticator = Authenticator(origin=ORIGIN, rp_id="coffer.test")
    options = (await browser.get("/passkey/generate-register-options")).json()
    await browser.post("/passkey/verify-registration", {"response": authenticator.register(options)})
    user = (await browser.session())["user"]

    answer = await browser.post("/delete-user", {"password": PASSWORD})
    assert said(answer) == (200, {"success": True, "message": "User deleted"})
    assert sum("Max-Age=0" in line for line in answer.headers.get_list("set-cookie")) == 3
    assert await browser.session() is None
    assert await other.session() is None

    for table, column in (
        ("identity.password", "user_id"),
        ("identity.passkey", "user_id"),
        ("identity.known_browser", "user_id"),
        ("read.passkeys", "user_id"),
        ("read.sign_in_methods", "user_id"),
        ("es.subject_key", "subject"),
    ):
        rows = await door.rows(f"select 1 from {table} where {column} = %s", (user["id"],))
        assert rows == [], table
    index = door.base.blind.email(email)
    assert await door.rows("select 1 from es.claim where value = %s", (index,)) == []
    denied = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert denied.status_code == 401
    signed = door.browser()
    options = (await signed.get("/passkey/generate-authenticate-options")).json()
    body = {"response": authenticator.sign(options)}
    assert (await signed.post("/passkey/verify-authentication", body)).status_code == 401


async def test_what_invitations_said_to_the_address_goes_with_the_person(door: Door):
    """It was written before there was the person, under a key of the address."""
    browser, email = await somebody(door)
    subject = subject_of_address(door.base.blind.email(email))
    (ref,) = (await door.base.personal.seal(subject, {"email": email})).values()
    assert await door.base.personal.open([ref]) == [email]
    assert (await browser.post("/delete-user", {"password": PASSWORD})).status_code == 200
    assert await door.rows("select 1 from es.subject_key where subject = %s", (subject,)) == []


async def test_the_address_of_who_is_forgotten_is_free_again(door: Door):
    browser, email = await somebody(door)
    before = (await browser.session())["user"]["id"]
    await browser.post("/delete-user")
    again = await door.browser().registered(email, name="Ann")
    assert again["id"] != before
    assert again["name"] == "Ann"


async def test_being_forgotten_takes_the_password_or_a_fresh_session(door: Door):
    browser, _ = await somebody(door)
    wrong = await browser.post("/delete-user", {"password": "not-the-password"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "INVALID_PASSWORD")
    door.clock.advance(hours=24)
    for body in ({}, None, {"callbackURL": "/login"}):
        stale = await browser.post("/delete-user", body)
        assert (stale.status_code, stale.json()["code"]) == (400, "SESSION_EXPIRED")
    assert await browser.session() is not None
    assert (await browser.post("/delete-user", {"password": PASSWORD})).status_code == 200
    assert (await door.browser().post("/delete-user", {})).status_code == 401


async def test_a_code_only_person_has_no_password_to_give(door: Door):
    browser = door.browser()
    await browser.sign_in_by_code(an_address())
    answer = await browser.post("/delete-user", {"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (400, "CREDENTIAL_ACCOUNT_NOT_FOUND")


async def test_what_was_left_half_done_is_done_by_the_clock(door: Door, monkeypatch: pytest.MonkeyPatch):
    browser, email = await somebody(door)
    user = (await browser.session())["user"]

    async def fails(*_: Any) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(type(door.base.personal), "forget", fails)
    with pytest.raises(RuntimeError, match="power"):
        await Forgetting(door.base.commands, door.base.personal).ask(
            UUID(user["id"]), Context(Actor(), door.clock.now, uuid4(), uuid4())
        )
    monkeypatch.undo()
    assert await door.rows("select 1 from es.subject_key where subject = %s", (user["id"],)) != []
    assert await browser.session() is None

    people = StoredPeople(door.base.reader)
    chores = PeopleChores(Forgetting(door.base.commands, door.base.personal), people, door.clock)
    for _ in range(2):
        await chores.do_what_is_due()
        assert await door.rows("select 1 from es.subject_key where subject = %s", (user["id"],)) == []
    assert await people.to_be_erased(door.clock.now) == []
    assert (await door.browser().registered(email))["id"] != user["id"]


async def test_who_looks_on_behalf_of_somebody_changes_nothing(door: Door):
    person, _ = await somebody(door)
    browser = await an_admin(door)
    await impersonates(browser, (await person.session())["user"]["id"])
    writes: list[tuple[str, Any]] = [
        ("/update-user", {"name": "Eve"}),
        ("/change-password", {"currentPassword": PASSWORD, "newPassword": "violet-anchor-93"}),
        ("/email-otp/request-email-change", {"newEmail": an_address()}),
        ("/email-otp/change-email", {"newEmail": an_address(), "otp": "123456"}),
        ("/revoke-sessions", None),
        ("/revoke-other-sessions", None),
        ("/revoke-session", {"token": "x" * 32}),
        ("/passkey/delete-passkey", {"id": str(uuid4())}),
        ("/passkey/update-passkey", {"id": str(uuid4()), "name": "Mine"}),
        ("/passkey/verify-registration", {"response": {}}),
        ("/confirm", {"password": PASSWORD}),
        ("/delete-user", {}),
    ]
    for path, body in writes:
        answer = await browser.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "IMPERSONATED"), path
    for path in ("/list-sessions", "/passkey/generate-register-options"):
        assert (await browser.get(path)).status_code == 403
    assert (await browser.session())["session"]["impersonatedBy"] is not None
