"""One's own passkeys: listing them, naming them, and taking one away (auth-wire.md section 7)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody

from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.shapes import Done, Passkey, RenamedPasskey, Wire, passkey_of
from api.http.identity.sign_in import Name, let_in
from api.http.identity.visits import Visits
from application.commands import Commands
from application.identity.own_things import DropPasskey, NamePasskey
from application.identity.passkeys import MAX_NAME, Passkeys
from application.identity.proofs import Proofs
from domain.errors import NotFound
from domain.ids import PasskeyId


class DeletePasskey(Wire, frozen=True, kw_only=True):
    """Which passkey."""

    id: str


class UpdatePasskey(Wire, frozen=True, kw_only=True):
    """Which passkey, and what it is called from now on."""

    id: str
    name: Name


class OwnPasskeyController(Controller):
    path = "/api/auth/passkey"
    tags = ("authentication",)
    exception_handlers = AUTH_HANDLERS

    @get("/list-user-passkeys", operation_id="listPasskeys", responses=REFUSALS)
    async def list_passkeys(
        self,
        request: Request[Any, Any, Any],
        passkeys: Given[Passkeys],
        proofs: Given[Proofs],
        visits: Given[Visits],
    ) -> Response[list[Passkey]]:
        """List your passkeys, oldest first."""
        visit = await visits.needed(request)
        listed = await passkeys.named(visit.view.person.id)
        off = await proofs.restraining.off_among([each.passkey.passkey_id for each in listed], visit.context)
        own = [passkey_of(*each, off=each.passkey.passkey_id in off) for each in listed]
        return let_in(own, visit.cookies)

    @post("/delete-passkey", operation_id="deletePasskey", responses=REFUSALS, status_code=200)
    async def delete(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[DeletePasskey],
        commands: Given[Commands],
        visits: Given[Visits],
    ) -> Response[Done]:
        """Remove one of your passkeys. Requires a fresh session."""
        visit = await visits.fresh(request)
        command = DropPasskey(user_id=visit.view.person.id, passkey_id=_id(data.id))
        done = await commands.run(command, visit.context._replace(idempotency=None))
        return let_in(Done(), visit.cookies, done.position)

    @post("/update-passkey", operation_id="renamePasskey", responses=REFUSALS, status_code=200)
    async def update(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[UpdatePasskey],
        commands: Given[Commands],
        passkeys: Given[Passkeys],
        visits: Given[Visits],
    ) -> Response[RenamedPasskey]:
        """Rename one of your passkeys."""
        visit = await visits.needed(request)
        user_id, passkey_id, name = visit.view.person.id, _id(data.id), data.name.strip()[:MAX_NAME]
        if not name:
            raise AuthRefused(400, "VALIDATION_ERROR", "[body.name] A name is needed")
        command = NamePasskey(user_id=user_id, passkey_id=passkey_id, name=name)
        done = await commands.run(command, visit.context._replace(idempotency=None))
        renamed = [each for each in await passkeys.named(user_id) if each.passkey.passkey_id == passkey_id]
        if not renamed:
            raise _unknown()
        return let_in(RenamedPasskey(passkey=passkey_of(*renamed[0])), visit.cookies, done.position)


def _id(text: str) -> PasskeyId:
    try:
        return PasskeyId(UUID(text))
    except ValueError:
        raise _unknown() from None


def _unknown() -> NotFound:
    """Whether there is none or it is another person's."""
    return NotFound("Passkey not found", reason="passkey_not_found")
