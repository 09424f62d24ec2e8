"""Inviting: the invitation, the seat it reserves, and the mail with its link, in one append."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from msgspec import Meta

from application.accounts.answers import invitation_answer
from application.accounts.ports import Directory
from application.accounts.settings import session_account
from application.commands import Route
from application.identity.ports import Limits, People, Rule, Tokens
from application.messaging.outbox import Letter, Outbox, subject_of_address
from application.ports import BlindIndex, PersonalData
from application.unit_of_work import Work
from application.vault.invites import check_invite_create
from application.vault.key_statements import key_log_of
from application.vault.ports import Checks
from domain.accounts import invitations as i
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.commands import ReleaseSeat, ReserveSeat
from domain.accounts.accounts.permissions import holds_keys
from domain.email_addresses import normalised
from domain.errors import AlreadyExists, InvalidArgument, LimitReached, NotFound
from domain.ids import InvitationId, RoleId
from domain.kernel import PiiRef, Value
from domain.messaging.email import EMAIL
from domain.sealed import Box, Signed
from domain.vault.key_log import KEY_LOG

INVITES = (Rule(20, 3600),)
A_WEEK = 7
Text = Annotated[str, Meta(max_length=1000, pattern=r"\A[^\x00-\x08\x0b-\x1f\x7f]*\Z")]


class Invite(Value, frozen=True, kw_only=True):
    """Invite an address. `signed` is the `invite.create`, which binds the role and the pairing.

    The pairing is the secret of the invitation, sealed for the holders of its custodian role.

    Only a role without keys needs neither: of such a member everything is the server's word. `days` is how
    long it waits then; a signed one ends when its statement says.
    """

    invitation_id: InvitationId
    email: str
    role_id: RoleId
    days: i.Days | None = None
    message: Text | None = None
    signed: Signed | None = None
    pairing: Box | None = None


@dataclass(frozen=True)
class Invitations:
    """What inviting needs beside the unit of work. Links begin with `public_url`."""

    directory: Directory
    people: People
    personal: PersonalData
    blind: BlindIndex
    limits: Limits
    tokens: Tokens
    outbox: Outbox
    checks: Checks
    public_url: str

    async def invite(self, work: Work, command: Invite) -> dict[str, Any]:
        address = normalised(command.email)
        if (command.signed is None) != (command.pairing is None):
            raise InvalidArgument("A pairing comes with its statement.", reason="pairing")
        if command.signed is not None and command.days is not None:
            raise InvalidArgument("Its statement says when it ends.", reason="statement")
        await self._count(work)
        # Loaded first, because key statements come first in an append.
        await key_log_of(work)
        account = await self._account(work)
        email_hash = self.blind.email(address)
        person = await self.people.by_email(email_hash)
        if person is not None and person.user_id in account.members:
            raise AlreadyExists("This person is a member already.", reason="already_member")
        token = self.tokens.token()
        again = await self._again(work, account, email_hash, command.role_id, token)
        if again is None:
            await self._send(work, account, command, address, email_hash, token)
        invitation_id = again or command.invitation_id
        await self._mail(work, invitation_id, address, email_hash, token)
        return await self._answer(work, invitation_id)

    async def _again(
        self, work: Work, account: Account, email_hash: str, role_id: RoleId, token: str
    ) -> InvitationId | None:
        """The invitation that waits for this address already, sent again; one that is over makes way."""
        found = await self.directory.waiting_invitation(account.account_id, email_hash)
        invitation = None if found is None else await work.load(i.INVITATION, found)
        if found is None or invitation is None or invitation.state != "pending":
            return None
        if not i.open_at(invitation, work.context.now):
            await work.decide(i.INVITATION, found, i.ExpireInvitation())
            await work.decide(ACCOUNT, account.account_id, ReleaseSeat(found))
            return None
        if invitation.role_id != role_id:
            raise AlreadyExists(
                "This address is invited already, with another role. Cancel that invitation first.",
                reason="invited_already",
                invitation_id=str(found),
            )
        link = i.ResendInvitation(self._hash(token))
        await work.decide(i.INVITATION, found, link)
        return found

    async def _send(
        self,
        work: Work,
        account: Account,
        command: Invite,
        address: str,
        email_hash: str,
        token: str,
    ) -> None:
        seat = ReserveSeat(command.invitation_id, command.role_id)
        await work.decide(ACCOUNT, account.account_id, seat)
        values = {"email": address} | ({"message": command.message} if command.message else {})
        refs = await self.personal.seal(subject_of_address(email_hash), values)
        pairing, created = command.pairing, None
        expires_at = work.context.now + timedelta(days=command.days or A_WEEK)
        if pairing is not None and command.signed is not None:
            created = await check_invite_create(
                work,
                self.checks,
                command.signed,
                invite_id=command.invitation_id,
                role_id=command.role_id,
                box=pairing,
            )
            expires_at = datetime.fromtimestamp(created.expires_at / 1000, UTC)
        elif (await key_log_of(work)).next_seq and holds_keys(
            account.account_id, command.role_id, account.defaults
        ):
            raise InvalidArgument("An invitation is signed and brings its secret.", reason="pairing")
        await work.decide(
            i.INVITATION,
            command.invitation_id,
            i.SendInvitation(
                invitation_id=command.invitation_id,
                account_id=account.account_id,
                email_ref=refs["email"],
                email_hash=email_hash,
                role_id=command.role_id,
                token_hash=self._hash(token),
                expires_at=expires_at,
                message_ref=refs.get("message"),
                pairing=pairing,
                custodian_role_id=None if created is None else RoleId(created.custodian_role_id),
                custodian_generation=None if created is None else created.custodian_generation,
            ),
        )

    async def _mail(
        self, work: Work, invitation_id: InvitationId, address: str, email_hash: str, token: str
    ) -> None:
        account = await self._account(work)
        invitation = await work.load(i.INVITATION, invitation_id)
        message = None if invitation is None else invitation.message_ref
        inviter, text = await self._opened(await self._own_name(work), message)
        role = None if invitation is None else account.roles.get(invitation.role_id)
        await self.outbox.put(
            work,
            Letter(
                template="invitation",
                to=address,
                locale=account.language,
                params={
                    "account": account.display_name,
                    "inviter": inviter,
                    "role": "" if role is None else role.name,
                    "message": text,
                    "link": f"{self.public_url}/join/{token}",
                },
                subject=subject_of_address(email_hash),
                account_id=account.account_id,
            ),
        )

    async def _own_name(self, work: Work) -> PiiRef | None:
        user_id = work.context.actor.user_id
        person = None if user_id is None else (await self.directory.people([user_id])).get(user_id)
        return None if person is None else person.name_ref

    async def _opened(self, *refs: PiiRef | None) -> list[str]:
        known = [ref for ref in refs if ref is not None]
        values = dict(zip(known, await self.personal.open(known), strict=True)) if known else {}
        return ["" if ref is None else values[ref] or "" for ref in refs]

    async def _answer(self, work: Work, invitation_id: InvitationId) -> dict[str, Any]:
        invitation = await work.load(i.INVITATION, invitation_id)
        if invitation is None:
            raise NotFound("There is no such invitation.")
        work.version = await work.version_of(i.INVITATION, invitation_id)
        return invitation_answer(invitation_id, invitation)

    async def _account(self, work: Work) -> Account:
        account = await work.load(ACCOUNT, session_account(work))
        if account is None:
            raise NotFound("There is no such account.")
        return account

    async def _count(self, work: Work) -> None:
        verdict = await self.limits.take(f"invite:{work.context.actor.user_id}", INVITES, work.context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many invitations at once. Try again later.",
                reason="invite_limit",
                retry_after=verdict.wait,
            )

    def _hash(self, token: str) -> str:
        return token_hash(self.blind, token)


def token_hash(blind: BlindIndex, token: str) -> str:
    """The keyed hash under which the link of an invitation is known."""
    return blind.token("invitation", token)


def routes(invitations: Invitations) -> dict[type, Route]:
    return {Invite: Route("invitation.create", invitations.invite, (KEY_LOG, ACCOUNT, i.INVITATION, EMAIL))}
