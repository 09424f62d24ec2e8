"""Identity providers on this machine: real ones, and the way of a browser through them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx

from tests.support.door import ORIGIN, Browser

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests" / "peers" / "identity_providers.js"


def settings_of(google: str, microsoft: str) -> dict[str, str]:
    """The settings by which Coffer knows the providers of these issuers."""
    return {
        "COFFER_GOOGLE_CLIENT_ID": "coffer-google",
        "COFFER_GOOGLE_CLIENT_SECRET": "secret-of-coffer-at-google",
        "COFFER_GOOGLE_ISSUER": google,
        "COFFER_MICROSOFT_CLIENT_ID": "coffer-microsoft",
        "COFFER_MICROSOFT_CLIENT_SECRET": "secret-of-coffer-at-microsoft",
        "COFFER_MICROSOFT_ISSUER": microsoft,
    }


@contextlib.contextmanager
def running_providers() -> Iterator[dict[str, str]]:
    """Both providers, as a program of their own; the issuers by name."""
    node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
    with subprocess.Popen(
        [node, str(PROGRAM), ORIGIN],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            yield json.loads(program.stdout.readline())
        finally:
            program.stdin.close()
            program.wait(10)


def query_of(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def person(email: str, subject: str = "", **claims: Any) -> dict[str, Any]:
    """What a provider says about somebody."""
    subject = subject or f"s-{email}"
    return {"sub": subject, "oid": subject, "email": email, "email_verified": True, "name": "Ann", **claims}


@dataclass
class Traveller:
    """A browser that goes to a provider and comes back, one redirect after the other."""

    browser: Browser
    there: httpx.AsyncClient = field(default_factory=httpx.AsyncClient)

    async def leave(self, provider: str = "google", **wish: Any) -> str:
        """Ask Coffer where to go."""
        body = {"provider": provider, "callbackURL": "/dashboard", "errorCallbackURL": "/login", **wish}
        answer = await self.browser.post("/sign-in/social", body)
        assert answer.status_code == 200, answer.text
        return answer.json()["url"]

    async def be_recognised(self, url: str, person: str | dict[str, Any]) -> str:
        """Say at the provider who one is; the address that it sends the browser back to."""
        form = {"person": person if isinstance(person, str) else json.dumps(person)}
        page = await self._follow(url)
        return await self._back(await self.there.post(str(page.url), data=form))

    async def cancel(self, url: str) -> str:
        page = await self._follow(url)
        return await self._back(await self.there.post(str(page.url), data={"cancel": "1"}))

    async def come_back(self, url: str) -> httpx.Response:
        """Arrive at Coffer again."""
        assert url.startswith(f"{ORIGIN}/api/auth/callback/"), url
        return await self.browser.http.get(url)

    async def ends_at(self, url: str) -> str:
        """Where Coffer sends the browser that arrives there."""
        return (await self.come_back(url)).headers["Location"]

    async def sign_in(self, person: str | dict[str, Any], provider: str = "google", **wish: Any) -> str:
        """All of it; the address where the browser ends."""
        back = await self.be_recognised(await self.leave(provider, **wish), person)
        answer = await self.come_back(back)
        assert answer.status_code == 302, answer.text
        assert answer.content == b""
        return answer.headers["Location"]

    async def _follow(self, url: str) -> httpx.Response:
        answer = await self.there.get(url)
        while answer.is_redirect:
            answer = await self.there.get(urljoin(str(answer.url), answer.headers["Location"]))
        assert answer.status_code == 200, answer.text
        return answer

    async def _back(self, answer: httpx.Response) -> str:
        while answer.is_redirect:
            target = urljoin(str(answer.url), answer.headers["Location"])
            if target.startswith(ORIGIN):
                return target
            answer = await self.there.get(target)
        raise AssertionError(f"The provider did not send the browser back: {answer.text}")
