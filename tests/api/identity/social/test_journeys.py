"""To a provider and back: each journey ends once, in the browser that began it (auth-wire.md section 8)."""

import asyncio
from urllib.parse import urlsplit

import pytest

from tests.support.door import ORIGIN, Door, an_address
from tests.support.providers import Traveller, person, query_of

CALLBACK = f"{ORIGIN}/api/auth/callback/google"
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


async def test_a_state_is_good_once(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    assert await somebody.ends_at(back) == "/dashboard"
    assert await somebody.ends_at(back) == "/api/auth/error?error=state_mismatch"


async def test_success_takes_the_states_cookie_away_and_sets_the_sessions(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    cookies = (await somebody.come_back(back)).headers.get_list("set-cookie")
    state = next(cookie for cookie in cookies if cookie.startswith("__Secure-better-auth.state="))
    assert "max-age=0" in state.lower()
    session = next(cookie for cookie in cookies if cookie.startswith("__Secure-better-auth.session_token="))
    assert "max-age=604800" in session.lower()


async def test_a_code_is_good_once(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    assert await somebody.ends_at(back) == "/dashboard"
    thief = Traveller(door.browser())
    state = query_of(await thief.leave())["state"]
    again = f"{CALLBACK}?code={query_of(back)['code']}&state={state}"
    assert await thief.ends_at(again) == "/login?error=invalid_code"
    assert await thief.browser.session() is None


async def test_a_code_of_one_journey_is_none_of_another(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    thief = Traveller(door.browser())
    state = query_of(await thief.leave())["state"]
    # Stolen before it was used: the verifier of the thief's own journey does not fit it.
    stolen = f"{CALLBACK}?code={query_of(back)['code']}&state={state}"
    assert await thief.ends_at(stolen) == "/login?error=invalid_code"


async def test_a_state_belongs_to_the_browser_that_left_with_it(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    other = Traveller(door.browser())
    assert await other.ends_at(back) == "/api/auth/error?error=state_mismatch"
    # Not even with a journey of its own.
    await other.leave()
    assert await other.ends_at(back) == "/api/auth/error?error=state_mismatch"
    assert await other.browser.session() is None
    # Nobody else can use it up either.
    assert await somebody.ends_at(back) == "/dashboard"


async def test_a_state_is_none_of_another_provider(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    elsewhere = back.replace("/callback/google", "/callback/microsoft")
    assert await somebody.ends_at(elsewhere) == "/api/auth/error?error=state_mismatch"


async def test_after_ten_minutes_a_state_is_unknown(door: Door, somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    door.clock.advance(minutes=10)
    assert await somebody.ends_at(back) == "/api/auth/error?error=state_mismatch"


async def test_what_comes_back_without_state_or_code_says_so(somebody: Traveller):
    assert await somebody.ends_at(f"{CALLBACK}?code=1") == "/api/auth/error?error=state_not_found"
    assert await somebody.ends_at(f"{CALLBACK}?state=1") == "/api/auth/error?error=state_mismatch"
    state = query_of(await somebody.leave())["state"]
    assert await somebody.ends_at(f"{CALLBACK}?state={state}") == "/login?error=no_code"


async def test_a_form_is_sent_on_to_the_address_that_says_the_same(somebody: Traveller):
    back = await somebody.be_recognised(await somebody.leave(), person(an_address()))
    stranger = Traveller(somebody.browser.door.browser())
    posted = await stranger.browser.http.post(CALLBACK, data=query_of(back), headers={"Origin": "null"})
    assert (posted.status_code, posted.content) == (302, b"")
    assert query_of(posted.headers["Location"]) == query_of(back)
    assert await somebody.ends_at(f"{ORIGIN}{posted.headers['Location']}") == "/dashboard"


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
