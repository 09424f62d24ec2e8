"""The rules that all sealed records share: signed attributes, the order of statements, audiences."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from domain.errors import InvalidArgument, Stale
from domain.kernel import Value
from domain.sealed import B64u, Salt, Sealed, Signature, Signed, Statement, Wrap

SALT_LENGTH = 22  # 16 bytes in base64url
MAX_ATTRIBUTES = 120  # crypto.md section 16

Ids = Annotated[tuple[UUID, ...], Meta(max_length=200)]
Attributes = Annotated[dict[str, B64u], Meta(max_length=MAX_ATTRIBUTES)]
Attribute = UUID | str | bool | int | date | tuple[UUID, ...] | tuple[int, ...] | None


class Later(Value, frozen=True, omit_defaults=True):
    """A statement after the `record.put`: a change of attributes, a deletion, or further wraps."""

    statement_b64u: Statement
    signature_b64u: Signature
    wraps: tuple[Wrap, ...] = ()


class Attested(Value, frozen=True):
    """A `record.attrs` statement with the attributes it signs: always all of them."""

    signed: Signed
    attrs: Attributes
    attrs_salt_b64u: Salt


def timestamp(at: datetime) -> str:
    """RFC 3339 in UTC with milliseconds, as clients read it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def unpadded(data: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of canonical base64url; anything else is refused."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise InvalidArgument("This is not base64url.", reason="base64url") from None
    if unpadded(data) != text:
        raise InvalidArgument("This base64url is not in its canonical form.", reason="base64url")
    return data


def encoded(value: Attribute) -> bytes:
    """The one encoding of an attribute (`crypto.md` section 6); empty when there is no value."""
    match value:
        case None | False:
            return b""
        case True:
            return b"\x01"
        case UUID():
            return value.bytes
        case int():
            return value.to_bytes(8, "big")
        case str():
            return value.encode()
        case date():
            return value.isoformat().encode()
        case tuple():
            return b"".join(
                part.bytes if isinstance(part, UUID) else part.to_bytes(8, "big") for part in value
            )


def check_attributes(attrs: Mapping[str, str], typed: Mapping[str, Attribute]) -> None:
    """Refuse unless the signed attributes say exactly what the typed members say.

    A value has one encoding and a missing one is left out, so equality of the encodings decides.
    """
    expected = {name: unpadded(data) for name, value in typed.items() if (data := encoded(value))}
    if dict(attrs) == expected:
        return
    names = sorted(name for name in expected.keys() | attrs.keys() if attrs.get(name) != expected.get(name))
    raise InvalidArgument(
        f"The signed attributes differ from the request: {', '.join(names)}.",
        reason="attrs",
        fields=[{"path": name, "rule": "signed", "message": "differs"} for name in names],
    )


def check_ascending(name: str, values: Iterable[UUID] | Iterable[int]) -> None:
    """Lists whose order means nothing have one order."""
    listed = list(values)
    if listed != sorted(set(listed)):  # type: ignore[type-var]
        raise InvalidArgument(
            f"{name} must be ascending and without repetition.",
            reason="form",
            fields=[{"path": name, "rule": "ascending", "message": "not ascending"}],
        )


def check_wraps(wraps: tuple[Wrap, ...]) -> None:
    """One wrap per role, by ascending role: the order in which their hash is made."""
    check_ascending("wraps", [wrap.role_id for wrap in wraps])


def check_audience(audience: tuple[UUID, ...], wraps: tuple[Wrap, ...]) -> None:
    """Every wrap is for a role of the audience; a role without one is owed it."""
    check_ascending("audience", audience)
    strangers = {wrap.role_id for wrap in wraps} - set(audience)
    if strangers or not audience:
        raise InvalidArgument("The wraps do not fit the audience.", reason="wraps")


def check_shared(before: Iterable[UUID], audience: tuple[UUID, ...], wraps: tuple[Wrap, ...]) -> None:
    """Sharing lets further roles in, or pays what one was owed; it never narrows the audience."""
    check_wraps(wraps)
    check_audience(audience, wraps)
    known = set(before)
    if not known <= set(audience):
        raise InvalidArgument("Sharing can only add readers.", reason="audience")
    if not wraps and known == set(audience):
        raise InvalidArgument("Name at least one wrap.", reason="form")


def owed(audience: tuple[UUID, ...], wraps: tuple[Wrap, ...]) -> tuple[UUID, ...]:
    """The roles of the audience that have no wrap yet."""
    wrapped = {wrap.role_id for wrap in wraps}
    return tuple(role for role in audience if role not in wrapped)


def check_next(current: Sealed | None, revision: int, sealed: Sealed) -> None:
    """A new content follows the one in force: next statement, next content, no older schema."""
    if len(sealed.attrs_salt_b64u) != SALT_LENGTH:
        raise InvalidArgument("The salt of the attributes is 16 bytes.", reason="form")
    content = current.content_revision if current else 0
    if sealed.revision != revision + 1 or sealed.content_revision != content + 1:
        raise Stale("Someone else changed this in the meantime.", reason="revision_conflict")
    if current is not None and sealed.schema < current.schema:
        raise InvalidArgument("The schema of a record never falls.", reason="schema")


def revision_of(sealed: Sealed, later: tuple[Later, ...]) -> int:
    """How many statements there are about the record."""
    return sealed.revision + len(later)


def newest_hash(sealed: Sealed, later: tuple[Later, ...]) -> bytes:
    """The hash that the next statement names as its predecessor."""
    newest = later[-1].statement_b64u if later else sealed.statement_b64u
    return hashlib.sha256(bytes_of(newest)).digest()


def later_of(signed: Signed, wraps: tuple[Wrap, ...] = ()) -> Later:
    """A statement as it is kept beside the record."""
    return Later(signed.statement_b64u, signed.signature_b64u, wraps)


def brought(wraps: tuple[Wrap, ...], later: tuple[Later, ...]) -> tuple[Wrap, ...]:
    """Of all wraps those that came with the content; later statements bring theirs themselves."""
    added = [wrap for entry in later for wrap in entry.wraps]
    return tuple(wrap for wrap in wraps if wrap not in added) if added else wraps


def joined(wraps: tuple[Wrap, ...], added: tuple[Wrap, ...]) -> tuple[Wrap, ...]:
    """All wraps by ascending role; further ones for a role stand after the earlier."""
    return tuple(sorted((*wraps, *added), key=lambda wrap: wrap.role_id))
