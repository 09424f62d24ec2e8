"""What holds for every route under `/api/auth`: form, origin, limits (auth-wire.md 1, 9, 10)."""

import httpx
import pytest

from tests.support.door import ORIGIN, PASSWORD, Door, an_address

EMAIL = "/api/auth/sign-in/email"


def bare(door: Door, address: str, **headers: str) -> httpx.AsyncClient:
    """A plain HTTP tool: no cookies, no origin."""
    transport = httpx.ASGITransport(door.app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers)


async def test_it_answers(door: Door):
    assert (await door.browser().get("/ok")).json() == {"ok": True}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("POST", "/nothing"),
        ("GET", "/sign-in/email"),
        ("POST", "/ok"),
        ("HEAD", "/ok"),
        ("HEAD", "/get-session"),
        ("PUT", "/sign-out"),
        ("GET", "/ok/"),
        ("GET", "//ok"),
        ("POST", "/sign-out/"),
        ("GET", "/passkey//list-user-passkeys"),
    ],
)
async def test_what_is_no_route_is_404_and_empty(door: Door, method: str, path: str):
    answer = await door.browser().http.request(method, f"/api/auth{path}")
    assert (answer.status_code, answer.content) == (404, b"")


async def test_nobody_is_null(door: Door):
    answer = await door.browser().get("/get-session")
    assert (answer.status_code, answer.text) == (200, "null")
    assert answer.headers["content-type"].startswith("application/json")


async def test_bodies_are_json(door: Door):
    browser = door.browser()
    odd = await browser.http.post(
        "/api/auth/email-otp/verify-email", content="x", headers={"Content-Type": "text/plain"}
    )
    assert odd.status_code == 415
    assert odd.json() == {
        "message": 'Content-Type "text/plain" is not allowed. Allowed types: application/json',
        "code": "UNSUPPORTED_MEDIA_TYPE",
    }
    json = {"Content-Type": "application/json"}
    for content in (b"{", b"\xff", b"[" * 100_000):
        broken = await door.browser().http.post(EMAIL, content=content, headers=json)
        assert (broken.status_code, broken.json()) == (
            400,
            {"message": "Invalid JSON in request body", "code": "BAD_REQUEST"},
        )
    for content in (b"", b"[]", b"null", b'"x"'):
        none = await door.browser().http.post(EMAIL, content=content, headers=json)
        assert (none.status_code, none.json()["code"]) == (400, "VALIDATION_ERROR")
        assert none.json()["message"].startswith("[body] ")


async def test_every_problem_of_a_body_is_named(door: Door):
    answer = await door.browser().post("/sign-up/email", {"email": 1, "password": PASSWORD})
    assert answer.json()["code"] == "VALIDATION_ERROR"
    clauses = answer.json()["message"].split("; ")
    assert [clause.split(" ")[0] for clause in clauses] == ["[body.name]", "[body.email]"]


async def test_a_form_may_sign_up_and_in(door: Door):
    email, browser = an_address(), door.browser()
    form = {"name": "true", "email": email, "password": PASSWORD}
    assert (await browser.http.post("/api/auth/sign-up/email", data=form)).status_code == 200
    assert (await browser.sign_in_by_code(email)).json()["user"]["name"] == "true"
    form = {"email": email, "password": PASSWORD, "rememberMe": "false"}
    answer = await door.browser().http.post(EMAIL, data=form)
    assert answer.status_code == 200
    assert "Max-Age" not in answer.headers.get_list("set-cookie")[0]
    other = await browser.http.post("/api/auth/email-otp/verify-email", data={"email": email, "otp": "1"})
    assert other.status_code == 415


async def test_members_that_are_not_ours_are_overlooked(door: Door):
    body = {"email": an_address(), "type": "sign-in", "fetchOptions": {}}
    answer = await door.browser().post("/email-otp/send-verification-otp", body)
    assert answer.json() == {"success": True}


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Origin": "https://evil.test"}, "INVALID_ORIGIN"),
        ({"Origin": "http://coffer.test"}, "INVALID_ORIGIN"),
        ({"Origin": "https://coffer.test:8443"}, "INVALID_ORIGIN"),
        ({"Origin": "null"}, "MISSING_OR_NULL_ORIGIN"),
        ({}, "MISSING_OR_NULL_ORIGIN"),
        ({"Referer": "https://evil.test/coffer.test"}, "INVALID_ORIGIN"),
        ({"Origin": ORIGIN}, None),
        ({"Referer": f"{ORIGIN}/login?x=1"}, None),
    ],
)
async def test_with_cookies_a_write_comes_from_our_own_pages(
    door: Door, headers: dict[str, str], code: str | None
):
    async with bare(door, "10.200.0.1", Cookie="a=b", **headers) as http:
        answer = await http.post("/api/auth/sign-out")
    assert answer.status_code == (403 if code else 200)
    assert answer.json().get("code") == code


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, None),
        (
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
            "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED",
        ),
        ({"Sec-Fetch-Site": "same-origin", "Origin": ORIGIN}, None),
        ({"Sec-Fetch-Mode": "cors"}, "MISSING_OR_NULL_ORIGIN"),
        ({"Origin": "https://evil.test"}, "INVALID_ORIGIN"),
        ({"Referer": "https://evil.test/"}, "INVALID_ORIGIN"),
    ],
)
async def test_without_cookies_what_writes_is_guarded_too(
    door: Door, headers: dict[str, str], code: str | None
):
    body = {"email": an_address(), "type": "sign-in"}
    async with bare(door, f"10.201.0.{len(str(headers))}", **headers) as http:
        guarded = await http.post("/api/auth/email-otp/send-verification-otp", json=body)
        other = await http.post("/api/auth/sign-out")
    for answer in (guarded, other):
        assert answer.status_code == (403 if code else 200)
        assert answer.json().get("code") == code


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("/dashboard", True),
        ("/a?b=%2Fc#d", True),
        (f"{ORIGIN}/x", True),
        ("//evil.test", False),
        ("/\\evil.test", False),
        ("/%2Fevil.test", False),
        ("/a%5cb", False),
        ("/a\nb", False),
        ("https://evil.test", False),
        ("https://coffer.test@evil.test/", False),
        ("https://coffer.test.evil.test/", False),
        ("javascript:alert(1)", False),
        ("dashboard", False),
        ("", False),
    ],
)
async def test_browsers_are_sent_to_our_own_pages_only(door: Door, url: str, allowed: bool):
    body = {"email": an_address(), "password": PASSWORD, "callbackURL": url}
    answer = await door.browser().post("/sign-in/email", body)
    assert answer.status_code == (401 if allowed else 403)
    assert answer.json()["code"] == ("INVALID_EMAIL_OR_PASSWORD" if allowed else "INVALID_CALLBACK_URL")


async def test_a_callback_is_text(door: Door):
    body = {"email": an_address(), "type": "sign-in", "callbackURL": 7}
    answer = await door.browser().post("/email-otp/send-verification-otp", body)
    assert answer.status_code == 400
    assert "code" not in answer.json()


@pytest.mark.parametrize(
    ("path", "body", "most", "seconds"),
    [
        ("/sign-in/email", {"email": "a@example.com", "password": "x"}, 3, 10),
        ("/sign-up/email", {"email": "a@example.com", "password": "x", "name": ""}, 3, 10),
        ("/sign-in/email-otp", {"email": "limit@example.com", "otp": "1"}, 3, 60),
        ("/email-otp/verify-email", {"email": "limit@example.com", "otp": "1"}, 3, 60),
        ("/sign-out", None, 100, 10),
    ],
)
async def test_limits_hold_per_client_and_path(door: Door, path: str, body: object, most: int, seconds: int):
    browser, before = door.browser(), await door.facts("rate.limited")
    for _ in range(most):
        assert (await browser.post(path, body)).status_code != 429
    for _ in range(2):
        over = await browser.post(path, body)
        assert over.status_code == 429
        assert over.json() == {"message": "Too many requests. Please try again later."}
        assert over.headers["x-retry-after"] == str(seconds)
    assert await door.facts("rate.limited") == before + 1
    assert (await door.browser().post(path, body)).status_code != 429
    assert (await browser.get("/ok")).status_code == 200
    door.clock.advance(seconds=seconds - 1)
    assert (await browser.post(path, body)).status_code == 429
    door.clock.advance(seconds=1)
    assert (await browser.post(path, body)).status_code != 429


async def test_a_forwarded_address_of_a_stranger_changes_nothing(door: Door):
    browser, body = door.browser(), {"email": "a@example.com", "password": "x"}
    statuses = [
        (await browser.post("/sign-in/email", body, headers={"X-Forwarded-For": f"192.0.2.{n}"})).status_code
        for n in range(4)
    ]
    assert statuses[-1] == 429


async def test_neighbours_in_one_ipv6_network_share_a_limit(door: Door):
    body = {"email": "a@example.com", "password": "x"}
    statuses: list[int] = []
    for end in range(4):
        async with bare(door, f"2001:db8:1:2::{end + 1}") as http:
            statuses.append((await http.post(EMAIL, json=body)).status_code)
    assert statuses == [401, 401, 401, 429]


ODD = [
    "\x00",
    "a\x00b",
    "\u202e",
    "✓",
    "🔑" * 3,
    "x" * 20_000,
    "%s%n",
    "'; drop table es.event; --",
    "\u2028",
]


@pytest.mark.parametrize("text", ODD)
async def test_no_text_is_a_fault_of_ours(door: Door, text: str):
    for path, body in (
        ("/sign-up/email", {"name": text, "email": an_address(), "password": PASSWORD}),
        ("/sign-up/email", {"name": "Ann", "email": an_address(), "password": f"{text}-long-enough"}),
        ("/sign-up/email", {"name": "Ann", "email": f"{text}@example.com", "password": PASSWORD}),
        ("/sign-in/email", {"email": an_address(), "password": text, "callbackURL": f"/{text}"}),
        ("/sign-in/email", {"email": f"{text}@example.com", "password": text}),
        ("/sign-in/email-otp", {"email": an_address(), "otp": text}),
        ("/email-otp/verify-email", {"email": an_address(), "otp": text}),
        ("/email-otp/send-verification-otp", {"email": an_address(), "type": text}),
        ("/passkey/verify-authentication", {"response": {"id": text, "rawId": text, "response": text}}),
    ):
        answer = await door.browser().post(path, body)
        assert answer.status_code in (200, 400, 401, 403, 413), (path, answer.text)


@pytest.mark.parametrize("text", ODD)
async def test_no_cookie_or_query_is_a_fault_of_ours(door: Door, text: str):
    latin = text.encode().decode("latin-1")
    cookie = f"__Secure-better-auth.session_token={latin}".replace("\x00", "").replace("\n", "")
    async with bare(door, "10.202.0.1") as http:
        answer = await http.get("/api/auth/get-session", headers=[(b"cookie", cookie.encode("latin-1"))])
        assert (answer.status_code, answer.text) == (200, "null")
    answer = await door.browser().get("/get-session", params={"disableRefresh": text[:2000]})
    assert answer.text == "null"


async def test_where_to_go_may_be_written_in_any_script(door: Door):
    email = an_address()
    await door.browser().registered(email)
    body = {"email": email, "password": PASSWORD, "callbackURL": "/büro/文?x=✓"}
    answer = await door.browser().post("/sign-in/email", body)
    assert answer.headers["location"] == "/b%C3%BCro/%E6%96%87?x=%E2%9C%93"
    assert answer.json()["url"] == "/büro/文?x=✓"
