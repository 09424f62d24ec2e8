"""A provider that says whatever a test wants: the description, the keys and the tokens of a liar."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from joserfc import jws
from joserfc.jwk import RSAKey

TENANT = "3aa4a235-b6e2-48d5-9195-7fcf05b459b0"


@dataclass
class Forger:
    """`answers` holds what is said at each path: a status with an object, or with bytes as they are."""

    origin: str = ""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first", "use": "sig"}))
    answers: dict[str, tuple[int, Any]] = field(default_factory=dict[str, tuple[int, Any]])
    asked: list[str] = field(default_factory=list[str])
    forms: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    @property
    def google(self) -> str:
        return self.origin

    @property
    def microsoft(self) -> str:
        return f"{self.origin}/common/v2.0"

    @property
    def tenant(self) -> str:
        return f"{self.origin}/{TENANT}/v2.0"

    def be_honest(self) -> None:
        """Describe oneself as a provider does, with one key."""
        places = {
            "authorization_endpoint": f"{self.origin}/authorise",
            "token_endpoint": f"{self.origin}/token",
            "jwks_uri": f"{self.origin}/keys",
        }
        description = "/.well-known/openid-configuration"
        shared = {**places, "issuer": f"{self.origin}/{{tenantid}}/v2.0"}
        self.answers = {
            description: (200, {**places, "issuer": self.origin}),
            f"/common/v2.0{description}": (200, shared),
        }
        self.publish(self.key)

    def publish(self, *keys: RSAKey, **more: str) -> None:
        public = [{**key.as_dict(private=False), **more} for key in keys]
        self.answers["/keys"] = (200, {"keys": public})

    def hand_out(self, id_token: str | None, status: int = 200) -> None:
        """What the next code is worth."""
        self.answers["/token"] = (status, {"access_token": "a", "token_type": "Bearer", "id_token": id_token})

    def token(self, claims: dict[str, Any], *, key: Any = None, **header: Any) -> str:
        """A token of these claims. Members that are None are left out."""
        header = {"alg": "RS256", "kid": "first", **header}
        said = {name: value for name, value in claims.items() if value is not None}
        kept = {name: value for name, value in header.items() if value is not None}
        return jws.serialize_compact(kept, json.dumps(said), key or self.key, algorithms=[kept["alg"]])

    def claims(self, now: datetime, *, provider: str = "google", **more: Any) -> dict[str, Any]:
        """The claims that an honest provider would make."""
        seconds = int(now.timestamp())
        own: dict[str, Any] = {"iss": self.google, "email_verified": True}
        if provider == "microsoft":
            own = {"iss": self.tenant, "tid": TENANT, "oid": "o-1", "email_verified": True}
        return {
            **own,
            "aud": f"coffer-{provider}",
            "sub": "s-1",
            "iat": seconds,
            "exp": seconds + 600,
            "name": "Ann",
            **more,
        }


@contextmanager
def a_forger() -> Iterator[Forger]:
    forger = Forger()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            forger.asked.append(self.path)
            status, said = forger.answers.get(self.path, (404, {}))
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", f"{forger.origin}/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
            forger.forms.append({name: values[0] for name, values in parse_qs(sent).items()})
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    forger.origin = f"http://127.0.0.1:{server.server_address[1]}"
    forger.be_honest()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield forger
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
