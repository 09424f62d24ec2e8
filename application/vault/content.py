"""Content statements: every write to a record or a file is checked against the key log it commits on.

    checked = await check_record_put(work, checks, kind="document", sealed=put.sealed, previous=None)

Each function guards the version of the account's key log, so that nothing that was checked can have
changed when the unit commits; it appends nothing. Refusals: `statement_invalid` (invalid_argument),
`attrs`, `body`, `wraps` and `audience` where these are not as they have to be (invalid_argument),
`no_authority` (permission_denied), not_found for an author who could not read the item,
`revision_conflict` and `stale_generation` (aborted), `roll_due`, `wraps_incomplete`, `keys_missing`,
`personal_roles_off` (failed_precondition).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple, TypeVar
from uuid import UUID

from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.ports import Checks
from domain.errors import InvalidArgument, NotSignedIn, Refused, Stale
from domain.records import bytes_of
from domain.sealed import Box, Sealed, Signed, Wrap
from domain.vault.chains import Link, may_owe, next_link
from domain.vault.encoding import WrapName, attrs_hash, malformed, sha256
from domain.vault.key_log import KEY_LOG, KeyLog, check_author
from domain.vault.statement_types import ContentShare, FilePut, RecordAttrs, RecordDelete, RecordPut
from domain.vault.statements import Statement, read

B = TypeVar("B")


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


def audience_of(signed: Sealed | Signed) -> tuple[UUID, ...]:
    """The roles that a content, or what shares one, is signed for."""
    body = read(signed.statement_b64u, signed.signature_b64u).body
    if not isinstance(body, RecordPut | FilePut | ContentShare):
        raise malformed("it is of another type")
    return body.audience


async def check_record_put(
    work: Work, checks: Checks, *, kind: str, sealed: Sealed, previous: Link | None
) -> Link:
    """A new record (`previous` None) or a new content of one; typed members are the caller's to compare
    with `sealed.attrs`."""
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
    return await _next(work, checks, statement, previous, sealed.wraps)


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
    previous: Link,
) -> Link:
    """A change of clear attributes; after a deletion it restores."""
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, RecordAttrs)
    _names(body.kind == kind and body.id == object_id)
    _names(body.content_revision == previous.content_revision)
    _check_attrs(body.attrs_hash, attrs, attrs_salt_b64u)
    return await _next(work, checks, statement, previous)


async def check_record_delete(
    work: Work,
    checks: Checks,
    *,
    kind: str,
    object_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    previous: Link,
) -> Link:
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, RecordDelete)
    _names(body.kind == kind and body.id == object_id)
    return await _next(work, checks, statement, previous)


async def check_content_share(
    work: Work,
    checks: Checks,
    *,
    kind: str,
    object_id: UUID,
    statement_b64u: str,
    signature_b64u: str,
    added: Sequence[Wrap],
    previous: Link,
) -> Link:
    """Further wraps of the same content key, for those who read it already or for further roles."""
    statement = read(statement_b64u, signature_b64u)
    body = _body(statement, ContentShare)
    _names(body.kind == kind and body.id == object_id)
    _names(body.content_revision == previous.content_revision)
    return await _next(work, checks, statement, previous, added)


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
    previous: Link | None,
) -> Link:
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
    return await _next(work, checks, statement, previous, wraps)


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


async def _next(
    work: Work, checks: Checks, statement: Statement, previous: Link | None, wraps: Sequence[Wrap] = ()
) -> Link:
    """The statement follows the chain, on the log that the append then depends on."""
    log = await check_content_signature(work, checks, statement)
    for wrap in wraps:
        if len(wrap.data_b64u) != {"wrap": 108, "seal": 195}[wrap.mode]:
            raise InvalidArgument("A wrap has another length than its mode.", reason="form")
    names = [WrapName(wrap.role_id, wrap.generation, box_hash(wrap)) for wrap in wraps]
    link = next_link(log, statement, previous, names)
    if isinstance(statement.body, RecordPut | FilePut):
        _check_owed(log, set(link.audience), names)
    elif isinstance(statement.body, ContentShare) and previous is not None:
        _check_owed(log, set(link.audience) - set(previous.audience), names)
    return link


def _check_owed(log: KeyLog, audience: Set[UUID], wraps: Sequence[WrapName]) -> None:
    """A role without a wrap could not be given one at the moment; readers add it later."""
    left = sorted(
        role for role in audience - {wrap.role_id for wrap in wraps} if not may_owe(log.roles[role])
    )
    if left:
        raise Refused(
            "A role of the audience has no wrap.",
            reason="wraps_incomplete",
            role_ids=[str(role) for role in left],
        )


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


def _conflict() -> Stale:
    return Stale("Someone else changed this in the meantime.", reason="revision_conflict")
