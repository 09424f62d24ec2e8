"""A stand-in for Microsoft Graph and its sign-in: tokens that end, `sendMail` that answers as it is told."""

from __future__ import annotations

import base64
import contextlib
import email
import email.policy
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
from urllib.parse import parse_qs

from infrastructure.local.ports import LOOPBACK

TENANT, CLIENT, SECRET = "tenant.example", "client", "hush"


@dataclass
class Answer:
    status: int = 202
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Any = None


@dataclass
class GraphServer:
    """`sending` and `handing_out` are the next answers; after them it does what it is there for."""

    url: str = ""
    expires_in: int = 3600
    sending: list[Answer] = field(default_factory=list[Answer])
    handing_out: list[Answer] = field(default_factory=list[Answer])
    tokens: list[str] = field(default_factory=list[str])
    good: set[str] = field(default_factory=set[str])
    mails: list[tuple[str, EmailMessage]] = field(default_factory=list[tuple[str, EmailMessage]])

    def hand_out(self, form: Mapping[str, list[str]]) -> Answer:
        if self.handing_out:
            return self.handing_out.pop(0)
        if (form.get("client_id"), form.get("client_secret")) != ([CLIENT], [SECRET]):
            return Answer(401, body={"error": "invalid_client"})
        assert form["grant_type"] == ["client_credentials"]
        assert form["scope"] == ["https://graph.microsoft.com/.default"]
        token = f"token-{len(self.tokens) + 1}"
        self.tokens.append(token)
        self.good.add(token)
        return Answer(200, body={"access_token": token, "expires_in": self.expires_in})

    def send(self, sender: str, token: str, content: bytes) -> Answer:
        if token not in self.good:
            return Answer(401, body={"error": {"code": "InvalidAuthenticationToken"}})
        if self.sending:
            return self.sending.pop(0)
        read = email.message_from_bytes(base64.b64decode(content, validate=True), policy=email.policy.SMTP)
        self.mails.append((sender, cast("EmailMessage", read)))
        return Answer(202, {"request-id": "request-7"})


@contextlib.contextmanager
def a_graph_server() -> Iterator[GraphServer]:
    graph = GraphServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            parts = self.path.strip("/").split("/")
            if self.path == f"/{TENANT}/oauth2/v2.0/token":
                answer = graph.hand_out(parse_qs(content.decode()))
            elif parts[:2] == ["v1.0", "users"] and parts[3:] == ["sendMail"]:
                assert self.headers["Content-Type"] == "text/plain"
                token = self.headers["Authorization"].removeprefix("Bearer ")
                answer = graph.send(parts[2], token, content)
            else:
                answer = Answer(404)
            body = b"" if answer.body is None else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Tests have their own words."""

    server = ThreadingHTTPServer((LOOPBACK, 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    graph.url = f"http://{LOOPBACK}:{server.server_port}"
    try:
        yield graph
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
