"""Authentication over HTTP, on the wire that the public client speaks."""

from __future__ import annotations

from litestar import Controller

from api.http.identity.emails import EmailController
from api.http.identity.error_page import ErrorPageController
from api.http.identity.own_passkeys import OwnPasskeyController
from api.http.identity.own_sessions import OwnSessionController
from api.http.identity.passkeys import PasskeyController
from api.http.identity.passwords import PasswordController
from api.http.identity.people import PeopleController
from api.http.identity.platform_impersonation import ImpersonationController
from api.http.identity.platform_people import PlatformPeopleController
from api.http.identity.platform_sessions import PlatformSessionController
from api.http.identity.sessions import SessionController
from api.http.identity.sign_in import SignInController
from api.http.identity.sign_up import SignUpController
from api.http.identity.social import SocialController

HANDLERS: list[type[Controller]] = [
    SignUpController,
    SignInController,
    SocialController,
    SessionController,
    OwnSessionController,
    PasswordController,
    EmailController,
    PeopleController,
    PasskeyController,
    OwnPasskeyController,
    PlatformPeopleController,
    PlatformSessionController,
    ImpersonationController,
    ErrorPageController,
]
