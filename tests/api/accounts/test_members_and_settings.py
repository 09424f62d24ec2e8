"""Members, roles and settings of an account over HTTP."""

from __future__ import annotations

from uuid import uuid4

import pytest

from infrastructure.accounts.chores import AccountChores
from tests.support.house import House, Person, details


async def a_family(house: House) -> tuple[Person, Person, str, str]:
    """An owner, a member, the account, and the member's id."""
    ann, bob = await house.person().arrived(name="Ann Lee"), await house.person().arrived(name="Bob")
    account = (await ann.subscribed())["id"]
    house.clock.advance(seconds=1)
    return ann, bob, account, await ann.admits(bob)


async def test_members_are_listed_in_the_order_in_which_they_joined(house: House) -> None:
    ann, bob, _, bob_id = await a_family(house)
    members = await bob.data("GET", "/users")
    assert [(m["email"], m["name"], m["word"]["roleId"]) for m in members] == [
        (ann.email, "Ann Lee", await ann.role("owner")),
        (bob.email, "Bob", await ann.role("member")),
    ]
    assert members[0]["word"]["emailVerified"] is True
    assert members[1] == await ann.data("GET", f"/users/{bob_id}")
    assert len(members[1]["word"]["readsRoleIds"]) == 2
    by_role = await ann.data("GET", f"/users?roleId={members[1]['word']['roleId']}")
    assert [m["id"] for m in by_role] == [bob_id]
    assert await ann.data("GET", "/users?state=banned") == []
    assert await ann.refusal("GET", f"/users/{uuid4()}") == (404, "not_found", "member")


async def test_roles_count_their_members(house: House) -> None:
    ann, _, _, _ = await a_family(house)
    roles = await ann.data("GET", "/api/roles")
    assert [(r["name"], r["word"]["memberCount"], r["word"]["system"]) for r in roles] == [
        ("Owner", 1, True),
        ("Admin", 0, True),
        ("Member", 1, True),
        ("Auditor", 0, True),
        ("Analyst", 0, True),
    ]
    assert roles[3]["word"]["permissions"]["audit"] == ["read", "verify", "replay"]


async def test_a_change_of_role_is_felt_by_the_next_request(house: House) -> None:
    ann, bob, _, bob_id = await a_family(house)
    body = {"userId": bob_id, "roleId": await ann.role("admin")}
    assert (await bob.refusal("PUT", "/users/role", body))[1] == "permission_denied"
    changed = await ann.data("PUT", "/users/role", body)
    assert changed["word"]["roleId"] == body["roleId"]
    assert [i["word"]["state"] for i in await bob.data("GET", "/api/invitations")] == ["accepted"]
    higher = {"userId": bob_id, "roleId": await ann.role("owner")}
    assert (await bob.refusal("PUT", "/users/role", higher))[2] == "privilege_ceiling"
    stale = {**body, "version": 1}
    assert await ann.refusal("PUT", "/users/role", stale) == (409, "aborted", "version_conflict")


async def test_making_an_owner_asks_for_a_second_look(house: House) -> None:
    ann, _, _, bob_id = await a_family(house)
    body = {"userId": bob_id, "roleId": await ann.role("owner")}
    assert (await ann.refusal("PUT", "/users/role", body))[2] == "step_up_required"
    await confirm(ann)
    assert (await ann.data("PUT", "/users/role", body))["word"]["roleId"] == body["roleId"]


async def confirm(person: Person) -> None:
    """The second look, by the password that was given at sign-up."""
    answer = await person.post("/confirm", {"password": "plum-orbit-27-lantern"})
    assert answer.status_code == 200, answer.text


async def test_the_last_owner_stays(house: House) -> None:
    ann, _, _, _ = await a_family(house)
    me = (await ann.session())["user"]["id"]
    assert (await ann.refusal("DELETE", f"/users/{me}", {}))[2] == "last_owner"
    await confirm(ann)
    body = {"userId": me, "roleId": await ann.role("member")}
    assert (await ann.refusal("PUT", "/users/role", body))[2] == "last_owner"


async def test_a_removed_member_is_signed_out_at_once(house: House) -> None:
    ann, bob, account, bob_id = await a_family(house)
    assert (await ann.refusal("DELETE", f"/users/{bob_id}", {}))[2] == "step_up_required"
    await confirm(ann)
    assert (await ann.call("DELETE", f"/users/{bob_id}", {})).status_code == 204
    assert await bob.session() is None
    assert (await bob.refusal("GET", "/users"))[:2] == (401, "unauthenticated")
    assert (await ann.refusal("DELETE", f"/users/{bob_id}", {}))[2] == "member"
    await bob.sign_in_by_code(bob.email)
    assert (await bob.session())["session"]["accountId"] is None
    await house.follow()
    assert await bob.data("GET", "/api/accounts") == []
    shown = await ann.data("GET", f"/api/accounts/{account}")
    assert shown["plan"]["usage"]["seats"] == 1


async def test_who_leaves_stays_signed_in_outside_the_account(house: House) -> None:
    _, bob, _, bob_id = await a_family(house)
    assert (await bob.call("DELETE", f"/users/{bob_id}", {})).status_code == 204
    session = await bob.session()
    assert session["session"]["accountId"] is None
    assert session["account"] is None


async def test_settings_change_all_or_nothing_on_the_version_they_were_made_on(house: House) -> None:
    ann, _, account, _ = await a_family(house)
    path = f"/api/accounts/{account}"
    await house.follow()
    shown = await ann.data("GET", path)
    change = {
        "displayName": "Kestrel",
        "zone": "Europe/London",
        "disclosure": {"taskDates": False, "documentExpiry": True, "assignees": True},
        "expiryStages": [30, 7],
        "securityPolicy": {"twoStep": True, "keyGrant": "confirm"},
    }
    assert (await ann.refusal("PUT", path, change))[2] == "version_required"
    answer = await ann.call("PUT", path, change, **{"If-Match": f'"{shown["version"]}"'})
    assert answer.status_code == 200, answer.text
    changed = answer.json()["data"]
    assert changed == {**shown, **change, "version": shown["version"] + 5}
    assert await ann.data("GET", path) == changed
    stale = {**change, "version": shown["version"]}
    conflict = await ann.call("PUT", path, stale)
    assert (conflict.status_code, details(conflict)["reason"]) == (409, "version_conflict")
    assert details(conflict)["current"] == changed
    wrong = {"displayName": "Wren", "zone": "Europe/Nowhere", "version": changed["version"]}
    assert (await ann.refusal("PUT", path, wrong))[2] == "zone"
    assert await ann.data("GET", path) == changed
    assert [a["displayName"] for a in await ann.data("GET", "/api/accounts")] == ["Kestrel"]


async def test_date_format_and_language_are_set(house: House) -> None:
    ann, bob, _, _ = await a_family(house)
    dates = {"dateFormat": "yyyymmdd", "dateInputFormat": "mmddyyyy", "dateSeparator": "-"}
    changed = await ann.data("POST", "/api/accounts/date-format", dates)
    assert {name: changed[name] for name in dates} == dates
    assert (await ann.data("POST", "/api/accounts/language", {"language": "de"}))["language"] == "de"
    assert (await bob.refusal("POST", "/api/accounts/language", {"language": "fr"}))[0] == 403
    await house.follow()
    assert (await bob.session())["account"]["language"] == "de"


async def test_the_session_shows_what_its_browser_has_just_written(house: House) -> None:
    ann, _, _, _ = await a_family(house)
    await ann.call("POST", "/api/accounts/language", {"language": "ar"})
    session = await ann.call("GET", "/api/auth/get-session")
    assert session.json()["account"]["language"] == "ar"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("date-format", {"dateFormat": "ymd", "dateInputFormat": "ddmmyyyy", "dateSeparator": "/"}),
        ("date-format", {"dateFormat": "ddmmyyyy", "dateInputFormat": "ddmmyyyy", "dateSeparator": ","}),
        ("language", {"language": "tlh"}),
        ("language", {"language": "de", "more": 1}),
        ("language", {}),
        ("language", []),
    ],
)
async def test_settings_that_cannot_be_are_refused(house: House, path: str, body) -> None:
    ann = await house.person().arrived()
    await ann.subscribed()
    refused = await ann.refusal("POST", f"/api/accounts/{path}", body)
    assert refused == (400, "invalid_argument", "form")


async def test_a_tab_of_another_account_writes_nothing(house: House) -> None:
    ann, _, account, _ = await a_family(house)
    answer = await ann.call(
        "POST", "/api/accounts/language", {"language": "de"}, **{"X-Account-Id": str(uuid4())}
    )
    assert (answer.status_code, details(answer)["reason"]) == (400, "account_changed")
    assert details(answer)["accountId"] == account


async def test_an_account_is_closed_by_name_read_only_and_reopened(house: House) -> None:
    ann, bob, account, _ = await a_family(house)
    path = f"/api/accounts/{account}"
    assert (await ann.refusal("DELETE", path, {"confirm": "Hawthorne"}))[2] == "step_up_required"
    await confirm(ann)
    assert (await ann.refusal("DELETE", path, {"confirm": "hawthorne"}))[2] == "confirm"
    closing = await ann.data("DELETE", path, {"confirm": "Hawthorne"}, status=202)
    assert set(closing) == {"dueAt"}
    assert (await ann.data("GET", path))["state"] == "closing"
    invite = {"email": "new@example.com", "roleId": await ann.role("member")}
    assert (await ann.refusal("POST", "/api/invitations", invite))[0] == 403
    assert (await bob.refusal("DELETE", path, {"confirm": "Hawthorne"}))[0] == 403
    version = (await ann.data("GET", path))["version"]
    assert (await ann.data("PUT", path, {"state": "active", "version": version}))["state"] == "trialing"


async def test_an_unpaid_trial_becomes_overdue_then_suspended_and_a_plan_brings_it_back(house: House) -> None:
    ann, _, account, _ = await a_family(house)
    path = f"/api/accounts/{account}"
    chores = AccountChores(house.base.commands, house.base.reader, house.clock)
    for days, state in ((13, "trialing"), (1, "pastDue"), (13, "pastDue"), (1, "suspended")):
        house.clock.advance(days=days)
        await chores.do_what_is_due()
        await house.follow()
        await ann.sign_in_by_code(ann.email)
        assert (await ann.data("GET", path))["state"] == state
    refused = await ann.refusal("POST", "/api/accounts/language", {"language": "de"})
    assert refused == (400, "failed_precondition", "suspended")
    for plan, reason in {"office": "code", "solo": "over_limits"}.items():
        body = {"planId": plan, "displayName": "Hawthorne"}
        assert (await ann.refusal("POST", "/api/account/subscribe", body))[2] == reason
