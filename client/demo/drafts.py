"""What is to be written: an item before it has an id, by whom and for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

Readers = Literal["everybody", "house", "office", "private"]
"""`house`: those of the default, and the house staff. `office`: owners and admins. `private`: the author."""


@dataclass(frozen=True)
class Draft:
    """`name` is what others in the demo call it by."""

    kind: str
    name: str
    payload: Mapping[str, Any]
    attributes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    author: str = "eleanor"
    readers: Readers = "everybody"
    files: int = 0
    """How many versions a document has."""
    ends: Literal["", "archived", "bin"] = ""
    """What becomes of it once it was written."""
    comments: Sequence[tuple[str, str, Sequence[str]]] = ()
    """Of a task: author, words, and whom they mean."""


Ids = Mapping[str, UUID]
"""The ids of what was written before, by `kind:name`; people by `person:key`."""
