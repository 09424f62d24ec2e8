"""Registering, and asking for codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from litestar import Controller, MediaType, Request, Response, post
from litestar.params import JSONBody

from api.http.deadlines import WAITS_ITS_TURN
from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.locales import locale_of
from api.http.identity.shapes import Registered, Succeeded, Wire, stranger
from api.http.identity.sign_in import Name
from api.http.identity.visits import Visits
from api.http.session import PENDING, PENDING_AGE
from application.processes.codes import SendCode
from application.processes.sign_up import SignUp
from domain.email_addresses import normalised
from domain.errors import InvalidArgument

# What only an administrator may set.
_NOT_ALLOWED = ("role", "banned", "banReason", "banExpires")


class SignUpByEmail(Wire, frozen=True, kw_only=True):
    """The body of a sign-up."""

    name: Name
    email: str
    password: str
    image: str | None = None
    callback_url: str | None = msgspec.field(name="callbackURL", default=None)
    remember_me: bool | None = None


class AskForCode(Wire, frozen=True, kw_only=True):
    """Where to send a code, and what for."""

    email: str
    type: Literal["sign-in", "email-verification", "forget-password", "change-email"]


class SignUpController(Controller):
    path = "/api/auth"
    opt = WAITS_ITS_TURN
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @post("/sign-up/email", operation_id="signUpByEmail", security=[], responses=REFUSALS, status_code=200)
    async def sign_up(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SignUpByEmail],
        sign_up: Given[SignUp],
        visits: Given[Visits],
    ) -> Response[Registered]:
        """Sign up. The answer is the same for every address. No user is created before the email address
        is verified from this browser."""
        refuse_what_is_not_theirs(await request.json())
        try:
            address = normalised(data.email)
        except InvalidArgument as problem:
            raise AuthRefused(400, "VALIDATION_ERROR", f"[body.email] {problem.message}") from None
        context = visits.stranger(request)
        cookie = await sign_up.register(address, data.name, data.password, context.now)
        return Response(
            content=Registered(user=stranger(visits.tokens.new_id(), data.name, address, context.now)),
            cookies=[visits.cookies.set(PENDING, cookie, PENDING_AGE)],
            media_type=MediaType.JSON,
        )

    @post(
        "/email-otp/send-verification-otp",
        operation_id="sendCode",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def send_code(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[AskForCode],
        codes: Given[SendCode],
        visits: Given[Visits],
    ) -> Succeeded:
        """Send a one-time code, if a user has this address. The answer is the same if not."""
        address = normalised(data.email)
        if data.type == "change-email":
            raise AuthRefused(400, None, "Invalid OTP type")
        await codes.send(address, data.type, locale_of(request), visits.stranger(request))
        return Succeeded()


def refuse_what_is_not_theirs(members: Mapping[str, Any]) -> None:
    """Refuse members that only an administrator may set, such as `role`."""
    for name in _NOT_ALLOWED:
        if name in members:
            raise AuthRefused(400, "FIELD_NOT_ALLOWED", f"{name} is not allowed to be set")
