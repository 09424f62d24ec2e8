"""From a session without an account to one: plans, vouchers, further accounts, switching."""

from __future__ import annotations

from uuid import uuid4

import pytest

from application.accounts.vouchers import Issue, Revoke
from application.accounts.zones import zones
from domain.accounts.vouchers import VoucherTerms
from tests.support.house import House, details

SUBSCRIBE = "/api/account/subscribe"


async def test_a_new_person_subscribes_and_the_session_enters_the_account(house: House) -> None:
    ann = await house.person().arrived(name="Ann Lee")
    assert (await ann.session())["redirect"] == "/subscribe"
    account = await ann.subscribed()
    user = {"id": account["users"][0]["id"], "email": ann.email, "name": "Ann Lee", "role": "owner"}
    assert account["users"] == [user]
    assert account["plan"]["usage"] == {"seats": 1, "customRoles": 0, "storageBytes": 0}
    assert account["plan"]["trialEndsAt"] == "2031-05-20T07:08:09.012Z"
    session = await ann.session()
    assert session["session"]["accountId"] == account["id"]
    assert session["redirect"] is None
    await house.follow()
    for table, rows in {"accounts": 1, "memberships": 1, "roles": 5}.items():
        statement = f"select count(*) from read.{table} where account_id = %s"
        assert await house.rows(statement, [account["id"]]) == [(rows,)]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Calcutta", "America/Argentina/Buenos_Aires", "UTC"])
async def test_an_account_is_opened_in_the_zone_and_language_of_the_browser(house: House, zone: str) -> None:
    ann = await house.person().arrived()
    home = {"zone": zone, "language": "de"}
    body = {"planId": "family", "displayName": "Hawthorne", **home}
    account = await ann.data("POST", SUBSCRIBE, body)
    assert {name: account[name] for name in home} == home
    further = await ann.data("POST", "/api/accounts", {"displayName": "Kestrel", **home}, status=201)
    assert {name: further[name] for name in home} == home
    await house.follow()
    shown = await ann.data("GET", f"/api/accounts/{account['id']}")
    assert {name: shown[name] for name in home} == home
    # A plan is changed and the account stays where it is at home.
    moved = {**body, "planId": "office", "zone": "Africa/Cairo", "language": "ar"}
    assert (await ann.data("POST", SUBSCRIBE, moved))["zone"] == zone


async def test_whoever_says_nothing_opens_in_english_and_utc(house: House) -> None:
    account = await (await house.person().arrived()).subscribed()
    assert (account["zone"], account["language"]) == ("UTC", "en")


@pytest.mark.parametrize(
    ("home", "reason"),
    [
        ({"zone": "Europe/Nowhere"}, "zone"),
        ({"zone": "localtime"}, "zone"),
        ({"zone": "Factory"}, "zone"),
        ({"zone": "europe/berlin"}, "zone"),
        ({"zone": "Etc/Unknown"}, "zone"),
        ({"zone": "+01:00"}, "form"),
        ({"zone": "../../etc/passwd"}, "form"),
        ({"zone": ""}, "form"),
        ({"language": "tlh"}, "form"),
        ({"language": "de-DE"}, "form"),
        ({"language": 1}, "form"),
    ],
)
async def test_no_account_is_opened_where_nobody_can_be(house: House, home, reason: str) -> None:
    ann = await house.person().arrived()
    for path, body in (
        (SUBSCRIBE, {"planId": "family", "displayName": "H"}),
        ("/api/accounts", {"displayName": "H"}),
    ):
        assert (await ann.refusal("POST", path, {**body, **home}))[1:] == ("invalid_argument", reason)
    await house.follow()
    assert await ann.data("GET", "/api/accounts") == []


async def test_the_database_knows_every_zone_that_an_account_can_be_in(house: House) -> None:
    known = {name for (name,) in await house.rows("select name from pg_timezone_names")}
    assert zones() - known == frozenset()


async def test_mails_of_an_account_are_in_its_language(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived()
    body = {"planId": "family", "displayName": "Hawthorne", "language": "fr"}
    await ann.data("POST", SUBSCRIBE, body)
    await ann.invites(bob)
    invitation = (await house.letters(bob.email))[-1]
    assert (invitation.template, invitation.locale) == ("invitation", "fr")


async def test_what_a_write_answers_is_what_is_read_afterwards(house: House) -> None:
    ann = await house.person().arrived()
    written = await ann.subscribed()
    answer = await ann.call("GET", f"/api/accounts/{written['id']}")
    assert answer.json()["data"] == written
    assert answer.headers["ETag"] == f'"{written["version"]}"'


async def test_plans_are_listed_with_their_prices_and_limits(house: House) -> None:
    plans = await (await house.person().arrived()).data("GET", "/api/payment-plans")
    assert [(plan["id"], plan["priceMinor"]) for plan in plans] == [
        ("solo", 0),
        ("family", 1900),
        ("office", 9900),
        ("enterprise", None),
    ]
    assert plans[1]["limits"]["storageBytes"] == 100 * 2**30
    assert plans[3]["requiresCode"] is True


@pytest.mark.parametrize(
    ("body", "code", "reason"),
    [
        ({"planId": "gold", "displayName": "H"}, "invalid_argument", "plan"),
        ({"planId": "enterprise", "displayName": "H"}, "invalid_argument", "code"),
        ({"planId": "family", "displayName": "H", "code": "nonsense"}, "invalid_argument", "code"),
        ({"planId": "family", "displayName": ""}, "invalid_argument", "form"),
        ({"planId": "family", "displayName": " H"}, "invalid_argument", "form"),
        ({"planId": "family", "displayName": "H", "price": 0}, "invalid_argument", "form"),
        ({"planId": "family", "displayName": "H", "accountId": str(uuid4())}, "not_found", "not_found"),
    ],
)
async def test_a_subscription_that_cannot_be_is_refused(house: House, body, code: str, reason: str) -> None:
    ann = await house.person().arrived()
    assert (await ann.refusal("POST", SUBSCRIBE, body))[1:] == (code, reason)
    assert (await ann.session())["session"]["accountId"] is None


async def test_a_voucher_pays_once_per_account_until_it_is_used_up(house: House) -> None:
    code = (await house.run(Issue(VoucherTerms(kind="activation", plan_id="enterprise", months=12)))).answer
    ann, bob = await house.person().arrived(), await house.person().arrived()
    body = {"planId": "enterprise", "displayName": "Hawthorne", "code": code.lower()}
    account = await ann.data("POST", SUBSCRIBE, body)
    assert account["state"] == "active"
    assert account["plan"]["paidUntil"] == "2032-05-06T07:08:09.012Z"
    assert (await bob.refusal("POST", SUBSCRIBE, body))[2] == "code"


async def test_a_revoked_voucher_pays_nothing_and_a_longer_trial_is_longer(house: House) -> None:
    revoked = (await house.run(Issue(VoucherTerms(kind="activation")))).answer
    await house.run(Revoke(revoked))
    ann = await house.person().arrived()
    body = {"planId": "office", "displayName": "Hawthorne", "code": revoked}
    assert (await ann.refusal("POST", SUBSCRIBE, body))[2] == "code"
    longer = (await house.run(Issue(VoucherTerms(kind="extend", months=2, seats_bonus=3)))).answer
    account = await ann.data("POST", SUBSCRIBE, {**body, "code": longer})
    assert account["plan"]["trialEndsAt"] == "2031-07-20T07:08:09.012Z"
    assert account["plan"]["limits"]["seats"] == 28


async def test_codes_can_be_tried_ten_times_an_hour(house: House) -> None:
    ann = await house.person().arrived()
    body = {"planId": "family", "displayName": "H", "code": "0000-0000-0000-0000-0"}
    reasons = [(await ann.refusal("POST", SUBSCRIBE, body))[2] for _ in range(11)]
    assert reasons == ["code"] * 10 + ["code_limit"]


async def test_a_second_account_is_opened_completed_and_entered(house: House) -> None:
    ann = await house.person().arrived()
    first = await ann.subscribed()
    second = await ann.data("POST", "/api/accounts", {"displayName": "Kestrel"}, status=201)
    assert (second["state"], second["plan"]) == ("incomplete", None)
    refused = await ann.refusal("POST", "/api/accounts/switch", {"accountId": second["id"]})
    assert refused == (400, "failed_precondition", "account_incomplete")
    body = {"planId": "solo", "displayName": "Kestrel & Wren", "accountId": second["id"]}
    completed = await ann.data("POST", SUBSCRIBE, body)
    assert (completed["state"], completed["displayName"]) == ("active", "Kestrel & Wren")
    assert (await ann.session())["session"]["accountId"] == second["id"]
    accounts = await ann.data("GET", "/api/accounts")
    assert {(a["accountId"], a["role"], a["state"]) for a in accounts} == {
        (first["id"], "owner", "trialing"),
        (second["id"], "owner", "active"),
    }
    entered = await ann.data("POST", "/api/accounts/switch", {"accountId": first["id"]})
    assert entered["accountId"] == first["id"]
    assert (await ann.session())["session"]["accountId"] == first["id"]


async def test_nobody_enters_or_completes_an_account_of_others(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived()
    account = await ann.subscribed()
    missing = await bob.refusal("POST", "/api/accounts/switch", {"accountId": str(uuid4())})
    assert await bob.refusal("POST", "/api/accounts/switch", {"accountId": account["id"]}) == missing
    body = {"planId": "solo", "displayName": "Mine", "accountId": account["id"]}
    assert (await bob.refusal("POST", SUBSCRIBE, body))[:2] == (404, "not_found")
    await bob.subscribed()
    other = await bob.call("GET", f"/api/accounts/{account['id']}")
    unknown = await bob.call("GET", f"/api/accounts/{uuid4()}")
    assert other.status_code == unknown.status_code == 404
    for answer in (other, unknown):
        assert {**answer.json(), "details": None} == {
            "code": "not_found",
            "message": "There is no such account.",
            "details": None,
        }


async def test_ten_accounts_are_owned_at_most(house: House) -> None:
    ann = await house.person().arrived()
    for number in range(10):
        await ann.data("POST", "/api/accounts", {"displayName": f"Number {number}"}, status=201)
    await house.follow()
    refused = await ann.refusal("POST", "/api/accounts", {"displayName": "One more"})
    assert refused == (400, "failed_precondition", "account_limit")


async def test_a_plan_changes_up_and_down_as_far_as_it_is_used(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed()
    await ann.admits(bob)
    bigger = await ann.data("POST", SUBSCRIBE, {"planId": "office", "displayName": "Hawthorne"})
    assert bigger["plan"]["limits"]["seats"] == 25
    assert bigger["plan"]["trialEndsAt"] == "2031-05-20T07:08:09.012Z"
    answer = await ann.call("POST", SUBSCRIBE, {"planId": "solo", "displayName": "Hawthorne"})
    assert details(answer)["reason"] == "over_limits"
    assert details(answer)["usage"] == {"seats": {"used": 2, "limit": 1}}
    assert (await bob.refusal("POST", SUBSCRIBE, {"planId": "office", "displayName": "H"}))[0] == 403


async def test_who_may_not_pay_cannot_find_out_which_codes_are_good(house: House) -> None:
    """The account refuses them as well, but only once the code was looked at."""
    ann, bob = await house.person().arrived(), await house.person().arrived()
    await ann.subscribed()
    await ann.admits(bob, "admin")
    good = (await house.run(Issue(VoucherTerms(kind="activation")))).answer
    for code in (good, "0000-0000-0000-0000-0"):
        body = {"planId": "office", "displayName": "Hawthorne", "code": code}
        assert await bob.refusal("POST", SUBSCRIBE, body) == (403, "permission_denied", "not_allowed")
    body = {"planId": "office", "displayName": "Hawthorne", "code": good}
    assert (await ann.data("POST", SUBSCRIBE, body))["plan"]["id"] == "office"


async def test_the_same_key_gives_the_same_account_and_another_body_is_refused(house: House) -> None:
    ann = await house.person().arrived()
    body = {"planId": "family", "displayName": "Hawthorne"}
    key = {"Idempotency-Key": "one click"}
    first = await ann.call("POST", SUBSCRIBE, body, **key)
    opened = await house.facts("account.opened")
    # The session has an account now; the key is of the session as it was.
    again = await ann.call("POST", "/api/accounts", {"displayName": "B"}, **{"Idempotency-Key": "b"})
    twice = await ann.call("POST", "/api/accounts", {"displayName": "B"}, **{"Idempotency-Key": "b"})
    assert first.status_code == 200
    assert again.json() == twice.json()
    assert twice.headers["Idempotency-Replayed"] == "true"
    assert await house.facts("account.opened") == opened + 1
    other = await ann.call("POST", "/api/accounts", {"displayName": "C"}, **{"Idempotency-Key": "b"})
    assert details(other)["reason"] == "idempotency_mismatch"
    stored = await house.rows("select response from es.idempotency where key = 'b'")
    assert ann.email.encode() not in stored[0][0]
