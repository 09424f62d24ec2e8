"""An item as it is answered: what is signed, once, and beside it what only the server knows.

`domain.md` section 8: no member says a second time what the statements of an item hold.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, get_type_hints
from uuid import UUID

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel import Value
from domain.records import Later, brought
from domain.sealed import Sealed, Wrap
from domain.work.words import DocumentWord, GroupWord, RankedWord, TaskWord, Word, word_of


class Envelope(Value, frozen=True, kw_only=True):
    """The newest `record.put` with its wraps, and the attributes in force (`crypto.md` section 12).

    Of what was deleted for good, and for those who may not open it any more, the statement and its
    signature alone.
    """

    attrs: dict[str, str] | UnsetType = UNSET
    attrs_salt_b64u: str | UnsetType = UNSET
    iv_b64u: str | UnsetType = UNSET
    salt_b64u: str | UnsetType = UNSET
    data_b64u: str | UnsetType = UNSET
    wraps: tuple[Wrap, ...] | UnsetType = UNSET
    statement_b64u: str
    signature_b64u: str


class Item(Value, frozen=True, kw_only=True):
    """`later` are the statements after the content, oldest first, each with the wraps that it brought.

    What has been there since the account was opened has no statements until somebody changes it.
    """

    id: UUID
    sealed: Envelope | UnsetType = UNSET
    later: tuple[Later, ...] | UnsetType = UNSET
    word: Word


class RankedItem(Item, frozen=True, kw_only=True):
    word: RankedWord


class GroupItem(Item, frozen=True, kw_only=True):
    word: GroupWord


class DocumentAnswer(Item, frozen=True, kw_only=True):
    word: DocumentWord


class TaskAnswer(Item, frozen=True, kw_only=True):
    word: TaskWord


class Shown(Protocol):
    """What is known of an item, from which it is answered."""

    answered: ClassVar[type[Item]]
    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def id(self) -> UUID: ...

    @property
    def sealed(self) -> Sealed | None: ...

    @property
    def later(self) -> tuple[Later, ...]: ...


T = TypeVar("T", bound=Item)


def answer_of(shown: Shown) -> Any:
    """The item as it is answered."""
    kind, sealed = shown.answered, shown.sealed
    word: Any = word_of(_word_in(kind), shown)
    if sealed is None:
        return kind(id=shown.id, word=word)
    return kind(id=shown.id, sealed=_envelope(sealed, shown), later=shown.later, word=word)


def _envelope(sealed: Sealed, shown: Shown) -> Envelope:
    bare = Envelope(statement_b64u=sealed.statement_b64u, signature_b64u=sealed.signature_b64u)
    if not sealed.data_b64u:  # destroyed
        return bare
    return replace(
        bare,
        attrs=sealed.attrs,
        attrs_salt_b64u=sealed.attrs_salt_b64u,
        iv_b64u=sealed.iv_b64u,
        salt_b64u=sealed.salt_b64u,
        data_b64u=sealed.data_b64u,
        wraps=brought(sealed.wraps, shown.later),
    )


@cache
def _word_in(kind: type[Item]) -> type[Word]:
    return get_type_hints(kind)["word"]


def placed_at(item: T, position: int) -> T:
    """The same, once it is known where in the log the newest event stands."""
    return replace(item, word=replace(item.word, seq=position))
