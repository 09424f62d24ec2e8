"""The page on which a failed sign-in ends: plain words, no script, nothing of what the address says."""

from __future__ import annotations

import pytest

from tests.support.door import Door


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("state_mismatch", "This attempt is over."),
        ("account_not_linked", "The provider has not confirmed that this address is yours."),
        ("access_denied", "The sign-in was cancelled."),
        ("server_error", "<code>server_error</code>"),
        ("", "The sign-in did not work."),
    ],
)
async def test_it_says_what_happened(door: Door, error: str, said: str):
    answer = await door.browser().get("/error", params={"error": error})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert said in answer.text
    assert '<a href="/login">' in answer.text


@pytest.mark.parametrize(
    "error", ["<script>alert(1)</script>", "call +1 555 0100 now", "x" * 65, "a\nb", "\x00", "é", "{heading}"]
)
async def test_nothing_is_written_there_by_an_address(door: Door, error: str):
    described = {"error": error, "error_description": "Your account is locked. Call us."}
    answer = await door.browser().get("/error", params=described)
    assert answer.status_code == 200
    assert error not in answer.text.replace("{", "&#123;")
    assert "locked" not in answer.text


async def test_it_runs_nothing_and_asks_nobody(door: Door):
    answer = await door.browser().get("/error", params={"error": "invalid_code"})
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self';")
    assert "script-src" not in policy
    assert "unsafe" not in policy
    for word in ("<script", "style=", "onload", "http:", "https:"):
        assert word not in answer.text
    style = await door.browser().get("/error.css")
    assert style.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    ("locale", "dir"), [("en", "ltr"), ("de", "ltr"), ("fr", "ltr"), ("es", "ltr"), ("ar", "rtl")]
)
async def test_it_speaks_the_language_of_the_browser(door: Door, locale: str, dir: str):
    answer = await door.browser(**{"Accept-Language": locale}).get("/error")
    direction = "rtl" if locale == "ar" else "ltr"
    assert f'<html lang="{locale}" dir="{direction}">' in answer.text
