"""Where browsers may be sent: judged by us, and by the address parser that browsers have."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.datastructures import Headers

from api.http.identity.errors import AuthRefused
from api.http.identity.origins import check_origin, is_ours, origin_of

ROOT = Path(__file__).resolve().parents[3]
TRUSTED = frozenset({"https://coffer.test", "https://app.coffer.test:8443", "http://localhost:3000"})

Browser = Callable[[str], str | None]

_PARSER = """
const base = process.argv[1];
for await (const line of (await import("node:readline")).createInterface({ input: process.stdin })) {
  let origin = null;
  try { origin = new URL(JSON.parse(line), base).origin; } catch {}
  console.log(JSON.stringify(origin));
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The origin at which a browser on our page ends that is sent to an address."""
    node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
    with subprocess.Popen(
        [node, "--input-type=module", "-e", _PARSER, "https://coffer.test"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, said = process.stdin, process.stdout

        def origin(url: str) -> str | None:
            asked.write(json.dumps(url) + "\n")
            asked.flush()
            return json.loads(said.readline())

        yield origin
        asked.close()


# Pieces of which addresses are made that one parser reads in another way than the next.
_PIECES = [
    *(
        "/",
        "//",
        "\\",
        "?",
        "#",
        "@",
        ":",
        ".",
        "..",
        ";",
        "%",
        "%2f",
        "%2F",
        "%5c",
        "%5C",
        "%00",
        "%09",
        "%40",
    ),
    *(
        "\t",
        "\n",
        "\r",
        " ",
        "\x00",
        "\x1f",
        "\x7f",
        "\u0085",
        "\u200b",
        "\u2028",
        "\ufeff",
        "\u3000",
        "\u00ad",
    ),
    *("https:", "http:", "HTTPS:", "javascript:", "data:", "blob:", "file:", "//evil.test", "evil.test"),
    *(
        "coffer.test",
        "COFFER.test",
        "coffer.test.",
        "coffer.test:443",
        "coffer.test:8443",
        "app.coffer.test:8443",
    ),
    *("https://coffer.test", "https://coffer.test@evil.test", "http://localhost:3000", "localhost", ":3000"),
    *(
        "[::1]",
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "\uff0f",
        "\uff0e",
        "\u2044",
        "\u3002",
        "xn--",
        "dashboard",
        "a",
        "ü",
    ),
]
addresses = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=7).map("".join),
    st.lists(st.sampled_from(_PIECES), max_size=6).map(lambda pieces: "/" + "".join(pieces)),
    st.lists(st.sampled_from(_PIECES), max_size=5).map(
        lambda pieces: "https://coffer.test" + "".join(pieces)
    ),
    st.text(max_size=20),
)
# One process answers all examples.
shared = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


@shared
@given(address=addresses)
def test_what_we_let_pass_ends_at_our_origins_in_every_browser(browser: Browser, address: str):
    try:
        address.encode()
    except UnicodeEncodeError:
        return
    if is_ours(address, TRUSTED):
        assert browser(address) in TRUSTED


@given(
    path=st.lists(st.text("abcXYZ019-_.~é文", min_size=1, max_size=8), max_size=4).map("/".join),
    query=st.text("abc=&%2F+-_.~", max_size=12),
    origin=st.sampled_from(["", *sorted(TRUSTED)]),
)
def test_our_own_pages_pass(path: str, query: str, origin: str):
    assert is_ours(f"{origin}/{path}?{query}#here", TRUSTED)


@given(addresses)
def test_an_origin_is_read_or_there_is_none(address: str):
    said = origin_of(address)
    assert said is None or said.startswith(("http://", "https://"))


@shared
@given(address=addresses)
def test_an_origin_that_we_trust_is_the_one_a_browser_reads(browser: Browser, address: str):
    try:
        address.encode()
    except UnicodeEncodeError:
        return
    # What a browser says in `Referer` has neither a name before an @ nor a backslash.
    if (
        address.startswith("https://")
        and not set(address) & set("@\\\t\n\r")
        and origin_of(address) in TRUSTED
    ):
        assert browser(address) == origin_of(address)


@pytest.mark.parametrize(
    "said", [*sorted(TRUSTED), "https://evil.test", "null", "", "https://coffer.test/", "coffer.test"]
)
@pytest.mark.parametrize("path", ["/sign-out", "/sign-in/email", "/update-user"])
def test_an_origin_is_compared_whole(path: str, said: str):
    headers = Headers({"cookie": "a=b", "origin": said})
    if said in TRUSTED:
        check_origin(path, headers, TRUSTED)
    else:
        with pytest.raises(AuthRefused) as refusal:
            check_origin(path, headers, TRUSTED)
        assert refusal.value.status == 403
