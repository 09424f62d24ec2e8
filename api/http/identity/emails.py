"""Addresses: looking at a code without using it, and moving to another address."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Controller, Request, Response, post
from litestar.params import JSONBody

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.locales import locale_of
from api.http.identity.shapes import Done, Succeeded, Wire
from api.http.identity.sign_in import Code, let_in
from api.http.identity.visits import Visits
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.processes.change_email import EmailChange
from application.processes.codes import SendCode
from domain.email_addresses import normalised


class CheckCode(Wire, frozen=True, kw_only=True):
    """An address and the code that was sent there for this purpose."""

    email: str
    type: Literal["sign-in", "email-verification", "forget-password", "change-email"]
    otp: Code


class AskToChangeEmail(Wire, frozen=True, kw_only=True):
    """The address to move to. Nothing was sent to the one before, so no code of it is asked for."""

    new_email: str
    otp: Code | None = None


class ChangeEmail(Wire, frozen=True, kw_only=True):
    """The address to move to, and the code that was sent there."""

    new_email: str
    otp: Code


class ChangeEmailByLink(Wire, frozen=True, kw_only=True):
    """The address to move to by a link."""

    new_email: str
    callback_url: str | None = msgspec.field(name="callbackURL", default=None)


class EmailController(Controller):
    path = "/api/auth"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @post(
        "/email-otp/check-verification-otp",
        operation_id="checkCode",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def check(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[CheckCode],
        proofs: Given[Proofs],
        visits: Given[Visits],
    ) -> Succeeded:
        """Check a code without using it up. A wrong code counts as an attempt.

        `USER_NOT_FOUND` is answered only after a right code, so only to the owner of the address.
        """
        address = normalised(data.email)
        if data.type == "change-email":
            raise AuthRefused(400, None, "Invalid OTP type")
        context, browser = visits.stranger(request), visits.browser(request)
        await proofs.code(address, data.type, data.otp, browser.brought, context, uses_up=False)
        if await proofs.people.by_email(proofs.blind.email(address)) is None:
            raise NotLetIn("user_not_found")
        return Succeeded()

    @post(
        "/email-otp/request-email-change",
        operation_id="requestEmailChange",
        responses=REFUSALS,
        status_code=200,
    )
    async def request_change(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[AskToChangeEmail],
        codes: Given[SendCode],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """Send a code to the new address, unless another user has it. Requires a fresh session."""
        visit = await visits.fresh(request)
        person, address = visit.view.person, normalised(data.new_email)
        await codes.to_change(person.id, person.email, address, locale_of(request), visit.context)
        return let_in(Succeeded(), visit.cookies)

    @post("/email-otp/change-email", operation_id="changeEmail", responses=REFUSALS, status_code=200)
    async def change(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ChangeEmail],
        email_change: Given[EmailChange],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """Change your email address to the one that the code was sent to. Requires a fresh session."""
        visit = await visits.fresh(request)
        person, address = visit.view.person, normalised(data.new_email)
        if address == person.email:
            raise NotLetIn("same_email")
        done = await email_change.by_code(
            person.id, person.email, address, data.otp, locale_of(request), visit.context
        )
        return let_in(Succeeded(), visits.again(request, visit), done.position)

    @post("/change-email", operation_id="changeEmailByLink", responses=REFUSALS, status_code=200)
    async def change_by_link(
        self, request: Request[Any, Any, Any], data: JSONBody[ChangeEmailByLink], visits: Given[Visits]
    ) -> Response[Done]:
        """Always refused: addresses are verified with codes, not with links."""
        await visits.needed(request)
        normalised(data.new_email)
        raise AuthRefused(400, None, "Verification email isn't enabled")
