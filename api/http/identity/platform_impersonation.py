"""Start and stop impersonation."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused, unauthorized
from api.http.identity.platform_access import acting, named
from api.http.identity.platform_people import Whom
from api.http.identity.shapes import Session, User, Wire, session_of, user_of
from api.http.identity.sign_in import let_in
from api.http.identity.visits import Visits
from api.http.session import ADMIN_SESSION
from application.commands import Commands
from application.identity.sessions import End
from application.processes.impersonate import Impersonate
from domain.identity.sessions import ImpersonationReason


class ImpersonateUser(Whom, frozen=True, kw_only=True):
    """As whom to look, and why."""

    reason: ImpersonationReason


class InSession(Wire, frozen=True, kw_only=True):
    """The session that this browser is in from now on, and whose it is."""

    session: Session
    user: User


class ImpersonationController(Controller):
    path = "/api/auth/admin"
    tags = ("platform",)
    exception_handlers = AUTH_HANDLERS

    @post("/impersonate-user", operation_id="impersonateUser", responses=REFUSALS, status_code=200)
    async def impersonate(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ImpersonateUser],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[InSession]:
        """View the product as another user (impersonation), for at most an hour, read-only and without keys.
        The owners of the user's accounts are notified."""
        own = await acting(request, visits, "user", "impersonate")
        command = Impersonate(user_id=named(data.user_id), reason=data.reason)
        done = await commands.run(command, own.context)
        visit = await visits.looking(request, done.answer, own)
        answer = InSession(session=session_of(visit.view), user=user_of(visit.view.person))
        return let_in(answer, visit.cookies, done.position)

    @post("/stop-impersonating", operation_id="stopImpersonating", responses=REFUSALS, status_code=200)
    async def stop(
        self, request: Request[Any, Any, Any], commands: Given[Commands], visits: Given[Visits]
    ) -> Response[InSession]:
        """Stop impersonating and return to your own session, even after the impersonation expired."""
        visit, own = await visits.of(request, refresh=False), await visits.put_aside(request)
        position = 0
        if visit is not None:
            if visit.view.impersonator_id is None:
                raise AuthRefused(400, None, "You are not impersonating anyone")
            position = (await commands.run(End(visit.view.id, "signout"), visit.context)).position
            if own is not None and own.view.person.id != visit.view.impersonator_id:
                own = None
        put_away = visits.cookies.clear(ADMIN_SESSION)
        if own is None:
            raise unauthorized([*visits.cookies.no_session(), put_away])
        answer = InSession(session=session_of(own.view), user=user_of(own.view.person))
        return let_in(answer, [*own.cookies, put_away], position)
