"""Invitations: one that waits per account and address; accepted, cancelled and expired are final."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal, TypeAlias, assert_never, get_args

import msgspec
from msgspec import Meta

from domain.errors import AlreadyExists, LimitReached, NotAllowed, NotFound, Refused
from domain.ids import AccountId, InvitationId, RoleId, UserId
from domain.kernel import Claim, Decider, Event, Moment, PiiRef, Value
from domain.sealed import Box

RESENDS = 5
RESEND_WINDOW = timedelta(days=1)
NO_LONGER_VALID = "This invitation is no longer valid. Ask for a new one."

Days = Annotated[int, Meta(ge=1, le=30)]


class SendInvitation(Value, frozen=True, kw_only=True):
    """`pairing` is the pairing secret, sealed for the holders of the custodian role.

    `expires_at` is that of the `invite.create`, where there is one.
    """

    invitation_id: InvitationId
    account_id: AccountId
    email_ref: PiiRef
    email_hash: str
    role_id: RoleId
    token_hash: str
    expires_at: datetime
    message_ref: PiiRef | None = None
    pairing: Box | None = None
    custodian_role_id: RoleId | None = None
    custodian_generation: int | None = None


class ResendInvitation(Value, frozen=True):
    token_hash: str


class AcceptInvitation(Value, frozen=True):
    """By the person whose verified address it is."""

    user_id: UserId
    email_hash: str


class CancelInvitation(Value, frozen=True):
    by: Literal["inviter", "admin", "recipient", "system"]


class ExpireInvitation(Value, frozen=True):
    pass


InvitationCommand: TypeAlias = (
    SendInvitation | ResendInvitation | AcceptInvitation | CancelInvitation | ExpireInvitation
)


def waiting(email_hash: str) -> tuple[Claim, ...]:
    """Only one invitation of an account waits for an address. An erased address claims nothing."""
    return (Claim("account", "invite", email_hash),) if email_hash else ()


class InvitationSent(Event, frozen=True, tag="invitation.sent", kw_only=True):
    erasable = ("emailHash",)

    invitation_id: InvitationId
    account_id: AccountId
    email_ref: PiiRef
    email_hash: str
    role_id: RoleId
    token_hash: str
    expires_at: datetime
    invited_by: UserId | None
    message_ref: PiiRef | None = None
    pairing: Box | None = None
    custodian_role_id: RoleId | None = None
    custodian_generation: int | None = None

    def claims(self) -> tuple[Claim, ...]:
        return waiting(self.email_hash)


class InvitationResent(Event, frozen=True, tag="invitation.resent"):
    """Sent again with a new link. The previous link no longer works."""

    token_hash: str
    resent_at: datetime


class InvitationAccepted(Event, frozen=True, tag="invitation.accepted"):
    erasable = ("emailHash",)

    user_id: UserId
    email_hash: str

    def releases(self) -> tuple[Claim, ...]:
        return waiting(self.email_hash)


class InvitationCancelled(Event, frozen=True, tag="invitation.cancelled"):
    erasable = ("emailHash",)

    by: Literal["inviter", "admin", "recipient", "system"]
    email_hash: str

    def releases(self) -> tuple[Claim, ...]:
        return waiting(self.email_hash)


class InvitationExpired(Event, frozen=True, tag="invitation.expired"):
    erasable = ("emailHash",)

    email_hash: str

    def releases(self) -> tuple[Claim, ...]:
        return waiting(self.email_hash)


InvitationEvent: TypeAlias = (
    InvitationSent | InvitationResent | InvitationAccepted | InvitationCancelled | InvitationExpired
)


class Invitation(Value, frozen=True, kw_only=True):
    email_ref: PiiRef
    email_hash: str
    role_id: RoleId
    token_hash: str
    expires_at: datetime
    invited_by: UserId | None
    message_ref: PiiRef | None = None
    paired: bool = False
    state: Literal["pending", "accepted", "cancelled", "expired"] = "pending"
    accepted_by: UserId | None = None
    resends: int = 0
    resent_at: tuple[datetime, ...] = ()


def decide(
    command: InvitationCommand, invitation: Invitation | None, moment: Moment
) -> list[InvitationEvent]:
    if isinstance(command, SendInvitation):
        return _send(command, invitation, moment)
    if invitation is None:
        raise NotFound("There is no such invitation.")
    match command:
        case ResendInvitation(token_hash=token_hash):
            return _resend(token_hash, invitation, moment)
        case AcceptInvitation():
            return _accept(command, invitation, moment)
        case CancelInvitation(by=by):
            if invitation.state == "accepted":
                raise Refused("This invitation was accepted already.", reason="accepted")
            return [InvitationCancelled(by, invitation.email_hash)] if invitation.state == "pending" else []
        case ExpireInvitation():
            if invitation.state != "pending":
                return []
            if moment.now < invitation.expires_at:
                raise Refused("This invitation still waits.", reason="not_due")
            return [InvitationExpired(invitation.email_hash)]
        case _:
            assert_never(command)


def _send(command: SendInvitation, invitation: Invitation | None, moment: Moment) -> list[InvitationEvent]:
    if invitation is not None:
        if invitation.email_hash == command.email_hash and invitation.role_id == command.role_id:
            return []
        raise AlreadyExists("This invitation already exists.")
    if moment.actor.user_id is None and moment.actor.type == "user":
        raise NotAllowed("Only a member invites.", reason="not_allowed")
    return [
        InvitationSent(
            invitation_id=command.invitation_id,
            account_id=command.account_id,
            email_ref=command.email_ref,
            email_hash=command.email_hash,
            role_id=command.role_id,
            token_hash=command.token_hash,
            expires_at=command.expires_at,
            invited_by=moment.actor.user_id,
            message_ref=command.message_ref,
            pairing=command.pairing,
            custodian_role_id=command.custodian_role_id,
            custodian_generation=command.custodian_generation,
        )
    ]


def _resend(token_hash: str, invitation: Invitation, moment: Moment) -> list[InvitationEvent]:
    if not open_at(invitation, moment.now):
        raise Refused(NO_LONGER_VALID, reason="invite_expired")
    recent = [at for at in invitation.resent_at if at > moment.now - RESEND_WINDOW]
    if len(recent) >= RESENDS:
        wait = min(recent) + RESEND_WINDOW - moment.now
        raise LimitReached(
            "This invitation was sent often enough for today.",
            reason="resend_limit",
            retry_after=int(wait.total_seconds()) + 1,
        )
    return [InvitationResent(token_hash, moment.now)]


def _accept(command: AcceptInvitation, invitation: Invitation, moment: Moment) -> list[InvitationEvent]:
    if command.email_hash != invitation.email_hash:
        raise NotFound("There is no such invitation.")
    if invitation.state == "accepted" and invitation.accepted_by == command.user_id:
        return []
    if not open_at(invitation, moment.now):
        raise Refused(NO_LONGER_VALID, reason="invite_expired")
    return [InvitationAccepted(command.user_id, invitation.email_hash)]


def open_at(invitation: Invitation, now: datetime) -> bool:
    return invitation.state == "pending" and now < invitation.expires_at


def evolve(invitation: Invitation | None, event: InvitationEvent) -> Invitation | None:
    change = msgspec.structs.replace
    if isinstance(event, InvitationSent):
        return Invitation(
            email_ref=event.email_ref,
            email_hash=event.email_hash,
            role_id=event.role_id,
            token_hash=event.token_hash,
            expires_at=event.expires_at,
            invited_by=event.invited_by,
            message_ref=event.message_ref,
            paired=event.pairing is not None,
        )
    if invitation is None:
        return None
    match event:
        case InvitationResent(token_hash=token_hash, resent_at=at):
            kept = tuple(before for before in invitation.resent_at if before > at - RESEND_WINDOW)
            resends = invitation.resends + 1
            return change(invitation, token_hash=token_hash, resends=resends, resent_at=(*kept, at))
        case InvitationAccepted(user_id=user_id):
            return change(invitation, state="accepted", accepted_by=user_id)
        case InvitationCancelled():
            return change(invitation, state="cancelled")
        case InvitationExpired():
            return change(invitation, state="expired")


INVITATION: Decider[InvitationCommand, Invitation, InvitationEvent] = Decider(
    "invitation", get_args(InvitationEvent), decide, evolve
)
