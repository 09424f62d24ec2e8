"""The caller's own user: name, ways to sign in, and deletion."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody
from msgspec import UNSET, UnsetType

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.shapes import Deleted, Done, LinkedAccount, Wire, linked_account_of
from api.http.identity.sign_in import Name, let_in
from api.http.identity.sign_up import refuse_what_is_not_theirs
from api.http.identity.visits import Visits
from application.commands import Commands
from application.identity.own_things import TakeName
from application.identity.ports import People
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.processes.forget_person import Forgetting


class UpdateUser(Wire, frozen=True, kw_only=True):
    """Changes to the caller's own user. Pictures are not supported."""

    name: Name | UnsetType = UNSET
    image: str | UnsetType | None = UNSET


class DeleteUser(Wire, frozen=True, kw_only=True):
    """The password; without it the session has to be fresh."""

    password: str | None = None
    callback_url: str | None = msgspec.field(name="callbackURL", default=None)


class PeopleController(Controller):
    path = "/api/auth"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @post("/update-user", operation_id="updateUser", responses=REFUSALS, status_code=200)
    async def update(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[UpdateUser],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[Done]:
        """Change your name."""
        visit = await visits.needed(request)
        members = await request.json()
        if "email" in members:
            raise AuthRefused(400, "EMAIL_CAN_NOT_BE_UPDATED", "Email can not be updated")
        refuse_what_is_not_theirs(members)
        if data.name is UNSET and data.image is UNSET:
            raise AuthRefused(400, None, "No fields to update")
        if data.image:
            raise AuthRefused(400, "FIELD_NOT_ALLOWED", "image is not allowed to be set")
        position = 0
        if data.name is not UNSET and data.name != visit.view.person.name:
            command = TakeName(user_id=visit.view.person.id, name=data.name)
            position = (await commands.run(command, visit.context._replace(idempotency=None))).position
        return let_in(Done(), visits.again(request, visit), position)

    @get("/list-accounts", operation_id="listSignInMethods", responses=REFUSALS)
    async def methods(
        self, request: Request[Any, Any, Any], people: Given[People], visits: Given[Visits]
    ) -> Response[list[LinkedAccount]]:
        """List your ways to sign in other than passkeys and codes."""
        visit = await visits.needed(request)
        user_id = visit.view.person.id
        listed = await people.methods_of(user_id)
        return let_in([linked_account_of(method, user_id) for method in listed], visit.cookies)

    @post("/delete-user", operation_id="deleteUser", responses=REFUSALS, status_code=200)
    async def delete(
        self,
        request: Request[Any, Any, Any],
        proofs: Given[Proofs],
        forgetting: Given[Forgetting],
        visits: Given[Visits],
        data: JSONBody[DeleteUser | None] = None,
    ) -> Response[Deleted]:
        """Delete your identity for good."""
        visit = await visits.needed(request)
        person = visit.view.person
        if data is not None and data.password is not None:
            known = await proofs.people.by_id(person.id)
            if known is None or known.password_hash is None:
                raise NotLetIn("no_password")
            await proofs.own_password(
                person.id, person.email, data.password, "invalid_password", visit.context
            )
        elif not visits.is_fresh(visit):
            raise NotLetIn("session_expired")
        await forgetting.ask(person.id, visit.context)
        return let_in(Deleted(), visits.cookies.no_session())
