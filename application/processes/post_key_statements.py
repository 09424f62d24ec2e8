"""Posting to the key log: statements that travel with nothing else, or one sign of life.

What a statement commits to is compared with what the server shows: a person's e-mail and name with those
of a member, a role's name with the one that the account has given it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.ports import PersonalData
from application.processes.named_people import NamedPeople
from application.unit_of_work import Work
from application.vault.content import check_content_signature
from application.vault.key_statements import account_of, append_key_statement, attach_announced, salt_of
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotSignedIn
from domain.ids import RoleId, UserId
from domain.kernel import Value
from domain.records import unpadded
from domain.sealed import Signed
from domain.vault import statement_types as t
from domain.vault.devices import DEVICE, SeeView
from domain.vault.encoding import malformed, name_commitment
from domain.vault.key_log import KEY_LOG
from domain.vault.role_keys import ROLE_KEYRING
from domain.vault.statements import Statement, read_signed

ALONE = (
    t.DeviceAdd,
    t.DeviceRevoke,
    t.UserVouch,
    t.UserPerson,
    t.UserRemove,
    t.CapabilitySet,
    t.RoleSet,
    t.AudienceDefault,
    t.RoleAssign,
    t.RoleUnassign,
    t.InviteCreate,
    t.InviteCancel,
    t.AccountPolicy,
)


class PostKeyStatements(Value, frozen=True):
    """Statements in their order, all or none of them; or one `view.seen`."""

    items: Annotated[tuple[Signed, ...], Meta(min_length=1, max_length=32)]


class Posted(Value, frozen=True):
    """The place of the last statement."""

    seq: int


@dataclass(frozen=True)
class Posting:
    checks: Checks
    personal: PersonalData
    people: NamedPeople

    async def post(self, work: Work, command: PostKeyStatements) -> Posted:
        if work.context.actor.user_id is None:
            raise NotSignedIn()
        first = read_signed(command.items[0])
        if len(command.items) == 1 and isinstance(first.body, t.ViewSeen):
            return await self._see(work, command.items[0], first)
        seq = 0
        for signed in command.items:
            await self._check_commitment(work, signed)
            statement = await append_key_statement(work, self.checks, signed, *ALONE, personal=self.personal)
            if isinstance(statement.body, t.DeviceAdd):
                await attach_announced(work, statement)
            seq = statement.header.seq
        return Posted(seq)

    async def _check_commitment(self, work: Work, signed: Signed) -> None:
        body = read_signed(signed).body
        if isinstance(body, t.UserPerson):
            await self._check_person(work, signed, body)
        elif isinstance(body, t.RoleSet):
            await self._check_name(work, RoleId(body.role_id), salt_of(signed), body.name_commitment)

    async def _check_person(self, work: Work, signed: Signed, body: t.UserPerson) -> None:
        # Members alone: the answer must not tell the addresses of anybody else.
        account, user_id = await work.load(ACCOUNT, account_of(work)), UserId(body.user_id)
        if account is None or user_id not in account.members:
            raise malformed("it is about somebody who does not belong to this account")
        await self.people.check(account.account_id, user_id, body.person_commitment, salt_of(signed))

    async def _check_name(self, work: Work, role_id: RoleId, salt: bytes, commitment: bytes) -> None:
        # Guarded, because the account must not rename the role in the same moment.
        account = await work.guard(ACCOUNT, account_of(work))
        role = account.roles.get(role_id) if account else None
        # What a person calls the own role is between that person and the browser: no account knows it.
        if account is None or role is None:
            return
        if commitment != name_commitment(account.account_id, role_id, salt, role.name):
            raise malformed("it names the role otherwise than the account does")

    async def _see(self, work: Work, signed: Signed, statement: Statement) -> Posted:
        await check_content_signature(work, self.checks, statement)
        header = statement.header
        device = await work.load(DEVICE, header.device_id)
        if device is None:
            raise malformed("this device is not attached")
        view = SeeView(signed, header.seq, unpadded(header.prev_hash), unpadded(statement.hash))
        await work.decide(DEVICE, header.device_id, view)
        return Posted(header.seq)


def routes(posting: Posting) -> dict[type, Route]:
    return {PostKeyStatements: Route(None, posting.post, (KEY_LOG, DEVICE, ROLE_KEYRING))}
