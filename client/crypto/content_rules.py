"""When a content statement is valid in the key state at its place in the log: one function per condition.

The signature and the place in the chain of its object are looked at where chains are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from client.crypto.audiences import Audience
from client.crypto.authority import Authority
from client.crypto.hashes import WrapName, wraps_hash
from client.crypto.points import verify
from client.crypto.statements import SignedStatement, Statement

BODIES: Final = frozenset({"record.put", "file.put"})
"""Types that bring a new body under a fresh key, and so begin a chain or go on in it."""
WITH_AUDIENCE: Final = BODIES | {"content.share"}
WITH_ATTRIBUTES: Final = BODIES | {"record.attrs"}
OF_OBJECTS: Final = WITH_AUDIENCE | WITH_ATTRIBUTES | {"record.delete"}


def is_by_its_author(known: Authority, signed: SignedStatement) -> bool:
    """Whether the device that it names signed it, active or not."""
    statement, signatures = signed
    device = known.devices.get(statement.author_device)
    return (
        device is not None
        and len(signatures) == 1
        and verify(device.public.signing, statement.raw, signatures[0])
    )


def is_signed(known: Authority, signed: SignedStatement) -> bool:
    """Whether a device of its author that is active here signed it for this account."""
    statement = signed.statement
    return (
        statement.account == known.account
        and known.is_active(statement.author_user, statement.author_device)
        and is_by_its_author(known, signed)
    )


def may_follow(known: Authority, statement: Statement, before: Audience | None) -> bool:
    """The author reads what was in force before it, and a new body is for a role that he holds.

    `before` is None for the first statement of a chain.
    """
    author = statement.author_user
    if statement.type in BODIES and not known.holds_one(author, statement.roles("audience")):
        return False
    if before is None:
        return statement.type in BODIES
    if statement.type == "content.share" and not set(before) <= set(statement.roles("audience")):
        return False
    return known.holds_one(author, before)


def may_be_read_by_its_audience(known: Authority, statement: Statement) -> bool:
    """Every role has a key; a personal one stands alone, is the author's, and is allowed."""
    if statement.type not in WITH_AUDIENCE:
        return True
    audience = statement.roles("audience")
    if not all(role in known.roles for role in audience):
        return False
    if any(known.is_personal(role) for role in audience) and not known.policy.allow_personal_roles:
        return False
    return known.stands_alone(statement.author_user, audience)


def names_wraps(statement: Statement, wraps: Sequence[WrapName]) -> bool:
    """Whether these wraps are the ones that were signed."""
    return statement.bytes("wrapsHash") == wraps_hash(sorted(wraps, key=lambda wrap: wrap.role.bytes))


def wraps_are_for_its_audience(statement: Statement, wraps: Sequence[WrapName]) -> bool:
    """No role outside the audience has a wrap, and at least one in it has one for a new body."""
    if statement.type in BODIES and not wraps:
        return False
    return {wrap.role for wrap in wraps} <= set(statement.roles("audience"))


def wraps_are_current(known: Authority, wraps: Sequence[WrapName]) -> bool:
    """Every wrap is under the newest generation of a role that owes no roll."""
    return all(_is_current(known, wrap) for wrap in wraps)


def may_grant(known: Authority, signed: SignedStatement) -> bool:
    """Whether a `role.grant` was made by a holder, for a device of one who is assigned."""
    statement = signed.statement
    named = statement.bytes("id")
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
