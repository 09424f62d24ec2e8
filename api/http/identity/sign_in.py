"""Sign-in by password or e-mail code, verification of the e-mail, and sign-out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Meta

from api.http.deadlines import WAITS_ITS_TURN
from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS
from api.http.identity.redirects import as_header
from api.http.identity.shapes import SignedIn, SignedInByPassword, Succeeded, Verified, Wire, user_of
from api.http.identity.visits import Visits
from api.http.session import ADMIN_SESSION, PENDING
from application.commands import Commands
from application.identity.sessions import End
from application.processes.sign_in import SignIn
from domain.email_addresses import normalised

Name = Annotated[str, Meta(max_length=100, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Code = Annotated[str, Meta(max_length=64)]


class SignInByEmail(Wire, frozen=True, kw_only=True):
    """An address and its password."""

    email: str
    password: str
    remember_me: bool | None = True
    callback_url: str | None = msgspec.field(name="callbackURL", default=None)


class SignInByCode(Wire, frozen=True, kw_only=True):
    """An address and the code that was sent there. A new person is called `name`."""

    email: str
    otp: Code
    name: Name | None = None
    image: str | None = None


class ProveEmail(Wire, frozen=True, kw_only=True):
    """An address and the code that was sent there."""

    email: str
    otp: Code


class SignInController(Controller):
    path = "/api/auth"
    opt = WAITS_ITS_TURN
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @post("/sign-in/email", operation_id="signInByEmail", security=[], responses=REFUSALS, status_code=200)
    async def by_email(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SignInByEmail],
        sign_in: Given[SignIn],
        visits: Given[Visits],
    ) -> Response[SignedInByPassword]:
        """Sign in with a password."""
        context = visits.stranger(request)
        browser = visits.browser(request, remember=data.remember_me is not False)
        opened = await sign_in.by_password(normalised(data.email), data.password, browser, context)
        visit = await visits.begun(opened, browser, context)
        answer = SignedInByPassword(
            redirect=bool(data.callback_url),
            url=data.callback_url or msgspec.UNSET,
            token=visit.view.handle,
            user=user_of(visit.view.person),
        )
        headers = {"Location": as_header(data.callback_url)} if data.callback_url else {}
        return let_in(answer, visit.cookies, opened.position, headers)

    @post("/sign-in/email-otp", operation_id="signInByCode", security=[], responses=REFUSALS, status_code=200)
    async def by_code(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SignInByCode],
        sign_in: Given[SignIn],
        visits: Given[Visits],
    ) -> Response[SignedIn]:
        """Sign in with a code. Creates the user if the address is new."""
        context, browser = visits.stranger(request), visits.browser(request)
        opened = await sign_in.by_code(
            normalised(data.email), "sign-in", data.otp, browser, context, name=data.name or ""
        )
        visit = await visits.begun(opened, browser, context)
        answer = SignedIn(token=visit.view.handle, user=user_of(visit.view.person))
        return let_in(answer, [*visit.cookies, visits.cookies.clear(PENDING)], opened.position)

    @post(
        "/email-otp/verify-email",
        operation_id="verifyEmail",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def verify_email(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ProveEmail],
        sign_in: Given[SignIn],
        visits: Given[Visits],
    ) -> Response[Verified]:
        """Verify an email address with its code, and sign in."""
        context, browser = visits.stranger(request), visits.browser(request)
        opened = await sign_in.by_code(
            normalised(data.email), "email-verification", data.otp, browser, context
        )
        visit = await visits.begun(opened, browser, context)
        answer = Verified(token=visit.view.handle, user=user_of(visit.view.person))
        return let_in(answer, [*visit.cookies, visits.cookies.clear(PENDING)], opened.position)

    @post("/sign-out", operation_id="signOut", security=[], responses=REFUSALS, status_code=200)
    async def sign_out(
        self, request: Request[Any, Any, Any], commands: Given[Commands], visits: Given[Visits]
    ) -> Response[Succeeded]:
        """End the session, if there is one, and clear its cookies."""
        visit = await visits.of(request, refresh=False)
        cookies, position = visits.cookies.no_session(), 0
        if visit is not None:
            position = (await commands.run(End(visit.view.id, "signout"), visit.context)).position
        own = await visits.put_aside(request)
        if own is not None:
            position = (await commands.run(End(own.view.id, "signout"), own.context)).position
            cookies.append(visits.cookies.clear(ADMIN_SESSION))
        return let_in(Succeeded(), cookies, position)


def let_in(
    answer: Any, cookies: list[Cookie], position: int = 0, headers: dict[str, str] | None = None
) -> Response[Any]:
    """An answer with its cookies, and the position from which it can be read again."""
    sent = dict(headers or {}) | ({"X-Position": str(position)} if position else {})
    return Response(content=answer, cookies=cookies, headers=sent, media_type=MediaType.JSON)
