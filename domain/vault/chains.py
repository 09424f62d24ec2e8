"""When a content statement is valid: the conditions of `crypto.md` section 6, "Chains close".

Every statement of an object goes on from the one before it, and its author could read the object until
then. So the audience in force follows from what is signed, link by link, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.errors import InvalidArgument, NotFound, Refused, Stale
from domain.vault.encoding import NO_HASH, WrapName, malformed, wraps_hash
from domain.vault.key_log.state import KeyLog, RoleKey, no_authority
from domain.vault.statement_types import ContentShare, FilePut, RecordAttrs, RecordDelete, RecordPut
from domain.vault.statements import Statement


class Link(NamedTuple):
    """An object as the valid chain of its statements leaves it."""

    revision: int
    hash: bytes
    """SHA-256 of its newest statement."""
    content_revision: int
    audience: tuple[UUID, ...]


def next_link(log: KeyLog, statement: Statement, before: Link | None, wraps: Sequence[WrapName] = ()) -> Link:
    """The object after this statement, or the refusal. `wraps` are those that come with it.

    Signature and time are checked before, and that the statement is about the object that was asked for.
    """
    header, body = statement.header, statement.body
    if header.account_id != log.account_id:
        raise malformed("it is of another account")
    if not log.is_active(header.user_id, header.device_id):
        raise no_authority("This device is not active.")
    place = (1, NO_HASH) if before is None else (before.revision + 1, before.hash)
    if (header.seq, header.prev_hash) != place:
        raise Stale("Someone else changed this in the meantime.", reason="revision_conflict")
    if before is not None and not _reads(log, header.user_id, before.audience):
        raise NotFound("There is no such item.")
    match body:
        case RecordPut() | FilePut():
            _check_audience(log, header.user_id, body.audience)
            _check_wraps(log, body, wraps)
            if not _reads(log, header.user_id, body.audience):
                raise InvalidArgument("You hold none of the keys that this is for.", reason="audience")
            if not wraps:
                raise InvalidArgument("A content comes with at least one wrap.", reason="wraps")
            number = body.content_revision if isinstance(body, RecordPut) else body.version
            return Link(header.seq, statement.hash, number, body.audience)
        case _ if before is None:
            raise malformed("it follows no content")
        case ContentShare():
            _check_audience(log, header.user_id, body.audience)
            _check_wraps(log, body, wraps)
            if not set(before.audience) <= set(body.audience):
                raise InvalidArgument("Sharing can only add readers.", reason="audience")
            return before._replace(revision=header.seq, hash=statement.hash, audience=body.audience)
        case RecordAttrs() | RecordDelete():
            return before._replace(revision=header.seq, hash=statement.hash)
        case _:
            raise malformed("it is of another type")


def may_owe(role: RoleKey) -> bool:
    """Whether a writer may leave this role of the audience without a wrap for now."""
    return role.roll_due or role.restarted


def _reads(log: KeyLog, user_id: UUID, audience: Sequence[UUID]) -> bool:
    return any(log.holds(user_id, role_id) for role_id in audience)


def _check_audience(log: KeyLog, author: UUID, audience: Sequence[UUID]) -> None:
    """Every role has a key; a personal one is the author's own, stands alone, and the policy allows it."""
    for role_id in audience:
        role = log.roles.get(role_id)
        if role is None:
            raise InvalidArgument(
                "A role of the audience has no key yet.", reason="audience", role_id=str(role_id)
            )
        if not role.personal:
            continue
        if len(audience) > 1 or not log.is_personal_of(role_id, author):
            raise InvalidArgument(
                "A private item is for its author alone.", reason="audience", role_id=str(role_id)
            )
        if not log.policy.allow_personal_roles:
            raise Refused("This account has switched private items off.", reason="personal_roles_off")


def _check_wraps(log: KeyLog, body: RecordPut | FilePut | ContentShare, wraps: Sequence[WrapName]) -> None:
    """They are the signed ones. Each is for a role of the audience, of the generation in force, and no roll
    is due for its role."""
    names = [wrap.role_id for wrap in wraps]
    if names != sorted(set(names)):
        raise InvalidArgument("One wrap for each role, by ascending role.", reason="wraps")
    for wrap in wraps:
        if wrap.role_id not in body.audience:
            raise InvalidArgument(
                "A wrap is for a role outside the audience.", reason="wraps", role_id=str(wrap.role_id)
            )
        role = log.roles[wrap.role_id]
        if wrap.generation != role.generation:
            raise Stale(
                "A role's key was renewed in the meantime.",
                reason="stale_generation",
                role_id=str(wrap.role_id),
                generation=role.generation,
            )
        if role.roll_due:
            raise Refused(
                "This role's key must be renewed first.", reason="roll_due", role_id=str(wrap.role_id)
            )

    if wraps_hash(wraps) != body.wraps_hash:
        raise InvalidArgument("The wraps are not the signed ones.", reason="wraps")
