"""What the server alone knows about an item: the closed list of `word` (`domain.md` section 8).

Everything else about an item is signed, and stands in its statements and nowhere else.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

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


W = TypeVar("W", bound=Word)


def word_of(kind: type[W], told: Any) -> W:
    """The word of this kind about an item, out of an object that knows its members by name."""
    names = _shared(kind, told.__class__)
    return kind(**{name: getattr(told, name) for name in names}, stored_at=told.updated_at)


@cache
def _shared(kind: type[Word], told: type[Any]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name != "stored_at" and hasattr(told, name))
