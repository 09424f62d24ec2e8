"""Changing and ending memberships: the account decides, and the person's sessions there follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from application.accounts.answers import member_answer
from application.accounts.ports import Directory
from application.accounts.settings import session_account
from application.accounts.versions import require_version
from application.commands import Route
from application.step_up import require_step_up
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.commands import ChangeMemberReading, ChangeMemberRole, RemoveMember
from domain.errors import NotFound
from domain.identity.sessions import SESSION, EndSession, SwitchAccount
from domain.ids import RoleId, UserId
from domain.kernel import Value
from domain.sealed import Signed


class ChangeMember(Value, frozen=True, kw_only=True):
    """Give a member a role, and the roles to read for besides those that come with it."""

    user_id: UserId
    role_id: RoleId
    reads_role_ids: Annotated[tuple[RoleId, ...], Meta(max_length=64)] | None = None
    version: int | None = None


class EndMembership(Value, frozen=True, kw_only=True):
    """Remove a member, or leave. `signed` is the `user.remove` of one who has a device in the log."""

    user_id: UserId
    accept_data_loss: bool = False
    signed: Signed | None = None


@dataclass(frozen=True)
class Memberships:
    """What changing memberships needs beside the unit of work."""

    directory: Directory

    async def change(self, work: Work, command: ChangeMember) -> dict[str, Any]:
        account_id = session_account(work)
        if command.version is not None:
            await require_version(work, ACCOUNT, account_id, command.version)
        before = await self._account(work)
        if before.owner_role_id in (command.role_id, _role_of(before, command.user_id)) and (
            _role_of(before, command.user_id) != command.role_id
        ):
            require_step_up(work)
        await work.decide(ACCOUNT, account_id, ChangeMemberRole(command.user_id, command.role_id))
        if command.reads_role_ids is not None:
            reading = ChangeMemberReading(command.user_id, command.reads_role_ids)
            await work.decide(ACCOUNT, account_id, reading)
        work.version = await work.version_of(ACCOUNT, account_id)
        return await member_answer(self.directory, await self._account(work), command.user_id)

    async def end(self, work: Work, command: EndMembership) -> None:
        account_id = session_account(work)
        leaves = command.user_id == work.context.actor.user_id
        if not leaves:
            work.permit("member.delete")
            require_step_up(work)
        reason = "left" if leaves else "removed"
        await work.decide(ACCOUNT, account_id, RemoveMember(command.user_id, reason))
        # Who leaves stays signed in, outside the account; who is removed has to sign in again.
        follows = SwitchAccount(None) if leaves else EndSession("revoked")
        for session_id in await self.directory.live_sessions(command.user_id, account_id):
            await work.decide(SESSION, session_id, follows)

    async def _account(self, work: Work) -> Account:
        account = await work.load(ACCOUNT, session_account(work))
        if account is None:
            raise NotFound("There is no such account.")
        return account


def _role_of(account: Account, user_id: UserId) -> RoleId | None:
    member = account.members.get(user_id)
    return None if member is None else member.role_id


def routes(memberships: Memberships) -> dict[type, Route]:
    return {
        ChangeMember: Route("member.update", memberships.change, (ACCOUNT,)),
        EndMembership: Route(None, memberships.end, (ACCOUNT, SESSION)),
    }
