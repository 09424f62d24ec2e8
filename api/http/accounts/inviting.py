"""`/api/auth/invite` and its kin: invitations on the wire of signing in."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from litestar import Controller, Response, post
from litestar.enums import MediaType
from litestar.params import JSONBody
from msgspec import Meta

from api.http.accounts.joining import masked_card
from api.http.accounts.personal import carried_out, opened_text
from api.http.accounts.shapes import Cancelled, InvitationCard, InvitationShape
from api.http.accounts.signed import MaybeSigned, signed_of
from api.http.answers import answer
from api.http.given import Fresh, Given
from application.commands import Commands
from application.ports import Context, Outcome, PersonalData
from application.processes.cancel_invitations import CancelAddress
from application.processes.invite import Invite, Text
from application.processes.join import Joining
from domain.accounts.invitations import Days
from domain.errors import InvalidArgument, NotFound
from domain.ids import InvitationId, RoleId
from domain.kernel import Value
from domain.sealed import Box
from projections.accounts.invitation_links import InvitationLink, link_of_bearer, link_of_id, link_of_token
from projections.kernel import Reader

UNKNOWN = "This invitation is no longer valid. Ask for a new one."


class Invitation(MaybeSigned, frozen=True, kw_only=True):
    """`pairing`, the sealed secret, and its `invite.create` are left out for a role that holds no keys.

    Only then `expiresInDays` says when it ends, a week from now where it is left out.
    """

    email: str
    role_id: RoleId
    invite_id: InvitationId | None = None
    pairing: Box | None = None
    message: Text | None = None
    expires_in_days: Days | None = None


class InvitationKey(Value, frozen=True):
    """The secret of a link, or the id in one that was handed over; a session has proven the address."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    invitation_id: InvitationId | None = None


async def invite(
    data: Invitation, context: Context, commands: Commands, personal: PersonalData
) -> tuple[Outcome, bool]:
    """The invitation, and whether it was there already and was sent again."""
    if data.pairing is not None and data.invite_id is None:
        raise InvalidArgument("A pairing names its invitation.", reason="invite_id")
    command = Invite(
        invitation_id=data.invite_id or InvitationId(uuid4()),
        email=data.email,
        role_id=data.role_id,
        days=data.expires_in_days,
        message=data.message,
        signed=signed_of(data),
        pairing=data.pairing,
    )
    outcome = await carried_out(commands, personal, command, context)
    told: Any = outcome.answer if outcome.replayed is None else msgspec.json.decode(outcome.replayed)
    return outcome, told["word"]["sentCount"] > 1


class InvitingController(Controller):
    path = "/api/auth"
    tags = ["invitations"]  # noqa: RUF012

    @post("/invite", operation_id="inviteUser", status_code=200)
    async def invite_user(
        self,
        data: JSONBody[Invitation],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[InvitationShape]:
        """Invite someone to the current account."""
        outcome, _again = await invite(data, context, commands, personal)
        return answer(outcome, data=False)

    @post("/delete-invite-user", operation_id="deleteInviteUser", status_code=200)
    async def delete_invite_user(
        self, data: JSONBody[CancelAddress], context: Given[Context], commands: Given[Commands]
    ) -> Response[Cancelled]:
        """Cancel the open invitation for an address in the current account."""
        return answer(await commands.run(data, context), data=False)

    @post(
        "/get-account-invite",
        operation_id="getAccountInvite",
        status_code=200,
        opt={"any_account": True},
        security=[],
    )
    async def get_account_invite(
        self,
        data: JSONBody[InvitationKey],
        context: Given[Context],
        reader: Given[Reader],
        joining: Given[Joining],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[InvitationCard]:
        """Get an invitation by its link: account, inviter and state."""
        link = await _link(data, context, reader, joining)
        if link is None:
            raise NotFound(UNKNOWN, reason="not_found")
        content: Any = masked_card(await opened_text(personal, link.json))
        return Response(content, media_type=MediaType.JSON)


async def _link(
    data: InvitationKey, context: Context, reader: Reader, joining: Joining
) -> InvitationLink | None:
    if data.token is not None:
        return await link_of_token(reader, joining.link_hash(data.token), context.now)
    if data.invitation_id is None:
        return None
    if context.actor.user_id is None:
        return await link_of_bearer(reader, data.invitation_id, context.now)
    return await link_of_id(reader, data.invitation_id, await joining.proven_address(context), context.now)
