"""The plain head of a request says what the framework's request would say of the same scope."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from litestar import Request

from api.http.head import Head, PlainHead

NAMES = ("a", "b", "__Secure-better-auth.session_token")

# What a cookie header is made of, so that odd ones come up: names, signs, quotes, spaces, bytes beyond ASCII.
PIECES = st.sampled_from([*NAMES, "=", ";", "; ", " ", '"', "\\", "%3D", "%", "x.y", "\xe9", "%C3%A9", "\t"])


def scope(*headers: tuple[bytes, bytes], client: tuple[str, int] | None = ("192.0.2.1", 4000)) -> Any:
    return {"type": "http", "headers": list(headers), "client": client, "state": {}}


def both(*headers: tuple[bytes, bytes], **more: Any) -> tuple[Head, Head]:
    return PlainHead(scope(*headers, **more)), Request[Any, Any, Any](scope(*headers, **more))


@given(st.lists(PIECES, max_size=12).map("".join))
@example("a=1; b=2")
@example("a=1; a=2")
@example('a="quoted; b=\\073"; b=2')
@example(" a = 1 ;b")
def test_cookies_are_read_as_the_framework_reads_them(text: str) -> None:
    plain, framework = both((b"cookie", text.encode("latin-1")))
    for name in NAMES:
        assert plain.cookies.get(name) == framework.cookies.get(name)


@pytest.mark.parametrize("name", ["User-Agent", "user-agent", "X-Forwarded-For", "Cookie"])
@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"user-agent", b"caf\xe9")],
        [(b"x-forwarded-for", b"1.2.3.4"), (b"user-agent", b"one"), (b"x-forwarded-for", b"5.6.7.8")],
    ],
)
def test_of_each_header_the_first_counts(name: str, headers: list[tuple[bytes, bytes]]) -> None:
    plain, framework = both(*headers)
    assert plain.headers.get(name) == framework.headers.get(name)


def test_without_a_cookie_there_are_none() -> None:
    assert {head.cookies.get("a") for head in both()} == {None}


@pytest.mark.parametrize("client", [("2001:db8::1", 4000), None])
def test_it_is_known_who_is_connected(client: tuple[str, int] | None) -> None:
    plain, framework = both(client=client)
    assert plain.client == framework.client
