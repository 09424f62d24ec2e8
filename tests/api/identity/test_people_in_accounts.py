"""What an account asks of its people: more than a code, and an orderly farewell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import pytest

from tests.support.authenticator import Authenticator
from tests.support.door import ORIGIN, PASSWORD
from tests.support.house import House, Person, an_open_house


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    async with an_open_house(
        module_product_database_url, valkey_url, tmp_path_factory.mktemp("mail")
    ) as house:
        yield house


async def asks_for_more(owner: Person, account: str, *, more: bool = True) -> None:
    await owner.house.follow()
    shown = await owner.data("GET", f"/api/accounts/{account}")
    policy = {"twoStep": more, "keyGrant": "auto"}
    body = {"securityPolicy": policy, "version": shown["version"]}
    await owner.data("PUT", f"/api/accounts/{account}", body)
    await owner.house.follow()


async def by_code(house: House, person: Person) -> Any:
    browser = house.browser()
    code = await browser.ask_for_code(person.email)
    return await browser.post("/sign-in/email-otp", {"email": person.email, "otp": code})


async def with_passkey(person: Person) -> str:
    authenticator = Authenticator(origin=ORIGIN, rp_id="coffer.test")
    options = (await person.get("/passkey/generate-register-options")).json()
    body = {"response": authenticator.register(options)}
    return (await person.post("/passkey/verify-registration", body)).json()["id"]


async def test_where_an_account_asks_for_more_a_code_alone_opens_nothing(house: House):
    ann = await house.person().arrived()
    account = (await ann.subscribed())["id"]
    assert (await by_code(house, ann)).status_code == 200
    await asks_for_more(ann, account)
    refused = await by_code(house, ann)
    assert (refused.status_code, refused.json()["code"]) == (400, "CODE_NOT_ENOUGH")
    answer = await house.browser().post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
    assert answer.status_code == 200
    house.clock.advance(seconds=61)
    await asks_for_more(ann, account, more=False)
    assert (await by_code(house, ann)).status_code == 200


async def test_who_has_nothing_but_the_mailbox_is_let_in_to_add_something(house: House):
    ann, bob = await house.person().arrived(), house.person()
    account = (await ann.subscribed())["id"]
    await bob.sign_in_by_code(bob.email)
    await ann.admits(bob)
    await asks_for_more(ann, account)
    assert (await by_code(house, bob)).status_code == 200

    passkey = await with_passkey(bob)
    refused = await by_code(house, bob)
    assert (refused.status_code, refused.json()["code"]) == (400, "CODE_NOT_ENOUGH")
    kept = await bob.post("/passkey/delete-passkey", {"id": passkey})
    assert (kept.status_code, kept.json()["code"]) == (400, "LAST_SIGN_IN_METHOD")
    another = await with_passkey(bob)
    assert (await bob.post("/passkey/delete-passkey", {"id": passkey})).status_code == 200
    last = await bob.post("/passkey/delete-passkey", {"id": another})
    assert (last.status_code, last.json()["code"]) == (400, "LAST_SIGN_IN_METHOD")
    await asks_for_more(ann, account, more=False)
    assert (await bob.post("/passkey/delete-passkey", {"id": another})).status_code == 200


async def test_where_an_account_asks_for_more_the_mailbox_makes_no_way_around_it(house: House):
    ann, bob = await house.person().arrived(), house.person()
    account = (await ann.subscribed())["id"]
    await bob.sign_in_by_code(bob.email)
    await ann.admits(bob)
    await with_passkey(bob)
    await asks_for_more(ann, account)
    refused, done = (400, "CODE_NOT_ENOUGH"), (200, None)
    # Whoever is there by another way may set a password; whoever else is signed in may not.
    for where, who, answered in (
        (house.browser(), bob, refused),
        (ann, bob, refused),
        (bob, bob, done),
        (house.browser(), ann, done),
    ):
        code = await house.browser().ask_for_code(who.email, "forget-password")
        body = {"email": who.email, "otp": code, "password": f"{PASSWORD}-anew"}
        answer = await where.post("/email-otp/reset-password", body)
        assert (answer.status_code, answer.json().get("code")) == answered


async def test_the_only_owner_cannot_leave_an_account_behind(house: House):
    ann = await house.person().arrived()
    await ann.subscribed()
    answer = await ann.post("/delete-user", {"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (400, "LAST_OWNER")
    assert await ann.session() is not None


async def test_each_account_that_stands_in_the_way_is_named(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob Canary")
    own = (await ann.subscribed())["id"]
    await ann.admits(bob)
    names = ("Bob alone", "Bob alone too")
    alone = [
        (await bob.data("POST", "/api/accounts", {"displayName": name}, status=201))["id"] for name in names
    ]
    refused = (await bob.post("/delete-user", {"password": PASSWORD})).json()
    assert refused["code"] == "LAST_OWNER"
    assert sorted(refused["details"]["accountIds"]) == sorted(alone)
    assert own not in refused["details"]["accountIds"]


async def test_a_member_who_is_forgotten_is_gone_from_the_account(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob Canary")
    await ann.subscribed()
    user = await ann.admits(bob)
    assert (await bob.post("/delete-user", {"password": PASSWORD})).status_code == 200
    await house.follow()
    members = await ann.data("GET", "/users")
    assert user not in {member["id"] for member in members}
    rows = await house.rows(
        "select convert_from(state, 'utf8')::json ->> 'reason', actor_kind from es.event "
        "where type = 'member.removed' and entity_id = %s",
        (UUID((await ann.session())["session"]["accountId"]),),
    )
    assert rows == [("erased", "user")]
    assert await bob.session() is None


async def test_the_proof_of_being_forgotten_covers_every_membership_that_ended(house: House):
    """Those that end with the request are not in the append that carries the proof."""
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob Canary")
    account = UUID((await ann.subscribed())["id"])
    user = UUID(await ann.admits(bob))
    passkey = UUID(await with_passkey(bob))
    assert (await bob.post("/delete-user", {"password": PASSWORD})).status_code == 200
    ((proof,),) = await house.rows(
        "select convert_from(state, 'utf8')::json ->> 'proofHash' from es.event "
        "where type = 'user.erased' and entity_id = %s",
        (user,),
    )
    listed = {"accounts": [account], "at": house.clock(), "passkeys": [passkey], "user": user}
    assert proof == sha256(msgspec.json.encode(listed)).hexdigest()


async def test_who_alone_owns_a_closing_account_is_forgotten_with_it(house: House):
    ann = await house.person().arrived()
    account = (await ann.subscribed(name="Kestrel"))["id"]
    await ann.post("/confirm", {"password": PASSWORD})
    closing = await ann.call("DELETE", f"/api/accounts/{account}", {"confirm": "Kestrel"})
    assert closing.status_code == 202, closing.text
    user = (await ann.session())["user"]["id"]
    assert (await ann.post("/delete-user", {"password": PASSWORD})).status_code == 200
    assert await ann.session() is None
    refused = await house.browser().post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (403, "USER_LEAVING")
    due = await house.rows(
        "select erasure_due - %s > interval '29 days', erased from read.users where id = %s",
        (house.clock(), user),
    )
    assert due == [(True, False)]
