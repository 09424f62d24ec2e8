"""Passkey ceremonies: adding one, and signing in with one (auth-wire.md section 7)."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS
from api.http.identity.passkey_options import (
    AuthenticationOptions,
    RegistrationOptions,
    authentication_options,
    registration_options,
)
from api.http.identity.shapes import Passkey, SignedInByPasskey, Wire, passkey_of, session_of, user_of
from api.http.identity.sign_in import let_in
from api.http.identity.visits import Visits
from api.http.session import PASSKEY, PASSKEY_AGE
from application.identity.passkeys import Passkeys
from application.processes.sign_in import SignIn


class AddPasskey(Wire, frozen=True, kw_only=True):
    """What the authenticator answered to the registration options."""

    response: dict[str, Any]
    name: str | None = None
    create_session: bool | None = None


class SignInByPasskey(Wire, frozen=True, kw_only=True):
    """What the authenticator answered to the authentication options."""

    response: dict[str, Any]


class PasskeyController(Controller):
    path = "/api/auth/passkey"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @get("/generate-register-options", operation_id="getPasskeyRegistrationOptions", responses=REFUSALS)
    async def register_options(
        self,
        request: Request[Any, Any, Any],
        passkeys: Given[Passkeys],
        visits: Given[Visits],
        authenticator_attachment: Annotated[
            Literal["platform", "cross-platform"] | None, QueryParameter(name="authenticatorAttachment")
        ] = None,
        name: FromQuery[str | None] = None,
    ) -> Response[RegistrationOptions]:
        """Get the options to add a passkey. Requires a fresh session."""
        visit = await visits.fresh(request)
        person, challenge = visit.view.person, secrets.token_bytes(32)
        cookie = await passkeys.begin("registration", challenge, visit.context, person.id)
        options = registration_options(
            rp_id=passkeys.authenticators.rp_id,
            challenge=challenge,
            user_id=person.id,
            name=name or person.email,
            display_name=person.email,
            known=await passkeys.of(person.id),
            attachment=authenticator_attachment,
        )
        ceremony = visits.cookies.set(PASSKEY, cookie, PASSKEY_AGE)
        return let_in(options, [*visit.cookies, ceremony])

    @post("/verify-registration", operation_id="addPasskey", responses=REFUSALS, status_code=200)
    async def verify_registration(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[AddPasskey],
        passkeys: Given[Passkeys],
        visits: Given[Visits],
    ) -> Response[Passkey]:
        """Add the passkey that answers the options of this browser."""
        visit = await visits.fresh(request)
        cookie = visits.cookies.read(request, PASSKEY)
        added = await passkeys.add(visit.view.person.id, cookie, data.response, data.name, visit.context)
        return let_in(passkey_of(*added), [*visit.cookies, visits.cookies.clear(PASSKEY)])

    @get("/generate-authenticate-options", operation_id="getPasskeyOptions", security=[], responses=REFUSALS)
    async def options(
        self, request: Request[Any, Any, Any], passkeys: Given[Passkeys], visits: Given[Visits]
    ) -> Response[AuthenticationOptions]:
        """Get the options to sign in, or to confirm a session, with a passkey."""
        return await _options(request, passkeys, visits)

    @post(
        "/generate-authenticate-options",
        operation_id="getPasskeyOptionsByPost",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def options_by_post(
        self, request: Request[Any, Any, Any], passkeys: Given[Passkeys], visits: Given[Visits]
    ) -> Response[AuthenticationOptions]:
        """The same for earlier clients. An `email` in the body is ignored."""
        return await _options(request, passkeys, visits)

    @post(
        "/verify-authentication",
        operation_id="signInByPasskey",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def verify_authentication(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SignInByPasskey],
        sign_in: Given[SignIn],
        visits: Given[Visits],
    ) -> Response[SignedInByPasskey]:
        """Sign in with the passkey that answers the options of this browser."""
        context, browser = visits.stranger(request), visits.browser(request)
        cookie = visits.cookies.read(request, PASSKEY)
        opened = await sign_in.by_passkey(cookie, data.response, browser, context)
        visit = await visits.begun(opened, browser, context)
        answer = SignedInByPasskey(session=session_of(visit.view), user=user_of(visit.view.person))
        return let_in(answer, [*visit.cookies, visits.cookies.clear(PASSKEY)], opened.position)


async def _options(
    request: Request[Any, Any, Any], passkeys: Passkeys, visits: Visits
) -> Response[AuthenticationOptions]:
    visit = await visits.of(request)
    context = visits.stranger(request) if visit is None else visit.context
    known = () if visit is None else await passkeys.of(visit.view.person.id)
    challenge = secrets.token_bytes(32)
    cookie = await passkeys.begin("authentication", challenge, context)
    ceremony = visits.cookies.set(PASSKEY, cookie, PASSKEY_AGE)
    cookies = [ceremony] if visit is None else [*visit.cookies, ceremony]
    return let_in(authentication_options(passkeys.authenticators.rp_id, challenge, known), cookies)
