"""Changing and ending memberships: the account decides, and the person's sessions there follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from application.accounts.answers import member_answer
from application.accounts.ports import Directory
from application.accounts.settings import session_account
from application.accounts.versions import require_version
from application.commands import Route
from application.processes.agreed_keys import agree_with_keys, last_holder
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.invites import check_user_remove, sole_held_roles
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.authority import require_owner
from domain.accounts.accounts.commands import ChangeMemberReading, ChangeMemberRole, RemoveMember
from domain.errors import NotFound
from domain.identity.sessions import SESSION, EndSession, SwitchAccount
from domain.ids import RoleId, UserId
from domain.kernel import Value
from domain.sealed import Count, Signed
from domain.vault.devices import DEVICE
from domain.vault.key_log import KEY_LOG
from domain.vault.role_keys import ROLE_KEYRING


class ChangeMember(Value, frozen=True, kw_only=True):
    """Give a member a role, and the roles to read for besides those that come with it."""

    user_id: UserId
    role_id: RoleId
    reads_role_ids: Annotated[tuple[RoleId, ...], Meta(max_length=64)] | None = None
    version: Count | None = None


class EndMembership(Value, frozen=True, kw_only=True):
    """Remove a member, or leave. `signed` is the `user.remove` of one who has a device in the log."""

    user_id: UserId
    accept_data_loss: bool = False
    signed: Signed | None = None


@dataclass(frozen=True)
class Memberships:
    """What changing memberships needs beside the unit of work."""

    directory: Directory
    checks: Checks

    async def change(self, work: Work, command: ChangeMember) -> dict[str, Any]:
        account_id, user_id = session_account(work), command.user_id
        if command.version is not None:
            await require_version(
                work,
                ACCOUNT,
                account_id,
                command.version,
                lambda: self._answer(work, user_id),
            )
        before = (await self._account(work)).members.get(user_id)
        facts = [*await work.decide(ACCOUNT, account_id, ChangeMemberRole(user_id, command.role_id))]
        if command.reads_role_ids is not None:
            reading = ChangeMemberReading(user_id, command.reads_role_ids)
            facts += await work.decide(ACCOUNT, account_id, reading)
        account = await self._account(work)
        if before is not None and facts:
            changed = {before.role_id} ^ {command.role_id}
            if account.owner_role_id in changed:
                require_step_up(work)
            await agree_with_keys(work, account, user_id, before)
        work.version = await work.version_of(ACCOUNT, account_id)
        return await self._answer(work, user_id)

    async def end(self, work: Work, command: EndMembership) -> None:
        account_id, user_id = session_account(work), command.user_id
        leaves = user_id == work.context.actor.user_id
        if not leaves:
            work.permit("member.delete")
            require_step_up(work)
        reason = "left" if leaves else "removed"
        await self._part_with_keys(work, command, reason)
        await work.decide(ACCOUNT, account_id, RemoveMember(user_id, reason))
        # Who leaves stays signed in, outside the account; who is removed has to sign in again.
        follows = SwitchAccount(None) if leaves else EndSession("revoked")
        for session_id in await self.directory.live_sessions(user_id, account_id, work.context.now):
            await work.decide(SESSION, session_id, follows)

    async def _part_with_keys(
        self, work: Work, command: EndMembership, reason: Literal["left", "removed"]
    ) -> None:
        """First of all, because key statements come first in an append."""
        lost = await sole_held_roles(work, command.user_id)
        if lost and not command.accept_data_loss:
            raise last_holder(lost)
        if lost:
            require_owner(await self._account(work), work.moment)
            require_step_up(work)
        await check_user_remove(work, self.checks, command.signed, user_id=command.user_id, reason=reason)

    async def _answer(self, work: Work, user_id: UserId) -> dict[str, Any]:
        return await member_answer(self.directory, await self._account(work), user_id)

    async def _account(self, work: Work) -> Account:
        account = await work.load(ACCOUNT, session_account(work))
        if account is None:
            raise NotFound("There is no such account.")
        return account


def routes(memberships: Memberships) -> dict[type, Route]:
    return {
        ChangeMember: Route("member.update", memberships.change, (ACCOUNT,)),
        EndMembership: Route(None, memberships.end, (KEY_LOG, DEVICE, ROLE_KEYRING, ACCOUNT, SESSION)),
    }
