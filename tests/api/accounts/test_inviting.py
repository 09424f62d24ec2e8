"""Inviting and joining: the mail, the card, the seat, and every way in which it ends."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from infrastructure.accounts.chores import AccountChores
from tests.support.house import House, Person, details


async def a_pair(house: House, plan: str = "family") -> tuple[Person, Person, str]:
    ann, bob = await house.person().arrived(name="Ann Lee"), house.person()
    return ann, bob, (await ann.subscribed(plan))["id"]


async def token_of(house: House, guest: Person) -> str:
    letter = (await house.letters(guest.email))[-1]
    return letter.params["link"].rpartition("/")[2]


async def test_an_invited_person_gets_a_mail_sees_the_card_and_joins(house: House) -> None:
    ann, bob, account = await a_pair(house)
    role = await ann.role("member")
    body = {"email": bob.email.upper(), "roleId": role, "message": "Come in"}
    answer = await ann.call("POST", "/api/auth/invite", body)
    invitation = answer.json()
    assert answer.status_code == 200
    word = invitation["word"]
    assert (word["email"], word["state"], word["sentCount"]) == (bob.email, "pending", 1)
    letter = (await house.letters(bob.email))[-1]
    assert (letter.template, letter.params["inviter"], letter.params["account"]) == (
        "invitation",
        "Ann Lee",
        "Hawthorne",
    )
    assert letter.params["message"] == "Come in"
    await house.follow()
    card = (await bob.post("/get-account-invite", {"token": await token_of(house, bob)})).json()
    assert card["word"]["accountName"] == "Hawthorne"
    assert card["word"]["inviterName"] == "Ann Lee"
    assert card["word"]["roleName"] == "Member"
    assert card["word"]["emailMasked"].startswith(bob.email[0] + "•••@")
    assert bob.email not in str(card)

    await bob.arrived()
    assert (await bob.session())["redirect"] is None
    (waiting,) = await bob.data("GET", "/api/my-invitations")
    assert waiting["id"] == invitation["id"]
    joined = await bob.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert joined == [{"accountId": account, "joined": True, "error": None}]
    session = await bob.session()
    assert session["session"]["accountId"] == account
    users = {user["email"]: user["role"] for user in session["account"]["users"]}
    assert users == {ann.email: "owner", bob.email: "member"}
    assert await bob.data("GET", "/api/my-invitations") == []
    (listed,) = await ann.data("GET", "/api/invitations")
    assert (listed["word"]["state"], listed["word"]["email"]) == ("accepted", bob.email)
    again = await bob.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert again == joined


async def test_the_address_is_in_the_log_and_the_read_models_only_sealed(house: House) -> None:
    ann, bob, _ = await a_pair(house)
    await ann.invites(bob)
    await house.follow()
    for table in ("es.event", "read.invitations", "read.invitation_links", "messaging.mail_body"):
        ((found,),) = await house.rows(
            f"select count(*) from {table} as t where t::text ilike %s", [f"%{bob.email}%"]
        )
        assert found == 0, table


async def test_inviting_again_sends_again_under_a_new_link(house: House) -> None:
    ann, bob, _ = await a_pair(house)
    first = await ann.invites(bob)
    await house.follow()
    old = await token_of(house, bob)
    answer = await ann.call(
        "POST", "/api/invitations", {"email": bob.email, "roleId": first["word"]["roleId"]}
    )
    assert (answer.status_code, answer.json()["data"]["id"]) == (200, first["id"])
    assert answer.json()["data"]["word"]["sentCount"] == 2
    await house.follow()
    assert (await bob.post("/get-account-invite", {"token": old})).status_code == 404
    assert (await bob.post("/get-account-invite", {"token": await token_of(house, bob)})).status_code == 200
    as_admin = {"email": bob.email, "roleId": await ann.role("admin")}
    other = await ann.refusal("POST", "/api/invitations", as_admin)
    assert other == (409, "already_exists", "invited_already")


async def test_seats_are_counted_with_those_who_are_invited(house: House) -> None:
    ann, bob, _ = await a_pair(house, "solo")
    refused = await ann.refusal(
        "POST", "/api/auth/invite", {"email": bob.email, "roleId": await ann.role("member")}
    )
    assert refused[:2] == (400, "SEAT_LIMIT")
    assert await house.letters(bob.email) == []


async def test_after_a_downgrade_the_seats_of_the_smaller_plan_count(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed("office")
    invited = await ann.invites(bob)
    smaller = {"planId": "solo", "displayName": "Hawthorne"}
    over = await ann.call("POST", "/api/account/subscribe", smaller)
    assert details(over)["usage"] == {"seats": {"used": 2, "limit": 1}}, "who is invited has a seat, too"
    assert (await ann.call("DELETE", f"/api/invitations/{invited['id']}", {})).status_code == 204
    assert (await ann.data("POST", "/api/account/subscribe", smaller))["plan"]["limits"]["seats"] == 1
    again = {"email": bob.email, "roleId": await ann.role("member")}
    assert (await ann.refusal("POST", "/api/invitations", again))[2] == "seat_limit"
    assert (await ann.refusal("POST", "/api/auth/invite", again))[1] == "SEAT_LIMIT"
    await house.follow()
    # The link of the cancelled invitation brings nobody in either.
    account = (await ann.session())["session"]["accountId"]
    (joined,) = await bob.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert joined["joined"] is False
    assert len(await ann.data("GET", "/users")) == 1


async def test_a_member_is_not_invited_again(house: House) -> None:
    ann, bob, _ = await a_pair(house)
    await bob.arrived()
    await ann.admits(bob)
    body = {"email": bob.email, "roleId": await ann.role("member")}
    assert (await ann.refusal("POST", "/api/auth/invite", body))[:2] == (409, "ALREADY_MEMBER")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"email": "nobody"}, "invalid_email"),
        ({"roleId": str(uuid4())}, "role"),
        ({"expiresInDays": 31}, "form"),
        ({"message": "x" * 1001}, "form"),
        ({"pairing": {}}, "form"),
    ],
)
async def test_an_invitation_that_cannot_be_is_refused(house: House, change, reason: str) -> None:
    ann, bob, _ = await a_pair(house)
    body = {"email": bob.email, "roleId": await ann.role("member"), **change}
    assert (await ann.refusal("POST", "/api/invitations", body))[2] == reason


async def test_somebody_with_another_address_sees_and_joins_nothing(house: House) -> None:
    ann, bob, account = await a_pair(house)
    invited = await ann.invites(bob)
    await house.follow()
    eve = await house.person().arrived()
    assert await eve.data("GET", "/api/my-invitations") == []
    body = {"invitationId": invited["id"]}
    unknown = await eve.post("/get-account-invite", {"invitationId": str(uuid4())})
    assert (await eve.post("/get-account-invite", body)).status_code == unknown.status_code == 404
    (answer,) = await eve.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert (answer["joined"], answer["error"]["reason"]) == (False, "invite_expired")
    refused = await eve.refusal("DELETE", f"/api/invitations/{invited['id']}", {})
    assert refused[0] in (403, 404)


async def test_whoever_holds_the_link_sees_what_it_is_for_before_there_is_an_account(house: House) -> None:
    ann, bob, account = await a_pair(house)
    invited = await ann.invites(bob)
    await house.follow()
    stranger, body = house.person(), {"invitationId": invited["id"]}
    card = (await stranger.post("/get-account-invite", body)).json()
    word = card["word"]
    assert (card["accountId"], word["accountName"], word["inviterName"]) == (account, "Hawthorne", "Ann Lee")
    assert word["state"] == "pending"
    assert bob.email not in str(card)
    assert (await ann.call("DELETE", f"/api/invitations/{invited['id']}", {})).status_code == 204
    await house.follow()
    ended = (await stranger.post("/get-account-invite", body)).json()
    assert (ended["id"], ended["word"]["state"]) == (invited["id"], "cancelled")
    unknown = await stranger.post("/get-account-invite", {"invitationId": str(uuid4())})
    assert unknown.status_code == 404


async def test_an_invitation_is_cancelled_and_the_seat_is_free(house: House) -> None:
    ann, bob, account = await a_pair(house)
    invited = await ann.invites(bob)
    await house.follow()
    for body in ({}, None):
        answer = await ann.call("DELETE", f"/api/invitations/{invited['id']}", body)
        assert (answer.status_code, answer.content) == (204, b"")
    await house.follow()
    shown = await ann.data("GET", f"/api/accounts/{account}")
    assert shown["plan"]["usage"]["seats"] == 1
    assert [i["word"]["state"] for i in await ann.data("GET", "/api/invitations?states=cancelled")] == [
        "cancelled"
    ]
    assert await ann.data("GET", "/api/invitations?states=pending") == []
    await bob.arrived()
    (joined,) = await bob.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert joined["error"]["reason"] == "invite_expired"


async def test_everything_that_waits_for_an_address_is_cancelled_by_it(house: House) -> None:
    ann, bob, _ = await a_pair(house)
    await ann.invites(bob)
    await house.follow()
    body = {"email": bob.email}
    assert (await ann.post("/delete-invite-user", body)).json() == {"cancelled": 1}
    await house.follow()
    assert (await ann.post("/delete-invite-user", body)).json() == {"cancelled": 0}
    assert (await ann.invites(bob))["word"]["sentCount"] == 1


async def test_the_invited_person_declines(house: House) -> None:
    ann, bob, _ = await a_pair(house)
    invited = await ann.invites(bob)
    await house.follow()
    await bob.arrived()
    answer = await bob.call("DELETE", f"/api/invitations/{invited['id']}", {})
    assert answer.status_code == 204
    await house.follow()
    (listed,) = await ann.data("GET", "/api/invitations")
    assert listed["word"]["state"] == "cancelled"


async def test_what_nobody_answers_is_over_after_a_week_and_makes_way(house: House) -> None:
    ann, bob, account = await a_pair(house)
    first = await ann.invites(bob)
    await house.follow()
    token = await token_of(house, bob)
    house.clock.advance(days=7)
    card = (await bob.post("/get-account-invite", {"token": token})).json()
    assert card["word"]["state"] == "expired"
    await bob.arrived()
    (joined,) = await bob.data("POST", "/api/accounts/join", {"accountIds": [account]})
    assert joined["error"]["reason"] == "invite_expired"
    chores = AccountChores(house.base.commands, house.base.reader, house.clock)
    await chores.do_what_is_due()
    await house.follow()
    await ann.sign_in_by_code(ann.email)
    (listed,) = await ann.data("GET", "/api/invitations?states=expired")
    assert listed["id"] == first["id"]
    assert (await ann.invites(bob))["id"] != first["id"]


async def test_a_new_invitation_replaces_one_that_is_over_before_the_clock_saw_it(house: House) -> None:
    ann, bob, account = await a_pair(house)
    first = await ann.invites(bob)
    await house.follow()
    house.clock.advance(days=8)
    await ann.sign_in_by_code(ann.email)
    second = await ann.invites(bob)
    assert second["id"] != first["id"]
    await house.follow()
    shown = await ann.data("GET", f"/api/accounts/{account}")
    assert shown["plan"]["usage"]["seats"] == 2


async def test_of_eight_simultaneous_invitations_of_one_address_one_waits(house: House) -> None:
    ann, bob, account = await a_pair(house)
    body = {"email": bob.email, "roleId": await ann.role("member")}
    answers = await asyncio.gather(*(ann.call("POST", "/api/invitations", body) for _ in range(8)))
    assert {answer.status_code for answer in answers} <= {200, 201, 409, 429}
    assert 201 in {answer.status_code for answer in answers}
    claims = "select count(*) from es.claim where kind = 'invite' and account_id = %s"
    assert await house.rows(claims, [account]) == [(1,)]
    await house.follow()
    shown = await ann.data("GET", f"/api/accounts/{account}")
    assert shown["plan"]["usage"]["seats"] == 2
