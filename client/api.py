"""The product's interface as a program calls it: cookies, positions, keys of single actions, refusals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast
from uuid import UUID, uuid4

import httpx

from client.crypto.errors import DataLoss

STALE_SECONDS = 30.0
"""How long read models may be behind before that is the answer."""

_BUSY = frozenset({"outcome_unknown", "too_slow", "idempotency_busy"})


class Refused(Exception):
    """The server said no. `reason` is the stable word for programs."""

    def __init__(self, status: int, code: str, reason: str, message: str, details: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {code} ({reason}): {message}")
        self.status = status
        self.code = code
        self.reason = reason
        self.details = details


class Api:
    """One browser, so to say. It reads its own writes and repeats no action by accident.

    With `patience` it sends again, for so many seconds, what a busy server did not come to: under the key of
    the same action, so that what took place after all does not take place twice.
    """

    def __init__(self, http: httpx.AsyncClient, *, patience: float = 0.0) -> None:
        self.http = http
        self.patience = patience
        self.account_id: UUID | None = None
        self.position = 0

    async def get(self, path: str, **query: Any) -> Any:
        return await self.call("GET", path, query=query)

    async def post(self, path: str, body: Any) -> Any:
        return await self.call("POST", path, body)

    async def put(self, path: str, body: Any) -> Any:
        return await self.call("PUT", path, body)

    async def delete(self, path: str, body: Any = None, **query: Any) -> Any:
        return await self.call("DELETE", path, body, query=query)

    async def call(
        self, method: str, path: str, body: Any = None, *, query: Mapping[str, Any] | None = None
    ) -> Any:
        """The answer as JSON; what stands under `data` where the interface wraps it alone."""
        return _unwrapped(await self.whole(method, path, body, query=query))

    async def whole(
        self, method: str, path: str, body: Any = None, *, query: Mapping[str, Any] | None = None
    ) -> Any:
        """The same, with what stands beside `data`."""
        headers = self._headers()
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid4())
        params = {name: str(value) for name, value in (query or {}).items() if value is not None}
        more: dict[str, Any] = {} if body is None else {"json": body}
        request = partial(self.http.request, method, path, headers=headers, params=params, **more)
        answer = await self._answered(request)
        self.position = max(self.position, int(answer.headers.get("X-Position", "0")))
        if answer.status_code >= 400:
            raise _refusal(answer)
        if not answer.content:
            return None
        return answer.json()

    @asynccontextmanager
    async def streamed(
        self, method: str, path: str, asked: Mapping[str, Any], accept: str
    ) -> AsyncGenerator[AsyncIterator[bytes]]:
        """The bytes of an answer in another form than JSON, as they come; `asked` stands in the body, or of a
        GET in the address."""
        headers = {**self._headers(), "Accept": accept}
        given = {name: value for name, value in asked.items() if value is not None}
        more: dict[str, Any] = {"params": given} if method == "GET" else {"json": given}
        request = self.http.build_request(method, path, headers=headers, **more)
        answer = await self._answered(partial(self.http.send, request, stream=True))
        try:
            if answer.status_code >= 400:
                raise _refusal(answer)
            if answer.headers.get("Content-Type") != accept:
                raise DataLoss("the answer has another form than was asked for")
            yield answer.aiter_bytes()
        finally:
            await answer.aclose()

    def _headers(self) -> dict[str, str]:
        headers = {"X-Min-Position": str(self.position)}
        if self.account_id is not None:
            headers["X-Account-Id"] = str(self.account_id)
        return headers

    async def _answered(self, request: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        """The answer, after as long a wait as the server's pace asks for, and once it is not behind what was
        written here."""
        began = time.monotonic()
        while True:
            answer = await request()
            if answer.status_code >= 400:
                await answer.aread()
            if answer.status_code == 429 and _refusal(answer).reason == "rate_limited":
                await asyncio.sleep(int(answer.headers["Retry-After"]))
            elif _was_busy(answer) and time.monotonic() < began + self.patience:
                await asyncio.sleep(int(answer.headers.get("Retry-After", "1")))
            elif not _is_stale(answer):
                return answer
            elif time.monotonic() > began + STALE_SECONDS:
                raise Refused(503, "UNAVAILABLE", "stale", "The own writes cannot be read yet.", {})
            else:
                # The server has waited already.
                await asyncio.sleep(0.05)
            await answer.aclose()


class Person(Api):
    """Somebody who signs up and in. Codes come from whoever reads the mail."""

    async def register(self, name: str, email: str, password: str) -> None:
        body = {"name": name, "email": email, "password": password, "callbackURL": "/verify-otp"}
        await self.post("/api/auth/sign-up/email", body)
        await self.post("/api/auth/email-otp/send-verification-otp", {"email": email, "type": "sign-in"})

    async def enter_code(self, email: str, code: str) -> None:
        await self.post("/api/auth/sign-in/email-otp", {"email": email, "otp": code})

    async def sign_in(self, email: str, password: str) -> None:
        await self.post("/api/auth/sign-in/email", {"email": email, "password": password})

    async def confirm(self, password: str) -> None:
        """Prove again who it is, for what is hard to undo."""
        await self.post("/api/auth/confirm", {"password": password})

    async def session(self) -> Any:
        session = await self.get("/api/auth/get-session")
        account_id = session and session["session"].get("accountId")
        self.account_id = UUID(account_id) if account_id else None
        return session

    async def subscribe(self, plan: str, name: str) -> Any:
        body = {"planId": plan, "displayName": name}
        account = await self.post("/api/account/subscribe", body)
        self.account_id = UUID(account["id"])
        return account

    async def join(self, account_id: UUID) -> None:
        await self.post("/api/accounts/join", {"accountIds": [str(account_id)]})
        await self.session()


def _was_busy(answer: httpx.Response) -> bool:
    """Whether nothing was done, or it is not known, or the same action is still under way."""
    return answer.status_code in (409, 503) and _refusal(answer).reason in _BUSY


def _is_stale(answer: httpx.Response) -> bool:
    """Rows of ready JSON say it in a header, pages in a member."""
    if answer.headers.get("X-Stale") == "true":
        return True
    if not answer.is_success or not answer.is_closed or "json" not in answer.headers.get("Content-Type", ""):
        return False
    content: Any = answer.json() if answer.content else None
    if not isinstance(content, dict):
        return False
    sync = cast("dict[str, Any]", content).get("sync")
    return isinstance(sync, dict) and bool(cast("dict[str, Any]", sync).get("stale"))


def _unwrapped(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    members = cast("dict[str, Any]", content)
    return members.get("data", members)


def _refusal(answer: httpx.Response) -> Refused:
    try:
        content: dict[str, Any] = answer.json()
    except ValueError:
        content = {}
    details: dict[str, Any] = content.get("details", {})
    code = str(content.get("code", ""))
    return Refused(
        answer.status_code,
        code,
        details.get("reason", code.lower()),
        str(content.get("message", "")),
        details,
    )
