"""Looking at the product on behalf of somebody: for a while, seen, without a key, and without a change."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from domain.identity.users import USER, BanUser, SetPassword
from domain.kernel import wire_time
from tests.support.door import PASSWORD, Browser, Door, an_address
from tests.support.platform import an_admin, asked, done, give_role, impersonates


async def somebody(door: Door) -> tuple[Browser, dict[str, Any]]:
    browser = door.browser()
    return browser, await browser.registered(an_address(), name="Ben")


def cookies(answer: Any) -> set[str]:
    """The names of the cookies that an answer sets to something."""
    lines = answer.headers.get_list("set-cookie")
    return {line.partition("=")[0] for line in lines if "Max-Age=0" not in line}


async def test_it_is_a_session_of_its_own_for_an_hour_and_the_own_one_comes_back(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    own = await admin.session()
    answer = await asked(admin, "impersonate-user", userId=user["id"], reason="support")
    assert answer.status_code == 200
    assert cookies(answer) == {
        "__Secure-better-auth.session_token",
        "__Secure-better-auth.dont_remember",
        "__Secure-better-auth.admin_session",
    }
    seen = await admin.session()
    assert (seen["user"], seen["session"]) == (answer.json()["user"], answer.json()["session"])
    assert seen["user"]["id"] == user["id"]
    assert seen["session"]["impersonatedBy"] == own["user"]["id"]
    assert seen["session"]["expiresAt"] == wire_time(door.clock.now + timedelta(minutes=60))
    assert seen["session"]["id"] not in (own["session"]["id"], (await browser.session())["session"]["id"])

    stopped = await admin.post("/admin/stop-impersonating")
    assert stopped.json() == {"session": own["session"], "user": own["user"]}
    assert await admin.session() == own
    again = await admin.post("/admin/stop-impersonating")
    assert (again.status_code, again.json()) == (400, {"message": "You are not impersonating anyone"})
    ended = await door.rows(
        "select type, actor_kind, actor_id::text, impersonator_id::text from es.event "
        "where session_id = %s order by position",
        (seen["session"]["id"],),
    )
    on_behalf = ("support", user["id"], own["user"]["id"])
    assert ended == [
        ("impersonation.started", *on_behalf),
        ("impersonation.ended", *on_behalf),
        ("session.ended", *on_behalf),
    ]


async def test_nothing_prolongs_it(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    await impersonates(admin, user["id"])
    until = (await admin.session())["session"]["expiresAt"]
    door.clock.advance(minutes=59, seconds=59)
    assert (await admin.session())["session"]["expiresAt"] == until
    door.clock.advance(seconds=1)
    assert await admin.session() is None
    assert (await admin.get("/list-accounts")).status_code == 401


async def test_when_the_hour_is_over_one_comes_back_all_the_same(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    own = await admin.session()
    await impersonates(admin, user["id"])
    door.clock.advance(minutes=61)
    assert (await done(admin, "stop-impersonating"))["user"] == own["user"]
    assert (await admin.session())["session"]["id"] == own["session"]["id"]


@pytest.mark.parametrize("what", ["revoked", "banned", "password", "role", "time", "sign-out elsewhere"])
async def test_it_ends_with_the_session_it_came_from(door: Door, what: str):
    chief, me, brief = await an_admin(door), await an_admin(door), door.browser()
    user_id = (await somebody(door))[1]["id"]
    email = (await me.session())["user"]["email"]
    body = {"email": email, "password": PASSWORD, "rememberMe": False}
    assert (await brief.post("/sign-in/email", body)).status_code == 200
    own = await brief.session()
    door.clock.advance(hours=23, minutes=30)
    await impersonates(brief, user_id)
    assert (await brief.session())["user"]["id"] == user_id
    my_id = UUID(own["user"]["id"])
    match what:
        case "revoked":
            await done(await fresh(door, chief), "revoke-user-session", sessionToken=own["session"]["token"])
        case "sign-out elsewhere":
            assert (await (await fresh(door, me)).post("/revoke-other-sessions")).status_code == 200
        case "banned":
            await door.decide(USER, my_id, BanUser("compromised"))
        case "password":
            await door.decide(USER, my_id, SetPassword("reset"))
        case "role":
            await give_role(door, email, "user")
        case _:
            door.clock.advance(minutes=30)
    assert await brief.session() is None
    if what != "role":
        stopped = await brief.post("/admin/stop-impersonating")
        assert (stopped.status_code, stopped.json()["code"]) == (401, "UNAUTHORIZED")
        assert not cookies(stopped)


async def fresh(door: Door, browser: Browser) -> Browser:
    assert (await browser.post("/confirm", {"password": PASSWORD})).status_code == 200
    return browser


@pytest.mark.parametrize("what", ["banned", "password", "admin", "forgotten"])
async def test_it_ends_with_what_happens_to_whom_it_looks_as(door: Door, what: str):
    admin, chief = await an_admin(door), await an_admin(door)
    browser, user = await somebody(door)
    await impersonates(admin, user["id"])
    match what:
        case "banned":
            await done(chief, "ban-user", userId=user["id"], banReason="abuse")
        case "password":
            await done(chief, "set-user-password", userId=user["id"], newPassword="violet-anchor-93-harbour")
        case "admin":
            await done(chief, "set-role", userId=user["id"], role="admin")
        case _:
            assert (await browser.post("/delete-user", {"password": PASSWORD})).status_code == 200
    assert await admin.session() is None
    assert (await done(admin, "stop-impersonating"))["session"]["impersonatedBy"] is None


async def test_whom_it_looks_as_sees_it_among_the_own_sessions_and_ends_it(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    looking = (await impersonates(admin, user["id"]))["session"]
    listed = {each["id"]: each for each in (await browser.get("/list-sessions")).json()}
    assert looking.items() <= listed[looking["id"]].items()
    assert (await browser.post("/revoke-session", {"token": looking["token"]})).json() == {"status": True}
    assert await admin.session() is None


async def test_signing_out_leaves_neither_session(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    own = (await admin.session())["user"]
    await impersonates(admin, user["id"])
    out = await admin.post("/sign-out")
    assert not cookies(out)
    assert sum("Max-Age=0" in line for line in out.headers.get_list("set-cookie")) == 4
    assert await admin.session() is None
    assert (await admin.post("/admin/stop-impersonating")).status_code == 401
    live = await door.rows(
        "select 1 from read.sessions where not ended and %s in (user_id, impersonator_id)", (own["id"],)
    )
    assert live == []


async def test_a_sign_in_over_it_leaves_neither_session_for_whoever_comes_next(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    _, next_one = await somebody(door)
    own = (await admin.session())["user"]
    await impersonates(admin, user["id"])
    body = {"email": next_one["email"], "password": PASSWORD}
    assert (await admin.post("/sign-in/email", body)).status_code == 200
    live = await door.rows(
        "select 1 from read.sessions where not ended and %s in (user_id, impersonator_id)", (own["id"],)
    )
    assert live == []
    assert (await admin.post("/sign-out")).status_code == 200
    assert (await admin.post("/admin/stop-impersonating")).status_code == 401


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "curious"}], ids=str)
async def test_it_has_a_reason(door: Door, body: dict[str, Any]):
    admin = await an_admin(door)
    _, user = await somebody(door)
    answer = await asked(admin, "impersonate-user", userId=user["id"], **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert (await admin.session())["session"]["impersonatedBy"] is None


async def test_nobody_looks_as_somebody_who_is_shut_out(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    await done(admin, "ban-user", userId=user["id"], banReason="abuse")
    answer = await asked(admin, "impersonate-user", userId=user["id"], reason="incident")
    assert (answer.status_code, answer.json()["code"]) == (403, "BANNED_USER")


async def test_whoever_looks_does_not_look_on(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    _, other = await somebody(door)
    await impersonates(admin, user["id"])
    for act, body in (("impersonate-user", {"reason": "support"}), ("ban-user", {"banReason": "abuse"})):
        answer = await asked(admin, act, userId=other["id"], **body)
        assert (answer.status_code, answer.json()["code"]) == (403, "IMPERSONATED")
    assert (await admin.get("/admin/list-users")).status_code == 403
