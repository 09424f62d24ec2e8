"""The session as its browser asks for it, and confirming it."""

from __future__ import annotations

from typing import Annotated, Any, cast

from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.deadlines import WAITS_ITS_TURN
from api.http.given import Fresh, Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.shapes import Confirmed, CurrentSession, Wire, session_of, user_of
from api.http.identity.visits import Visit, Visits
from api.http.session import BROWSER, PASSKEY, SESSION
from application.identity import confirmation as confirming
from application.identity.session_view import SessionView
from domain.kernel import wire_time

NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}
READ_POSITION = "X-Read-Position"
"""How far the read models were before the session was read: a page that opens its stream from there (`since`)
hears of every change that its first reads may have missed."""


class Confirm(Wire, frozen=True, kw_only=True):
    """Exactly one proof: the password, a passkey's response, or a sign-in code for users with neither."""

    password: str | None = None
    response: dict[str, Any] | None = None
    otp: str | None = None


class SessionController(Controller):
    path = "/api/auth"
    opt = WAITS_ITS_TURN
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @get("/get-session", operation_id="getSession", security=[], responses=REFUSALS)
    async def get_session(
        self,
        request: Request[Any, Any, Any],
        visits: Given[Visits],
        fresh: Given[Fresh],
        disable_refresh: Annotated[str | None, QueryParameter(name="disableRefresh")] = None,
        disable_cookie_cache: Annotated[str | None, QueryParameter(name="disableCookieCache")] = None,
    ) -> Response[CurrentSession | None]:
        """Get the session with its user, account and first page; `null` without a session.

        There is no session cache, so `disableCookieCache` has no effect. After a change of account, send the
        position of that write as `X-Min-Position`: the answer waits for it.
        """
        visit = await visits.of(request, refresh=not _truthy(disable_refresh))
        if visit is None:
            return Response(content=cast("Any", b"null"), media_type=MediaType.JSON)
        return Response(
            content=current_of(visit.view),
            cookies=visit.cookies,
            headers={**NO_STORE, READ_POSITION: str(fresh.position)},
            media_type=MediaType.JSON,
        )

    @post("/confirm", operation_id="confirmSession", responses=REFUSALS, status_code=200)
    async def confirm(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[Confirm],
        confirmation: Given[confirming.Confirmation],
        visits: Given[Visits],
    ) -> Response[Confirmed]:
        """Confirm the identity of the caller, as some actions require. Valid for 10 minutes.

        The session gets a new token; the previous one stops working 10 seconds later.
        """
        visit = await visits.needed(request)
        done = await _confirmed(request, data, confirmation, visits, visit)
        cookies = [*visit.cookies]
        if done.secret is not None:
            cookies = visits.cookies.session(done.secret, remember=visit.view.remember)
        if data.response is not None:
            cookies.append(visits.cookies.clear(PASSKEY))
        content = Confirmed(until=wire_time(done.until))
        return Response(content=content, cookies=cookies, media_type=MediaType.JSON)


async def _confirmed(
    request: Request[Any, Any, Any],
    data: Confirm,
    confirmation: confirming.Confirmation,
    visits: Visits,
    visit: Visit,
) -> confirming.Confirmed:
    address, cookies = visit.view.person.email, visits.cookies
    secret = cookies.read(request, SESSION) or ""
    match data:
        case Confirm(password=str() as password, response=None, otp=None):
            return await confirmation.by_password(address, password, secret, visit.context)
        case Confirm(password=None, response=dict() as response, otp=None):
            cookie = cookies.read(request, PASSKEY)
            return await confirmation.by_passkey(cookie, response, secret, visit.context)
        case Confirm(password=None, response=None, otp=str() as otp):
            browser = cookies.read(request, BROWSER)
            return await confirmation.by_code(address, otp, browser, secret, visit.context)
        case _:
            raise AuthRefused(400, "VALIDATION_ERROR", "[body] One of password, response, otp is needed")


def current_of(view: SessionView) -> CurrentSession:
    """The session as its browser may see it, with `redirect` for users without an account or invitation."""
    homeless = view.account_id is None and not view.invited
    return CurrentSession(
        user=user_of(view.person),
        session=session_of(view),
        account=view.account,
        redirect="/subscribe" if homeless else None,
    )


def _truthy(text: str | None) -> bool:
    return text is not None and text.lower() not in ("", "false", "0")
