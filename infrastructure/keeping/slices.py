"""One step of a search: what was read, what is damaged in it, and where the next step begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from psycopg import errors

from domain.errors import Unavailable

_UNREADABLE = (
    errors.DataCorrupted,
    errors.IndexCorrupted,
    errors.InternalError_,
    # A disk that fails, and a file that is gone.
    errors.SystemError,
    errors.IoError,
    errors.UndefinedFile,
)
TROUBLE = (Unavailable, errors.Error)
"""What a read of the database may raise; `is_unreadable` says whether it is damage."""


class Slice(NamedTuple):
    """`next` is None at the end of the part. Subjects are named as an operator would look for them."""

    looked_at: Collection[str]
    damaged: Mapping[str, str]
    next: str | None


def is_unreadable(failure: BaseException) -> bool:
    """Whether PostgreSQL is there and cannot read what it keeps."""
    cause = failure.__cause__ if isinstance(failure, Unavailable) else failure
    return isinstance(cause, _UNREADABLE)


class Searched(Protocol):
    """A part that can be read in slices; the place of the first one is empty."""

    name: str

    async def slice(self, place: str) -> Slice: ...
