"""One step of a search: what was read, what is damaged in it, and where the next step begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol


class Slice(NamedTuple):
    """`next` is None at the end of the part. Subjects are named as an operator would look for them."""

    looked_at: Collection[str]
    damaged: Mapping[str, str]
    next: str | None


class Searched(Protocol):
    """A part that can be read in slices; the place of the first one is empty."""

    name: str

    async def slice(self, place: str) -> Slice: ...
