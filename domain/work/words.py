"""What the server alone knows about an item: the closed list of `word` (`domain.md` section 8).

Everything else about an item is signed, and stands in its statements and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.ids import ProfileId
from domain.kernel import Value
from domain.work.ranks import Rank


class Word(Value, frozen=True, kw_only=True):
    """`version` counts the events of its stream, `seq` is the position of the newest one, `stored_at` the
    time at which that was stored."""

    version: int
    seq: int = 0
    stored_at: str


class RankedWord(Word, frozen=True, kw_only=True):
    rank: Rank


class GroupWord(RankedWord, frozen=True, kw_only=True):
    """`profile_count` counts those that the caller can open; lists say it."""

    profile_count: int | UnsetType = UNSET


class DocumentWord(Word, frozen=True, kw_only=True):
    """`hidden_by` is a profile that was archived with what belongs to it."""

    hidden_by: ProfileId | None = None


class TaskWord(RankedWord, frozen=True, kw_only=True):
    """`occurrence` is the number of the open one; `next_due_on` its date, where it is not the signed one."""

    hidden_by: ProfileId | None = None
    occurrence: int
    next_due_on: date | None = None
    closed_at: str | None = None
    comment_count: int


T = TypeVar("T", bound=msgspec.Struct)


def word_in(kind: type[Any], told: Mapping[str, Any]) -> Any:
    """The word of items of this kind, out of what is told about one by the names of its members."""
    word = _word_of(kind)
    named = {name: told[name] for name in word.__struct_fields__ if name in told}
    return word(**named, stored_at=told["updated_at"])


def reworded(item: T, **changed: Any) -> T:
    """The item with other members, and with what its word says of them."""
    item = replace(item, **changed)
    told = {name: getattr(item, name) for name in item.__struct_fields__}
    return replace(item, word=word_in(type(item), told))


@cache
def _word_of(kind: type[Any]) -> type[Word]:
    word = get_type_hints(kind)["word"]
    assert issubclass(word, Word)
    return word
