"""Posting to the key log: statements that travel with nothing else, or one sign of life."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.ports import PersonalData
from application.unit_of_work import Work
from application.vault.content import check_content_signature
from application.vault.key_statements import append_key_statement, attach_announced
from application.vault.ports import Checks
from domain.errors import NotSignedIn
from domain.kernel import Value
from domain.records import unpadded
from domain.sealed import Signed
from domain.vault import statement_types as t
from domain.vault.devices import DEVICE, SeeView
from domain.vault.encoding import malformed
from domain.vault.key_log import KEY_LOG
from domain.vault.role_keys import ROLE_KEYRING
from domain.vault.statements import Statement, read_signed

ALONE = (
    t.DeviceAdd,
    t.DeviceRevoke,
    t.UserVouch,
    t.UserRemove,
    t.CapabilitySet,
    t.RoleName,
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

    async def post(self, work: Work, command: PostKeyStatements) -> Posted:
        if work.context.actor.user_id is None:
            raise NotSignedIn("You must be logged in.")
        first = read_signed(command.items[0])
        if len(command.items) == 1 and isinstance(first.body, t.ViewSeen):
            return await self._see(work, command.items[0], first)
        seq = 0
        for signed in command.items:
            statement = await append_key_statement(work, self.checks, signed, *ALONE, personal=self.personal)
            if isinstance(statement.body, t.DeviceAdd):
                await attach_announced(work, statement)
            seq = statement.header.seq
        return Posted(seq)

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
