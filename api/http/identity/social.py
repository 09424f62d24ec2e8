"""Signing in with an account at Google or Microsoft: there, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.redirects import go_to, with_query
from api.http.identity.shapes import User, Wire, user_of
from api.http.identity.sign_in import let_in
from api.http.identity.visits import Visits
from api.http.session import PENDING
from application.identity.refusals import NotLetIn
from application.identity.social import Journey, NotRecognised
from application.ports import Context
from application.processes.social_sign_in import SocialSignIn, Wish
from domain.errors import Unavailable
from domain.identity.users import SocialProvider

STATE = "better-auth.state"
STATE_AGE = 300
ERROR_PAGE = "/api/auth/error"
HOME = "/"

_MOST_OF_AN_ERROR = 100
_MOST_OF_A_DESCRIPTION = 300

# RFC 6749, section 3.3.
Scope = Annotated[str, Meta(max_length=200, pattern=r"\A[\x21\x23-\x5b\x5d-\x7e]+\Z")]


class IdToken(Wire, frozen=True, kw_only=True):
    """A token that the page got from the provider itself."""

    token: str
    nonce: str | None = None
    access_token: str | None = None


class SignInBySocialIdentity(Wire, frozen=True, kw_only=True):
    """With whom to sign in, and where to go after that."""

    provider: str
    callback_url: str | None = msgspec.field(name="callbackURL", default=None)
    error_callback_url: str | None = msgspec.field(name="errorCallbackURL", default=None)
    new_user_callback_url: str | None = msgspec.field(name="newUserCallbackURL", default=None)
    disable_redirect: bool | None = None
    scopes: Annotated[list[Scope], Meta(max_length=20)] | None = None
    login_hint: Annotated[str, Meta(max_length=254)] | None = None
    request_sign_up: bool | None = None
    id_token: IdToken | None = None
    additional_data: dict[str, Any] | None = None


class SocialAnswer(Wire, frozen=True, kw_only=True):
    """Where to go to be recognised; or, for an ID token, who was let in."""

    redirect: bool
    url: str | msgspec.UnsetType = msgspec.UNSET
    token: str | msgspec.UnsetType = msgspec.UNSET
    user: User | msgspec.UnsetType = msgspec.UNSET


class Providers(Wire, frozen=True, kw_only=True):
    """With whom one can sign in here."""

    data: list[SocialProvider]


class SocialController(Controller):
    path = "/api/auth"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @get("/providers", operation_id="listProviders", security=[])
    async def providers(self, social: Given[SocialSignIn]) -> Providers:
        """List the configured sign-in providers."""
        return Providers(data=[provider.name for provider in social.providers.values()])

    @post(
        "/sign-in/social",
        operation_id="signInBySocialIdentity",
        security=[],
        responses=REFUSALS,
        status_code=200,
    )
    async def sign_in(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SignInBySocialIdentity],
        social: Given[SocialSignIn],
        visits: Given[Visits],
    ) -> Response[SocialAnswer]:
        """Get the provider's URL to sign in at, or sign in directly with an ID token."""
        provider = social.providers.get(data.provider)
        if provider is None:
            raise AuthRefused(404, "PROVIDER_NOT_FOUND", "Provider not found")
        context = visits.stranger(request)
        if data.id_token is not None:
            browser = visits.browser(request)
            try:
                entered = await social.by_token(
                    provider, data.id_token.token, data.id_token.nonce, browser, context
                )
            except NotRecognised:
                raise AuthRefused(401, "INVALID_TOKEN", "Invalid token") from None
            visit = await visits.begun(entered.opened, browser, context)
            answer = SocialAnswer(redirect=False, token=visit.view.handle, user=user_of(visit.view.person))
            return let_in(answer, [*visit.cookies, visits.cookies.clear(PENDING)], entered.opened.position)
        wish = Wish(
            callback_url=data.callback_url or HOME,
            error_url=data.error_callback_url,
            new_user_url=data.new_user_callback_url,
            scopes=data.scopes or (),
            login_hint=data.login_hint,
        )
        url, state = await social.leave(provider, wish, context)
        redirect = not data.disable_redirect
        return Response(
            content=SocialAnswer(redirect=redirect, url=url),
            cookies=[visits.cookies.set(STATE, state, STATE_AGE)],
            headers={"Location": url} if redirect else {},
            media_type=MediaType.JSON,
        )

    @get("/callback/{provider:str}", include_in_schema=False, security=[])
    async def come_back(
        self,
        request: Request[Any, Any, Any],
        provider: FromPath[str],
        social: Given[SocialSignIn],
        visits: Given[Visits],
    ) -> Response[bytes]:
        """Let in whom the provider recognised. Whatever happens, the browser is sent on."""
        said, context = request.query_params, visits.stranger(request)
        state = said.get("state")
        if not state:
            return _failed(None, {"error": "state_not_found"})
        if visits.cookies.read(request, STATE) != state:
            return _failed(None, {"error": "state_mismatch"})
        journey = None
        try:
            journey = await social.come_back(provider, state, context)
            if journey is None:
                answer = _failed(None, {"error": "state_mismatch"})
            elif fault := _fault(said):
                answer = _failed(journey, fault)
            else:
                answer = await _entered(request, journey, said["code"], social, visits, context)
        except NotRecognised as refusal:
            answer = _failed(journey, {"error": refusal.fault})
        except NotLetIn as refusal:
            answer = _failed(journey, {"error": refusal.why})
        except Unavailable:
            answer = _failed(journey, {"error": "temporarily_unavailable"})
        answer.cookies.append(visits.cookies.clear(STATE))
        return answer

    @post("/callback/{provider:str}", include_in_schema=False, security=[], status_code=302)
    async def posted_back(self, request: Request[Any, Any, Any], provider: FromPath[str]) -> Response[bytes]:
        """The same by a form: without our cookies, which do not come with a form of another site."""
        members = cast("dict[str, Any]", await request.json()) if await request.body() else {}
        texts = {name: value for name, value in members.items() if isinstance(value, str)}
        return go_to(with_query(f"/api/auth/callback/{provider}", texts))


async def _entered(
    request: Request[Any, Any, Any],
    journey: Journey,
    code: str,
    social: SocialSignIn,
    visits: Visits,
    context: Context,
) -> Response[bytes]:
    browser = visits.browser(request)
    entered = await social.by_code(journey, code, browser, context)
    visit = await visits.begun(entered.opened, browser, context)
    target = (journey.new_user_url if entered.new else None) or journey.callback_url
    return go_to(target, [*visit.cookies, visits.cookies.clear(PENDING)])


def _fault(said: Mapping[str, str]) -> dict[str, str] | None:
    """What the provider itself refuses, in its own words; or that it says nothing."""
    if error := said.get("error"):
        fault = {"error": error[:_MOST_OF_AN_ERROR]}
        if description := said.get("error_description"):
            fault["error_description"] = description[:_MOST_OF_A_DESCRIPTION]
        return fault
    return None if said.get("code") else {"error": "no_code"}


def _failed(journey: Journey | None, fault: Mapping[str, str]) -> Response[bytes]:
    return go_to(with_query((journey.error_url if journey else None) or ERROR_PAGE, fault))
