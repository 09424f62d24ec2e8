"""Sessions of other users, for platform administrators: list and end them."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS
from api.http.identity.own_sessions import HANDLE
from api.http.identity.platform_access import acting, named, reading, shown
from api.http.identity.platform_people import Whom
from api.http.identity.shapes import Session, Succeeded, Wire, session_of
from api.http.identity.sign_in import let_in
from api.http.identity.visits import Visits
from application.commands import Commands
from application.identity.platform_reading import PlatformPeople
from application.processes.platform_people import EndSessionNamed, EndSessionsOf


class RevokeUserSession(Wire, frozen=True, kw_only=True):
    """The handle of a session, as the list says it."""

    session_token: str


class SessionList(Wire, frozen=True, kw_only=True):
    sessions: list[Session]


class PlatformSessionController(Controller):
    path = "/api/auth/admin"
    tags = ("platform",)
    exception_handlers = AUTH_HANDLERS

    @post("/list-user-sessions", operation_id="listPlatformUserSessions", responses=REFUSALS, status_code=200)
    async def list_sessions(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[Whom],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
    ) -> Response[SessionList]:
        """List a user's active sessions, oldest first."""
        visit = await reading(request, visits, "session", "list")
        person = await shown(platform_people, named(data.user_id))
        listed = await visits.sessions.live_of(person.id, visit.context.now)
        return let_in(SessionList(sessions=[session_of(session) for session in listed]), visit.cookies)

    @post(
        "/revoke-user-session", operation_id="revokePlatformUserSession", responses=REFUSALS, status_code=200
    )
    async def revoke(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[RevokeUserSession],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """End one session. An unknown handle gets the same answer."""
        visit = await acting(request, visits, "session", "revoke")
        if not HANDLE.fullmatch(data.session_token):
            return let_in(Succeeded(), visit.cookies)
        done = await commands.run(EndSessionNamed(data.session_token), visit.context)
        return let_in(Succeeded(), visit.cookies, done.position)

    @post(
        "/revoke-user-sessions",
        operation_id="revokePlatformUserSessions",
        responses=REFUSALS,
        status_code=200,
    )
    async def revoke_all(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[Whom],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """End all sessions of a user."""
        visit = await acting(request, visits, "session", "revoke")
        done = await commands.run(EndSessionsOf(named(data.user_id)), visit.context)
        return let_in(Succeeded(), visit.cookies, done.position)
