"""New passwords: asking for a code to set one, setting it, and changing the one that is known."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, post
from litestar.params import JSONBody

from api.http.deadlines import WAITS_ITS_TURN
from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS
from api.http.identity.locales import locale_of
from api.http.identity.shapes import PasswordChanged, Succeeded, Wire, user_of
from api.http.identity.sign_in import Code, let_in
from api.http.identity.visits import Visits
from api.http.session import PENDING
from application.processes.codes import SendCode
from application.processes.passwords import NewPasswords
from domain.email_addresses import normalised


class AskToReset(Wire, frozen=True, kw_only=True):
    """The address of the user who wants to set a new password."""

    email: str


class ResetPassword(Wire, frozen=True, kw_only=True):
    """An address, the code that was sent there, and the new password."""

    email: str
    otp: Code
    password: str


class ChangePassword(Wire, frozen=True, kw_only=True):
    """The password as it is, and as it is to be. The others sessions may be ended with it."""

    current_password: str
    new_password: str
    revoke_other_sessions: bool | None = None


class PasswordController(Controller):
    path = "/api/auth"
    opt = WAITS_ITS_TURN
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @post(
        "/email-otp/request-password-reset",
        operation_id="requestPasswordReset",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def request_reset(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[AskToReset],
        codes: Given[SendCode],
        visits: Given[Visits],
    ) -> Succeeded:
        """Send a code to set a new password, if a user has this address. The answer is the same if not."""
        return await _request_reset(request, data, codes, visits)

    @post(
        "/forget-password/email-otp",
        operation_id="requestPasswordResetAsBefore",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def request_reset_as_before(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[AskToReset],
        codes: Given[SendCode],
        visits: Given[Visits],
    ) -> Succeeded:
        """Alias of `email-otp/request-password-reset` for earlier clients."""
        return await _request_reset(request, data, codes, visits)

    @post(
        "/email-otp/reset-password",
        operation_id="resetPassword",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def reset(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ResetPassword],
        new_passwords: Given[NewPasswords],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """Set a new password with a code. All sessions of the user end."""
        context, browser = await visits.proven(request), visits.browser(request)
        done = await new_passwords.reset(normalised(data.email), data.otp, data.password, browser, context)
        return let_in(Succeeded(), [visits.cookies.clear(PENDING)] if browser.pending else [], done.position)

    @post("/change-password", operation_id="changePassword", responses=REFUSALS, status_code=200)
    async def change(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ChangePassword],
        new_passwords: Given[NewPasswords],
        visits: Given[Visits],
    ) -> Response[PasswordChanged]:
        """Change your password. On request, all sessions end and a new one starts here."""
        visit = await visits.needed(request)
        person = visit.view.person
        browser = (
            visits.browser(request, remember=visit.view.remember) if data.revoke_other_sessions else None
        )
        done = await new_passwords.change(
            person.id, person.email, data.current_password, data.new_password, browser, visit.context
        )
        if browser is None:
            answer = PasswordChanged(token=None, user=user_of(person))
            return let_in(answer, visit.cookies, done.position)
        begun = await visits.begun(done.answer, browser, visit.context)
        answer = PasswordChanged(token=begun.view.handle, user=user_of(begun.view.person))
        return let_in(answer, begun.cookies, done.position)


async def _request_reset(
    request: Request[Any, Any, Any], data: AskToReset, codes: SendCode, visits: Visits
) -> Succeeded:
    address = normalised(data.email)
    await codes.send(address, "forget-password", locale_of(request), visits.stranger(request))
    return Succeeded()
