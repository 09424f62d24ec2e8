"""One's own sessions: where one is signed in, and ending that (auth-wire.md section 4)."""

from __future__ import annotations

import re
from typing import Any

from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS
from api.http.identity.shapes import Done, OwnSession, Wire, own_session_of
from api.http.identity.sign_in import let_in
from api.http.identity.visits import Visit, Visits
from application.commands import Commands
from application.identity.ports import People
from application.identity.session_view import Places
from application.identity.sessions import End, EndOwn
from domain.kernel import Value

HANDLE = re.compile(r"[A-Za-z0-9]{32}")


class RevokeSession(Wire, frozen=True, kw_only=True):
    """The handle of a session, as the list says it."""

    token: str


class OwnSessionController(Controller):
    path = "/api/auth"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @get("/list-sessions", operation_id="listSessions", responses=REFUSALS)
    async def list_sessions(
        self, request: Request[Any, Any, Any], places: Given[Places], visits: Given[Visits]
    ) -> Response[list[OwnSession]]:
        """List your active sessions, oldest first. Requires a fresh session."""
        visit = await visits.fresh(request)
        listed = await visits.sessions.live_of(visit.view.person.id, visit.context.now)
        own = [own_session_of(session, places.country_of(session.ip)) for session in listed]
        return let_in(own, visit.cookies)

    @post("/revoke-session", operation_id="revokeSession", responses=REFUSALS, status_code=200)
    async def revoke(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[RevokeSession],
        people: Given[People],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[Done]:
        """End one of your sessions. An unknown handle has no effect and gets the same answer."""
        visit = await visits.needed(request)
        session_id = None
        if HANDLE.fullmatch(data.token):
            session_id = await people.session_named(visit.view.person.id, data.token)
        if session_id is None:
            return let_in(Done(), visit.cookies)
        return await _ended(End(session_id, "revoked"), visit, commands)

    @post("/revoke-other-sessions", operation_id="revokeOtherSessions", responses=REFUSALS, status_code=200)
    async def revoke_others(
        self, request: Request[Any, Any, Any], commands: Given[Commands], visits: Given[Visits]
    ) -> Response[Done]:
        """End all your sessions except this one."""
        visit = await visits.needed(request)
        return await _ended(EndOwn(user_id=visit.view.person.id, keep=visit.view.id), visit, commands)

    @post("/revoke-sessions", operation_id="revokeSessions", responses=REFUSALS, status_code=200)
    async def revoke_all(
        self, request: Request[Any, Any, Any], commands: Given[Commands], visits: Given[Visits]
    ) -> Response[Done]:
        """End all your sessions, including this one."""
        visit = await visits.needed(request)
        return await _ended(EndOwn(user_id=visit.view.person.id), visit, commands)


async def _ended(command: Value, visit: Visit, commands: Commands) -> Response[Done]:
    outcome = await commands.run(command, visit.context._replace(idempotency=None))
    return let_in(Done(), visit.cookies, outcome.position)
