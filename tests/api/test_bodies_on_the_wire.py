"""Bodies over real sockets: too large, too slow, broken off."""

from __future__ import annotations

import itertools
import json
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.served import Served, served


@pytest.fixture(scope="module")
def api(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("served")
    with served(module_product_database_url, valkey_url, folder, COFFER_TRUSTED_PROXIES="127.0.0.0/8") as api:
        yield api


_places = itertools.count(1)


def head(api: Served, path: str, *more: str) -> bytes:
    # Somebody new each time: what is tried here is not the pace.
    own = (f"X-Forwarded-For: 10.9.8.{next(_places)}", *more)
    lines = (f"POST {path} HTTP/1.1", f"Host: localhost:{api.port}", f"Origin: http://localhost:{api.port}",
             "Content-Type: application/json", *own)  # fmt: skip
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def connected(api: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", api.port), timeout=60)


def answer(line: socket.socket) -> tuple[int, dict[str, object]]:
    """Status and body of an answer that has a length."""
    said = b""
    while b"\r\n\r\n" not in said:
        more = line.recv(65536)
        assert more, "the connection ended before an answer"
        said += more
    top, _, body = said.partition(b"\r\n\r\n")
    fields = dict(field.lower().split(b": ", 1) for field in top.split(b"\r\n")[1:])
    while len(body) < int(fields[b"content-length"]):
        body += line.recv(65536)
    return int(top.split(b" ")[1]), json.loads(body)


LARGE = 24 * 1024 * 1024


@pytest.mark.parametrize("path", ["/api/auth/sign-in/email", "/api/account/subscribe"])
@pytest.mark.parametrize("announced", [True, False], ids=["length", "chunks"])
def test_who_sends_everything_before_looking_gets_to_see_that_it_was_too_much(
    api: Served, path: str, announced: bool
) -> None:
    piece = b"x" * 65536
    with connected(api) as line:
        line.sendall(
            head(api, path, f"Content-Length: {LARGE}" if announced else "Transfer-Encoding: chunked")
        )
        for _ in range(LARGE // len(piece)):
            line.sendall(piece if announced else b"10000\r\n" + piece + b"\r\n")
        if not announced:
            line.sendall(b"0\r\n\r\n")
        status, body = answer(line)
    # Without a session the other path says that first: what counts is that it is heard.
    assert status == (401 if path == "/api/account/subscribe" else 413), body


def test_the_answer_comes_while_the_body_is_still_being_sent(api: Served) -> None:
    with connected(api) as line:
        line.sendall(head(api, "/api/auth/sign-in/email", f"Content-Length: {LARGE}"))
        line.sendall(b"x" * 65536)
        assert answer(line)[0] == 413


def test_a_body_that_drips_is_cut(api: Served) -> None:
    began = time.monotonic()
    with connected(api) as line:
        line.sendall(head(api, "/api/auth/sign-in/email", "Content-Length: 1000"))
        line.settimeout(0.5)
        status = None
        while time.monotonic() - began < 45:
            line.sendall(b" ")
            try:
                status, _ = answer(line)
                break
            except TimeoutError:
                continue
    assert status == 408


def test_who_goes_away_leaves_no_error_in_the_log(api: Served) -> None:
    for path, sent in (
        ("/api/auth/sign-in/email", b"{"),
        ("/api/account/subscribe", b"{"),
        ("/blobs/some/thing", b""),
    ):
        for _ in range(3):
            line = connected(api)
            line.sendall(head(api, path, "Content-Length: 1000") + sent)
            time.sleep(0.05)
            # It ends at once and without a word: RST and not FIN.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.close()
    for path in ("/openapi.json", "/health"):
        line = connected(api)
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()
    # What was sent before is dealt with by then.
    with connected(api) as line:
        line.sendall(head(api, "/api/auth/sign-in/email", "Content-Length: 2") + b"{}")
        answer(line)
    logged = api.logged()
    assert '"error"' not in logged and "Traceback" not in logged, logged  # noqa: PT018
