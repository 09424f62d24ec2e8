"""Being forgotten: the person asks, and when it is due the server destroys what names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

import msgspec

from application.commands import Commands, Route
from application.identity import platform
from application.identity.passkeys import CREDENTIALS
from application.identity.ports import People
from application.identity.refusals import NotLetIn
from application.identity.session_secrets import SECRETS
from application.identity.sessions import KNOWN_BROWSERS, end_session
from application.messaging.outbox import subject_of_address
from application.ports import SUBJECT_KEYS, Context, PersonalData, RowChange
from application.processes.registering import PASSWORDS
from application.unit_of_work import Work
from application.vault.invites import sole_held_roles
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import RemoveMember
from domain.errors import NotFound
from domain.identity.sessions import SESSION
from domain.identity.users import USER, EraseUser, RequestErasure, User
from domain.ids import AccountId, UserId
from domain.kernel import Actor, Value


class AskToBeForgotten(Value, frozen=True, kw_only=True):
    """Request deletion of a user, who can no longer sign in."""

    user_id: UserId


class RemovePerson(Value, frozen=True, kw_only=True):
    """A platform administrator deletes this user."""

    user_id: UserId


class Forget(Value, frozen=True, kw_only=True):
    """End what the person belongs to. What names them can be destroyed after it."""

    user_id: UserId


class ForgetAgain(Value, frozen=True, kw_only=True):
    """Somebody whose key was destroyed is back: a backup from before was restored."""

    user_id: UserId


@dataclass(frozen=True)
class Forgetting:
    """Asking, and what follows from it: safe to run again, what was done is passed over."""

    commands: Commands
    personal: PersonalData

    async def ask(self, user_id: UserId, context: Context) -> None:
        """Usually it is due at once; later when an account that is the person's alone is still closing."""
        await self._asked(AskToBeForgotten(user_id=user_id), user_id, context)

    async def remove(self, user_id: UserId, context: Context) -> None:
        """The same at the word of the platform."""
        await self._asked(RemovePerson(user_id=user_id), user_id, context)

    async def forget(self, user_id: UserId, context: Context) -> None:
        """Carry out what was asked. A step that does not come to its end is taken up again by the clock."""
        # The person asked, but it is the server that acts: the log holds no more traces of a browser.
        by_server = context._replace(actor=Actor(), ip=None, agent=None, idempotency=None)
        await self.commands.run(Forget(user_id=user_id), by_server)
        await self.personal.forget(user_id)

    async def _asked(self, command: Value, user_id: UserId, context: Context) -> None:
        asked = await self.commands.run(command, context._replace(idempotency=None))
        if asked.answer <= context.now:
            await self.forget(user_id, context)


def routes(people: People) -> dict[type, Route]:
    async def ask(work: Work, command: AskToBeForgotten) -> datetime:
        """Memberships end in the same append, so that two last owners cannot rely on one another."""
        due_at = work.context.now
        left: list[AccountId] = []
        barred: dict[AccountId, NotLetIn] = {}
        for account_id in await people.accounts_of(command.user_id):
            try:
                closes_at = await _leaves_in_order(work, account_id, command.user_id)
                if closes_at is None:
                    left.append(account_id)
                else:
                    due_at = max(due_at, closes_at)
            except NotLetIn as refusal:
                barred[account_id] = refusal
        if barred:
            raise _in_the_way(barred)
        await work.decide(USER, command.user_id, RequestErasure(due_at, tuple(sorted(left))))
        return due_at

    async def remove(work: Work, command: RemovePerson) -> datetime:
        by = await platform.permit(work, "user", "delete")
        await platform.no_admin(work, by, command.user_id)
        try:
            return await ask(work, AskToBeForgotten(user_id=command.user_id))
        except NotLetIn as refusal:
            # Where somebody belongs is their own business.
            raise NotLetIn(refusal.why) from None

    async def forget(work: Work, command: Forget) -> None:
        user = await work.load(USER, command.user_id)
        if user is None:
            raise NotFound("There is no such person.")
        if not user.erased:
            await end_person(work, people, command.user_id, user)

    async def forget_again(work: Work, command: ForgetAgain) -> None:
        user = await work.load(USER, command.user_id)
        if user is None or user.erased:
            return
        if not user.leaving:
            await work.decide(USER, command.user_id, RequestErasure(work.context.now, ()))
        await end_person(work, people, command.user_id, user, keeping_owners=True)

    return {
        AskToBeForgotten: Route(None, ask, (ACCOUNT, USER)),
        RemovePerson: Route(None, remove, (ACCOUNT, USER)),
        Forget: Route(None, forget, (ACCOUNT, SESSION, USER)),
        ForgetAgain: Route(None, forget_again, (ACCOUNT, SESSION, USER)),
    }


async def end_person(
    work: Work,
    people: People,
    user_id: UserId,
    user: User,
    *,
    keeping_owners: bool = False,
    within: AccountId | None = None,
) -> None:
    """What belongs to a person ends with them, and what names them is destroyed in the same append.

    An account that would be left without an owner when nobody was there to hand it over is kept, where that
    is asked for. The memberships of the account that is itself being erased, `within` which this happens,
    end with it.
    """
    now = work.context.now
    ended = set(user.left)
    for account_id in await people.accounts_of(user_id):
        account = await work.load(ACCOUNT, account_id, account_id=account_id)
        if account is None or account.state == "erased" or user_id not in account.members:
            continue
        if account_id != within and not (keeping_owners and account.owners == (user_id,)):
            ended.add(account_id)
            await work.decide(ACCOUNT, account_id, RemoveMember(user_id, "erased"), account_id=account_id)
    for session_id in await people.live_sessions(user_id, now):
        await end_session(work, session_id, "revoked")
        work.write(RowChange("delete", SECRETS, {"session_id": session_id}))
    await work.decide(USER, user_id, EraseUser(_proof(user_id, now, ended, user.passkeys)))
    for table in (PASSWORDS, CREDENTIALS, KNOWN_BROWSERS):
        work.write(RowChange("delete", table, {"user_id": user_id}))
    if user.email_index:
        # What invitations said to the address before it was this person's lies under a key of the address.
        address = {"subject": subject_of_address(user.email_index)}
        work.write(RowChange("delete", SUBJECT_KEYS, address))


async def _leaves_in_order(work: Work, account_id: AccountId, user_id: UserId) -> datetime | None:
    """End the membership (None), or answer when the person can be forgotten as far as this account goes.

    Refused where the account or its content would be lost. A closing account keeps its only owner until
    it is erased.
    """
    account = await work.guard(ACCOUNT, account_id, account_id=account_id)
    if account is None or account.state == "erased" or user_id not in account.members:
        return work.context.now
    if account.owners == (user_id,):
        if account.state != "closing" or account.due_at is None:
            raise NotLetIn("last_owner")
        return account.due_at
    if await sole_held_roles(work, user_id, account_id=account_id):
        raise NotLetIn("last_key_holder")
    await work.decide(ACCOUNT, account_id, RemoveMember(user_id, "erased"), account_id=account_id)
    return None


def _in_the_way(barred: Mapping[AccountId, NotLetIn]) -> NotLetIn:
    """All accounts that have to be settled first, under what weighs most."""
    whys = {refusal.why for refusal in barred.values()}
    return NotLetIn("last_owner" if "last_owner" in whys else "last_key_holder", account_ids=tuple(barred))


def _proof(user_id: UserId, at: datetime, accounts: Iterable[UUID], passkeys: Iterable[UUID]) -> str:
    """Over what ended with the person, so that whoever has the list can show that it is complete."""
    ended = {"user": user_id, "at": at, "accounts": sorted(accounts), "passkeys": sorted(passkeys)}
    return sha256(msgspec.json.encode(ended, order="sorted")).hexdigest()
