"""The live session behind a request: found once, kept alive by use, and needed by some routes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import Cookie

from api.http.given import SAFE_METHODS, ClientAddress, request_id_of
from api.http.head import Head
from api.http.identity.errors import unauthorized
from api.http.session import (
    ADMIN_SESSION,
    ADMIN_SESSION_AGE,
    BROWSER,
    BROWSER_AGE,
    DONT_REMEMBER,
    PENDING,
    SESSION,
    Cookies,
)
from application.commands import Commands
from application.identity.dead_sessions import DeadSessions
from application.identity.ports import Tokens
from application.identity.refusals import NotLetIn
from application.identity.session_view import Sessions, SessionView
from application.identity.sessions import Browser, Opened, Refresh
from application.ports import Context
from domain.identity.sessions import FRESH, prolonged
from domain.kernel import Actor

# A new account is readable within milliseconds; until then its session would look as if it had none.
_ACCOUNT_WAIT = (0.01, 0.03, 0.06, 0.1, 0.2, 0.4)


class Seen(NamedTuple):
    """A live session at a moment, and cookies that have to go with the answer."""

    view: SessionView
    at: datetime
    cookies: Sequence[Cookie] = ()


@dataclass(frozen=True)
class Visit:
    """A live session, the circumstances it acts in, and cookies that have to go with the answer."""

    view: SessionView
    context: Context
    cookies: list[Cookie] = field(default_factory=list[Cookie])


@dataclass(frozen=True)
class Visits:
    """Finds sessions by cookie. One statement, and a second one after the refresh of once a day."""

    cookies: Cookies
    sessions: Sessions
    commands: Commands
    tokens: Tokens
    address_of: ClientAddress
    now: Callable[[], datetime]
    dead: DeadSessions

    def stranger(self, request: Head, now: datetime | None = None) -> Context:
        """The circumstances of a request before it is known whose it is. No key repeats a ceremony."""
        request_id = request_id_of(request)
        return Context(
            actor=Actor(type="user"),
            now=now or self.now(),
            request_id=request_id,
            correlation_id=request_id,
            ip=self.address_of(request),
            agent=request.headers.get("User-Agent"),
        )

    async def seen(self, request: Head, *, refresh: bool = True) -> Seen | None:
        """The session as it is now, for who wants to do nothing with it."""
        token = self.cookies.read(request, SESSION)
        if token is None:
            return None
        now = self.now()
        view = await self.sessions.of(token, now)
        if view is None:
            await self.dead.noticed(token, self.stranger(request, now))
            return None
        due = prolonged(view.expires_at, _proven_at(view), now) is not None
        # Looking on behalf of somebody ends when it was said to.
        if not (refresh and view.remember and due and view.impersonator_id is None and not view.superseded):
            return Seen(await self._with_account(view, token, now), now)
        await self.commands.run(Refresh(view.id), self._circumstances(request, view, now))
        refreshed = await self.sessions.of(token, now)
        return Seen(refreshed or view, now, self.cookies.session(token, remember=True))

    async def of(self, request: Request[Any, Any, Any], *, refresh: bool = True) -> Visit | None:
        seen = await self.seen(request, refresh=refresh)
        if seen is None:
            return None
        return Visit(seen.view, self._circumstances(request, seen.view, seen.at), [*seen.cookies])

    async def known(self, request: Request[Any, Any, Any], *, refresh: bool = True) -> Visit:
        """The session, or the refusal that also takes a dead one's cookies away."""
        visit = await self.of(request, refresh=refresh)
        if visit is None:
            dead = self.cookies.has(request, SESSION)
            raise unauthorized(self.cookies.no_session() if dead else ())
        return visit

    async def needed(self, request: Request[Any, Any, Any]) -> Visit:
        """The session, as `known`. Impersonation only looks."""
        visit = await self.known(request)
        if visit.view.impersonator_id is not None and request.method not in SAFE_METHODS:
            raise NotLetIn("impersonated")
        return visit

    async def fresh(self, request: Request[Any, Any, Any]) -> Visit:
        """A session that began, or was confirmed, within a day."""
        visit = await self.needed(request)
        # Whoever looks through somebody else's eyes never proved to be that person.
        if visit.view.impersonator_id is not None:
            raise NotLetIn("impersonated")
        if not self.is_fresh(visit):
            raise NotLetIn("not_fresh")
        return visit

    async def proven(self, request: Request[Any, Any, Any]) -> Context:
        """The context of the signed-in user with a fresh session; else of an anonymous caller."""
        # Being asked about is no use of a session: the answer may be for somebody else.
        visit = await self.of(request, refresh=False)
        if visit is None or visit.view.impersonator_id is not None or not self.is_fresh(visit):
            return self.stranger(request)
        return visit.context

    def is_fresh(self, visit: Visit) -> bool:
        return visit.context.now - _proven_at(visit.view) < FRESH

    def browser(self, request: Request[Any, Any, Any], *, remember: bool | None = None) -> Browser:
        """What this browser brings to a sign-in. Whether it is to be remembered was said once already."""
        if remember is None:
            remember = self.cookies.read(request, DONT_REMEMBER) is None
        brought = self.cookies.read(request, BROWSER)
        return Browser(
            token=brought or self.tokens.token(),
            new=not brought,
            pending=self.cookies.read(request, PENDING),
            remember=remember,
            session=self.cookies.read(request, SESSION),
            put_aside=self.cookies.read(request, ADMIN_SESSION),
        )

    async def begun(self, opened: Opened, browser: Browser, context: Context) -> Visit:
        """The session that was just opened, with its cookies."""
        view = await self.sessions.of(opened.token, context.now)
        if view is None:
            raise unauthorized()
        cookies = [
            *self.cookies.session(opened.token, remember=browser.remember),
            self.cookies.set(BROWSER, browser.token, BROWSER_AGE),
        ]
        return Visit(view, context._replace(actor=_actor(view)), cookies)

    async def put_aside(self, request: Request[Any, Any, Any]) -> Visit | None:
        """The administrator's own session while impersonating in this browser, if it is still active."""
        token = self.cookies.read(request, ADMIN_SESSION)
        context = self.stranger(request)
        view = None if token is None else await self.sessions.of(token, context.now)
        if token is None or view is None or view.impersonator_id is not None:
            return None
        cookies = self.cookies.session(token, remember=view.remember)
        return Visit(view, context._replace(actor=_actor(view)), cookies)

    async def looking(self, request: Request[Any, Any, Any], opened: Opened, own: Visit) -> Visit:
        """The impersonation session that was just started; the administrator's own one is kept aside."""
        view = await self.sessions.of(opened.token, own.context.now)
        token = self.cookies.read(request, SESSION)
        if view is None or token is None:
            raise unauthorized()
        cookies = [
            *self.cookies.session(opened.token, remember=False),
            self.cookies.set(ADMIN_SESSION, token, ADMIN_SESSION_AGE),
        ]
        return Visit(view, own.context._replace(actor=_actor(view)), cookies)

    def again(self, request: Request[Any, Any, Any], visit: Visit) -> list[Cookie]:
        """The cookies of the same session once more, as after a change of what it shows."""
        token = self.cookies.read(request, SESSION)
        if token is None or visit.view.superseded:
            return []
        return self.cookies.session(token, remember=visit.view.remember)

    def _circumstances(self, request: Head, view: SessionView, now: datetime) -> Context:
        return self.stranger(request, now)._replace(actor=_actor(view))

    async def _with_account(self, view: SessionView, token: str, now: datetime) -> SessionView:
        """Wait a moment for the account of a session that has just entered it."""
        for pause in _ACCOUNT_WAIT:
            if view.account_id is None or view.account is not None:
                break
            await asyncio.sleep(pause)
            view = await self.sessions.of(token, now) or view
        return view


def _proven_at(view: SessionView) -> datetime:
    """When the person last gave a proof in this session."""
    return max(view.created_at, view.confirmed_at or view.created_at)


def _actor(view: SessionView) -> Actor:
    return Actor(
        type="user" if view.impersonator_id is None else "support",
        user_id=view.person.id,
        account_id=view.account_id,
        session_id=view.id,
        impersonator_id=view.impersonator_id,
    )
