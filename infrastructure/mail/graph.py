"""Handing mail to Microsoft Graph, signed in as an application (client credentials, `sendMail`)."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, cast
from urllib.parse import quote

import httpx
import msgspec

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.mail.form import MailForm

_TO_CONNECT = 5.0
_TO_ANSWER = 20.0
# Less than a job may take.
_IN_ALL = 35.0
# A token is left behind so long before it ends, for the way to there.
_MARGIN = 60.0
_MOST_WAIT = timedelta(hours=6)
_UNAUTHORIZED, _TOO_LARGE, _TOO_MANY = 401, 413, 429
# About us: a right that the application lacks, a mailbox that is not there, a place that does not exist.
_OURS = frozenset({401, 403, 404, 405})
_NO_SUCH_ADDRESS = "ErrorInvalidRecipients"


@dataclass(frozen=True, kw_only=True)
class GraphSettings:
    """Where Graph and its sign-in are, and who we are there."""

    url: str
    login_url: str
    tenant: str
    client_id: str
    client_secret: str


class _Token(NamedTuple):
    value: str
    ends_at: float


class GraphCarrier:
    """Implements `application.messaging.ports.Carrier`.

    The message is handed over as it stands, in MIME: with its `Message-ID` and its own headers.
    """

    def __init__(
        self, settings: GraphSettings, form: MailForm, *, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._form = form
        self._seconds = seconds
        self._http: httpx.AsyncClient | None = None
        self._token: _Token | None = None
        self._asking = asyncio.Lock()

    async def carry(self, mail: RenderedMail) -> str:
        content = base64.b64encode(self._form.message(mail, datetime.now(UTC)).as_bytes())
        try:
            async with asyncio.timeout(_IN_ALL):
                answer = await self._send(content, await self.token())
                if answer.status_code == _UNAUTHORIZED:
                    # Ended before its time, or withdrawn: a new one says whether we are still known.
                    self._token = None
                    answer = await self._send(content, await self.token())
        except (TimeoutError, httpx.HTTPError) as failure:
            raise _unanswered(failure) from failure
        if answer.is_success:
            return answer.headers.get("request-id", "")[:200]
        raise _refusal(answer)

    async def token(self) -> str:
        """A token that is good for a minute at least. Raises `ProviderRefused`."""
        async with self._asking:
            if self._token is None or self._token.ends_at - _MARGIN <= self._seconds():
                self._token = await self._new_token()
            return self._token.value

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def _send(self, content: bytes, token: str) -> httpx.Response:
        return await self._client().post(
            f"{self._settings.url}/users/{quote(self._form.address)}/sendMail",
            content=content,
            headers={"Authorization": f"Bearer {token}", "Content-Type": "text/plain"},
        )

    async def _new_token(self) -> _Token:
        settings = self._settings
        asked_at = self._seconds()
        try:
            answer = await self._client().post(
                f"{settings.login_url}/{quote(settings.tenant)}/oauth2/v2.0/token",
                data={
                    "grant_type": "client_credentials",
                    "client_id": settings.client_id,
                    "client_secret": settings.client_secret,
                    "scope": "https://graph.microsoft.com/.default",
                },
            )
        except httpx.HTTPError as failure:
            # No message was on its way yet, so none was taken.
            raise ProviderAway("graph_unreachable") from failure
        if not answer.is_success:
            raise ProviderRefused(
                f"graph_token_{answer.status_code}", transient=True, wait=_wait_of(answer, datetime.now(UTC))
            )
        said = _members(answer)
        value, life = said.get("access_token"), said.get("expires_in")
        if not isinstance(value, str) or not isinstance(life, int):
            raise ProviderRefused("graph_token_unreadable", transient=True)
        return _Token(value, asked_at + life)

    def _client(self) -> httpx.AsyncClient:
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=httpx.Timeout(_TO_ANSWER, connect=_TO_CONNECT))
        return self._http


def _unanswered(failure: Exception) -> ProviderRefused:
    if isinstance(failure, httpx.ConnectError | httpx.ConnectTimeout):
        return ProviderAway("graph_unreachable")
    slow = isinstance(failure, TimeoutError | httpx.TimeoutException)
    return ProviderRefused("graph_slow" if slow else "graph_unreachable", transient=True)


def _refusal(answer: httpx.Response) -> ProviderRefused:
    status = answer.status_code
    error: Any = _members(answer).get("error")
    word: Any = cast("dict[str, Any]", error).get("code") if isinstance(error, dict) else None
    permanent = 400 <= status < 500 and status != _TOO_MANY and status not in _OURS
    return ProviderRefused(
        f"graph_{status}",
        transient=not permanent,
        wait=_wait_of(answer, datetime.now(UTC)),
        no_such_address=permanent and word == _NO_SUCH_ADDRESS,
    )


def _wait_of(answer: httpx.Response, now: datetime) -> timedelta | None:
    """What `Retry-After` asks for: seconds or a date; nothing where it cannot be read."""
    text = answer.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return min(timedelta(seconds=int(text[:9])), _MOST_WAIT)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    wait = (at if at.tzinfo else at.replace(tzinfo=UTC)) - now
    return min(max(wait, timedelta()), _MOST_WAIT)


def _members(answer: httpx.Response) -> dict[str, Any]:
    try:
        said: Any = msgspec.json.decode(answer.content)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return cast("dict[str, Any]", said) if isinstance(said, dict) else {}
