"""Content statements: every write to a record or a file is checked against the key log it commits on.

    checked = await check_record_put(work, checks, kind="document", sealed=put.sealed, previous=None)

Each function guards the version of the account's key log, so that nothing that was checked can have
changed when the unit commits; it appends nothing. Refusals: `statement_invalid` (invalid_argument),
`attrs` and `body` where hashes differ (invalid_argument), `no_authority` (permission_denied),
`revision_conflict` and `stale_generation` (aborted), `roll_due`, `keys_missing`,
`personal_roles_off` (failed_precondition).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar
from uuid import UUID

from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.ports import Checks
from domain.errors import InvalidArgument, NotSignedIn, Refused, Stale
from domain.records import bytes_of, check_wraps
from domain.sealed import Box, Sealed, Wrap
from domain.vault.encoding import NO_HASH, WrapName, attrs_hash, malformed, sha256, wraps_hash
from domain.vault.key_log import KEY_LOG, KeyLog, check_author, no_authority
from domain.vault.statement_types import ContentShare, FilePut, RecordAttrs, RecordDelete, RecordPut
from domain.vault.statements import Statement, read

B = TypeVar("B")


class Previous(NamedTuple):
    """The object as it is before the write: its newest statement, and the roles of all its wraps."""

    revision: int
    hash: bytes
    """SHA-256 of its newest statement."""
    content_revision: int
    audience: tuple[UUID, ...]


class Checked(NamedTuple):
    """A statement that is valid here: its place among those of the object, and its hash."""

    revision: int
    hash: bytes
    statement: Statement


class FileFacts(NamedTuple):
    """What the server knows of a finished upload; each is compared with the `file.put`."""

    version: int
    header: bytes
    frame_count: int
    encrypted_size: int
    tree_root: bytes
    manifest: Box
    thumbnail_header: bytes | None = None
    thumbnail_frame_count: int | None = None
    thumbnail_root: bytes | None = None


async def check_record_put(
    work: Work, checks: Checks, *, kind: str, sealed: Sealed, previous: Previous | None
) -> Checked:
    """A new record (`previous` None) or a new content of one.

    Typed members against `sealed.attrs`, and the audience against the wraps, are the caller's to compare.
    """
    statement = read(sealed.statement_b64u, sealed.signature_b64u)
    body = _body(statement, RecordPut)
    _names(body.kind == kind and body.id == sealed.id)
    _names(body.content_revision == sealed.content_revision and body.schema == sealed.schema)
    _names(statement.header.seq == sealed.revision)
    if body.content_revision != (previous.content_revision if previous else 0) + 1:
        raise _conflict()
    if body.body_hash != box_hash(sealed):
        raise InvalidArgument("The payload is not the signed one.", reason="body")
    _check_attrs(body.attrs_hash, sealed.attrs, sealed.attrs_salt_b64u)
    log = await _check(work, checks, statement, previous)
    check_wraps_current(log, sealed.wraps, body.wraps_hash)
    _check_audiences(log, statement, [wrap.role_id for wrap in sealed.wraps], previous)
    return _checked(statement)


async def check_record_attrs(
    work: Work,
    checks: Checks,
    *,
    kind: str,
    object_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    attrs: Mapping[str, str],
    attrs_salt_b64u: str,
    previous: Previous,
) -> Checked:
    """A change of clear attributes; after a deletion it restores."""
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, RecordAttrs)
    _names(body.kind == kind and body.id == object_id)
    _names(body.content_revision == previous.content_revision)
    _check_attrs(body.attrs_hash, attrs, attrs_salt_b64u)
    log = await _check(work, checks, statement, previous)
    _check_holder(log, statement, previous.audience)
    return _checked(statement)


async def check_record_delete(
    work: Work,
    checks: Checks,
    *,
    kind: str,
    object_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    previous: Previous,
) -> Checked:
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, RecordDelete)
    _names(body.kind == kind and body.id == object_id)
    log = await _check(work, checks, statement, previous)
    _check_holder(log, statement, previous.audience)
    return _checked(statement)


async def check_content_share(
    work: Work,
    checks: Checks,
    *,
    kind: str,
    object_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    added: Sequence[Wrap],
    previous: Previous,
) -> Checked:
    """Further wraps of the same content key. Earlier ones stay."""
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, ContentShare)
    _names(body.kind == kind and body.id == object_id)
    _names(body.content_revision == previous.content_revision and bool(added))
    log = await _check(work, checks, statement, previous)
    check_wraps_current(log, added, body.wraps_hash)
    _check_holder(log, statement, previous.audience)
    return _checked(statement)


async def check_file_put(
    work: Work,
    checks: Checks,
    *,
    file_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    facts: FileFacts,
    wraps: Sequence[Wrap],
    attrs_salt_b64u: str,
    previous: Previous | None,
) -> Checked:
    """A finished upload. A size, header, count or root that differs is refused as `upload_mismatch`."""
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, FilePut)
    _names(body.id == file_id)
    thumbnail_hash = None if facts.thumbnail_header is None else sha256(facts.thumbnail_header)
    if (
        body.version != facts.version
        or body.header_hash != sha256(facts.header)
        or body.frame_count != facts.frame_count
        or body.encrypted_size != facts.encrypted_size
        or body.tree_root != facts.tree_root
        or body.manifest_hash != box_hash(facts.manifest)
        or body.thumbnail_header_hash != thumbnail_hash
        or body.thumbnail_frame_count != facts.thumbnail_frame_count
        or body.thumbnail_root != facts.thumbnail_root
    ):
        raise InvalidArgument("The upload is not the signed one.", reason="upload_mismatch")
    _check_attrs(body.attrs_hash, {}, attrs_salt_b64u)
    log = await _check(work, checks, statement, previous)
    check_wraps_current(log, wraps, body.wraps_hash)
    _check_audiences(log, statement, [wrap.role_id for wrap in wraps], previous)
    return _checked(statement)


def check_wraps_current(log: KeyLog, wraps: Sequence[Wrap], signed_hash: bytes) -> None:
    """Every wrap names the generation in force, no roll is due for its role, and all are the signed ones."""
    check_wraps(tuple(wraps))
    for wrap in wraps:
        role = log.roles.get(wrap.role_id)
        if role is None:
            raise Refused("This role has no key yet.", reason="keys_missing", role_id=str(wrap.role_id))
        if wrap.generation != role.generation:
            raise Stale(
                "The key of this role was rolled in the meantime.",
                reason="stale_generation",
                role_id=str(wrap.role_id),
                generation=role.generation,
            )
        if role.roll_due:
            raise Refused(
                "This role's key must be renewed first.", reason="roll_due", role_id=str(wrap.role_id)
            )
        if len(wrap.data_b64u) != {"wrap": 108, "seal": 195}[wrap.mode]:
            raise InvalidArgument("A wrap has another length than its mode.", reason="form")
    names = [WrapName(wrap.role_id, wrap.generation, box_hash(wrap)) for wrap in wraps]
    if wraps_hash(names) != signed_hash:
        raise malformed("the wraps are not the signed ones")


async def check_content_signature(work: Work, checks: Checks, statement: Statement) -> KeyLog:
    """The author, the signature, the time and the view; the key log it was checked on, guarded."""
    account_id = work.context.actor.account_id
    if account_id is None or work.context.actor.user_id is None:
        raise NotSignedIn()
    log = await work.guard(KEY_LOG, account_id)
    if log is None:
        raise Refused("The keys of this account are not set up yet.", reason="keys_missing")
    key = check_author(log, statement, work.moment)
    if not checks.signatures.verify(key, statement.raw, statement.signature):
        raise malformed("its signature does not fit")
    if statement.header.view_size > await checks.tree.size(account_id):
        raise malformed("it has seen more than there is")
    return log


async def _check(work: Work, checks: Checks, statement: Statement, previous: Previous | None) -> KeyLog:
    log = await check_content_signature(work, checks, statement)
    header = statement.header
    expected = (previous.revision + 1, previous.hash) if previous else (1, NO_HASH)
    if (header.seq, header.prev_hash) != expected:
        raise _conflict()
    return log


def _check_audiences(
    log: KeyLog, statement: Statement, roles: Sequence[UUID], previous: Previous | None
) -> None:
    """The author can read what they write, and could read what they replace."""
    _check_holder(log, statement, roles)
    if previous is not None:
        _check_holder(log, statement, previous.audience)
    if not log.policy.allow_personal_roles and all(log.roles[role].personal for role in roles):
        raise Refused("This account has switched private items off.", reason="personal_roles_off")


def _check_holder(log: KeyLog, statement: Statement, roles: Sequence[UUID]) -> None:
    if not any(log.holds(statement.header.user_id, role) for role in roles):
        raise no_authority("You hold none of the keys of this item.")


def _check_attrs(signed: bytes, attrs: Mapping[str, str], salt_b64u: str) -> None:
    values = {name: bytes_of(value) for name, value in attrs.items()}
    # What has no value is left out, so that equal attributes have one encoding.
    if not all(values.values()) or attrs_hash(bytes_of(salt_b64u), values) != signed:
        raise InvalidArgument("The attributes are not the signed ones.", reason="attrs")


def _body(statement: Statement, kind: type[B]) -> B:
    if not isinstance(statement.body, kind):
        raise malformed("it is of another type")
    return statement.body


def _names(fits: bool) -> None:
    if not fits:
        raise malformed("it is about something else")


def _checked(statement: Statement) -> Checked:
    return Checked(statement.header.seq, statement.hash, statement)


def _conflict() -> Stale:
    return Stale("Someone else changed this in the meantime.", reason="revision_conflict")
