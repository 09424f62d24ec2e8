"""`/api/invitations`: who is invited, as the account sees it."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.accounts.inviting import Invitation, invite
from api.http.accounts.personal import opened_texts
from api.http.accounts.shapes import InvitationShape, InvitationState
from api.http.accounts.signed import MaybeSigned, signed_of
from api.http.answers import Data, Page, answer, listed
from api.http.given import Fresh, Given
from application.access import permitted, signed_in
from application.accounts.ports import Directory
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.cancel_invitations import CancelInvite, Decline
from application.processes.join import Joining
from domain.errors import Refused
from domain.ids import InvitationId
from projections.accounts.invitations import invitations_of
from projections.kernel import Reader


class InvitationController(Controller):
    path = "/api/invitations"
    tags = ["invitations"]  # noqa: RUF012

    @get(operation_id="listInvitations")
    async def list_invitations(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
        states: Annotated[list[InvitationState] | None, QueryParameter(name="states")] = None,
    ) -> Response[Page[InvitationShape]]:
        """List invitations, newest first."""
        account_id = permitted(context, "invitation.list")
        rows = await invitations_of(
            reader, account_id, context.now, reads=list(context.actor.reads), states=states
        )
        return listed(await opened_texts(personal, rows), fresh, limit=1000)

    @post(operation_id="createInvitation", status_code=201)
    async def create(
        self,
        data: JSONBody[Invitation],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[InvitationShape]]:
        """Invite someone. An address that is already invited gets its invitation again (200)."""
        outcome, again = await invite(data, context, commands, personal)
        return answer(outcome, status=200 if again else 201)

    @delete(
        "/{invitation_id:uuid}", operation_id="cancelInvitation", status_code=204, opt={"any_account": True}
    )
    async def cancel(
        self,
        invitation_id: FromPath[UUID],
        context: Given[Context],
        commands: Given[Commands],
        directory: Given[Directory],
        joining: Given[Joining],
        data: JSONBody[MaybeSigned | None] = None,
    ) -> Response[None]:
        """Cancel an invitation of the current account, or decline one for your address.

        An invitation with a pairing secret is cancelled with its `invite.cancel`.
        """
        signed_in(context)
        named = InvitationId(invitation_id)
        try:
            address = await joining.proven_address(context)
            account_id = await directory.invitation_of(named, address, context.now)
        except Refused:
            address, account_id = "", None
        if account_id is not None:
            decline = Decline(account_id, named, address)
            return answer(await commands.run(decline, context), status=204)
        return answer(await commands.run(CancelInvite(named, signed_of(data)), context), status=204)
