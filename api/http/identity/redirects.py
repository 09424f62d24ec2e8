"""Sending a browser on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote, urlencode

from litestar import Response
from litestar.datastructures import Cookie


def as_header(url: str) -> str:
    """The same address in ASCII."""
    return quote(url, safe="%/:?#[]@!$&'()*+,;=~")


def with_query(url: str, members: Mapping[str, str]) -> str:
    """The address with these members added to its query."""
    place, mark, fragment = url.partition("#")
    return f"{place}{'&' if '?' in place else '?'}{urlencode(members)}{mark}{fragment}"


def go_to(url: str, cookies: Sequence[Cookie] = ()) -> Response[bytes]:
    """302, with cookies for the way."""
    return Response(
        content=b"",
        status_code=302,
        headers={"Location": as_header(url)},
        cookies=list(cookies),
        media_type="text/plain",
    )
