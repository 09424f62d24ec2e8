"""Signed statements: their one form, building and parsing.

A statement is verified over the bytes received and never encoded again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from client.crypto.audiences import Audience, encode_audience, read_audience
from client.crypto.canonical import bind, decode, read_text, text, u64
from client.crypto.errors import DataLoss, InvalidArgument, Unimplemented
from client.crypto.labels import PREFIX, STATEMENT_HEADER, STATEMENTS, Form
from client.crypto.points import check_point

Field = UUID | int | str | bytes | Audience | None

MOST_BYTES = 4096
NO_HASH = bytes(32)

KEY_TYPES: Final = frozenset(
    {
        "device.add",
        "device.revoke",
        "user.vouch",
        "user.person",
        "user.remove",
        "capability.set",
        "role.create",
        "role.set",
        "audience.default",
        "role.assign",
        "role.unassign",
        "role.roll",
        "invite.create",
        "invite.cancel",
        "account.policy",
    }
)

_STMT = f"{PREFIX}stmt."
_OWN_KIND = {"file.put": "file", "role.grant": "role-wrap", "view.seen": "view"}
_KIND = re.compile(r"[a-z-]{1,40}")


class Author(NamedTuple):
    account: UUID
    user: UUID
    device: UUID


class View(NamedTuple):
    """The checkpoint of the log that an author had verified when signing."""

    size: int = 0
    root: bytes = NO_HASH


@dataclass(frozen=True)
class Statement:
    """A parsed statement. `raw` is what was signed."""

    type: str
    account: UUID
    seq: int
    prev_hash: bytes
    author_user: UUID
    author_device: UUID
    created_at: int
    view: View
    fields: Mapping[str, Field]
    raw: bytes

    @property
    def hash(self) -> bytes:
        return hashlib.sha256(self.raw).digest()

    def uuid(self, name: str) -> UUID:
        value = self.fields[name]
        assert isinstance(value, UUID)
        return value

    def number(self, name: str) -> int:
        value = self.fields[name]
        assert isinstance(value, int)
        return value

    def text(self, name: str) -> str:
        value = self.fields[name]
        assert isinstance(value, str)
        return value

    def bytes(self, name: str) -> bytes:
        value = self.fields[name]
        assert isinstance(value, bytes)
        return value

    def roles(self, name: str) -> Audience:
        """A list of roles; one that may be absent is empty then."""
        value = self.fields[name]
        assert value is None or isinstance(value, tuple)
        return value or ()


class SignedStatement(NamedTuple):
    """A statement with its signatures, the author's first."""

    statement: Statement
    signatures: tuple[bytes, ...]


def build(
    type_: str,
    author: Author,
    *,
    seq: int,
    prev_hash: bytes,
    created_at: int,
    view: View,
    fields: Mapping[str, Field],
) -> Statement:
    """Put a statement together; what comes out is what parsing its bytes gives."""
    forms = STATEMENTS[type_]
    if set(fields) != {form.name for form in forms}:
        raise InvalidArgument(f"fields of {type_}")
    header: tuple[Field, ...] = (
        author.account,
        seq,
        prev_hash,
        author.user,
        author.device,
        created_at,
        view.size,
        view.root,
    )
    values = (*header, *(fields[form.name] for form in forms))
    return parse(bind(f"stmt.{type_}", *(_encode(value) for value in values)))


def parse(raw: bytes) -> Statement:
    if len(raw) > MOST_BYTES:
        raise DataLoss("a statement above 4 KiB")
    label, parts = decode(raw)
    if not label.startswith(_STMT):
        raise DataLoss("not a statement")
    type_ = label.removeprefix(_STMT)
    if type_ not in STATEMENTS:
        raise Unimplemented("update the application")
    forms = (*STATEMENT_HEADER, *STATEMENTS[type_])
    if len(forms) != len(parts):
        raise DataLoss("fields of the statement")
    fields = {form.name: _decode(form, part) for form, part in zip(forms, parts, strict=True)}
    statement = Statement(
        type_,
        UUID(bytes=parts[0]),
        int.from_bytes(parts[1], "big"),
        parts[2],
        UUID(bytes=parts[3]),
        UUID(bytes=parts[4]),
        int.from_bytes(parts[5], "big"),
        View(int.from_bytes(parts[6], "big"), parts[7]),
        {form.name: fields[form.name] for form in STATEMENTS[type_]},
        raw,
    )
    _check_form(statement)
    return statement


def _encode(value: Field) -> bytes:
    match value:
        case None:
            return b""
        case UUID():
            return value.bytes
        case int():
            return u64(value)
        case str():
            return text(value)
        case bytes():
            return value
        case tuple():
            return encode_audience(value)


def _decode(form: Form, part: bytes) -> Field:
    if not part and form.optional:
        return None
    match form.size:
        case "text":
            return read_text(part)
        case "roles":
            return read_audience(part)
        case "65":
            return check_point(part)
        case "16":
            return UUID(bytes=_sized(part, 16))
        case "8":
            return int.from_bytes(_sized(part, 8), "big")
        case _:
            return _sized(part, 32)


def _sized(part: bytes, size: int) -> bytes:
    if len(part) != size:
        raise DataLoss("a field of another length")
    return part


def _check_form(statement: Statement) -> None:
    """What the fields of one type owe one another, whatever the log says."""
    if statement.type == "audience.default":
        _check_default_kind(statement)
    elif "kind" in statement.fields:
        _check_kind(statement)
    match statement.type:
        case "role.grant":
            if statement.seq != statement.number("generation") or statement.prev_hash != NO_HASH:
                raise DataLoss("the place of a grant is its generation")
        case "file.put":
            parts = [statement.fields[form.name] for form in STATEMENTS["file.put"] if form.optional]
            if len({part is None for part in parts}) != 1 or statement.number("frameCount") < 1:
                raise DataLoss("frames of the file")
        case _:
            pass


def _check_kind(statement: Statement) -> None:
    """A kind of a later version is a word too: nobody here asks for an object of it."""
    kind, own = statement.text("kind"), _OWN_KIND.get(statement.type)
    if own is not None or kind in _OWN_KIND.values():
        fits = kind == own or (statement.type, kind) == ("content.share", "file")
    else:
        fits = _is_word(kind)
    if not fits:
        raise DataLoss("a kind of another type, or no word")


def _check_default_kind(statement: Statement) -> None:
    """A default for a kind of a later version has no effect here."""
    if statement.fields["kind"] is not None and not _is_word(statement.text("kind")):
        raise DataLoss("a kind that is no word")


def _is_word(kind: str) -> bool:
    return _KIND.fullmatch(kind) is not None
