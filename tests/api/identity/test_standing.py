"""Where a session stands: its account, its permissions, and where its person goes first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import SuspendAccount
from domain.identity.sessions import SESSION as SESSIONS
from domain.identity.sessions import TieDevice
from domain.ids import DeviceId, built_in_role, personal_role
from domain.kernel import Actor
from infrastructure.identity.actor import Actors
from infrastructure.identity.by_cookie import CookieReader
from infrastructure.personal_data.blind_index import KeyedHashes
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from tests.support.door import PASSWORD
from tests.support.house import House, Person, an_open_house


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    async with an_open_house(
        module_product_database_url, valkey_url, tmp_path_factory.mktemp("mail")
    ) as house:
        keys = SubjectKeys(house.base.reader._pool, KeyWrapping(house.settings.kek))
        house.base.blind = KeyedHashes(house.settings.auth_secret, keys)
        house.base.store = house.base.commands._store
        yield house


async def actor_of(person: Person) -> Actor | None:
    base = person.house.base
    token = person.http.cookies["__Secure-better-auth.session_token"].split(".")[0]
    behind_cookies = CookieReader(base.reader._pool)
    try:
        return await Actors(behind_cookies, base.blind).actor_of(token, person.house.clock())
    finally:
        await behind_cookies.close()


async def test_a_subscribed_person_has_an_account_with_the_session(house: House):
    ann = await house.person().arrived("Ann Lee")
    account = await ann.subscribed(name="Hawthorne")
    session = await ann.session()
    assert session["session"]["accountId"] == account["id"]
    assert session["redirect"] is None
    shown = session["account"]
    assert (shown["id"], shown["displayName"]) == (account["id"], "Hawthorne")
    assert shown["roleId"] == str(built_in_role(UUID(account["id"]), "owner"))
    (user,) = shown["users"]
    assert (user["email"], user["name"], user["role"]) == (ann.email, "Ann Lee", "owner")


async def test_a_later_sign_in_enters_the_account_used_last(house: House):
    ann = await house.person().arrived()
    first = await ann.subscribed(name="First")
    second = await ann.data("POST", "/api/accounts", {"displayName": "Second"}, status=201)
    body = {"planId": "family", "displayName": "Second", "accountId": second["id"]}
    await ann.data("POST", "/api/account/subscribe", body)

    async def entered() -> str:
        browser = house.browser()
        await browser.post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
        return (await browser.session())["session"]["accountId"]

    assert await entered() == second["id"]
    house.clock.advance(minutes=1)
    await ann.data("POST", "/api/accounts/switch", {"accountId": first["id"]})
    house.clock.advance(minutes=1)
    elsewhere = await house.person().arrived()
    await elsewhere.subscribed()
    assert await entered() in (first["id"], second["id"])


async def test_an_account_without_a_subscription_is_not_entered(house: House):
    ann = await house.person().arrived()
    await ann.data("POST", "/api/accounts", {"displayName": "Later"}, status=201)
    browser = house.browser()
    await browser.post("/sign-in/email", {"email": ann.email, "password": PASSWORD})
    session = await browser.session()
    assert session["session"]["accountId"] is None
    assert session["redirect"] == "/subscribe"


async def test_whom_an_invitation_waits_for_is_not_sent_to_subscribe(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed()
    assert (await bob.session())["redirect"] == "/subscribe"
    await ann.invites(bob)
    await house.follow()
    assert (await bob.session())["redirect"] is None


async def test_the_actor_has_the_permissions_of_the_role(house: House):
    ann = await house.person().arrived()
    nobody = await actor_of(ann)
    assert nobody is not None
    assert (nobody.account_id, nobody.may, nobody.reads) == (None, frozenset(), frozenset())
    assert nobody.confirmed_at is None

    account = UUID((await ann.subscribed())["id"])
    owner = await actor_of(ann)
    assert owner is not None
    assert owner.account_id == account
    assert {"account.delete", "document.create", "key.roll"} <= owner.may
    assert personal_role(account, owner.user_id or UUID(int=0)) in owner.reads
    assert built_in_role(account, "member") in owner.reads

    bob = await house.person().arrived()
    await ann.admits(bob)
    member = await actor_of(bob)
    assert member is not None
    assert member.account_id == account
    assert "document.create" in member.may
    assert not {"account.update", "member.delete"} & member.may
    assert built_in_role(account, "owner") not in member.reads

    await ann.post("/confirm", {"password": PASSWORD})
    assert (await _needed(ann)).confirmed_at == house.clock()


async def test_in_a_suspended_account_one_may_look_and_pay(house: House):
    ann = await house.person().arrived()
    account = UUID((await ann.subscribed())["id"])
    await house.decide(ACCOUNT, account, SuspendAccount("operator"), account_id=account)
    actor = await _needed(ann)
    assert {"document.read", "account.export", "billing.manage"} <= actor.may
    assert not {"document.create", "member.update", "key.grant"} & actor.may


async def test_the_device_of_a_session_is_known_until_it_changes_accounts(house: House):
    ann = await house.person().arrived()
    session = UUID((await ann.session())["session"]["id"])
    await house.decide(SESSIONS, session, TieDevice(DeviceId(UUID(int=5))))
    assert (await _needed(ann)).device_id == UUID(int=5)
    await ann.subscribed()
    assert (await _needed(ann)).device_id is None


async def test_who_leaves_an_account_acts_without_one(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed()
    user = await ann.admits(bob)
    assert (await _needed(bob)).account_id is not None
    await bob.post("/confirm", {"password": PASSWORD})
    assert (await bob.call("DELETE", f"/users/{user}")).status_code == 204
    actor = await _needed(bob)
    assert (actor.account_id, actor.may) == (None, frozenset())
    session = await bob.session()
    assert (session["session"]["accountId"], session["account"]) == (None, None)


async def test_who_is_removed_is_signed_out(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed()
    user = await ann.admits(bob)
    await ann.post("/confirm", {"password": PASSWORD})
    assert (await ann.call("DELETE", f"/users/{user}")).status_code == 204
    assert await actor_of(bob) is None
    assert await bob.session() is None


async def test_what_a_statement_may_see_ends_with_it(house: House):
    ann = await house.person().arrived()
    await ann.subscribed()
    for _ in range(20):
        await ann.session()
        rows = await house.base.reader.all(
            "select (select count(*) from read.account_members), (select count(*) from read.accounts)"
        )
        assert rows == [(0, 0)]


async def _needed(person: Person) -> Actor:
    actor = await actor_of(person)
    assert actor is not None
    return actor


async def test_a_denial_leaves_a_trace_in_its_account(house: House):
    ann, bob = await house.person().arrived(), await house.person().arrived()
    account = UUID((await ann.subscribed())["id"])
    await ann.admits(bob)
    denied = await bob.call("PUT", f"/api/accounts/{account}", {"displayName": "Mine", "version": 1})
    assert denied.status_code == 403
    rows = await house.rows(
        "select account_id, convert_from(state, 'utf8')::json ->> 'resource', actor_id from es.event "
        "where type = 'access.denied' and account_id = %s",
        (account,),
    )
    user = UUID((await bob.session())["user"]["id"])
    assert rows == [(account, "account", user)]


async def test_a_denial_without_an_account_leaves_its_trace_too(house: House):
    ann = await house.person().arrived()
    for method, path, body in (
        ("GET", "/api/roles", None),
        ("POST", "/document/create", {"items": []}),
        ("POST", "/api/accounts/language", {"language": "de"}),
    ):
        assert (await ann.call(method, path, body)).status_code in (400, 403)
    rows = await house.rows(
        "select account_id, convert_from(state, 'utf8')::json ->> 'resource', "
        "convert_from(state, 'utf8')::json ->> 'action' from es.event "
        "where type = 'action.denied' and actor_id = %s order by position",
        (UUID((await ann.session())["user"]["id"]),),
    )
    assert rows == [(None, "role", "list"), (None, "account", "update")]
