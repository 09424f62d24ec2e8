"""Signed statements as the server reads them: one strict parser for all types."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, Final, get_type_hints
from uuid import UUID

from domain.records import bytes_of
from domain.sealed import Signed
from domain.vault.encoding import (
    NO_HASH,
    begun,
    encode,
    fields_from,
    is_point,
    malformed,
    object_tag,
    sha256,
    text,
)
from domain.vault.statement_types import (
    KINDS,
    TYPES,
    AudienceDefault,
    ContentBody,
    ContentShare,
    DeviceAdd,
    FilePut,
    Hash,
    Header,
    KeyBody,
    Place,
    Point,
    RecordAttrs,
    RecordDelete,
    RecordPut,
    RoleGrant,
    Roles,
    ViewSeen,
)

MOST_BYTES: Final = 4096
MOST_ROLES: Final = 64
_KIND_WORD: Final = re.compile(r"[a-z-]{1,40}")


@dataclass(frozen=True)
class Statement:
    """A statement with its signatures: the author's, and the second one where its type has one."""

    type: str
    header: Header
    body: KeyBody | ContentBody
    raw: bytes
    signature: bytes
    second: bytes | None = None

    @property
    def hash(self) -> bytes:
        return sha256(self.raw)

    @property
    def is_key_statement(self) -> bool:
        return isinstance(self.body, KeyBody)

    @property
    def signatures(self) -> tuple[bytes, ...]:
        return (self.signature,) if self.second is None else (self.signature, self.second)

    @property
    def tag(self) -> bytes:
        """Empty for key statements, else the name of the object in the account tree."""
        account_id = self.header.account_id
        match self.body:
            case RoleGrant(kind=kind, place=place):
                return object_tag(account_id, kind, place)
            case RecordPut() | RecordAttrs() | RecordDelete() | ContentShare() | FilePut() | ViewSeen():
                return object_tag(account_id, self.body.kind, self.body.id.bytes)
            case _:
                return b""


def read_signed(signed: Signed) -> Statement:
    """Parse a statement with what travels beside it. Raises `InvalidArgument` (`statement_invalid`)."""
    seconds = {"device.add": signed.device_signature_b64u, "role.roll": signed.roll_proof_b64u}
    statement = read(signed.statement_b64u, signed.signature_b64u)
    second = seconds.get(statement.type)
    if (statement.type in seconds) != (second is not None):
        raise malformed("its second signature is missing")
    return Statement(
        statement.type,
        statement.header,
        statement.body,
        statement.raw,
        statement.signature,
        bytes_of(second) if second else None,
    )


def read(statement_b64u: str, signature_b64u: str) -> Statement:
    """Parse a statement that has one signature."""
    raw, signature = bytes_of(statement_b64u), bytes_of(signature_b64u)
    if len(raw) > MOST_BYTES:
        raise malformed("it is longer than 4 KiB")
    label, count, at = begun(raw)
    name = label.removeprefix("stmt.")
    kind = TYPES.get(name) if label.startswith("stmt.") else None
    if kind is None:
        raise malformed("its type is unknown")
    of_body = _readers_of(kind)
    if count != len(_HEADER_LENGTHS) + len(of_body):
        raise malformed("it has other fields")
    header = _header(raw, at)
    parts = fields_from(raw, at + _HEADER.size, len(of_body))
    body = kind(*[reader(part) for reader, part in zip(of_body, parts, strict=True)])
    _check_form(header, body)
    return Statement(name, header, body, raw, signature)


def roll_proof_message(statement: Statement) -> bytes:
    """What the old generation signs to prove that it ends itself."""
    return encode("roll-proof", statement.raw)


# Each field has one length, and stands behind it: all are read in one go.
_HEADER: Final = struct.Struct(">I16sIQI32sI16sI16sIQIQI32s")
_HEADER_LENGTHS: Final = (16, 8, 32, 16, 16, 8, 8, 32)


def _header(raw: bytes, at: int) -> Header:
    if len(raw) < at + _HEADER.size:
        raise malformed("it is cut off")
    read_there = _HEADER.unpack_from(raw, at)
    if read_there[::2] != _HEADER_LENGTHS:
        raise malformed("a field has another length")
    account_id, seq, prev_hash, user_id, device_id, *rest = read_there[1::2]
    return Header(_id(account_id), seq, prev_hash, _id(user_id), _id(device_id), *rest)


@cache
def _readers_of(kind: type[Any]) -> tuple[Callable[[bytes], Any], ...]:
    """How each field of a type is read, in their order."""
    hints = get_type_hints(kind)
    return tuple(_reader_of(hints[field.name]) for field in fields(kind))


def _reader_of(kind: Any) -> Callable[[bytes], Any]:
    if hasattr(kind, "__args__"):
        (option,) = (option for option in kind.__args__ if option is not type(None))
        read_there = _READERS[option]
        return lambda part: read_there(part) if part else None
    return _READERS[kind]


def _of_length(size: int, part: bytes) -> bytes:
    if len(part) != size:
        raise malformed("a field has another length")
    return part


# The same accounts, people and devices stand in one statement after the other.
@lru_cache(maxsize=1024)
def _id(part: bytes) -> UUID:
    return UUID(bytes=_of_length(16, part))


def _number(part: bytes) -> int:
    return int.from_bytes(_of_length(8, part), "big")


def _hash(part: bytes) -> bytes:
    return _of_length(32, part)


def _point(part: bytes) -> bytes:
    if not is_point(part):
        raise malformed("a public key is not an uncompressed point of P-256")
    return part


def _roles(part: bytes) -> Roles:
    ids = [part[start : start + 16] for start in range(0, len(part), 16)]
    if not 1 <= len(ids) <= MOST_ROLES or len(ids[-1]) != 16:
        raise malformed("a list of roles has 1 to 64 of them")
    if ids != sorted(set(ids)):
        raise malformed("a list of roles is not ascending")
    return Roles(tuple(map(_id, ids)))


def _text(part: bytes) -> str:
    try:
        value = part.decode()
    except UnicodeDecodeError:
        raise malformed("a text is not UTF-8") from None
    if text(value) != part:
        raise malformed("a text is not in NFC")
    return value


_READERS: Final[Mapping[Any, Callable[[bytes], Any]]] = {
    UUID: _id,
    int: _number,
    str: _text,
    Hash: _hash,
    Place: _hash,
    Point: _point,
    Roles: _roles,
}


def _check_form(header: Header, body: KeyBody | ContentBody) -> None:
    """What the fields owe one another, whatever the log says."""
    match body:
        case RoleGrant():
            if body.kind != "role-wrap" or header.seq != body.generation or header.prev_hash != NO_HASH:
                raise malformed("a grant stands at the place of its generation")
        case ViewSeen():
            if body.kind != "view" or body.id != header.device_id:
                raise malformed("a view is that of its author's device")
        case FilePut():
            given = {
                part is None
                for part in (
                    body.thumbnail_header_hash,
                    body.thumbnail_frame_count,
                    body.thumbnail_root,
                )
            }
            if body.kind != "file" or body.frame_count < 1 or len(given) != 1:
                raise malformed("its frames are incomplete")
        case DeviceAdd():
            if (body.how in ("genesis", "first")) != (body.person_commitment is not None):
                raise malformed("a person is named with their first device, and only there")
        case AudienceDefault():
            # A kind of a later version is a word too; it has no effect here.
            if body.kind is not None and _KIND_WORD.fullmatch(body.kind) is None:
                raise malformed("a kind is lower-case letters and hyphens")
        case RecordPut() | RecordAttrs() | RecordDelete() | ContentShare():
            if body.kind not in KINDS:
                raise malformed("its kind is unknown")
        case _:
            pass
