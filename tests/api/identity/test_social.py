"""Signing in with an account elsewhere, through real providers (auth-wire.md section 8)."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from domain.identity.users import USER, BanUser
from tests.support.door import ORIGIN, PASSWORD, Door, an_address, an_open_door
from tests.support.providers import Traveller, query_of, running_providers, settings_of

BOTH = pytest.mark.parametrize("provider", ["google", "microsoft"])
CALLBACK = f"{ORIGIN}/api/auth/callback/google"


@pytest.fixture(scope="module")
def issuers() -> Iterator[dict[str, str]]:
    with running_providers() as issuers:
        yield issuers


@pytest.fixture(scope="module")
async def door(
    module_database_url: str,
    valkey_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    issuers: dict[str, str],
) -> AsyncIterator[Door]:
    mail: Path = tmp_path_factory.mktemp("mail")
    async with an_open_door(module_database_url, valkey_url, mail, **settings_of(**issuers)) as door:
        yield door


@pytest.fixture(autouse=True)
def _now(door: Door) -> None:
    """Providers have a clock of their own."""
    door.clock.now = datetime.now(UTC).replace(microsecond=0)


@pytest.fixture
def somebody(door: Door) -> Traveller:
    return Traveller(door.browser())


def person(email: str, subject: str = "", **claims: Any) -> dict[str, Any]:
    subject = subject or f"s-{email}"
    return {"sub": subject, "oid": subject, "email": email, "email_verified": True, "name": "Ann", **claims}


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


async def test_the_browser_is_sent_with_everything_the_provider_has_to_know(
    somebody: Traveller, issuers: dict[str, str]
):
    body = {"provider": "google", "scopes": ["calendar", "email"], "loginHint": "ann@example.com"}
    answer = await somebody.browser.post("/sign-in/social", body)
    url = answer.json()["url"]
    assert answer.json() == {"url": url, "redirect": True}
    assert answer.headers["Location"] == url
    assert url.startswith(f"{issuers['google']}/auth?")
    asked = query_of(url)
    assert len(asked.pop("state")) == 32
    assert len(asked.pop("nonce")) == 32
    assert len(asked.pop("code_challenge")) == 43
    assert asked == {
        "response_type": "code",
        "client_id": "coffer-google",
        "redirect_uri": CALLBACK,
        "scope": "email profile openid calendar",
        "code_challenge_method": "S256",
        "include_granted_scopes": "true",
        "login_hint": "ann@example.com",
    }
    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie.startswith("__Secure-better-auth.state=")
    for attribute in ("Max-Age=300", "Path=/", "HttpOnly", "SameSite=lax", "Secure"):
        assert attribute.lower() in cookie.lower()


async def test_a_client_may_go_there_by_itself(somebody: Traveller):
    answer = await somebody.browser.post("/sign-in/social", {"provider": "google", "disableRedirect": True})
    assert answer.json()["redirect"] is False
    assert "Location" not in answer.headers


async def test_microsoft_is_asked_for_what_the_wire_says(somebody: Traveller):
    asked = query_of(await somebody.leave("microsoft"))
    assert asked["scope"] == "openid profile email User.Read offline_access"
    assert "include_granted_scopes" not in asked


async def test_a_provider_that_is_not_configured_is_none(somebody: Traveller):
    answer = await somebody.browser.post("/sign-in/social", {"provider": "github"})
    assert (answer.status_code, answer.json()) == (
        404,
        {"message": "Provider not found", "code": "PROVIDER_NOT_FOUND"},
    )


@pytest.mark.parametrize(
    ("member", "code"),
    [
        ("callbackURL", "INVALID_CALLBACK_URL"),
        ("errorCallbackURL", "INVALID_ERROR_CALLBACK_URL"),
        ("newUserCallbackURL", "INVALID_NEW_USER_CALLBACK_URL"),
    ],
)
async def test_nobody_is_sent_to_a_foreign_page(door: Door, member: str, code: str):
    browser = door.browser()
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example"):
        answer = await browser.post("/sign-in/social", {"provider": "google", member: target})
        assert (answer.status_code, answer.json()["code"]) == (403, code)


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


async def test_who_changes_their_mind_comes_back_with_the_providers_words(somebody: Traveller):
    back = await somebody.cancel(await somebody.leave(errorCallbackURL="/login?from=google#top"))
    answer = await somebody.come_back(back)
    address = urlsplit(answer.headers["Location"])
    assert (address.path, address.fragment) == ("/login", "top")
    assert query_of(answer.headers["Location"]) == {
        "from": "google",
        "error": "access_denied",
        "error_description": "The person changed their mind.",
    }


async def test_a_banned_person_is_not_let_in(door: Door, somebody: Traveller):
    email = an_address()
    await somebody.sign_in(person(email))
    user_id = UUID((await somebody.browser.session())["user"]["id"])
    await door.decide(USER, user_id, BanUser("a reason"))
    assert await Traveller(door.browser()).sign_in(person(email)) == "/login?error=banned"


ODD = [
    "\r\nSet-Cookie: a=b",
    "\x00",
    "é" * 300,
    "a&b=c#d?e",
    "<script>",
    "//evil.example",
    "💥" * 200,
    "%ff%0d",
]


@pytest.mark.parametrize("words", ODD)
async def test_whatever_a_provider_says_stays_in_the_query(somebody: Traveller, words: str):
    state = query_of(await somebody.leave())["state"]
    said = {"state": state, "error": words, "error_description": words, "code": words}
    answer = await somebody.browser.http.get(CALLBACK, params=said)
    assert answer.status_code == 302
    assert urlsplit(answer.headers["Location"])[:3] == ("", "", "/login")
    assert query_of(answer.headers["Location"]) == {"error": words[:100], "error_description": words[:300]}
    assert [cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie")] == [
        "__Secure-better-auth.state"
    ]


@pytest.mark.parametrize("words", ODD)
async def test_whatever_comes_back_the_browser_is_sent_on(somebody: Traveller, words: str):
    state = query_of(await somebody.leave())["state"]
    for said in ({"state": words, "code": words}, {"state": state, "code": words}, {"code": words}):
        answer = await somebody.browser.http.get(CALLBACK, params=said)
        assert answer.status_code == 302
        assert query_of(answer.headers["Location"]).keys() == {"error"}
        form = await somebody.browser.http.post(CALLBACK, data=said)
        assert (form.status_code, form.headers["Location"].partition("?")[0]) == (
            302,
            urlsplit(CALLBACK).path,
        )
        assert query_of(form.headers["Location"]) == said


async def ends_at(traveller: Traveller, url: str) -> str:
    return (await traveller.come_back(url)).headers["Location"]


async def test_a_state_is_good_once(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    assert await ends_at(somebody, back) == "/dashboard"
    assert await ends_at(somebody, back) == "/api/auth/error?error=state_mismatch"


async def test_success_takes_the_states_cookie_away_and_sets_the_sessions(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    cookies = (await somebody.come_back(back)).headers.get_list("set-cookie")
    state = next(cookie for cookie in cookies if cookie.startswith("__Secure-better-auth.state="))
    assert "max-age=0" in state.lower()
    session = next(cookie for cookie in cookies if cookie.startswith("__Secure-better-auth.session_token="))
    assert "max-age=604800" in session.lower()


async def test_a_code_is_good_once(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    assert await ends_at(somebody, back) == "/dashboard"
    thief = Traveller(door.browser())
    state = query_of(await thief.leave())["state"]
    again = f"{CALLBACK}?code={query_of(back)['code']}&state={state}"
    assert await ends_at(thief, again) == "/login?error=invalid_code"
    assert await thief.browser.session() is None


async def test_a_code_of_one_journey_is_none_of_another(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    thief = Traveller(door.browser())
    state = query_of(await thief.leave())["state"]
    # Stolen before it was used: the verifier of the thief's own journey does not fit it.
    stolen = f"{CALLBACK}?code={query_of(back)['code']}&state={state}"
    assert await ends_at(thief, stolen) == "/login?error=invalid_code"


async def test_a_state_belongs_to_the_browser_that_left_with_it(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    other = Traveller(door.browser())
    assert await ends_at(other, back) == "/api/auth/error?error=state_mismatch"
    # Not even with a journey of its own.
    await other.leave()
    assert await ends_at(other, back) == "/api/auth/error?error=state_mismatch"
    assert await other.browser.session() is None
    # Nobody else can use it up either.
    assert await ends_at(somebody, back) == "/dashboard"


async def test_a_state_is_none_of_another_provider(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    elsewhere = back.replace("/callback/google", "/callback/microsoft")
    assert await ends_at(somebody, elsewhere) == "/api/auth/error?error=state_mismatch"


async def test_after_ten_minutes_a_state_is_unknown(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    door.clock.advance(minutes=10)
    assert await ends_at(somebody, back) == "/api/auth/error?error=state_mismatch"


async def test_what_comes_back_without_state_or_code_says_so(somebody: Traveller):
    assert await ends_at(somebody, f"{CALLBACK}?code=1") == "/api/auth/error?error=state_not_found"
    assert await ends_at(somebody, f"{CALLBACK}?state=1") == "/api/auth/error?error=state_mismatch"
    state = query_of(await somebody.leave())["state"]
    assert await ends_at(somebody, f"{CALLBACK}?state={state}") == "/login?error=no_code"


async def test_a_form_is_sent_on_to_the_address_that_says_the_same(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    stranger = Traveller(somebody.browser.door.browser())
    posted = await stranger.browser.http.post(CALLBACK, data=query_of(back), headers={"Origin": "null"})
    assert (posted.status_code, posted.content) == (302, b"")
    assert query_of(posted.headers["Location"]) == query_of(back)
    assert await ends_at(somebody, f"{ORIGIN}{posted.headers['Location']}") == "/dashboard"


async def test_of_eight_simultaneous_returns_one_wins(door: Door, somebody: Traveller):
    email = an_address()
    back = await somebody.be_recognised(await somebody.leave(), person(email))
    cookie = "; ".join(f"{name}={value}" for name, value in somebody.browser.http.cookies.items())
    browsers = [door.browser(Cookie=cookie) for _ in range(8)]
    answers = await asyncio.gather(*(browser.http.get(back) for browser in browsers))
    ends = sorted(answer.headers["Location"] for answer in answers)
    assert ends == ["/api/auth/error?error=state_mismatch"] * 7 + ["/dashboard"]
    sessions = await door.rows(
        "select count(*) from read.sessions s join read.users u on u.id = s.user_id where u.email_index = %s",
        (door.base.blind.email(email),),
    )
    assert sessions == [(1,)]


async def test_two_first_proofs_at_once_make_one_person(door: Door):
    email = an_address()
    google, microsoft = Traveller(door.browser()), Traveller(door.browser())
    backs = [
        (google, await google.be_recognised(await google.leave("google"), person(email))),
        (microsoft, await microsoft.be_recognised(await microsoft.leave("microsoft"), person(email))),
    ]
    ends = await asyncio.gather(*(ends_at(traveller, back) for traveller, back in backs))
    assert ends == ["/dashboard", "/dashboard"]
    sessions = [await traveller.browser.session() for traveller, _ in backs]
    assert len({session["user"]["id"] for session in sessions}) == 1


async def test_neither_who_somebody_is_there_nor_a_token_is_kept_readable(door: Door, somebody: Traveller):
    email, subject = an_address(), "subject-in-the-clear"
    await somebody.sign_in(person(email, subject=subject))
    for table in ("es.event", "read.sign_in_methods", "read.users"):
        rows = await door.rows(f"select t::text from {table} as t")
        assert not any(subject in row or email in row or "eyJ" in row for (row,) in rows)
    states = await door.rows("select convert_from(state, 'utf8') from es.event")
    assert not any(subject in state or email in state or "eyJ" in state for (state,) in states)
