"""Accounts over HTTP."""

from __future__ import annotations

from litestar import Controller

from api.http.accounts.accounts import AccountController
from api.http.accounts.invitations import InvitationController
from api.http.accounts.inviting import InvitingController
from api.http.accounts.joining import JoiningController
from api.http.accounts.members import MemberController
from api.http.accounts.plans import PlanController
from api.http.accounts.roles import RoleController

HANDLERS: list[type[Controller]] = [
    PlanController,
    AccountController,
    JoiningController,
    RoleController,
    MemberController,
    InvitationController,
    InvitingController,
]
