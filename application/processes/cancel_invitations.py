"""Taking invitations back: by those who may, or by the person who was invited."""

from __future__ import annotations

from dataclasses import dataclass

from application.accounts.ports import Directory
from application.accounts.settings import session_account
from application.commands import Route
from application.ports import BlindIndex
from application.unit_of_work import Work
from application.vault.invites import check_invite_cancel
from application.vault.key_statements import key_log_of
from application.vault.ports import Checks
from domain.accounts import invitations as i
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.authority import require_owner
from domain.accounts.accounts.commands import ReleaseSeat
from domain.email_addresses import normalised
from domain.errors import InvalidArgument, NotFound
from domain.ids import AccountId, InvitationId
from domain.kernel import Value
from domain.sealed import Signed
from domain.vault.key_log import KEY_LOG


class CancelInvite(Value, frozen=True):
    """By a member. `signed` is the `invite.cancel` of one that has a pairing secret."""

    invitation_id: InvitationId
    signed: Signed | None = None


class CancelAddress(Value, frozen=True):
    """Cancel what waits for an address, with an `invite.cancel` for each that has a pairing secret."""

    email: str
    items: tuple[Signed, ...] = ()


class Decline(Value, frozen=True):
    """By the invited person, who need not belong to the account."""

    account_id: AccountId
    invitation_id: InvitationId
    email_hash: str


@dataclass(frozen=True)
class Cancellations:
    """What taking invitations back needs beside the unit of work."""

    directory: Directory
    blind: BlindIndex
    checks: Checks

    async def cancel(self, work: Work, command: CancelInvite) -> None:
        account_id = session_account(work)
        # Loaded first, because key statements come first in an append.
        await key_log_of(work)
        invitation = await work.load(i.INVITATION, command.invitation_id)
        account = await work.load(ACCOUNT, account_id)
        if invitation is None or account is None:
            raise NotFound("There is no such invitation.")
        if invitation.role_id == account.owner_role_id:
            require_owner(account, work.moment)
        if invitation.state == "pending" and invitation.paired:
            if command.signed is None:
                raise InvalidArgument("Sign that this invitation is cancelled.", reason="signed")
            await check_invite_cancel(work, self.checks, command.signed, invite_id=command.invitation_id)
        by = "inviter" if invitation.invited_by == work.context.actor.user_id else "admin"
        await work.decide(i.INVITATION, command.invitation_id, i.CancelInvitation(by))
        await work.decide(ACCOUNT, account_id, ReleaseSeat(command.invitation_id))

    async def cancel_address(self, work: Work, command: CancelAddress) -> dict[str, int]:
        email_hash = self.blind.email(normalised(command.email))
        found = await self.directory.waiting_invitation(session_account(work), email_hash)
        if found is None:
            return {"cancelled": 0}
        signed = command.items[0] if command.items else None
        await self.cancel(work, CancelInvite(found, signed))
        return {"cancelled": 1}

    async def decline(self, work: Work, command: Decline) -> None:
        owner = command.account_id
        invitation = await work.load(i.INVITATION, command.invitation_id, account_id=owner)
        if invitation is None or invitation.email_hash != command.email_hash:
            raise NotFound("There is no such invitation.")
        cancel = i.CancelInvitation("recipient")
        await work.decide(i.INVITATION, command.invitation_id, cancel, account_id=owner)
        await work.decide(ACCOUNT, owner, ReleaseSeat(command.invitation_id), account_id=owner)


def routes(cancellations: Cancellations) -> dict[type, Route]:
    return {
        CancelInvite: Route("invitation.cancel", cancellations.cancel, (KEY_LOG, ACCOUNT, i.INVITATION)),
        CancelAddress: Route(
            "invitation.cancel", cancellations.cancel_address, (KEY_LOG, ACCOUNT, i.INVITATION)
        ),
        Decline: Route(None, cancellations.decline, (ACCOUNT, i.INVITATION)),
    }
