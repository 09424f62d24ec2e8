"""An item as a row: what opens it, and what proves it, each value once and as bytes.

JSON says the same in almost three times as many bytes: it has names, base64, and all wraps.
"""

from __future__ import annotations

import hashlib
from binascii import a2b_base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from typing import Any, Final, Literal
from uuid import UUID

import msgspec

from api.http.work import row_frames
from api.http.work.row_frames import ELSEWHERE, Parts, frame
from domain.kernel import Value, camel
from domain.work.words import Word
from projections.vault.chains import Link
from projections.work.row_lists import Contents

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_STANDARD = bytes.maketrans(b"-_", b"+/")
# Of the word: moments, in milliseconds. Of the attributes: lists of people, by their place in the header.
INSTANTS: Final = frozenset({"storedAt", "closedAt"})
PEOPLE: Final = frozenset({"assigneeIds", "mentionIds"})


class _Stored(msgspec.Struct, rename=camel):
    """A part of stored JSON: members that are of no use here are passed over."""


class _Wrap(_Stored):
    # As it is written: it is compared and looked up, and never read.
    role_id: str
    generation: int
    mode: Literal["wrap", "seal"]
    iv_b64u: str
    salt_b64u: str
    data_b64u: str


class _Statement(_Stored):
    statement_b64u: str
    signature_b64u: str
    wraps: tuple[_Wrap, ...] = ()


class _Envelope(_Statement):
    attrs: dict[str, str] = {}
    attrs_salt_b64u: str = ""
    iv_b64u: str = ""
    salt_b64u: str = ""
    data_b64u: str = ""


class _Item(_Stored):
    id: UUID
    word: dict[str, Any]
    sealed: _Envelope | None = None
    later: tuple[_Statement, ...] = ()


class _Numbers(_Stored):
    revision: int
    content_revision: int
    schema: int


class _Kept(_Stored):
    sealed: _Numbers | None = None


_ITEMS = msgspec.json.Decoder(_Item)
_KEPT = msgspec.json.Decoder(_Kept)


@cache
def _names_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(member.encode_name for member in msgspec.structs.fields(kind))


@dataclass(frozen=True)
class RowKind:
    """A kind of item as its rows have it: the name in its statements, and the members in their order."""

    name: str
    attributes: type[Value]
    word: type[Word]

    @property
    def attribute_names(self) -> tuple[str, ...]:
        return _names_of(self.attributes)

    @property
    def word_names(self) -> tuple[str, ...]:
        """Those that every row has come first: a row that has ended has no others."""
        return _names_of(self.word)


@dataclass(frozen=True)
class Places:
    """Ids by their place in the header."""

    ids: Sequence[UUID]

    @cached_property
    def _by_id(self) -> Mapping[str, bytes]:
        return {str(id): place.to_bytes(2, "big") for place, id in enumerate(self.ids[:0xFFFF])}

    def __getitem__(self, id: str) -> bytes:
        return self._by_id.get(id) or ELSEWHERE + UUID(id).bytes


class Row:
    """An item that is about to become a frame."""

    def __init__(self, contents: Contents) -> None:
        self._item = _ITEMS.decode(contents.json)
        self._numbers = None if contents.kept is None else _KEPT.decode(contents.kept).sealed

    @property
    def id(self) -> UUID:
        return self._item.id

    @property
    def begins_at(self) -> int:
        """The number of the statement under its contents; 1 where there is nothing before what is shown."""
        return self._numbers.revision if self._numbers else 1

    @property
    def version(self) -> int:
        return self._item.word["version"]

    @property
    def newest(self) -> int:
        """The number of its newest statement; 0 where the reader may not open it any more."""
        return self._numbers.revision + len(self._item.later) if self._numbers else 0

    def opening(self, form: RowForm) -> list[bytes]:
        """Id, word, attributes, numbers, body, wrap: no more than the word of what is closed or destroyed."""
        item, sealed, numbers = self._item, self._item.sealed, self._numbers
        word = msgspec.json.encode(self._word(form.kind.word_names))
        if sealed is None or numbers is None or not sealed.data_b64u:
            return [item.id.bytes, word, b"", b"", b"", b""]
        wrap = self._wrap_for(form.own_roles)
        role, generation = (ELSEWHERE, 0) if wrap is None else (form.roles[wrap.role_id], wrap.generation)
        about = (
            numbers.content_revision.to_bytes(4, "big")
            + numbers.schema.to_bytes(2, "big")
            + role
            + generation.to_bytes(4, "big")
        )
        body = _box(sealed)
        return [item.id.bytes, word, self._attributes(form), about, body, b"" if wrap is None else _box(wrap)]

    def proof(self, form: RowForm, beginning: Iterable[Link]) -> list[bytes]:
        """The salt of the attributes, and the chain with the wraps of each statement."""
        item, sealed = self._item, self._item.sealed
        if sealed is None:
            return [b"", b""]
        own = self._wrap_for(form.own_roles)
        links = [_link(link.statement, link.signature, b"") for link in beginning]
        for statement in (sealed, *item.later):
            wraps = b"".join(row_frames.field(_named(wrap, form.roles, own)) for wrap in statement.wraps)
            links.append(_link(statement.statement_b64u, statement.signature_b64u, wraps))
        return [_bytes(sealed.attrs_salt_b64u), b"".join(links)]

    def hint(self) -> bytes:
        """24 bytes: id, version, number of the newest statement."""
        return self.id.bytes + self.version.to_bytes(4, "big") + self.newest.to_bytes(4, "big")

    def _word(self, names: Sequence[str]) -> list[Any]:
        word = self._item.word
        said = [word[name] for name in names[: len(word)]]
        for place, name in enumerate(names[: len(said)]):
            if name in INSTANTS and said[place] is not None:
                said[place] = (datetime.fromisoformat(said[place]) - _EPOCH) // _MILLISECOND
        return said

    def _attributes(self, form: RowForm) -> bytes:
        sealed = self._item.sealed
        assert sealed is not None  # only what can be opened has some
        parts: list[bytes] = []
        for place, name in enumerate(form.kind.attribute_names):
            text = sealed.attrs.get(name)
            if text is None:
                continue
            data = _bytes(text)
            if name in PEOPLE:
                ids = (str(UUID(bytes=data[at : at + 16])) for at in range(0, len(data), 16))
                data = b"".join(form.people[id] for id in ids)
            parts += (place.to_bytes(1, "big"), row_frames.field(data))
        return b"".join(parts)

    def _wrap_for(self, own_roles: frozenset[str]) -> _Wrap | None:
        """The one wrap that the reader gets: of the newest generation, and a `wrap` before a `seal`."""
        statements = (self._item.sealed, *self._item.later)
        own = [
            wrap
            for statement in statements
            if statement is not None
            for wrap in statement.wraps
            if wrap.role_id in own_roles
        ]
        if len(own) == 1:
            return own[0]
        return max(own, key=lambda wrap: (wrap.generation, wrap.mode == "wrap"), default=None)


@dataclass(frozen=True)
class RowForm:
    """How the rows of one answer are written. `roles` and `people` are those of its header."""

    kind: RowKind
    parts: Parts
    reads: frozenset[Any]
    roles: Places = field(default_factory=lambda: Places(()))
    people: Places = field(default_factory=lambda: Places(()))

    @cached_property
    def own_roles(self) -> frozenset[str]:
        return frozenset(map(str, self.reads))

    def header(self, more: Mapping[str, Any]) -> bytes:
        return frame(
            msgspec.json.encode(
                {
                    "word": self.kind.word_names,
                    "attrs": self.kind.attribute_names,
                    "roles": self.roles.ids,
                    "people": self.people.ids,
                    **more,
                }
            )
        )

    def frames(self, rows: Sequence[Row], beginnings: Mapping[UUID, Sequence[Link]]) -> bytes:
        """These rows; as `ids` they are one frame."""
        match self.parts:
            case "ids":
                return frame(b"".join(row.hint() for row in rows)) if rows else b""
            case "open":
                return b"".join(frame(*row.opening(self)) for row in rows)
            case "proof":
                return b"".join(
                    frame(row.id.bytes, *row.proof(self, beginnings.get(row.id, ()))) for row in rows
                )
            case "all":
                return b"".join(
                    frame(*row.opening(self), *row.proof(self, beginnings.get(row.id, ()))) for row in rows
                )


def _link(statement: str, signature: str, wraps: bytes) -> bytes:
    return b"".join(map(row_frames.field, (_bytes(statement), _bytes(signature), wraps)))


def _named(wrap: _Wrap, roles: Places, own: _Wrap | None) -> bytes:
    """A wrap as its statement names it. That of the reader comes whole, so its hash is not said."""
    named = roles[wrap.role_id] + wrap.generation.to_bytes(4, "big")
    return named if wrap is own else named + _hash_of(wrap)


def _hash_of(wrap: _Wrap) -> bytes:
    return hashlib.sha256(_bytes(wrap.salt_b64u) + _bytes(wrap.iv_b64u) + _bytes(wrap.data_b64u)).digest()


def _box(box: _Envelope | _Wrap) -> bytes:
    return _bytes(box.salt_b64u) + _bytes(box.iv_b64u) + _bytes(box.data_b64u)


def _bytes(text: str) -> bytes:
    """base64url that was checked when it was written: half the time of the strict decoder."""
    return a2b_base64(text.encode().translate(_STANDARD) + b"==")
