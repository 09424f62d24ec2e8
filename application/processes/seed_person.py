"""A person made by a program, in development: verified without a mail, a member without an invitation.

The composition has no route for this command outside of development mode.
"""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Commands, Route
from application.identity.password_rules import PasswordRules
from application.identity.ports import Passwords, Tokens
from application.identity.refusals import NotLetIn
from application.identity.sessions import Browser, Opened, SessionDoor
from application.ports import Context
from application.processes.registering import Registering
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import AdmitMember, ReserveSeat
from domain.errors import AlreadyExists, InvalidArgument, NotFound
from domain.identity.sessions import SESSION, SwitchAccount
from domain.identity.users import USER, VerifyEmail
from domain.ids import AccountId, InvitationId, RoleId, UserId
from domain.kernel import Actor, Value


class SeedPerson(Value, frozen=True, kw_only=True):
    """A new verified person with a session; with an account a member of it, in one of its roles."""

    address: str
    name: str
    password_hash: str
    browser: Browser
    account_id: AccountId | None = None
    role_id: RoleId | None = None


@dataclass(frozen=True)
class SeedingPeople:
    """Takes the wish. Passwords are looked at and hashed as any other."""

    commands: Commands
    passwords: Passwords
    rules: PasswordRules

    async def seed(
        self,
        address: str,
        name: str,
        password: str,
        browser: Browser,
        context: Context,
        *,
        account_id: AccountId | None = None,
        role_id: RoleId | None = None,
    ) -> Opened:
        if (account_id is None) != (role_id is None):
            raise InvalidArgument("An account and a role in it belong together.", reason="form")
        self.rules.check(password, address, name)
        command = SeedPerson(
            address=address,
            name=name,
            password_hash=await self.passwords.hashed(password),
            browser=browser,
            account_id=account_id,
            role_id=role_id,
        )
        try:
            # The answer holds a secret, so no key can make it be kept and repeated.
            outcome = await self.commands.run(command, context._replace(idempotency=None))
        except AlreadyExists as taken:
            if taken.reason != "claim_taken":
                raise
            raise NotLetIn("known_already") from None
        opened: Opened = outcome.answer
        return Opened(opened.token, opened.session_id, opened.user_id, outcome.position)


def routes(door: SessionDoor, registering: Registering, tokens: Tokens) -> dict[type, Route]:
    async def seed(work: Work, command: SeedPerson) -> Opened:
        # Nobody asks: the seats of an account are given by the system, as the clock takes them away.
        work.context = work.context._replace(actor=Actor())
        user_id = await registering.make_known(work, command.address, command.name, command.password_hash)
        await work.decide(USER, user_id, VerifyEmail())
        if command.account_id is not None and command.role_id is not None:
            seat = InvitationId(tokens.new_id())
            await _admit(work, command.account_id, command.role_id, user_id, seat)
        opened = await door.open(work, user_id, "password", command.browser)
        if command.account_id is not None:
            await work.decide(SESSION, opened.session_id, SwitchAccount(command.account_id))
        return opened

    return {SeedPerson: Route(None, seed, (ACCOUNT, SESSION, USER))}


async def _admit(
    work: Work, account_id: AccountId, role_id: RoleId, user_id: UserId, seat: InvitationId
) -> None:
    account = await work.load(ACCOUNT, account_id, account_id=account_id)
    if account is None or not account.owners:
        raise NotFound("There is no such account.")
    await work.decide(ACCOUNT, account_id, ReserveSeat(seat, role_id), account_id=account_id)
    admit = AdmitMember(user_id, seat, account.owners[0])
    await work.decide(ACCOUNT, account_id, admit, account_id=account_id)
