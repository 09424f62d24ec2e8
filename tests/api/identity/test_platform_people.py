"""What the platform does about people: seen, made known, named, banned, given a role and a password."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from application.ports import Context
from application.processes.platform_people import Ban
from domain.errors import NotAllowed
from domain.ids import UserId
from domain.kernel import Actor, wire_time
from tests.support.door import PASSWORD, Browser, Door, an_address
from tests.support.platform import an_admin, asked, done, give_role

OTHER_PASSWORD = "violet-anchor-93-harbour"
Refusal = tuple[int, str | None]


async def somebody(door: Door, name: str = "Ben") -> tuple[Browser, dict[str, Any]]:
    browser = door.browser()
    return browser, await browser.registered(an_address(), name=name)


async def refused(admin: Browser, act: str, **body: Any) -> Refusal:
    answer = await asked(admin, act, **body)
    return answer.status_code, answer.json().get("code")


async def by_password(door: Door, email: str, password: str = PASSWORD) -> Refusal:
    answer = await door.browser().post("/sign-in/email", {"email": email, "password": password})
    return answer.status_code, answer.json().get("code")


async def listed(admin: Browser, **query: Any) -> Any:
    answer = await admin.get("/admin/list-users", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_people_are_listed_and_found_by_what_is_sealed(door: Door):
    admin, mark = await an_admin(door), f"Zed{uuid4().hex[:8]}"
    people: list[dict[str, Any]] = []
    for number in range(3):
        door.clock.advance(seconds=1)
        people.append((await somebody(door, f"{mark} {number}"))[1])
    whole = await listed(admin)
    assert (whole["limit"], whole["offset"]) == (100, 0)
    assert whole["total"] == len(whole["users"]) >= 4
    ids = [user["id"] for user in whole["users"]]
    assert [id for id in ids if id in {user["id"] for user in people}] == [user["id"] for user in people]
    newest = await listed(admin, sortBy="createdAt", sortDirection="desc", limit="1", offset="1")
    assert ([user["id"] for user in newest["users"]], newest["total"]) == ([people[1]["id"]], whole["total"])

    named = await listed(
        admin, searchValue=mark.lower(), searchField="name", sortBy="name", sortDirection="desc"
    )
    assert [user["name"] for user in named["users"]] == [f"{mark} {number}" for number in (2, 1, 0)]
    page = await listed(admin, searchValue=mark, searchField="name", limit=1, offset=1)
    assert ([user["id"] for user in page["users"]], page["total"]) == ([people[1]["id"]], 3)
    by_address = await listed(admin, searchValue=people[2]["email"])
    assert [user["id"] for user in by_address["users"]] == [people[2]["id"]]
    assert (await listed(admin, searchValue=mark, searchField="name", searchOperator="ends_with"))[
        "total"
    ] == 0
    admins = await listed(admin, filterField="role", filterOperator="eq", filterValue="admin")
    assert {user["role"] for user in admins["users"]} == {"admin"}
    some = await listed(admin, filterField="id", filterOperator="in", filterValue=f'["{ids[0]}", "{ids[1]}"]')
    assert {user["id"] for user in some["users"]} == set(ids[:2])
    since = await listed(
        admin, filterField="createdAt", filterOperator="gt", filterValue=people[0]["createdAt"]
    )
    assert {user["id"] for user in since["users"]} == {people[1]["id"], people[2]["id"]}

    one = await admin.get("/admin/get-user", params={"id": people[0]["id"]})
    assert one.json() == whole["users"][ids.index(people[0]["id"])]
    for unknown in (str(uuid4()), "nobody"):
        answer = await admin.get("/admin/get-user", params={"id": unknown})
        assert (answer.status_code, answer.json()["code"]) == (404, "USER_NOT_FOUND")
    odd = await admin.get("/admin/list-users", params={"sortBy": "password"})
    assert (odd.status_code, odd.json()["code"]) == (400, "VALIDATION_ERROR")


async def test_a_role_counts_from_the_next_request_on(door: Door):
    admin = await an_admin(door)
    other, user = await somebody(door)
    answer = await other.get("/admin/list-users")
    assert (answer.status_code, answer.json()["code"]) == (403, "NOT_ALLOWED")
    assert answer.json()["message"] == "You are not allowed to access resource: user"
    raised = await done(admin, "set-role", userId=user["id"], role="admin")
    assert raised["user"]["role"] == "admin"
    assert (await other.get("/admin/list-users")).status_code == 200
    assert (await done(admin, "set-role", userId=user["id"], role=["user"]))["user"]["role"] == "user"
    assert (await other.get("/admin/list-users")).status_code == 403
    for role in ("owner", [], ["user", "admin"], 7):
        assert await refused(admin, "set-role", userId=user["id"], role=role) == (400, "VALIDATION_ERROR")


async def test_what_changes_something_needs_a_session_that_is_fresh(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    door.clock.advance(hours=24)
    assert (await listed(admin))["total"] > 0
    ban = {"userId": user["id"], "banReason": "abuse"}
    assert await refused(admin, "ban-user", **ban) == (403, "SESSION_NOT_FRESH")
    assert (await admin.post("/confirm", {"password": PASSWORD})).status_code == 200
    assert (await done(admin, "ban-user", **ban))["user"]["banned"] is True


async def test_a_ban_ends_every_session_at_once_and_holds_until_it_is_over(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    second = door.browser()
    body = {"email": user["email"], "password": PASSWORD}
    assert (await second.post("/sign-in/email", body)).status_code == 200
    answer = await done(admin, "ban-user", userId=user["id"], banReason="fraud", banExpiresIn=3600)
    until = wire_time(door.clock.now + timedelta(seconds=3600))
    assert answer["user"]["banReason"] == "fraud"
    assert answer["user"]["banExpires"] == until
    assert await browser.session() is None
    assert await second.session() is None
    ended = await door.rows(
        "select count(*) from es.event where type = 'session.ended' and convert_from(state, 'utf8') "
        "like '%%banned%%' and session_id = (select session_id from es.event where type = 'user.banned' "
        "order by position desc limit 1)"
    )
    assert ended == [(2,)]
    assert await by_password(door, user["email"]) == (403, "BANNED_USER")
    door.clock.advance(seconds=3600)
    assert await by_password(door, user["email"]) == (200, None)

    await done(admin, "ban-user", userId=user["id"], banReason="abuse")
    assert await by_password(door, user["email"]) == (403, "BANNED_USER")
    free = (await done(admin, "unban-user", userId=user["id"]))["user"]
    assert (free["banned"], free["banReason"], free["banExpires"]) == (False, None, None)
    assert await by_password(door, user["email"]) == (200, None)


@pytest.mark.parametrize(
    "body",
    [{}, {"banReason": ""}, {"banReason": "because"}, {"banReason": "abuse", "banExpiresIn": 0}],
    ids=str,
)
async def test_a_ban_has_a_reason_and_an_end_that_can_come(door: Door, body: dict[str, Any]):
    admin = await an_admin(door)
    _, user = await somebody(door)
    assert await refused(admin, "ban-user", userId=user["id"], **body) == (400, "VALIDATION_ERROR")


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("ban-user", {"banReason": "abuse"}),
    ("set-role", {"role": "user"}),
    ("set-user-password", {"newPassword": OTHER_PASSWORD}),
    ("remove-user", {}),
    ("impersonate-user", {"reason": "support"}),
]


@pytest.mark.parametrize(("act", "body"), ACTS, ids=lambda it: it if isinstance(it, str) else "")
async def test_nothing_is_done_to_oneself_nor_to_others_of_the_platform(
    door: Door, act: str, body: dict[str, Any]
):
    admin, other = await an_admin(door), await an_admin(door)
    me, them = [(await who.session())["user"]["id"] for who in (admin, other)]
    assert await refused(admin, act, userId=me, **body) == (400, "SELF")
    if act != "set-role":
        assert await refused(admin, act, userId=them, **body) == (403, "TARGET_IS_ADMIN")
    assert await refused(admin, act, userId=str(uuid4()), **body) == (404, "USER_NOT_FOUND")
    assert await refused(admin, act, userId="nobody", **body) == (404, "USER_NOT_FOUND")


async def test_who_is_made_known_proves_the_mailbox_before_anybody_is_let_in(door: Door):
    admin, email = await an_admin(door), an_address()
    given = {"email": email.upper(), "name": "Canary Newcomer", "password": OTHER_PASSWORD}
    user = (await done(admin, "create-user", **given))["user"]
    assert (user["email"], user["name"], user["emailVerified"]) == (email, "Canary Newcomer", False)
    assert await refused(admin, "create-user", **given) == (422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
    assert await by_password(door, email) == (401, "INVALID_EMAIL_OR_PASSWORD")
    assert await by_password(door, email, OTHER_PASSWORD) == (403, "EMAIL_NOT_VERIFIED")
    newcomer = door.browser()
    assert (await newcomer.sign_in_by_code(email)).json()["user"]["emailVerified"] is True
    assert (await newcomer.session())["user"]["id"] == user["id"]
    assert await by_password(door, email, OTHER_PASSWORD) == (200, None)
    for secret in ("Canary Newcomer", OTHER_PASSWORD, email):
        leaked = await door.rows("select 1 from es.event where state like %s", (f"%{secret}%".encode(),))
        assert leaked == [], secret


async def test_who_is_made_known_without_a_password_comes_by_a_code_and_sets_one(door: Door):
    admin, email = await an_admin(door), an_address()
    await done(admin, "create-user", email=email, name="Cleo", role="admin")
    asked_for = await door.browser().ask_for_code(email, "forget-password")
    body = {"email": email, "otp": asked_for, "password": OTHER_PASSWORD}
    assert (await door.browser().post("/email-otp/reset-password", body)).status_code == 200
    browser = door.browser()
    answer = await browser.post("/sign-in/email", {"email": email, "password": OTHER_PASSWORD})
    assert (answer.json()["user"]["emailVerified"], answer.json()["user"]["role"]) == (True, "admin")
    assert (await browser.get("/admin/list-users")).status_code == 200


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"password": "short"}, "PASSWORD_TOO_SHORT"),
        ({"password": "x" * 129}, "PASSWORD_TOO_LONG"),
        ({"password": "password123"}, "PASSWORD_COMPROMISED"),
        ({"email": "nobody"}, "INVALID_EMAIL"),
        ({"name": ""}, "VALIDATION_ERROR"),
        ({"role": "owner"}, "VALIDATION_ERROR"),
    ],
)
async def test_nobody_is_made_known_with_less_than_everybody_needs(
    door: Door, changed: dict[str, Any], code: str
):
    admin = await an_admin(door)
    given = {"email": an_address(), "name": "Cleo", "password": OTHER_PASSWORD, **changed}
    assert await refused(admin, "create-user", **given) == (400, code)


async def test_a_password_that_the_platform_sets_ends_every_session(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    for weak, code in (("short", "PASSWORD_TOO_SHORT"), ("password123", "PASSWORD_COMPROMISED")):
        assert await refused(admin, "set-user-password", userId=user["id"], newPassword=weak) == (400, code)
    assert await browser.session() is not None
    answer = await done(admin, "set-user-password", userId=user["id"], newPassword=OTHER_PASSWORD)
    assert answer == {"status": True}
    assert await browser.session() is None
    assert await by_password(door, user["email"]) == (401, "INVALID_EMAIL_OR_PASSWORD")
    assert await by_password(door, user["email"], OTHER_PASSWORD) == (200, None)
    ((reason,),) = await door.rows(
        "select convert_from(state, 'utf8')::json->>'reason' from es.event where type = 'user.password_set' "
        "order by position desc limit 1"
    )
    assert reason == "admin"


async def test_a_name_is_all_that_changes_without_an_act_of_its_own(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    changed = await done(admin, "update-user", userId=user["id"], data={"name": "Benedict"})
    assert changed["name"] == "Benedict"
    assert (await browser.session())["user"] == changed
    for data, code in (
        ({}, "NO_DATA_TO_UPDATE"),
        ({"email": an_address()}, "FIELD_NOT_ALLOWED"),
        ({"name": "Ben", "role": "admin"}, "FIELD_NOT_ALLOWED"),
        ({"password": OTHER_PASSWORD}, "FIELD_NOT_ALLOWED"),
        ({"name": ""}, "VALIDATION_ERROR"),
        ({"name": None}, "VALIDATION_ERROR"),
    ):
        assert await refused(admin, "update-user", userId=user["id"], data=data) == (400, code), data


async def test_who_is_removed_is_forgotten_as_at_their_own_wish(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    assert await done(admin, "remove-user", userId=user["id"]) == {"success": True}
    assert await browser.session() is None
    assert await door.rows("select 1 from es.subject_key where subject = %s", (user["id"],)) == []
    assert (await listed(admin, searchValue=user["email"]))["total"] == 0
    assert await refused(admin, "unban-user", userId=user["id"]) == (404, "USER_NOT_FOUND")


async def test_sessions_of_others_are_seen_and_ended_one_by_one_or_all(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    second, third = door.browser(), door.browser()
    for other in (second, third):
        door.clock.advance(seconds=11)
        await other.post("/sign-in/email", {"email": user["email"], "password": PASSWORD})
    sessions = (await done(admin, "list-user-sessions", userId=user["id"]))["sessions"]
    assert sessions[0] == (await browser.session())["session"]
    assert len(sessions) == 3
    assert await done(admin, "revoke-user-session", sessionToken=sessions[1]["token"]) == {"success": True}
    assert [await who.session() is None for who in (browser, second, third)] == [False, True, False]
    for unknown in ("x" * 32, "", "✓"):
        assert await done(admin, "revoke-user-session", sessionToken=unknown) == {"success": True}
    assert await done(admin, "revoke-user-sessions", userId=user["id"]) == {"success": True}
    assert [await who.session() is None for who in (browser, second, third)] == [True, True, True]
    assert await done(admin, "list-user-sessions", userId=user["id"]) == {"sessions": []}
    assert await admin.session() is not None


async def test_anybody_may_ask_what_the_own_role_includes(door: Door):
    admin = await an_admin(door)
    browser, user = await somebody(door)
    ask = {"permissions": {"user": ["ban", "list"]}}
    assert await done(admin, "has-permission", **ask) == {"success": True}
    said = {"success": False, "error": 'unauthorized to access resource "user"'}
    assert await done(browser, "has-permission", **ask) == said
    # Neither another role nor another person: it is one's own that counts.
    assert await done(browser, "has-permission", **ask, role="admin", userId=user["id"]) == said
    unknown = await done(admin, "has-permission", permissions={"team": ["create"]})
    assert unknown == {"success": False, "error": "You are not allowed to access resource: team"}
    either = {"permissions": {"team": ["create"], "user": ["ban"]}, "connector": "OR"}
    assert await done(admin, "has-permission", **either) == {"success": True}
    assert await refused(admin, "has-permission") == (400, "VALIDATION_ERROR")
    assert (await door.browser().post("/admin/has-permission", ask)).status_code == 401


async def test_a_role_that_was_taken_after_the_door_let_it_pass_allows_nothing(door: Door):
    admin = await an_admin(door)
    _, user = await somebody(door)
    seen = await admin.session()
    actor = Actor(type="user", user_id=UserId(UUID(seen["user"]["id"])))
    context = Context(actor, door.clock.now, uuid4(), uuid4())
    await give_role(door, seen["user"]["email"], "user")
    command = Ban(user_id=UserId(UUID(user["id"])), reason="abuse", until=None)
    with pytest.raises(NotAllowed):
        await door.base.commands.run(command, context)
