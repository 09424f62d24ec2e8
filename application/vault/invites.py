"""What an invitation and a removal bring to the key log, in the append of the facts they belong to.

    await check_invite_create(work, checks, signed, invite_id=…, role_id=…, box=…)
    await check_invite_cancel(work, checks, signed, invite_id=…)
    await check_user_remove(work, checks, signed, user_id=…, reason=…)

Call them after `work.load(KEY_LOG, account)` or first of all: key statements come first in an append.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.key_statements import account_of, append_key_statement, key_log_of
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT
from domain.errors import InvalidArgument
from domain.ids import AccountId
from domain.sealed import Box, Signed
from domain.vault.encoding import malformed
from domain.vault.key_log import KEY_LOG
from domain.vault.statement_types import InviteCancel, InviteCreate, UserRemove

# pairing secret (16) and an address of at most 254 bytes, with version, commitment and tag
_LEAST_BOX, _MOST_BOX = 87, 427


async def check_invite_create(
    work: Work,
    checks: Checks,
    signed: Signed,
    *,
    invite_id: UUID,
    role_id: UUID,
    box: Box,
) -> InviteCreate:
    """The `invite.create` of exactly this invitation and this box. When it ends is said there alone, within
    what the key log takes."""
    statement = await append_key_statement(work, checks, signed, InviteCreate)
    body = statement.body
    assert isinstance(body, InviteCreate)
    if (body.invite_id, body.role_id) != (invite_id, role_id):
        raise malformed("it is about another invitation")
    if not _LEAST_BOX <= len(box.data_b64u) <= _MOST_BOX or body.box_hash != box_hash(box):
        raise InvalidArgument("The pairing is not the signed one.", reason="pairing")
    return body


async def check_invite_cancel(work: Work, checks: Checks, signed: Signed, *, invite_id: UUID) -> None:
    """The `invite.cancel` of this invitation."""
    statement = await append_key_statement(work, checks, signed, InviteCancel)
    assert isinstance(statement.body, InviteCancel)
    if statement.body.invite_id != invite_id:
        raise malformed("it is about another invitation")


async def check_user_remove(
    work: Work, checks: Checks, signed: Signed | None, *, user_id: UUID, reason: Literal["left", "removed"]
) -> None:
    """The `user.remove` of this person; it may be missing for one who has no device in the log.

    Its reason must match the account's event: a removed member is not shown as one who left.
    """
    log = await key_log_of(work)
    known = any(device.user_id == user_id and device.state != "revoked" for device in log.devices.values())
    if signed is None:
        if known:
            raise InvalidArgument("Sign that this person is removed.", reason="signed")
        return
    if not known:
        return
    statement = await append_key_statement(work, checks, signed, UserRemove)
    assert isinstance(statement.body, UserRemove)
    if statement.body.user_id != user_id:
        raise malformed("it is about somebody else")
    if statement.body.reason != reason:
        raise malformed("it gives another reason")


async def sole_held_roles(
    work: Work, user_id: UUID, *, account_id: AccountId | None = None
) -> frozenset[UUID]:
    """The roles whose key no other member holds: without this one, their content is unreadable.

    The key log still names the devices of people who were deleted, until a member signs their removal.
    The key log is guarded, and callers decide about the account in the same append: whoever takes a key or a
    membership from another at the same moment begins anew.
    """
    account_id = account_id or account_of(work)
    log = await work.guard(KEY_LOG, account_id, account_id=account_id)
    account = await work.load(ACCOUNT, account_id, account_id=account_id)
    if account is None or log is None:
        return frozenset()
    others = account.members.keys() - {user_id}
    keyed = {role_id: log.holders(role_id) for role_id, role in log.roles.items() if not role.personal}
    return frozenset(role for role, holders in keyed.items() if user_id in holders and not holders & others)
