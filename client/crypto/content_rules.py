"""When a content statement is valid in the key state at its place in the log."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from client.crypto.authority import Authority
from client.crypto.hashes import WrapName, wraps_hash
from client.crypto.points import verify
from client.crypto.statements import SignedStatement

_NEW_AUDIENCE = ("record.put", "file.put")
_WITH_WRAPS = (*_NEW_AUDIENCE, "content.share")


def is_signed(known: Authority, signed: SignedStatement) -> bool:
    """Whether an active device of its author signed it for this account."""
    statement, signatures = signed
    device = known.devices.get(statement.author_device)
    return (
        statement.account == known.account
        and device is not None
        and known.is_active(statement.author_user, statement.author_device)
        and len(signatures) == 1
        and verify(device.public.signing, statement.raw, signatures[0])
    )


def may_write(
    known: Authority,
    signed: SignedStatement,
    *,
    wraps: Sequence[WrapName],
    audience_before: Sequence[UUID],
) -> bool:
    """Whether a statement about a record or a file is valid here.

    `wraps` are those that the statement names, `audience_before` the roles of all wraps in force before it
    (none when the object is new).
    """
    statement = signed.statement
    author = statement.author_user
    if not is_signed(known, signed):
        return False
    if statement.type in _WITH_WRAPS:
        if statement.bytes("wrapsHash") != wraps_hash(wraps):
            return False
        if not all(_is_current(known, wrap) for wrap in wraps):
            return False
    new = [wrap.role for wrap in wraps]
    if statement.type in _NEW_AUDIENCE:
        personal = all(role in known.roles and known.roles[role].personal for role in new)
        if personal and not known.policy.allow_personal_roles:
            return False
        if not any(known.holds(author, role) for role in new):
            return False
        return not audience_before or any(known.holds(author, role) for role in audience_before)
    return any(known.holds(author, role) for role in audience_before)


def may_grant(known: Authority, signed: SignedStatement) -> bool:
    """Whether a `role.grant` was made by a holder, for a device of one who is assigned."""
    statement = signed.statement
    named = statement.bytes("roleAndDevice")
    role_id, device_id = UUID(bytes=named[:16]), UUID(bytes=named[16:])
    role = known.roles.get(role_id)
    user = statement.uuid("user")
    return (
        is_signed(known, signed)
        and role is not None
        and known.holds(statement.author_user, role_id)
        and statement.number("generation") == role.generation
        and not role.roll_due
        and known.is_active(user, device_id)
        and user in role.assigned
    )


def _is_current(known: Authority, wrap: WrapName) -> bool:
    role = known.roles.get(wrap.role)
    return role is not None and role.generation == wrap.generation and not role.roll_due
