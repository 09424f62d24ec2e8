"""Joining an account by invitation, and going from one account to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from application.accounts.ports import Directory
from application.commands import Route
from application.ports import BlindIndex, Context
from application.processes.invite import token_hash
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import AdmitMember, ReleaseSeat
from domain.accounts.invitations import INVITATION, NO_LONGER_VALID, AcceptInvitation, ExpireInvitation
from domain.errors import NotFound, NotSignedIn, Refused
from domain.identity.sessions import SESSION, SwitchAccount
from domain.ids import AccountId, InvitationId
from domain.kernel import Value


class Join(Value, frozen=True):
    """Accept what waits for the person in this account."""

    account_id: AccountId


class Enter(Value, frozen=True):
    """Work in another account from now on."""

    account_id: AccountId


class Expire(Value, frozen=True):
    """Note that an invitation's time has passed."""

    account_id: AccountId
    invitation_id: InvitationId


@dataclass(frozen=True)
class Joining:
    """What joining needs beside the unit of work."""

    directory: Directory
    blind: BlindIndex

    def link_hash(self, token: str) -> str:
        """The keyed hash under which the link of an invitation is known."""
        return token_hash(self.blind, token)

    async def proven_address(self, context: Context) -> str:
        """The blind index of the caller's verified email address."""
        user_id = context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        person = (await self.directory.people([user_id])).get(user_id)
        if person is None or not person.proven:
            raise Refused("Prove your e-mail address first.", reason="email_unverified")
        return person.email_index

    async def join(self, work: Work, command: Join) -> None:
        email_hash = await self.proven_address(work.context)
        account_id, user_id = command.account_id, work.context.actor.user_id
        assert user_id is not None  # proven_address
        found = await self.directory.waiting_invitation(account_id, email_hash)
        if found is None:
            account = await work.load(ACCOUNT, account_id, account_id=account_id)
            if account is None or user_id not in account.members:
                raise Refused(NO_LONGER_VALID, reason="invite_expired")
        else:
            await self._accept(work, account_id, found, email_hash)
        session_id = work.context.actor.session_id
        if session_id is not None:
            session = await work.load(SESSION, session_id)
            if session is not None and session.account_id is None:
                await work.decide(SESSION, session_id, SwitchAccount(account_id))

    async def _accept(
        self, work: Work, account_id: AccountId, invitation_id: InvitationId, email_hash: str
    ) -> None:
        user_id = work.context.actor.user_id
        assert user_id is not None  # proven_address
        invitation = await work.load(INVITATION, invitation_id, account_id=account_id)
        assert invitation is not None  # the list has it from the log
        assert invitation.invited_by is not None  # only members invite
        accept = AcceptInvitation(user_id, email_hash)
        await work.decide(INVITATION, invitation_id, accept, account_id=account_id)
        admit = AdmitMember(user_id, invitation_id, invitation.invited_by)
        await work.decide(ACCOUNT, account_id, admit, account_id=account_id)

    async def enter(self, work: Work, command: Enter) -> dict[str, Any]:
        actor, account_id = work.context.actor, command.account_id
        if actor.user_id is None or actor.session_id is None:
            raise NotSignedIn()
        account = await work.load(ACCOUNT, account_id, account_id=account_id)
        if account is None or account.state == "erased" or actor.user_id not in account.members:
            raise NotFound("There is no such account.")
        if account.state == "incomplete":
            raise Refused("Choose a plan for this account first.", reason="account_incomplete")
        await work.decide(SESSION, actor.session_id, SwitchAccount(account_id))
        return {"id": actor.session_id, "userId": actor.user_id, "accountId": account_id}


async def expire(work: Work, command: Expire) -> None:
    """By the clock: the seat is free again."""
    owner = command.account_id
    await work.decide(INVITATION, command.invitation_id, ExpireInvitation(), account_id=owner)
    await work.decide(ACCOUNT, owner, ReleaseSeat(command.invitation_id), account_id=owner)


EXPIRE = Route(None, expire, (ACCOUNT, INVITATION))


def routes(joining: Joining) -> dict[type, Route]:
    return {
        Join: Route(None, joining.join, (ACCOUNT, INVITATION, SESSION)),
        Enter: Route(None, joining.enter, (SESSION,)),
    }
