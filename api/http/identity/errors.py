"""Failures under `/api/auth`: status, code and message of each (auth-wire.md section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec

from api.http.again import told_when
from application.identity.refusals import NotLetIn, Why
from domain.errors import InvalidArgument, LimitReached, NotSignedIn


class AuthRefused(Exception):
    """A refusal in the words of the wire. A few have no code."""

    def __init__(
        self,
        status: int,
        code: str | None,
        message: str,
        *,
        headers: Mapping[str, str] | None = None,
        cookies: Sequence[Cookie] = (),
        account_ids: Sequence[UUID] = (),
    ) -> None:
        super().__init__(message)
        self.account_ids = account_ids
        self.status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})
        self.cookies = list(cookies)


class InTheWay(msgspec.Struct, rename={"account_ids": "accountIds"}):
    """The person's own accounts that have to be settled first."""

    account_ids: Sequence[UUID]


class AuthError(msgspec.Struct, omit_defaults=True):
    """The error body of the authentication routes."""

    message: str
    code: str | None = None


def _spec(description: str) -> ResponseSpec:
    return ResponseSpec(data_container=AuthError, generate_examples=False, description=description)


class Barred(AuthError, kw_only=True):
    """The same, with what has to be settled first."""

    details: InTheWay


REFUSALS: dict[int, ResponseSpec] = {
    400: _spec("The body, a code, a challenge or a password is not valid."),
    401: _spec("There is no session, or the proof of identity was not accepted."),
    403: _spec("Foreign origin, session not fresh, user banned, or email not verified."),
    415: _spec("The body is not JSON."),
    429: _spec("Rate limit exceeded. `X-Retry-After` gives the seconds to wait."),
}
"""How routes of this folder refuse, for the API's description."""


class Said(NamedTuple):
    """A few refusals have no code on the wire."""

    status: int
    code: str | None
    message: str


CATALOGUE: Mapping[Why, Said] = {
    "invalid_email": Said(400, "INVALID_EMAIL", "Invalid email"),
    "wrong_credentials": Said(401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"),
    "not_verified": Said(403, "EMAIL_NOT_VERIFIED", "Email not verified"),
    "invalid_password": Said(400, "INVALID_PASSWORD", "Invalid password"),
    "password_too_short": Said(400, "PASSWORD_TOO_SHORT", "Password too short"),
    "password_too_long": Said(400, "PASSWORD_TOO_LONG", "Password too long"),
    "password_compromised": Said(
        400, "PASSWORD_COMPROMISED", "This password is too common. Choose another one."
    ),
    "invalid_code": Said(400, "INVALID_OTP", "Invalid OTP"),
    "code_expired": Said(400, "OTP_EXPIRED", "OTP expired"),
    "too_many_attempts": Said(403, "TOO_MANY_ATTEMPTS", "Too many attempts"),
    "banned": Said(403, "BANNED_USER", "You cannot sign in. Contact the people who run Coffer for you."),
    "not_fresh": Said(403, "SESSION_NOT_FRESH", "Session is not fresh"),
    "challenge_not_found": Said(400, "CHALLENGE_NOT_FOUND", "Challenge not found"),
    "registration_failed": Said(400, "FAILED_TO_VERIFY_REGISTRATION", "Failed to verify registration"),
    "not_your_challenge": Said(
        401,
        "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY",
        "You are not allowed to register this passkey",
    ),
    "passkey_unknown": Said(401, "PASSKEY_NOT_FOUND", "Passkey not found"),
    "passkey_taken": Said(400, "FAILED_TO_VERIFY_REGISTRATION", "Failed to verify registration"),
    "signature_wrong": Said(401, "AUTHENTICATION_FAILED", "Authentication failed"),
    "authentication_failed": Said(400, "AUTHENTICATION_FAILED", "Authentication failed"),
    "counter_went_back": Said(400, "AUTHENTICATION_FAILED", "Authentication failed"),
    "code_not_enough": Said(
        400, "CODE_NOT_ENOUGH", "A code is not enough here. Use your password or a passkey."
    ),
    "no_password": Said(400, "CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found"),
    "same_email": Said(400, None, "Email is the same"),
    "email_taken": Said(400, None, "Email already in use"),
    "user_not_found": Said(400, "USER_NOT_FOUND", "User not found"),
    "session_expired": Said(
        400, "SESSION_EXPIRED", "Session expired. Re-authenticate to perform this action."
    ),
    "leaving": Said(403, "USER_LEAVING", "This person is being deleted and cannot sign in."),
    "impersonated": Said(403, "IMPERSONATED", "You cannot change anything while viewing as someone else."),
    "last_owner": Said(
        400, "LAST_OWNER", "You are the only owner of an account. Close it, or make someone else an owner."
    ),
    "last_key_holder": Said(
        400,
        "LAST_KEY_HOLDER",
        "An account needs your keys, and no one else has them. Approve someone else first.",
    ),
    "known_already": Said(
        422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "User already exists. Use another email."
    ),
}


def response_of(refusal: AuthRefused) -> Response[Any]:
    error = AuthError(refusal.message, refusal.code)
    if refusal.account_ids:
        error = Barred(refusal.message, refusal.code, details=InTheWay(refusal.account_ids))
    return Response(
        content=msgspec.json.encode(error),
        status_code=refusal.status,
        headers=refusal.headers,
        cookies=refusal.cookies,
        media_type=MediaType.JSON,
    )


def too_many(seconds: int) -> AuthRefused:
    message = "Too many requests. Please try again later."
    return AuthRefused(429, None, message, headers=told_when(seconds))


def unauthorized(cookies: Sequence[Cookie] = ()) -> AuthRefused:
    """No session is alive; a dead one's cookies go with the answer."""
    return AuthRefused(401, "UNAUTHORIZED", "Unauthorized", cookies=cookies)


def _refused(_request: Request[Any, Any, Any], refusal: AuthRefused) -> Response[Any]:
    return response_of(refusal)


def _not_let_in(_request: Request[Any, Any, Any], refusal: NotLetIn) -> Response[Any]:
    account_ids = refusal.details.get("account_ids", ())
    return response_of(AuthRefused(*CATALOGUE[refusal.why], account_ids=account_ids))


def _limited(_request: Request[Any, Any, Any], refusal: LimitReached) -> Response[Any]:
    return response_of(too_many(int(refusal.details["retry_after"])))


def _not_signed_in(_request: Request[Any, Any, Any], _refusal: NotSignedIn) -> Response[Any]:
    return response_of(unauthorized())


def _invalid(_request: Request[Any, Any, Any], refusal: InvalidArgument) -> Response[Any]:
    return response_of(AuthRefused(400, refusal.reason.upper(), refusal.message))


AUTH_HANDLERS: dict[int | type[Exception], Any] = {
    AuthRefused: _refused,
    NotLetIn: _not_let_in,
    LimitReached: _limited,
    NotSignedIn: _not_signed_in,
    InvalidArgument: _invalid,
}
"""For the controllers of this folder. Other routes under `/api/auth` refuse by `api.http.errors`."""
