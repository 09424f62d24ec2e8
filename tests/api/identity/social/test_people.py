"""Who is let in with an account elsewhere, linked to it, or registered by it (auth-wire.md section 8)."""

import asyncio
import re
from uuid import UUID

import pytest

from domain.identity.users import USER, BanUser
from tests.support.door import PASSWORD, Door, an_address
from tests.support.providers import Traveller, person

# Two parts of a JSON Web Token; the first three letters alone also occur in what is encrypted.
A_TOKEN = re.compile(r"eyJ[\w-]{8,}\.eyJ")
BOTH = pytest.mark.parametrize("provider", ["google", "microsoft"])


async def test_the_app_learns_with_whom_one_can_sign_in(door: Door):
    answer = await door.browser().get("/providers")
    assert answer.json() == {"data": ["google", "microsoft"]}


@BOTH
async def test_a_stranger_is_registered_by_a_proven_address_and_found_again(door: Door, provider: str):
    email, first = an_address(), Traveller(door.browser())
    assert await first.sign_in(person(email), provider, newUserCallbackURL="/welcome") == "/welcome"
    session = await first.browser.session()
    assert session["user"]["email"] == email
    assert session["user"]["emailVerified"] is True
    assert session["user"]["name"] == "Ann"

    again = Traveller(door.browser())
    assert await again.sign_in(person(email), provider, newUserCallbackURL="/welcome") == "/dashboard"
    assert (await again.browser.session())["user"]["id"] == session["user"]["id"]
    linked = await door.rows(
        "select provider from read.sign_in_methods where user_id = %s", (session["user"]["id"],)
    )
    assert linked == [(provider,)]
    method = await door.rows("select method from read.sessions where user_id = %s", (session["user"]["id"],))
    assert method == [("social",), ("social",)]


async def test_whom_a_provider_knows_is_known_by_another_address_too(door: Door, somebody: Traveller):
    email = an_address()
    await somebody.sign_in(person(email, subject="moves"))
    later = Traveller(door.browser())
    assert await later.sign_in(person(an_address(), subject="moves", email_verified=False)) == "/dashboard"
    assert (await later.browser.session())["user"]["email"] == email


async def test_a_proven_mailbox_links_what_is_proven_on_both_sides(door: Door, somebody: Traveller):
    email = an_address()
    user = await door.browser().registered(email, name="Bo")
    assert await somebody.sign_in(person(email), newUserCallbackURL="/welcome") == "/dashboard"
    assert (await somebody.browser.session())["user"] | {"updatedAt": ""} == user | {"updatedAt": ""}
    # The password is still the one that its owner typed.
    again = await door.browser().post("/sign-in/email", {"email": email, "password": PASSWORD})
    assert again.status_code == 200


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@BOTH
async def test_an_address_the_provider_did_not_prove_links_and_registers_nothing(
    door: Door, somebody: Traveller, provider: str, known: bool
):
    email = an_address()
    if known:
        await door.browser().registered(email)
    where = await somebody.sign_in(person(email, email_verified=False), provider)
    assert where == "/login?error=account_not_linked"
    assert await somebody.browser.session() is None


async def test_microsoft_may_list_what_was_proven(door: Door):
    for claim in ("verified_primary_email", "verified_secondary_email"):
        email, traveller = an_address(), Traveller(door.browser())
        claims = person(email.upper(), subject=claim, **{claim: [email]})
        del claims["email_verified"]
        assert await traveller.sign_in(claims, "microsoft") == "/dashboard"
        assert (await traveller.browser.session())["user"]["email"] == email


async def test_a_tenants_list_of_other_addresses_proves_nothing(somebody: Traveller):
    claims = person(an_address(), verified_primary_email=["other@example.com"])
    del claims["email_verified"]
    assert await somebody.sign_in(claims, "microsoft") == "/login?error=account_not_linked"


async def test_the_first_proof_takes_what_this_browser_signed_up_with(door: Door, somebody: Traveller):
    email = an_address()
    await door.browser().sign_up(email, name="A stranger", password="strangers-lantern-9")
    await somebody.browser.sign_up(email, name="Bo")
    await somebody.sign_in(person(email))
    assert (await somebody.browser.session())["user"]["name"] == "Bo"
    path = "/sign-in/email"
    own = await door.browser().post(path, {"email": email, "password": PASSWORD})
    planted = await door.browser().post(path, {"email": email, "password": "strangers-lantern-9"})
    assert (own.status_code, planted.status_code) == (200, 401)


async def test_without_an_address_nobody_is_let_in(somebody: Traveller):
    claims = person("", subject="addressless")
    del claims["email"]
    assert await somebody.sign_in(claims) == "/login?error=email_not_found"


async def test_a_banned_person_is_not_let_in(door: Door, somebody: Traveller):
    email = an_address()
    await somebody.sign_in(person(email))
    user_id = UUID((await somebody.browser.session())["user"]["id"])
    await door.decide(USER, user_id, BanUser("abuse"))
    assert await Traveller(door.browser()).sign_in(person(email)) == "/login?error=banned"


async def test_two_first_proofs_at_once_make_one_person(door: Door):
    email = an_address()
    google, microsoft = Traveller(door.browser()), Traveller(door.browser())
    backs = [
        (google, await google.be_recognised(await google.leave("google"), person(email))),
        (microsoft, await microsoft.be_recognised(await microsoft.leave("microsoft"), person(email))),
    ]
    ends = await asyncio.gather(*(traveller.ends_at(back) for traveller, back in backs))
    assert ends == ["/dashboard", "/dashboard"]
    sessions = [await traveller.browser.session() for traveller, _ in backs]
    assert len({session["user"]["id"] for session in sessions}) == 1


async def test_neither_who_somebody_is_there_nor_a_token_is_kept_readable(door: Door, somebody: Traveller):
    email, subject = an_address(), "subject-in-the-clear"
    await somebody.sign_in(person(email, subject=subject))
    for table in ("es.event", "read.sign_in_methods", "read.users"):
        rows = await door.rows(f"select t::text from {table} as t")
        assert not any(subject in row or email in row or A_TOKEN.search(row) for (row,) in rows)
    states = await door.rows("select convert_from(state, 'utf8') from es.event")
    assert not any(subject in state or email in state or A_TOKEN.search(state) for (state,) in states)
