"""`application/vnd.coffer.rows` as it is read: frame by frame, and strictly.

The server's bytes are not trusted: what is too long, cut off, out of its place or followed by more is refused
before anything is made of it. What a row says is proven by its statements and by nothing else.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar, cast
from uuid import UUID

from client.crypto.box import Box
from client.crypto.chains import Link
from client.crypto.errors import CryptoError, DataLoss
from client.crypto.hashes import WrapName

MEDIA_TYPE: Final = "application/vnd.coffer.rows"
MOST_BYTES: Final = 4 * 1024 * 1024
"""Of a frame: a document of 256 KiB and a chain of a thousand statements are far below."""

_INSTANTS: Final = frozenset({"storedAt", "closedAt"})
_PEOPLE: Final = frozenset({"assigneeIds", "mentionIds"})
_ELSEWHERE: Final = 0xFFFF
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SIGNATURE: Final = 64
_HINT: Final = 24


class Header(NamedTuple):
    word: Sequence[str]
    attrs: Sequence[str]
    roles: Sequence[UUID]
    people: Sequence[UUID]
    seq: int
    next_cursor: str | None


class Opening(NamedTuple):
    """What opens a row. The numbers are hints: what the statement says decides."""

    content_revision: int
    schema: int
    attrs: Mapping[str, bytes]
    body: Box
    role: UUID | None
    generation: int
    wrap: Box | None
    """None where no wrap was made for a role of the reader."""

    @property
    def wrap_name(self) -> WrapName | None:
        if self.wrap is None or self.role is None:
            return None
        return WrapName(self.role, self.generation, self.wrap.hash)


class Proof(NamedTuple):
    """`wraps` are those of each link; one that is said without a hash is the one that opens the row."""

    salt: bytes
    links: Sequence[Link]
    wraps: Sequence[Sequence[tuple[UUID, int, bytes | None]]]


class Row(NamedTuple):
    """A row of a list. `opening` is None where the reader may not open it any more, or nobody can."""

    id: UUID
    word: Mapping[str, Any]
    opening: Opening | None
    proof: Proof | None


class Proven(NamedTuple):
    """What proves a row that was asked for before."""

    id: UUID
    proof: Proof


class Hint(NamedTuple):
    """What there is, to ask for it. `newest` is 0 where the reader may not open it any more."""

    id: UUID
    version: int
    newest: int


T = TypeVar("T", Row, Proven, Hint)


def rows_of(chunks: AsyncIterable[bytes], *, proven: bool) -> AsyncIterator[Header | Row]:
    """The header, then the rows with their proof (`parts=all`) or without (`open`), each as soon as it is
    there.

    Raises `DataLoss` for whatever is not such an answer, also when that shows in the middle of it.
    """
    return _read(chunks, lambda header, fields: [_row(header, fields, proven=proven)])


def proofs_of(chunks: AsyncIterable[bytes]) -> AsyncIterator[Header | Proven]:
    """The same for `parts=proof`."""
    return _read(chunks, lambda header, fields: [_proven(header, fields)])


def hints_of(chunks: AsyncIterable[bytes]) -> AsyncIterator[Header | Hint]:
    """The same for `parts=ids`."""
    return _read(chunks, lambda _, fields: _hints(fields))


async def _read(
    chunks: AsyncIterable[bytes], said_in: Callable[[Header, Sequence[bytes]], Iterable[T]]
) -> AsyncIterator[Header | T]:
    header: Header | None = None
    seen = set[UUID]()
    async for fields in frames_of(chunks):
        if header is None:
            header = _header(fields)
            yield header
            continue
        for said in said_in(header, fields):
            if said.id in seen:
                raise DataLoss("a row comes twice")
            seen.add(said.id)
            yield said
    if header is None:
        raise DataLoss("the answer has no header")


async def frames_of(chunks: AsyncIterable[bytes]) -> AsyncIterator[list[bytes]]:
    """The fields of each frame, up to the empty one that ends the answer. At most one frame is kept."""
    kept, ended = bytearray(), False
    async for chunk in chunks:
        kept += chunk
        at = 0
        while not ended and len(kept) - at >= 4:
            size = _number(kept[at : at + 4])
            if size > MOST_BYTES:
                raise DataLoss("a frame is too long")
            if len(kept) - at - 4 < size:
                break
            at += 4
            if size:
                yield fields_of(bytes(kept[at : at + size]))
            ended = not size
            at += size
        del kept[:at]
        if ended and kept:
            raise DataLoss("bytes follow the last frame")
    if not ended:
        raise DataLoss("the answer was cut off")


def fields_of(data: bytes) -> list[bytes]:
    """Each field in order. Every byte is accounted for."""
    fields, at = list[bytes](), 0
    while at < len(data):
        field, at = _field(data, at)
        fields.append(field)
    return fields


def _field(data: bytes, at: int) -> tuple[bytes, int]:
    start = at + 4
    end = start + _number(data[at:start])
    if start > len(data) or end > len(data):
        raise DataLoss("a field is cut off")
    return data[start:end], end


def _header(fields: Sequence[bytes]) -> Header:
    (said,) = _exactly(1, fields)
    try:
        told: dict[str, Any] = json.loads(said)
        return Header(
            [str(name) for name in told["word"]],
            [str(name) for name in told["attrs"]],
            [UUID(role) for role in told["roles"]],
            [UUID(person) for person in told["people"]],
            int(told["sync"]["seq"]),
            cast("str | None", told["nextCursor"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataLoss("the header is not one") from None


def _row(header: Header, fields: Sequence[bytes], *, proven: bool) -> Row:
    id, word, attrs, about, body, wrap, *proof = _exactly(8 if proven else 6, fields)
    return Row(
        _id(id),
        _word(header, word),
        _opening(header, attrs, about, body, wrap),
        _proof(header, *proof) if proven else None,
    )


def _proven(header: Header, fields: Sequence[bytes]) -> Proven:
    id, salt, chain = _exactly(3, fields)
    return Proven(_id(id), _proof(header, salt, chain))


def _hints(fields: Sequence[bytes]) -> list[Hint]:
    (said,) = _exactly(1, fields)
    if not said or len(said) % _HINT:
        raise DataLoss("the ids have another size")
    parts = [said[at : at + _HINT] for at in range(0, len(said), _HINT)]
    return [Hint(_id(part[:16]), _number(part[16:20]), _number(part[20:])) for part in parts]


def _word(header: Header, data: bytes) -> dict[str, Any]:
    """As JSON has it: moments are texts again."""
    try:
        values = json.loads(data)
    except ValueError:
        raise DataLoss("the word of a row is not JSON") from None
    if not isinstance(values, list) or len(cast("list[Any]", values)) > len(header.word):
        raise DataLoss("the word of a row has other members")
    word = dict(zip(header.word, cast("list[Any]", values), strict=False))
    for name in _INSTANTS & word.keys():
        if word[name] is not None:
            word[name] = _moment(word[name])
    return word


def _moment(milliseconds: Any) -> str:
    try:
        at = _EPOCH + timedelta(milliseconds=milliseconds)
    except (TypeError, OverflowError):
        raise DataLoss("a moment is none") from None
    return at.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def _opening(header: Header, attrs: bytes, about: bytes, body: bytes, wrap: bytes) -> Opening | None:
    if not about:
        if attrs or body or wrap:
            raise DataLoss("a row says what it does not have")
        return None
    if len(about) != 12:
        raise DataLoss("the numbers of a row have another size")
    place = _number(about[6:8])
    if (place == _ELSEWHERE) != (not wrap):
        raise DataLoss("a wrap is for nobody")
    try:
        return Opening(
            _number(about[:4]),
            _number(about[4:6]),
            _attributes(header, attrs),
            Box.from_joined(body),
            _at(header.roles, place) if wrap else None,
            _number(about[8:]),
            Box.from_joined(wrap) if wrap else None,
        )
    except CryptoError as refused:
        raise DataLoss(str(refused)) from None


def _attributes(header: Header, data: bytes) -> dict[str, bytes]:
    """By wire name, as they are signed."""
    attrs, at, last = dict[str, bytes](), 0, -1
    while at < len(data):
        place = data[at]
        if place <= last:
            raise DataLoss("attributes are out of their order")
        name, last = _at(header.attrs, place), place
        value, at = _field(data, at + 1)
        attrs[name] = _people(header, value) if name in _PEOPLE else value
    return attrs


def _people(header: Header, data: bytes) -> bytes:
    ids, at = list[bytes](), 0
    while at < len(data):
        id, at = _by_place(header.people, data, at)
        ids.append(id.bytes)
    return b"".join(ids)


def _proof(header: Header, salt: bytes, chain: bytes) -> Proof:
    links, wraps = list[Link](), list[list[tuple[UUID, int, bytes | None]]]()
    parts = fields_of(chain)
    if len(parts) % 3 or len(salt) not in (0, 16):
        raise DataLoss("a proof has another form")
    for at in range(0, len(parts), 3):
        statement, signature, named = parts[at : at + 3]
        if len(signature) != _SIGNATURE:
            raise DataLoss("a signature has another size")
        names = [_named(header, wrap) for wrap in fields_of(named)]
        if any(later[0] <= earlier[0] for earlier, later in pairwise(names)):
            raise DataLoss("wraps are out of their order")
        links.append(Link(statement, signature))
        wraps.append(names)
    return Proof(salt, links, wraps)


def _named(header: Header, data: bytes) -> tuple[UUID, int, bytes | None]:
    role, at = _by_place(header.roles, data, 0)
    generation, hash = data[at : at + 4], data[at + 4 :]
    if len(generation) != 4 or len(hash) not in (0, 32):
        raise DataLoss("a wrap has another name")
    return role, _number(generation), hash or None


def _by_place(listed: Sequence[UUID], data: bytes, at: int) -> tuple[UUID, int]:
    """An id, and where the next one begins."""
    place = _number(data[at : at + 2])
    if len(data) < at + 2:
        raise DataLoss("a place is cut off")
    if place == _ELSEWHERE:
        return _id(data[at + 2 : at + 18]), at + 18
    return _at(listed, place), at + 2


def _at(listed: Sequence[Any], place: int) -> Any:
    if place >= len(listed):
        raise DataLoss("there is nothing at this place of the header")
    return listed[place]


def _id(data: bytes) -> UUID:
    if len(data) != 16:
        raise DataLoss("an id has another size")
    return UUID(bytes=data)


def _number(data: bytes | bytearray) -> int:
    return int.from_bytes(data, "big")


def _exactly(number: int, fields: Sequence[bytes]) -> Sequence[bytes]:
    if len(fields) != number:
        raise DataLoss("a frame has another number of fields")
    return fields
